/**
 * Sends state changes to any number of listeners: first a snapshot, then numbered changes. The state is read and
 * compared once for all listeners. The publisher keeps only the last version that was sent to each listener, so a slow
 * listener costs no more than a fast one: it receives all newer changes as one.
 */
import { systemClock, type Clock } from '../sessions/clock.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import type { Slices } from './slices.ts';

/** Milliseconds between two changes sent to one listener, and between two readings of the state. */
const changeInterval = 50;

/**
 * The same for slices that change with every report of an engine. Engines report far more often than a user can read, and
 * each change is drawn.
 */
const reportInterval = 250;

export type Published<State, Changes> =
  | { readonly kind: 'snapshot'; readonly seq: number; readonly state: State }
  | { readonly kind: 'changed'; readonly seq: number; readonly changes: Changes };

export class Publisher<State extends object, Changes extends { readonly [Key in keyof State]?: unknown }> {
  readonly #slices: Slices<State, Changes>;
  /** The slices that wait for `reportInterval`, unless another one is read. */
  readonly #reported: ReadonlySet<keyof State>;
  readonly #clock: Clock;
  readonly #listeners = new Set<Wakeup>();
  /** The slices that may have changed since they were last read. */
  readonly #touched = new Set<keyof State>();
  /** Incremented for each slice that was found changed. */
  #version = 0;
  /** When touched slices were last read, in the clock's milliseconds. */
  #readAt = -Infinity;
  /** When they were read last for reports alone: the first report about a position that a user has just come to is shown at once. */
  #reportedAt = -Infinity;
  /** The changes since a version, shared by all listeners that have that version. */
  readonly #changes = new Map<number, Changes>();

  /** @param reported the slices that change with every report of an engine */
  constructor(
    slices: Slices<State, Changes>,
    reported: readonly (keyof State)[] = [],
    clock: Clock = systemClock,
  ) {
    this.#slices = slices;
    this.#reported = new Set(reported);
    this.#clock = clock;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Marks slices that may have changed. */
  touch(...keys: (keyof State)[]): void {
    const before = this.#touched.size;
    for (const key of keys) this.#touched.add(key);
    if (this.#touched.size > before) this.#wake();
  }

  /** The whole current state; reads all slices, touched or not. */
  snapshot(): State {
    this.#read(this.#keys());
    const state: Partial<State> = {};
    for (const key of this.#keys()) state[key] = this.#slices[key].value();
    return state as State;
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<Published<State, Changes>> {
    const listener = new Wakeup(this.#clock);
    this.#listeners.add(listener);
    try {
      const state = this.snapshot();
      let told = this.#version;
      yield { kind: 'snapshot', seq: 0, state };
      for (let seq = 1; !signal?.aborted;) {
        const wait = this.#dueAt() - this.#clock.now();
        if (wait <= 0) this.#readTouched();
        if (told < this.#version) {
          const changes = this.#changesSince(told);
          told = this.#version;
          yield { kind: 'changed', seq: seq++, changes };
          await this.#pause(changeInterval, signal);
        } else await listener.sleep(this.#touched.size > 0 ? wait : Infinity, signal);
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  /** When the touched slices are read: together, so that what a listener has is of one moment. */
  #dueAt(): number {
    const soon = this.#readAt + changeInterval;
    return this.#isReported() ? Math.max(soon, this.#reportedAt + reportInterval) : soon;
  }

  /** Whether only reports of engines are new. */
  #isReported(): boolean {
    for (const key of this.#touched) if (!this.#reported.has(key)) return false;
    return true;
  }

  #readTouched(): void {
    if (this.#touched.size === 0) return;
    this.#readAt = this.#clock.now();
    if (this.#isReported()) this.#reportedAt = this.#readAt;
    this.#read([...this.#touched]);
  }

  #read(keys: readonly (keyof State)[]): void {
    for (const key of keys) {
      if (this.#slices[key].read(this.#version + 1)) {
        this.#version++;
        this.#changes.clear();
        this.#wake();
      }
      this.#touched.delete(key);
    }
  }

  #changesSince(version: number): Changes {
    const known = this.#changes.get(version);
    if (known !== undefined) return known;
    const changes: Partial<Changes> = {};
    for (const key of this.#keys()) {
      const change = this.#slices[key].since(version);
      if (change !== undefined) changes[key] = change;
    }
    this.#changes.set(version, changes as Changes);
    return changes as Changes;
  }

  #wake(): void {
    for (const listener of this.#listeners) listener.wake();
  }

  /** Waits for the whole time, even if slices are touched meanwhile. */
  async #pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await new Wakeup(this.#clock).sleep(milliseconds, signal);
  }

  #keys(): (keyof State)[] {
    return Object.keys(this.#slices) as (keyof State)[];
  }
}
