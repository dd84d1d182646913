/** Milliseconds in which one kind of complaint is written once: a client can bring about any number of them. */
const quiet = 60_000;

/** Says what went wrong, without letting a client that causes it fill a terminal or a log. */
export class Complaints {
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  readonly #kinds = new Map<string, { told: number; untold: number }>();

  /** @param now milliseconds of a clock that only goes forward */
  constructor(
    write: (text: string) => void = (text) => console.error(text),
    now: () => number = () => performance.now(),
  ) {
    this.#write = write;
    this.#now = now;
  }

  /**
   * @param kind a sentence of ours, one of a few
   * @param error what caused it, where that is a fault of ours; it is written with its stack
   */
  make(kind: string, error?: unknown): void {
    const known = this.#kinds.get(kind);
    const now = this.#now();
    if (known !== undefined && now - known.told < quiet) {
      known.untold++;
      return;
    }
    const before = known === undefined || known.untold === 0 ? '' : ` (${known.untold} more before this one)`;
    this.#kinds.set(kind, { told: now, untold: 0 });
    const cause = error instanceof Error ? (error.stack ?? error.message) : error;
    this.#write(`plywire: ${kind}${before}${cause === undefined ? '' : `\n${String(cause)}`}`);
  }
}
