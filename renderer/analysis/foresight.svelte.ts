/**
 * Asks for the line of play behind the move that a person looks at: when the pointer or the focus has rested
 * there for a moment, one question at a time. Whole lines are remembered, so that looking back costs nothing.
 */
import type { HostState, BestLineEvent, Place } from '../../app/api/contract.ts';
import type { Shared } from '../state/toasts.ts';
import { type BestLine, RememberedLines } from './line.ts';

/** Milliseconds that a person looks at a move before it is asked about: a pointer on its way crosses many. */
const RESTS = 150;

export interface Question {
  readonly at: Place;
  readonly move: string;
  /** What the answer depends on, as text: the engine, the moves so far and this one. */
  readonly about: string;
}

/** What is to be asked about a move at the place shown; null where no engine analyses. */
export function questionOf({ game, analysis }: HostState, move: string): Question | null {
  const { engine, protocol } = analysis;
  if (engine === null) return null;
  const { key, start, cursor } = game;
  const about = JSON.stringify([engine, protocol, key, start, game.moves.slice(0, cursor), move]);
  return { at: { key, cursor }, move, about };
}

export class Foresight {
  readonly #app: Shared;
  readonly #known = new RememberedLines();
  /** Null while nothing is known of what was asked. */
  #line = $state.raw<BestLine | null>(null);
  #about = $state<string | null>(null);
  #abort: AbortController | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(app: Shared) {
    this.#app = app;
  }

  /** What is known by now; null of any other question than the one looked at. */
  lineOf(question: Question | null): BestLine | null {
    return question?.about === this.#about ? this.#line : null;
  }

  /** Turns to another question, or to none; the same one again changes nothing. */
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

  async #ask({ at, move, about }: Question): Promise<void> {
    const abort = new AbortController();
    const { signal } = abort;
    this.#abort = abort;
    try {
      const events = await this.#app.client.analysis.line({ at, move }, { signal });
      for await (const event of events) {
        if (signal.aborted) break;
        this.#take(event, about);
      }
    } catch {
      // The place is shown no longer, or the engine or the host is gone: whichever it is, that is told elsewhere.
    }
  }

  #take(event: BestLineEvent, about: string): void {
    const { moves } = this.#line ?? { moves: [] };
    if (event.kind === 'move') this.#line = { moves: [...moves, event], end: null };
    else {
      this.#line = { moves, end: event };
      // What was cut short may come further next time.
      if (event.over) this.#known.add(about, this.#line);
    }
  }
}
