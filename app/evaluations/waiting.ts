/** The answers that are not written yet, by their keys and by their positions. */
import { placeOf, type Kept } from './kept.ts';

export interface Waiting extends Kept {
  /** When it is written, on the store's clock. */
  readonly due: number;
}

export class WaitingAnswers {
  readonly #all = new Map<string, Waiting>();
  /** The keys at a position. */
  readonly #keys = new Map<string, Set<string>>();

  get size(): number {
    return this.#all.size;
  }

  /** When the first one is due; Infinity if none is. */
  get due(): number {
    let due = Infinity;
    for (const each of this.#all.values()) due = Math.min(due, each.due);
    return due;
  }

  get(key: string): Waiting | undefined {
    return this.#all.get(key);
  }

  all(): IterableIterator<readonly [key: string, waiting: Waiting]> {
    return this.#all.entries();
  }

  /** @param place see `placeOf` */
  *at(place: string): Generator<Waiting> {
    for (const key of this.#keys.get(place) ?? []) yield this.#all.get(key)!;
  }

  isAt(place: string): boolean {
    return this.#keys.has(place);
  }

  /** Adds an answer, or replaces one of the same key. */
  set(key: string, waiting: Waiting): void {
    this.#all.set(key, waiting);
    const place = placeOf(waiting.head);
    const keys = this.#keys.get(place);
    if (keys === undefined) this.#keys.set(place, new Set([key]));
    else keys.add(key);
  }

  delete(key: string): void {
    const waiting = this.#all.get(key);
    if (waiting === undefined) return;
    this.#all.delete(key);
    const place = placeOf(waiting.head);
    const keys = this.#keys.get(place)!;
    keys.delete(key);
    if (keys.size === 0) this.#keys.delete(place);
  }
}
