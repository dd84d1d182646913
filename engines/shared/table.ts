import type { Score } from '../../app/shapes/games.ts';

/**
 * The transposition table: results for positions met before. Sixteen bytes per entry, two entries per bucket: the first
 * keeps the deepest result of the current search, the second the latest.
 */

export type Bound = 1 | 2 | 3;
/** The value is at least the stored one. */
export const lowerBound = 1;
/** The value is at most the stored one. */
export const upperBound = 2;
export const exact = 3;

/** No move is known. */
export const noMove = 0x7fff;

const wordsPerEntry = 4;
const wordsPerBucket = 2 * wordsPerEntry;

/** An entry's last word: depth 8 bits, move 15, bound 2, generation 7. */
const pack = (depth: number, move: number, bound: number, generation: number): number =>
  (depth << 24) | (move << 9) | (bound << 7) | generation;

export const depthOf = (data: number): number => data >>> 24;
export const moveOf = (data: number): number => (data >> 9) & 0x7fff;
export const boundOf = (data: number): number => (data >> 7) & 3;
const generationOf = (data: number): number => data & 0x7f;

export class Table {
  /** Memory in use, in bytes. */
  readonly bytes: number;
  readonly #words: Int32Array;
  readonly #mask: number;
  #generation = 0;
  /** Of the entry that `probe` found. */
  value = 0;

  /** @param mebibytes the memory that the table may take, rounded down to a power of two */
  constructor(mebibytes: number) {
    const buckets = 2 ** Math.floor(Math.log2((mebibytes * 2 ** 20) / (4 * wordsPerBucket)));
    this.#words = new Int32Array(buckets * wordsPerBucket);
    this.#mask = buckets - 1;
    this.bytes = this.#words.byteLength;
  }

  /** Starts a new search: older entries may be overwritten first. */
  age(): void {
    this.#generation = (this.#generation + 1) & 0x7f;
  }

  clear(): void {
    this.#words.fill(0);
  }

  /**
   * The packed entry of the position with these two hash words (see `depthOf` and its siblings), with its value in
   * `value`; 0 if none.
   */
  probe(low: number, high: number): number {
    const words = this.#words;
    let at = (low & this.#mask) * wordsPerBucket;
    if (words[at] !== low || words[at + 1] !== high) at += wordsPerEntry;
    if (words[at] !== low || words[at + 1] !== high) return 0;
    this.value = words[at + 2]!;
    return words[at + 3]!;
  }

  /** @param depth in plies, at most 255. @param move below `noMove`, or `noMove` */
  store(low: number, high: number, value: number, depth: number, move: number, bound: Bound): void {
    const words = this.#words;
    const at = (low & this.#mask) * wordsPerBucket;
    const held = words[at + 3]!;
    const same = words[at] === low && words[at + 1] === high;
    let to = at;
    if (same || held === 0 || generationOf(held) !== this.#generation || depth >= depthOf(held)) {
      // The displaced result may still serve as the latest one.
      if (!same) words.copyWithin(at + wordsPerEntry, at, at + wordsPerEntry);
    } else {
      to = at + wordsPerEntry;
    }
    words[to] = low;
    words[to + 1] = high;
    words[to + 2] = value;
    words[to + 3] = pack(depth, move, bound, this.#generation);
  }
}

/** The value of an end at the position itself; each ply before it takes one off. */
export const win = 1_000_000;
/** Above any estimate, and below any end that a search can reach. */
export const decisive = 900_000;
export const infinity = 2_000_000;

/** The value of 1 in the reported score; the engine's `evaluate.ts` says what that is on the board. */
export const one = 100;

export const isDecisive = (value: number): boolean => value > decisive || value < -decisive;
/** Plies to the end of a decisive value. */
export const pliesOf = (value: number): number => win - Math.abs(value);

/** The transposition table counts ends from the position itself, the tree from its root, `ply` above it. */
export const toTable = (value: number, ply: number): number =>
  isDecisive(value) ? value + (value > 0 ? ply : -ply) : value;
export const fromTable = (value: number, ply: number): number =>
  isDecisive(value) ? value - (value > 0 ? ply : -ply) : value;

/** From the mover's view. */
export function scoreOf(value: number): Score {
  if (!isDecisive(value)) return { type: 'static', value: value / one };
  return { type: 'decisive', winner: value > 0 ? 'mover' : 'opponent', plies: pliesOf(value) };
}
