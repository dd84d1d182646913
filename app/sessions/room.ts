import { Turns } from './turns.ts';

/** How many engines may run at once. At the limit a start is refused, or waits for its turn. */
export class Room {
  readonly #most: () => number;
  readonly #running: () => number;
  readonly #turns: Turns;
  /** Processes without a session. */
  #beside = 0;
  /** Engines that are between two processes. */
  #reserved = 0;

  /** @param running how many sessions run now */
  constructor(most: () => number, running: () => number) {
    this.#most = most;
    this.#running = running;
    this.#turns = new Turns(Infinity, () => this.free > 0 && this.#reserved === 0);
  }

  get most(): number {
    return this.#most();
  }

  /** How many more engines may run. */
  get free(): number {
    return Math.max(0, this.#most() - this.#running() - this.#beside);
  }

  /** Counts a process without a session among those that run. @returns gives the place back */
  take(): () => void {
    this.#beside++;
    return once(() => {
      this.#beside--;
      this.look();
    });
  }

  /** An engine ends to be started once more: nothing that waits takes its place until the result is called. */
  reserve(): () => void {
    this.#reserved++;
    return once(() => {
      this.#reserved--;
      this.look();
    });
  }

  /** The result of `start`, which is called once there is room, in the order of asking; null if `signal` was aborted before. */
  whenFree<T>(start: () => T, signal: AbortSignal): Promise<T | null> {
    return this.#turns.run(async () => start(), signal);
  }

  /** There may be more room now. */
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
