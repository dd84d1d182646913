/**
 * Sends state changes to any number of listeners: first a snapshot, then numbered changes. The state is read and
 * compared once for all listeners. The publisher keeps only the last version that was sent to each listener, so a slow
 * listener costs no more than a fast one: it receives all newer changes as one.
 */
import { systemClock, type Clock } from '../sessions/clock.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import type { Slices } from './slices.ts';

/**
 * Milliseconds between two changes sent to one listener, and between two readings of the state. Engines report far more
 * often than a user can read.
 */
const changeInterval = 50;

export type Published<State, Changes> =
  | { readonly kind: 'snapshot'; readonly seq: number; readonly state: State }
  | { readonly kind: 'changed'; readonly seq: number; readonly changes: Changes };

export class Publisher<State extends object, Changes extends { readonly [Key in keyof State]?: unknown }> {
  readonly #slices: Slices<State, Changes>;
  readonly #clock: Clock;
  readonly #listeners = new Set<Wakeup>();
  /** The slices that may have changed since they were last read. */
  readonly #touched = new Set<keyof State>();
  /** Incremented for each slice that was found changed. */
  #version = 0;
  /** When touched slices were last read, in the clock's milliseconds. */
  #readAt = -Infinity;
  /** The changes since a version, shared by all listeners that have that version. */
  readonly #changes = new Map<number, Changes>();

  constructor(slices: Slices<State, Changes>, clock = systemClock) {
    this.#slices = slices;
    this.#clock = clock;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** Marks slices that may have changed. */
  touch(...keys: (keyof State)[]): void {
    for (const key of keys) this.#touched.add(key);
    this.#wake();
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
        const wait = this.#readAt + changeInterval - this.#clock.now();
        if (wait <= 0) this.#readTouched();
        if (told < this.#version) {
          const changes = this.#changesSince(told);
          told = this.#version;
          yield { kind: 'changed', seq: seq++, changes };
          await this.#pause(changeInterval, signal);
        } else if (this.#touched.size > 0) await this.#pause(wait, signal);
        else await listener.sleep(Infinity, signal);
      }
    } finally {
      this.#listeners.delete(listener);
    }
  }

  #readTouched(): void {
    if (this.#touched.size === 0) return;
    this.#readAt = this.#clock.now();
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
