/**
 * An immutable list of any length whose items can be replaced without a copy of the others: a tree of blocks of 32, as
 * Bagwell's and Clojure's persistent vectors are. Reading, replacing and appending copy or visit one block a level,
 * which is four levels at a million items.
 */
const bits = 5;
const width = 1 << bits;

type Block = readonly unknown[];

export class Vector<T> {
  static readonly empty = new Vector<never>(0, bits, []);

  readonly length: number;
  /** Bits of an index that are above the lowest blocks. */
  readonly #shift: number;
  readonly #root: Block;

  private constructor(length: number, shift: number, root: Block) {
    this.length = length;
    this.#shift = shift;
    this.#root = root;
  }

  /** Undefined if there is no such index. */
  get(index: number): T | undefined {
    if (!(index >= 0 && index < this.length)) return undefined;
    let block = this.#root;
    for (let shift = this.#shift; shift > 0; shift -= bits) {
      block = block[(index >>> shift) & (width - 1)] as Block;
    }
    return block[index & (width - 1)] as T;
  }

  /** @throws RangeError if there is no such index */
  with(index: number, item: T): Vector<T> {
    if (!(index >= 0 && index < this.length)) throw new RangeError(`there is no item ${index}`);
    return new Vector<T>(this.length, this.#shift, placed(this.#root, this.#shift, index, item));
  }

  /** Indices from 0 on at which `other` has another item or none, in order. Shared blocks are skipped. */
  differences(other: Vector<T>): readonly number[] {
    if (this.#shift !== other.#shift) {
      // One is a level higher: what the lower one has is the first block of the higher.
      return Array.from({ length: this.length }, (_, index) => index).filter(
        (index) => index >= other.length || this.get(index) !== other.get(index),
      );
    }
    const found: number[] = [];
    collect(this.#root, other.#root, this.#shift, 0, found);
    return found.filter((index) => index < this.length);
  }

  appended(item: T): Vector<T> {
    const isFull = this.length === width << this.#shift;
    const shift = isFull ? this.#shift + bits : this.#shift;
    const root = isFull ? [this.#root] : this.#root;
    return new Vector<T>(this.length + 1, shift, placed(root, shift, this.length, item));
  }
}

function placed(block: Block | undefined, shift: number, index: number, item: unknown): Block {
  const copy = block === undefined ? [] : [...block];
  const at = (index >>> shift) & (width - 1);
  copy[at] = shift === 0 ? item : placed(copy[at] as Block | undefined, shift - bits, index, item);
  return copy;
}

function collect(one: Block, other: Block | undefined, shift: number, from: number, found: number[]): void {
  if (one === other) return;
  one.forEach((item, at) => {
    const index = from + at * 2 ** shift;
    if (shift > 0) collect(item as Block, other?.[at] as Block | undefined, shift - bits, index, found);
    else if (other === undefined || at >= other.length || item !== other[at]) found.push(index);
  });
}
