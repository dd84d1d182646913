/** A small reproducible source of chance for tests (Park and Miller's minimal standard generator). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed % 2147483646) + 1;
  }

  /** An integer from 0 to below the bound. */
  below(bound: number): number {
    this.#state = (this.#state * 48271) % 2147483647;
    return this.#state % bound;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
