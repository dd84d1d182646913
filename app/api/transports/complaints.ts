/** Milliseconds during which one kind of complaint is written only once: a client can cause any number of them. */
const quiet = 60_000;

/** Logs errors and rejected clients, at a limited rate, so that a client cannot fill a terminal or a log. */
export class Complaints {
  readonly #write: (text: string) => void;
  readonly #now: () => number;
  readonly #kinds = new Map<string, { writtenAt: number; skipped: number }>();

  /** @param now milliseconds of a monotonic clock */
  constructor(
    write: (text: string) => void = (text) => console.error(text),
    now: () => number = () => performance.now(),
  ) {
    this.#write = write;
    this.#now = now;
  }

  /**
   * @param kind one of a few fixed sentences; each is limited separately
   * @param error the cause if it is an internal error; written with its stack
   */
  make(kind: string, error?: unknown): void {
    const known = this.#kinds.get(kind);
    const now = this.#now();
    if (known !== undefined && now - known.writtenAt < quiet) {
      known.skipped++;
      return;
    }
    const before =
      known === undefined || known.skipped === 0 ? '' : ` (${known.skipped} more before this one)`;
    this.#kinds.set(kind, { writtenAt: now, skipped: 0 });
    const cause = error instanceof Error ? (error.stack ?? error.message) : error;
    this.#write(`plywire: ${kind}${before}${cause === undefined ? '' : `\n${String(cause)}`}`);
  }
}
