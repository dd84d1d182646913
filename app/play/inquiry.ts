import type { Seat } from '../games/game.ts';
import { Refused } from '../shapes/refused.ts';
import type { GameRecord } from '../records/record.ts';
import type { Decision } from './ask.ts';
import { samePosition } from './seats.ts';

/** The one question to an engine that is open for a game. An answer to a dropped one is ignored. */
export class Inquiry {
  #open: { readonly seat: Seat; readonly at: GameRecord; readonly abort: AbortController } | null = null;

  /** The side that is asked; null while none is. */
  get seat(): Seat | null {
    return this.#open?.seat ?? null;
  }

  /** The record whose place is asked about. */
  get at(): GameRecord | null {
    return this.#open?.at ?? null;
  }

  /** Whether it is about the position shown by `record`. */
  isAt(record: GameRecord): boolean {
    return this.#open !== null && samePosition(this.#open.at, record);
  }

  /** Asks `seat` about the place of `at`; `onDecision` is told once, unless the question is dropped before. */
  open(
    seat: Seat,
    at: GameRecord,
    ask: (signal: AbortSignal) => Promise<Decision>,
    onDecision: (decision: Exclude<Decision, { kind: 'cancelled' }>) => void,
  ): void {
    const open = { seat, at, abort: new AbortController() };
    this.#open = open;
    // `decided` never rejects, and `onDecision` throws for no answer.
    void decided(ask, open.abort.signal).then((decision) => {
      if (this.#open !== open) return;
      this.#open = null;
      if (decision.kind !== 'cancelled') onDecision(decision);
    });
  }

  drop(): void {
    this.#open?.abort.abort();
    this.#open = null;
  }
}

/** An engine that cannot even be asked has failed. */
async function decided(
  ask: (signal: AbortSignal) => Promise<Decision>,
  signal: AbortSignal,
): Promise<Decision> {
  try {
    return await ask(signal);
  } catch (error) {
    const reason =
      error instanceof Refused
        ? `${error.message} ${error.advice}`.trim()
        : error instanceof Error
          ? error.message
          : String(error);
    return { kind: 'failed', reason };
  }
}
