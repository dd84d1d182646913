/** Runs asynchronous work one piece at a time, in the order of the calls. */
export class Queue {
  /** The end of the last piece; never rejects. */
  #last: Promise<void> = Promise.resolve();

  /**
   * Runs `work` once all earlier pieces have ended, also if some of them failed. A piece that waits for a later one of the
   * same queue waits for ever.
   * @throws what `work` throws
   */
  run<T>(work: () => T | Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    // Without the result, which is not to be kept in memory until the next piece.
    this.#last = done.then(nothing, nothing);
    return done;
  }

  /** Resolves when nothing runs or waits, pieces included that are added meanwhile. Never rejects. */
  async idle(): Promise<void> {
    for (let last: Promise<void> | null = null; last !== this.#last;) {
      last = this.#last;
      await last;
    }
  }
}

const nothing = (): void => undefined;
