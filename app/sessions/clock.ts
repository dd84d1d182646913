/**
 * The clock of a session. It is a parameter, so that tests of deadlines need not wait and all parts of a session share
 * one clock.
 */
import { performance } from 'node:perf_hooks';

export interface Timer {
  /** Does nothing once the timer has fired. */
  clear(): void;
}

export interface Clock {
  /** Milliseconds on a monotonic clock, with fractions; only differences are meaningful. */
  now(): number;
  /** Milliseconds since 1970, for the start time of a session. */
  date(): number;
  /** May fire early if the time exceeds the longest timer. */
  setTimer(callback: () => void, milliseconds: number): Timer;
}

/** In milliseconds, about 25 days: Node fires a longer timer at once. */
export const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  setTimer(callback, milliseconds) {
    const handle = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return { clear: () => clearTimeout(handle) };
  },
};
