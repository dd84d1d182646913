/**
 * Asks for the line of play after a move once the pointer or the focus has rested on it, one question at a time.
 * Complete lines are remembered, so that looking at the move again needs no search.
 */
import type { AnalysisState, HostState, BestLineEvent, Place } from '../../app/api/contract.ts';
import type { ShownLine } from '../state/line.ts';
import type { Shared } from '../state/toasts.ts';
import { type BestLine, RememberedLines } from './line.ts';
import { proofsHere } from './proof.ts';

/** How long the pointer or focus rests on a move before a question, in milliseconds: a moving pointer crosses many. */
const RESTS = 150;

export interface Question {
  readonly at: Place;
  readonly move: string;
  /** The analysis whose engine names the line; null if Plywire proves it. */
  readonly by: string | null;
  /** A key of all that the answer depends on: the engine with its options, the game's moves so far, and this move. */
  readonly about: string;
}

/**
 * What is to be asked about a move at the place shown; null where it is not proven and no engine analyses.
 * @param by the analysis whose engine is asked
 */
export function questionOf(
  { game, proofs }: Pick<HostState, 'game' | 'proofs'>,
  { moves, cursor }: Pick<ShownLine, 'moves' | 'cursor'>,
  move: string,
  by: AnalysisState | null,
): Question | null {
  const known = proofsHere({ proofs, game })?.moves[move];
  const isProven = known !== undefined && known.value !== 'unknown';
  if (!isProven && by === null) return null;
  const { key, start, shown } = game;
  const asked = isProven || by === null ? ['proof'] : [by.id, by.options];
  const about = JSON.stringify([...asked, key, start, moves.slice(0, cursor), move]);
  return { at: { game: key, node: shown }, move, by: isProven ? null : (by?.id ?? null), about };
}

export class Foresight {
  readonly #app: Shared;
  readonly #known = new RememberedLines();
  /** Null until the first answer to the present question. */
  #line = $state.raw<BestLine | null>(null);
  #about = $state<string | null>(null);
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: Shared) {
    this.#app = app;
  }

  /** The line known so far; null if the question is not the present one. */
  lineOf(question: Question | null): BestLine | null {
    return question?.about === this.#about ? this.#line : null;
  }

  /** Replaces the present question; null for none. The same question again changes nothing. */
  look(question: Question | null): void {
    const about = question?.about ?? null;
    if (about === this.#about) return;
    this.#about = about;
    clearTimeout(this.#timer);
    this.#abort?.abort();
    this.#abort = null;
    this.#line = about === null ? null : this.#known.get(about);
    if (question === null || this.#line !== null) return;
    this.#timer = setTimeout(() => void this.#ask(question), RESTS);
  }

  async #ask({ at, move, by, about }: Question): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    this.#abort = abort;
    try {
      const { proofs, analysis } = this.#app.client;
      const events =
        by === null
          ? await proofs.line({ at, move }, { signal })
          : await analysis.line({ at, move, analysis: by }, { signal });
      for await (const event of events) {
        if (signal.aborted) break;
        this.#take(event, by === null, about);
      }
    } catch {
      // The place is no longer shown, or the engine or host is gone; other parts of the window report that.
    }
  }

  #take(event: BestLineEvent, isProof: boolean, about: string): void {
    const { moves } = this.#line ?? { moves: [] };
    if (event.kind === 'move') this.#line = { isProof, moves: [...moves, event], end: null };
    else {
      this.#line = { isProof, moves, end: event };
      // A line that was cut short is not remembered: the next search may get further.
      if (event.over) this.#known.add(about, this.#line);
    }
  }
}
