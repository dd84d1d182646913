/**
 * The transposition table: results for positions met before. Plain typed arrays of twelve bytes per entry, two entries
 * per bucket: the first keeps the deepest result of the current search, the second the latest. Both hash words are
 * stored, so a false match needs about forty equal bits beyond the bucket.
 */

export type Bound = 1 | 2 | 3;
/** The value is at least the stored one. */
export const lowerBound = 1;
/** The value is at most the stored one. */
export const upperBound = 2;
export const exact = 3;

/** No move is known. */
export const noMove = 15;

const wordsPerEntry = 3;
const wordsPerBucket = 2 * wordsPerEntry;
const bytesPerBucket = 4 * wordsPerBucket;

/** A page is 48 KiB, which takes some microseconds to clear. */
const bucketsPerPageLog2 = 11;
const bytesPerPage = 4;

/** An entry's third word: value 16 bits, depth 8, move 4, bound 2, generation 2. */
const pack = (value: number, depth: number, move: number, bound: number, generation: number): number =>
  (value << 16) | (depth << 8) | (move << 4) | (bound << 2) | generation;

export const valueOf = (data: number): number => data >> 16;
export const depthOf = (data: number): number => (data >> 8) & 255;
export const moveOf = (data: number): number => (data >> 4) & 15;
export const boundOf = (data: number): number => (data >> 2) & 3;
const generationOf = (data: number): number => data & 3;

export class Table {
  /** Memory in use, in bytes. */
  readonly bytes: number;
  private readonly words: Int32Array;
  private readonly scale: number;
  /** By page: the last clearing applied to it. */
  private readonly clearings: Uint32Array;
  private cleared = 0;
  private generation = 0;

  /** @param mebibytes the memory that the table may take, at least one bucket */
  constructor(mebibytes: number) {
    const bytesPerBucketInPage = bytesPerBucket + bytesPerPage / 2 ** bucketsPerPageLog2;
    const bytes = mebibytes * 1_048_576 - bytesPerPage;
    const buckets = Math.max(1, Math.floor(bytes / bytesPerBucketInPage));
    const pages = ((buckets - 1) >> bucketsPerPageLog2) + 1;
    this.bytes = buckets * bytesPerBucket + pages * bytesPerPage;
    this.words = new Int32Array(buckets * wordsPerBucket);
    this.clearings = new Uint32Array(pages);
    this.scale = buckets / 4_294_967_296;
  }

  /** Starts a new search: older entries may be overwritten first. */
  age(): void {
    this.generation = (this.generation + 1) & 3;
  }

  /** Takes the same time for any size: each page is cleared on its next access. */
  clear(): void {
    this.cleared++;
  }

  /** The packed entry of this position (see `valueOf` and its siblings), or 0. Decisive values count from it. */
  probe(low: number, high: number): number {
    const { words } = this;
    const at = this.bucket(low);
    if (words[at] === low && words[at + 1] === high) return words[at + 2]!;
    if (words[at + 3] === low && words[at + 4] === high) return words[at + 5]!;
    return 0;
  }

  /** @param value within 16 bits, counted from this position. @param depth in plies, at most 255 */
  store(low: number, high: number, value: number, depth: number, move: number, bound: Bound): void {
    const { words } = this;
    const at = this.bucket(low);
    const data = pack(value, depth, move, bound, this.generation);
    const held = words[at + 2]!;
    const same = words[at] === low && words[at + 1] === high;
    if (same || held === 0 || generationOf(held) !== this.generation || depth >= depthOf(held)) {
      // The displaced result may still serve as the latest one.
      if (!same && held !== 0) {
        words[at + 3] = words[at]!;
        words[at + 4] = words[at + 1]!;
        words[at + 5] = held;
      }
      words[at] = low;
      words[at + 1] = high;
      words[at + 2] = data;
    } else {
      words[at + 3] = low;
      words[at + 4] = high;
      words[at + 5] = data;
    }
  }

  private bucket(low: number): number {
    const bucket = Math.floor((low >>> 0) * this.scale);
    const page = bucket >> bucketsPerPageLog2;
    if (this.clearings[page] !== this.cleared) this.empty(page);
    return bucket * wordsPerBucket;
  }

  private empty(page: number): void {
    const words = wordsPerBucket << bucketsPerPageLog2;
    this.words.fill(0, page * words, (page + 1) * words);
    this.clearings[page] = this.cleared;
  }
}
