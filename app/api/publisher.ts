/**
 * Tells any number of listeners what has changed: first everything, then what is new, numbered. The state is read and
 * compared once for all of them. Of a listener nothing is kept but the version that it was told last, so that a slow
 * one costs no more than a quick one: it is told all that is new by then at once.
 */
import { systemClock, type Clock } from '../sessions/clock.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import type { Slices } from './slices.ts';

/**
 * Milliseconds between two changes to one listener, and between two readings of what has changed; info and evaluations
 * come in far faster than eyes.
 */
const changeInterval = 50;

export type Published<State, Changes> =
  | { readonly kind: 'snapshot'; readonly seq: number; readonly state: State }
  | { readonly kind: 'changed'; readonly seq: number; readonly changes: Changes };

export class Publisher<State extends object, Changes extends { readonly [Key in keyof State]?: unknown }> {
  readonly #slices: Slices<State, Changes>;
  readonly #clock: Clock;
  readonly #listeners = new Set<Wakeup>();
  /** What may have changed since it was read. */
  readonly #touched = new Set<keyof State>();
  /** Grows with each slice that was found changed. */
  #version = 0;
  /** When what was touched was read last, by the clock. */
  #readAt = -Infinity;
  /** What is new since a version, for all who were told that one last. */
  readonly #changes = new Map<number, Changes>();

  constructor(slices: Slices<State, Changes>, clock = systemClock) {
    this.#slices = slices;
    this.#clock = clock;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** These slices may have changed. */
  touch(...keys: (keyof State)[]): void {
    for (const key of keys) this.#touched.add(key);
    this.#wake();
  }

  /** Everything as it is now, whether it was touched or not. */
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

  /** Waits so many milliseconds, even if slices are touched meanwhile. */
  async #pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await new Wakeup(this.#clock).sleep(milliseconds, signal);
  }

  #keys(): (keyof State)[] {
    return Object.keys(this.#slices) as (keyof State)[];
  }
}
