/** A clock that stands until it is moved. */
import type { Clock } from './clock.ts';

export class ManualClock implements Clock {
  #now = 0;
  #timers: { readonly at: number; readonly callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  date(): number {
    return this.#now;
  }

  setTimer(callback: () => void, milliseconds: number): { clear: () => void } {
    const timer = { at: this.#now + milliseconds, callback };
    this.#timers.push(timer);
    return { clear: () => void (this.#timers = this.#timers.filter((other) => other !== timer)) };
  }

  get timers(): number {
    return this.#timers.length;
  }

  /** Fires what is due on the way, in order, each at its time. */
  advance(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const due = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((other) => other !== due);
      this.#now = Math.max(this.#now, due.at);
      due.callback();
    }
    this.#now = end;
  }

  /** Time passes without any turn of the event loop, as when the process is busy. */
  stall(milliseconds: number): void {
    this.#now += milliseconds;
  }
}
