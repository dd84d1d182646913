/** Runs the tasks of an agenda side by side, each with its own process, and ends all processes with the loop. */
import { Wakeup } from '../sessions/wakeup.ts';
import { Unstartable, type OpenWire, type RunningWire } from './running-wire.ts';
import type { UnstartableEvent } from '../shapes/checks.ts';

export interface Task {
  readonly open: OpenWire;
  /** The process is ended afterwards. After `signal` aborts, the process is gone and the result is ignored. */
  run(wire: RunningWire, signal: AbortSignal): Promise<void>;
}

export interface Agenda<Event> {
  /** The next task that can start; null if none can now. */
  next(): Task | null;
  /** Whether all events except the summary have been reported. */
  readonly over: boolean;
  summary(): Event;
}

export interface SideBySideOptions {
  /** The most processes to run at a time. */
  readonly jobs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The events of the agenda in order, then the summary. Aborting the signal or leaving the loop early ends the
 * processes.
 * @param plan creates the agenda, which reports its events to `tell`
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
  readonly #running = new Set<Promise<void>>();
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
    await Promise.all(this.#running);
  }

  get #cancelled(): boolean {
    return this.#cancelling.signal.aborted;
  }

  #begin(): void {
    while (!this.#cancelled && this.#running.size < this.#jobs) {
      const task = this.#agenda.next();
      if (task === null) return;
      const work = this.#run(task).finally(() => {
        this.#running.delete(work);
        this.#wakeup.wake();
      });
      this.#running.add(work);
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
