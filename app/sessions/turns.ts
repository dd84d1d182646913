interface Waiting {
  readonly begin: () => void;
}

/** Lets work begin in its order, a few at a time and only where there is room. */
export class Turns {
  readonly #most: number;
  readonly #hasRoom: () => boolean;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  /** At most `most` at a time, and none to begin while `hasRoom` says no. */
  constructor(most: number, hasRoom = (): boolean => true) {
    this.#most = most;
    this.#hasRoom = hasRoom;
  }

  /** The outcome of `work`; null where `signal` called it off before its turn had come. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T | null> {
    if (signal.aborted) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const cancel = () => {
        this.#waiting.delete(waiting);
        resolve(null);
      };
      const waiting: Waiting = {
        begin: () => {
          signal.removeEventListener('abort', cancel);
          // Begun at once, so that no other caller can take the room meanwhile.
          void work()
            .then(resolve, reject)
            .finally(() => {
              this.#taken--;
              this.look();
            });
        },
      };
      signal.addEventListener('abort', cancel);
      this.#waiting.add(waiting);
      this.look();
    });
  }

  /** There may be room now. */
  look(): void {
    for (const waiting of this.#waiting) {
      if (this.#taken >= this.#most || !this.#hasRoom()) return;
      this.#waiting.delete(waiting);
      this.#taken++;
      waiting.begin();
    }
  }
}
