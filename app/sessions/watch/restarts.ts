/** How often an engine that crashes is started again, counted over a sliding window of time. */
import type { Clock } from '../clock.ts';

/** A crash at each of these is an engine that will crash again; until then it may have been bad luck. */
export const restartPolicy = { most: 3, seconds: 60 } as const;

export class Restarts {
  readonly #clock: Clock;
  /** When each restart of the window was made, in milliseconds of the clock. */
  #made: readonly number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts one more restart and gives its number within the window; null where there have been enough. */
  take(): number | null {
    const now = this.#clock.now();
    const recent = this.#made.filter((at) => now - at < restartPolicy.seconds * 1000);
    if (recent.length >= restartPolicy.most) return null;
    this.#made = [...recent, now];
    return this.#made.length;
  }

  /** A person has begun anew. */
  clear(): void {
    this.#made = [];
  }
}
