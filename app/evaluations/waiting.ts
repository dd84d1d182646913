/** The answers that are not written yet, by their keys and by their positions. */
import { placeOf, type Kept } from './kept.ts';

export interface Waiting extends Kept {
  /** When it is written, on the store's clock. */
  readonly due: number;
}

/** A waiting answer with its key. */
export type Due = readonly [key: string, waiting: Waiting];

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

  all(): IterableIterator<Due> {
    return this.#all.entries();
  }

  /** @param place see `placeOf` */
  *at(place: string): Generator<Waiting> {
    for (const key of this.#keys.get(place) ?? []) yield this.#all.get(key)!;
  }

  isAt(place: string): boolean {
    return this.#keys.has(place);
  }

  /** Those that are due by a time. */
  dueBy(by: number): readonly Due[] {
    return [...this.#all].filter(([, { due }]) => due <= by);
  }

  /** Lets answers that could not be written wait on, but for those that were replaced meanwhile. */
  postpone(answers: readonly Due[], due: number): void {
    for (const [key, each] of answers) if (this.#all.get(key) === each) this.set(key, { ...each, due });
  }

  /**
   * Drops answers that were written. One that was replaced meanwhile is due at `due`.
   * @returns those that were dropped
   */
  drop(answers: readonly Due[], due: number): readonly Due[] {
    return answers.filter(([key, each]) => {
      const newer = this.#all.get(key);
      if (newer === undefined || newer === each) this.delete(key);
      else this.set(key, { ...newer, due });
      return newer === undefined || newer === each;
    });
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
