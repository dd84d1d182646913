/** The open question of a game to an engine, so that an answer that comes too late is ignored. */
import type { Seat } from '../games/game.ts';
import { Refused } from '../shapes/refused.ts';
import type { NodeId } from '../shapes/tree.ts';
import type { Decision } from './ask.ts';

export interface Question {
  readonly seat: Seat;
  readonly at: NodeId;
}

/** The one open question of a game to an engine. An answer to a dropped question is ignored. */
export class Inquiry {
  #open: (Question & { readonly abort: AbortController }) | null = null;

  get question(): Question | null {
    return this.#open;
  }

  /** Asks; `onDecision` is called once, unless the question is dropped before. */
  open(
    question: Question,
    ask: (signal: AbortSignal) => Promise<Decision>,
    onDecision: (decision: Exclude<Decision, { kind: 'cancelled' }>) => void,
  ): void {
    const open = { ...question, abort: new AbortController() };
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

/** An engine that cannot be asked has failed. */
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
