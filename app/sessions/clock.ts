/**
 * Time as sessions see it. It comes in as a parameter, so that deadlines can be tested without waiting
 * for them and so that no part of a session measures on a clock of its own.
 */
export interface Timer {
  /** Does nothing once the timer has fired. */
  clear(): void;
}

export interface Clock {
  /** Milliseconds on a monotonic clock, with fractions; only differences mean anything. */
  now(): number;
  /** Milliseconds since 1970, for saying when a session began. */
  date(): number;
  /** May fire early where the time is longer than a timer can hold. */
  setTimer(callback: () => void, milliseconds: number): Timer;
}

/** In milliseconds, about 25 days: a longer timer of Node fires at once. */
const longestTimer = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  setTimer(callback, milliseconds) {
    const handle = setTimeout(callback, Math.min(milliseconds, longestTimer));
    return { clear: () => clearTimeout(handle) };
  },
};
