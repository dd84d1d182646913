/** Lets a long loop over a file yield to the event loop and be cancelled. */
import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work between two yields. */
const workMilliseconds = 8;

export class LongLoop {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /**
   * Whether to yield now. Must be asked after each piece of some kilobytes or lines, even if the piece gave no result.
   */
  get isDue(): boolean {
    return performance.now() - this.#since >= workMilliseconds;
  }

  /** Yields to the event loop. @throws the signal's reason if it was aborted */
  async turn(): Promise<void> {
    await turn();
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
