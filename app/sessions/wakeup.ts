import { systemClock, type Clock } from './clock.ts';

/**
 * Lets one loop sleep until there is work. A wake-up during the loop's work is kept, so that none is lost between its
 * last look and its sleep. After each sleep the loop must look again: the cause of the wake-up may be gone.
 */
export class Wakeup {
  readonly #clock: Clock;
  #isKept = false;
  /** Ends the sleep; null while the loop is awake. */
  #wake: (() => void) | null = null;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  wake(): void {
    if (this.#wake === null) this.#isKept = true;
    else this.#wake();
  }

  /** Discards an earlier wake-up: the loop is about to look at everything. */
  clear(): void {
    this.#isKept = false;
  }

  /**
   * Sleeps until it is woken, `signal` is aborted or the time has passed.
   * @returns false if the time has passed
   */
  sleep(milliseconds = Infinity, signal?: AbortSignal): Promise<boolean> {
    if (this.#wake !== null) throw new Error('one loop sleeps on this already');
    if (this.#isKept || signal?.aborted) {
      this.#isKept = false;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const end = (isWoken: boolean): void => {
        this.#wake = null;
        timer?.clear();
        signal?.removeEventListener('abort', wake);
        resolve(isWoken);
      };
      const wake = (): void => end(true);
      const timer = milliseconds < Infinity ? this.#clock.setTimer(() => end(false), milliseconds) : null;
      signal?.addEventListener('abort', wake);
      this.#wake = wake;
    });
  }
}
