/** A list of numbers that grows at its end, in as little memory as its numbers need. */

/** @template Numbers decides what fits: lines into 32 bits, bytes and seconds into doubles */
export class Growable<Numbers extends Uint32Array | Float64Array> {
  readonly #make: (length: number) => Numbers;
  #numbers: Numbers;
  #length = 0;

  constructor(make: (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = make(256);
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const more = this.#make(this.#length * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#length++] = number;
  }

  /** @throws RangeError beyond the end */
  at(index: number): number {
    if (index < 0 || index >= this.#length) throw new RangeError(`there is no number at ${index}`);
    return this.#numbers[index]!;
  }

  set(index: number, number: number): void {
    if (index < 0 || index >= this.#length) throw new RangeError(`there is no number at ${index}`);
    this.#numbers[index] = number;
  }

  /** The place of the last number that is not above `number`, of numbers in order; -1 where all are. */
  lastUpTo(number: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#numbers[middle]! <= number) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

export const growableLines = (): Growable<Uint32Array> =>
  new Growable((length: number) => new Uint32Array(length));
export const growableDoubles = (): Growable<Float64Array> =>
  new Growable((length: number) => new Float64Array(length));
