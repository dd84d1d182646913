/** A chess clock: it runs the time of one side, without knowing the game. Its time comes from a `Clock`. */
import type { Seat } from '../games/game.ts';
import { systemClock, type Clock, type Timer } from '../sessions/clock.ts';

/** The side whose clock runs. */
export interface RunningClock {
  readonly seat: Seat;
  /** Seconds at the moment `since`. */
  readonly left: number;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/** Runs the clock of one side at a time, and calls when its time is up. */
export class GameClock {
  readonly #clock: Clock;
  readonly #onFlag: (seat: Seat) => void;
  #running: (RunningClock & { readonly from: number; readonly timer: Timer }) | null = null;

  constructor(onFlag: (seat: Seat) => void, clock: Clock = systemClock) {
    this.#onFlag = onFlag;
    this.#clock = clock;
  }

  /** Null while no clock runs. */
  get running(): RunningClock | null {
    if (this.#running === null) return null;
    const { seat, left, since } = this.#running;
    return { seat, left, since };
  }

  /** Seconds since the clock was started; null while none runs. */
  get spent(): number | null {
    return this.#running === null ? null : (this.#clock.now() - this.#running.from) / 1000;
  }

  /** @param left seconds */
  start(seat: Seat, left: number): void {
    this.stop();
    const from = this.#clock.now();
    const check = (): void => {
      const remaining = left * 1000 - (this.#clock.now() - from);
      // A timer may fire early.
      if (remaining > 0) return this.#arm(check, remaining);
      this.#onFlag(seat);
    };
    const timer = this.#clock.setTimer(check, Math.max(0, left * 1000));
    this.#running = { seat, left, since: this.#clock.date(), from, timer };
  }

  stop(): void {
    this.#running?.timer.clear();
    this.#running = null;
  }

  #arm(check: () => void, milliseconds: number): void {
    if (this.#running === null) return;
    this.#running = { ...this.#running, timer: this.#clock.setTimer(check, milliseconds) };
  }
}
