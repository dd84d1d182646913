/**
 * Tells an engine that floods its output from one that says much: what can be used, such as every line about a search
 * while it searches, is not a flood, however much it is. What cannot be used is borne in these amounts.
 */
import type { DriverEvent } from '../../protocols/protocol.ts';
import type { DriverState } from '../../shapes/engines.ts';

/** What may come in one go of lines that cannot be used. */
export interface FloodLimit {
  readonly lines: number;
  readonly bytes: number;
}

/** Before a conversation is open, and while nothing is asked: a banner and a log have a hundredth of it. */
export const unasked: FloodLimit = { lines: 100_000, bytes: 64 * 1024 ** 2 };

/** While it searches, where a debug build may log every node. The journal's quota bounds the bytes. */
export const searching: FloodLimit = { lines: 2_000_000, bytes: Infinity };

/** A second makes up for so much: one that says this all the time does so for ever. */
export const borne: FloodLimit = { lines: 1000, bytes: 1024 ** 2 };

const searchStates: ReadonlySet<DriverState> = new Set(['preparing', 'thinking', 'stopping']);

/** What an engine says of itself or answers; words to be printed are of use in a search alone. */
const answers: ReadonlySet<DriverEvent['kind']> = new Set<DriverEvent['kind']>([
  ...(['state', 'identity', 'option', 'ready', 'report', 'failed', 'alive', 'drawing', 'learned'] as const),
]);

/** So much came and could not be used. */
export interface Flood {
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly searching: boolean;
}

export class FloodWatch {
  #lines = 0;
  #bytes = 0;
  /** When the first of them came, on the session's clock. */
  #since: number | null = null;

  /** A line has come, on either output. */
  line(): void {
    this.#lines++;
  }

  /** The engine's lines had the driver say this. */
  event({ kind }: DriverEvent, state: DriverState): void {
    if (kind === 'oddity' || kind === 'misuse' || kind === 'send') return;
    if (answers.has(kind) || searchStates.has(state)) this.#clear();
  }

  /** So many bytes have come and been gone through. @returns the flood that they belong to, if it is one */
  passed(bytes: number, state: DriverState, now: number): Flood | null {
    this.#since ??= now;
    this.#bytes += bytes;
    const seconds = (now - this.#since) / 1000;
    const isSearching = searchStates.has(state);
    const limit = isSearching ? searching : unasked;
    const lines = this.#lines - borne.lines * seconds;
    const left = this.#bytes - borne.bytes * seconds;
    if (lines > limit.lines || left > limit.bytes) {
      return { lines: this.#lines, bytes: this.#bytes, seconds, searching: isSearching };
    }
    if (lines <= 0 && left <= 0) this.#clear();
    return null;
  }

  #clear(): void {
    this.#lines = 0;
    this.#bytes = 0;
    this.#since = null;
  }
}
