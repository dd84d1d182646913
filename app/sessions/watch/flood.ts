/**
 * Distinguishes a flood of output from an engine that merely prints a lot. Useful output, such as every line about a
 * search during the search, is never a flood. Useless output is limited to these amounts.
 */
import type { DriverEvent } from '../../protocols/protocol.ts';
import type { DriverState } from '../../shapes/engines.ts';

/** The most useless output in one go. */
export interface FloodLimit {
  readonly lines: number;
  readonly bytes: number;
}

/** Before the conversation is open and while no search runs. A banner and a log need a hundredth of it. */
export const unasked: FloodLimit = { lines: 100_000, bytes: 64 * 1024 ** 2 };

/** During a search, where a debug build may log every node. The journal's quota limits the bytes. */
export const searching: FloodLimit = { lines: 2_000_000, bytes: Infinity };

/** The amount forgiven per second: an engine may print at this rate indefinitely. */
export const borne: FloodLimit = { lines: 1000, bytes: 1024 ** 2 };

const searchStates: ReadonlySet<DriverState> = new Set(['preparing', 'thinking', 'stopping']);

/** Events about the engine or its answers. Lines that are merely displayed count as useful during a search only. */
const answers: ReadonlySet<DriverEvent['kind']> = new Set<DriverEvent['kind']>([
  ...(['state', 'identity', 'option', 'ready', 'report', 'failed', 'alive', 'drawing', 'learned'] as const),
]);

/** The useless output that exceeded the limit. */
export interface Flood {
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
  readonly searching: boolean;
}

export class FloodWatch {
  #lines = 0;
  #bytes = 0;
  /** When the first of it came, on the session's clock. */
  #since: number | null = null;

  /** So many lines came, on either output. */
  lines(count: number): void {
    this.#lines += count;
  }

  /** The driver returned this event for the engine's lines. */
  event({ kind }: DriverEvent, state: DriverState): void {
    if (kind === 'oddity' || kind === 'misuse' || kind === 'send') return;
    if (answers.has(kind) || searchStates.has(state)) this.#clear();
  }

  /** These bytes have been processed. @returns the flood if the limit is exceeded */
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
