interface Waiting {
  readonly begin: () => void;
}

/** Starts work in order, with a limit on how much runs at once and only while there is room. */
export class Turns {
  readonly #most: number;
  readonly #hasRoom: () => boolean;
  readonly #waiting = new Set<Waiting>();
  #taken = 0;

  /** At most `most` run at once, and none starts while `hasRoom` returns false. */
  constructor(most: number, hasRoom = (): boolean => true) {
    this.#most = most;
    this.#hasRoom = hasRoom;
  }

  /** @returns the outcome of `work`; null if `signal` was aborted before its turn */
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
          // Started synchronously, so that no other caller takes the room.
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

  /** Must be called when there may be room. */
  look(): void {
    for (const waiting of this.#waiting) {
      if (this.#taken >= this.#most || !this.#hasRoom()) return;
      this.#waiting.delete(waiting);
      this.#taken++;
      waiting.begin();
    }
  }
}
