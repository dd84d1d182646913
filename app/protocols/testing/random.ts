/** Reproducible random numbers for tests (Park and Miller's minimal standard generator). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = (seed % 2147483646) + 1;
  }

  /** An integer from 0 to bound - 1. */
  below(bound: number): number {
    this.#state = (this.#state * 48271) % 2147483647;
    return this.#state % bound;
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }
}
