/** Reads the games of a text of a known form, one after another. */
import type { Reading } from './reading.ts';
import type { Candidate } from './registry.ts';
import { splitterOf, type Splitter, type Unit } from './units.ts';

/** Every game of a text that comes in pieces. */
export class GamesReader {
  readonly #candidate: Candidate;
  readonly #splitter: Splitter;
  readonly #isOfAnyGame: boolean;

  /** @param isOfAnyGame a text that names another game of ours than the candidate's is read as a game of that one */
  constructor(candidate: Candidate, isOfAnyGame = false) {
    this.#candidate = candidate;
    this.#isOfAnyGame = isOfAnyGame;
    this.#splitter = splitterOf(candidate.form.layout);
  }

  *push(text: string): Generator<Reading & { readonly line: number }> {
    yield* this.#read(this.#splitter.push(text));
  }

  *end(): Generator<Reading & { readonly line: number }> {
    yield* this.#read(this.#splitter.end());
  }

  *#read(units: readonly Unit[]): Generator<Reading & { readonly line: number }> {
    const { form, game } = this.#candidate;
    for (const unit of units) {
      const reading = form.read(game, unit);
      const named = this.#isOfAnyGame ? reading.named : undefined;
      const isRead = named !== undefined && form.games.includes(named.id);
      yield { ...(isRead ? form.read(named, unit) : reading), line: unit.line };
    }
  }
}
