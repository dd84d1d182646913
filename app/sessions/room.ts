/**
 * The limit on running engines of one host: at the limit a start is refused, or waits for its turn. Sessions count, and
 * processes without one; while an engine is being restarted, nothing else takes its room.
 */
import { Turns } from './turns.ts';

export class Room {
  readonly #most: () => number;
  readonly #running: () => number;
  readonly #turns: Turns;
  /** Processes without a session. */
  #beside = 0;
  /** Engines that are being restarted. */
  #reserved = 0;

  /** @param running counts the running sessions */
  constructor(most: () => number, running: () => number) {
    this.#most = most;
    this.#running = running;
    this.#turns = new Turns(Infinity, () => this.free > 0 && this.#reserved === 0);
  }

  get most(): number {
    return this.#most();
  }

  /** How many more engines may be started. */
  get free(): number {
    return Math.max(0, this.#most() - this.#running() - this.#beside);
  }

  /** Counts a process without a session as a running one. @returns a function that frees its place */
  take(): () => void {
    this.#beside++;
    return once(() => {
      this.#beside--;
      this.look();
    });
  }

  /**
   * Keeps the place of an engine during its restart: waiting starts do not begin until the returned function is called.
   */
  reserve(): () => void {
    this.#reserved++;
    return once(() => {
      this.#reserved--;
      this.look();
    });
  }

  /**
   * Calls `start` when there is room, in the order of the requests. @returns its result; null if `signal` was aborted
   * before
   */
  whenFree<T>(start: () => T, signal: AbortSignal): Promise<T | null> {
    return this.#turns.run(async () => start(), signal);
  }

  /** Must be called when there may be more room. */
  look(): void {
    this.#turns.look();
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
