/** The random words of Zobrist's hash, two of 32 bits for everything that a position differs by. */
import { seededRandom } from '../shared/random.ts';

export interface HashWords {
  /** By what `pawnKey`, `wallKey` and `stockKey` of the board say. */
  readonly low: Int32Array;
  readonly high: Int32Array;
}

const made = new Map<number, HashWords>();

/** The same words for the same count, in every run: a table outlives the board that filled it. */
export function hashWords(count: number): HashWords {
  let words = made.get(count);
  if (words === undefined) {
    const random = seededRandom(count);
    const word = (): number => (random() * 4_294_967_296) | 0;
    words = { low: Int32Array.from({ length: count }, word), high: Int32Array.from({ length: count }, word) };
    made.set(count, words);
  }
  return words;
}
