/**
 * Tells any number of listeners what has changed: first everything, then whole slices of the state as they
 * change, numbered. A listener that is slow gets the newest values when it comes round: what waits for it
 * is a set of slice names, so it cannot grow.
 */

/** Milliseconds between two changes to one listener; info and evaluations come in far faster than eyes. */
const changeInterval = 50;

export type Published<State> =
  | { readonly kind: 'snapshot'; readonly seq: number; readonly state: State }
  | { readonly kind: 'changed'; readonly seq: number; readonly changes: Partial<State> };

interface Listener<State> {
  readonly dirty: Set<keyof State>;
  wake: () => void;
}

export class Publisher<State extends object> {
  readonly #slices: { readonly [Key in keyof State]: () => State[Key] };
  readonly #listeners = new Set<Listener<State>>();

  /** `slices` makes each slice of the state anew from what is. */
  constructor(slices: { readonly [Key in keyof State]: () => State[Key] }) {
    this.#slices = slices;
  }

  get listenerCount(): number {
    return this.#listeners.size;
  }

  /** These slices may have changed. */
  touch(...keys: (keyof State)[]): void {
    for (const listener of this.#listeners) {
      for (const key of keys) listener.dirty.add(key);
      listener.wake();
    }
  }

  snapshot(): State {
    const state: Partial<State> = {};
    for (const key of this.#keys()) state[key] = this.#slices[key]();
    return state as State;
  }

  async *watch(signal?: AbortSignal): AsyncGenerator<Published<State>> {
    const listener: Listener<State> = { dirty: new Set(), wake: () => undefined };
    const stop = () => listener.wake();
    signal?.addEventListener('abort', stop);
    this.#listeners.add(listener);
    try {
      const state = this.snapshot();
      const told = new Map(this.#keys().map((key) => [key, JSON.stringify(state[key])]));
      yield { kind: 'snapshot', seq: 0, state };
      for (let seq = 1; !signal?.aborted;) {
        if (listener.dirty.size === 0) {
          await new Promise<void>((resolve) => (listener.wake = resolve));
          continue;
        }
        const changes: Partial<State> = {};
        for (const key of listener.dirty) {
          const value = this.#slices[key]();
          const text = JSON.stringify(value);
          if (told.get(key) === text) continue;
          told.set(key, text);
          changes[key] = value;
        }
        listener.dirty.clear();
        if (Object.keys(changes).length > 0) yield { kind: 'changed', seq: seq++, changes };
        await new Promise((resolve) => setTimeout(resolve, changeInterval));
      }
    } finally {
      signal?.removeEventListener('abort', stop);
      this.#listeners.delete(listener);
    }
  }

  #keys(): (keyof State)[] {
    return Object.keys(this.#slices) as (keyof State)[];
  }
}
