/**
 * Talks with processes of one program, several at a time: what is to be talked about is somebody else's, who tells
 * events of it. Here is who begins when, and that nothing runs on where nobody listens any more.
 */
import { Wakeup } from '../sessions/wakeup.ts';
import { Unstartable, type OpenWire, type RunningWire } from './running-wire.ts';
import type { UnstartableEvent } from '../shapes/checks.ts';

/** One process, and what is talked about with it. */
export interface Task {
  readonly open: OpenWire;
  /** The process is ended afterwards. Where `signal` is aborted it is gone, and what came of it means nothing. */
  run(wire: RunningWire, signal: AbortSignal): Promise<void>;
}

/** All that is to be done. */
export interface Agenda<Event> {
  /** What can begin by now, the first one first; null where nothing can. */
  next(): Task | null;
  /** Nothing is left to be told but the summary. */
  readonly over: boolean;
  summary(): Event;
}

export interface SideBySideOptions {
  /** How many processes may run at a time. */
  readonly jobs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * What is told, in that order, and at last the summary. Leaving the loop early, or the signal, ends the processes.
 * @param plan makes the agenda, which tells its events by `tell` whenever they come
 */
export async function* sideBySide<Event>(
  plan: (tell: (event: Event) => void) => Agenda<Event>,
  options: SideBySideOptions,
): AsyncGenerator<Event | UnstartableEvent> {
  const run = new SideBySide(plan, options.jobs);
  const cancel = () => run.cancel();
  options.signal?.addEventListener('abort', cancel);
  if (options.signal?.aborted) cancel();
  try {
    yield* run.events();
  } finally {
    options.signal?.removeEventListener('abort', cancel);
    cancel();
    await run.gone();
  }
}

class SideBySide<Event> {
  readonly #agenda: Agenda<Event>;
  readonly #jobs: number;
  readonly #under = new Set<Promise<void>>();
  readonly #wires = new Set<RunningWire>();
  readonly #told: Event[] = [];
  readonly #cancelling = new AbortController();
  #unstartable: Unstartable | null = null;
  #broken: { readonly error: unknown } | null = null;
  readonly #wakeup = new Wakeup();

  constructor(plan: (tell: (event: Event) => void) => Agenda<Event>, jobs: number) {
    this.#jobs = jobs;
    this.#agenda = plan((event) => {
      this.#told.push(event);
      this.#wakeup.wake();
    });
  }

  async *events(): AsyncGenerator<Event | UnstartableEvent> {
    while (!this.#cancelled) {
      this.#begin();
      for (let event = this.#told.shift(); event; event = this.#told.shift()) yield event;
      if (this.#broken) throw this.#broken.error;
      if (this.#unstartable) {
        const { message, advice } = this.#unstartable;
        return yield { kind: 'unstartable', reason: message, advice };
      }
      if (this.#agenda.over) return yield this.#agenda.summary();
      await this.#wakeup.sleep();
    }
  }

  cancel(): void {
    this.#cancelling.abort();
    for (const wire of this.#wires) void wire.close();
    this.#wakeup.wake();
  }

  async gone(): Promise<void> {
    await Promise.all(this.#under);
  }

  get #cancelled(): boolean {
    return this.#cancelling.signal.aborted;
  }

  #begin(): void {
    while (!this.#cancelled && this.#under.size < this.#jobs) {
      const task = this.#agenda.next();
      if (task === null) return;
      const work = this.#run(task).finally(() => {
        this.#under.delete(work);
        this.#wakeup.wake();
      });
      this.#under.add(work);
    }
  }

  async #run({ open, run }: Task): Promise<void> {
    const { signal } = this.#cancelling;
    try {
      const wire = await open(signal);
      if (wire === null) return;
      this.#wires.add(wire);
      try {
        if (!this.#cancelled) await run(wire, signal);
      } finally {
        await wire.close();
        this.#wires.delete(wire);
      }
    } catch (error) {
      if (error instanceof Unstartable) this.#unstartable ??= error;
      else this.#broken ??= { error };
    }
  }
}
