/** What a long loop over a file does now and then: others have their turn, and it ends when it was called off. */
import { setImmediate as turn } from 'node:timers/promises';

/** Milliseconds of work after which others have their turn. */
const workMilliseconds = 8;

export class LongLoop {
  readonly #signal: AbortSignal | undefined;
  #since = performance.now();

  constructor(signal?: AbortSignal) {
    this.#signal = signal;
  }

  /** To be asked after every piece of some kilobytes or lines, whether or not anything came of it. */
  get isDue(): boolean {
    return performance.now() - this.#since >= workMilliseconds;
  }

  /** Others have their turn. @throws the signal's reason where it was called off */
  async turn(): Promise<void> {
    await turn();
    this.#signal?.throwIfAborted();
    this.#since = performance.now();
  }
}
