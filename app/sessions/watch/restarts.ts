/** Limits how often a crashing engine is restarted within a sliding window of time. */
import type { Clock } from '../clock.ts';

/** An engine that crashes after each of these restarts is expected to crash again. */
export const restartPolicy = { most: 3, seconds: 60 } as const;

export class Restarts {
  readonly #clock: Clock;
  /** The times of the restarts within the window, in milliseconds of the clock. */
  #made: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a restart. @returns its number within the window; null if the limit is reached */
  take(): number | null {
    const now = this.#clock.now();
    const recent = this.#made.filter((at) => now - at < restartPolicy.seconds * 1000);
    if (recent.length >= restartPolicy.most) return null;
    this.#made = [...recent, now];
    return this.#made.length;
  }

  /** The user has restarted it. */
  clear(): void {
    this.#made = [];
  }
}
