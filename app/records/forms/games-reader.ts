/** Reads the games of a text of a known form, one after another. */
import type { Reading } from './reading.ts';
import type { Candidate } from './registry.ts';
import type { Splitter, Unit } from './unit.ts';
import { splitterOf } from './units.ts';

const readAs = ({ form, game }: Candidate, unit: Unit): Reading => form.read(game, unit);

/** A game of a text, as one of the game of ours that it names itself; as the candidate's if it names none. */
export function readNamed(candidate: Candidate, unit: Unit): Reading {
  const { form } = candidate;
  const reading = readAs(candidate, unit);
  const { named } = reading;
  return named !== undefined && form.games.includes(named.id) ? form.read(named, unit) : reading;
}

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
    const read = this.#isOfAnyGame ? readNamed : readAs;
    for (const unit of units) yield { ...read(this.#candidate, unit), line: unit.line };
  }
}
