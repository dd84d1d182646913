/**
 * Notices that nothing follows the beginning of a line. If a protocol's messages show their own end, a whole one counts as
 * a line then, although its line end is missing.
 */
import type { Clock, Timer } from '../clock.ts';

/** In milliseconds: much longer than between the two writes of a program that writes a line and its end apart. */
export const quietMilliseconds = 50;

/**
 * The time passes in parts: after a pause of this process timers come first, and the next part leaves time to read what
 * waits in the pipe.
 */
const parts = 2;

export class Quiet {
  readonly #clock: Clock;
  readonly #onQuiet: () => void;
  #timer: Timer | null = null;

  constructor(clock: Clock, onQuiet: () => void) {
    this.#clock = clock;
    this.#onQuiet = onQuiet;
  }

  /** Waits from now on, anew. */
  wait(): void {
    this.#pass(parts);
  }

  stop(): void {
    this.#timer?.clear();
    this.#timer = null;
  }

  #pass(left: number): void {
    this.stop();
    if (left === 0) return this.#onQuiet();
    this.#timer = this.#clock.setTimer(() => this.#pass(left - 1), quietMilliseconds / parts);
  }
}
