/** The prover of a game that has none of its own: near ends by search, from the rules alone. */
import type { Game } from '../games/game.ts';
import type { Prover } from './prover.ts';
import { ProofSearch } from './search.ts';
import type { PositionTruth } from './verdict.ts';

export class GeneralProver<Position, Move> implements Prover<Position, Move> {
  readonly looksASecond = 500;
  readonly #game: Game<Position, Move>;

  constructor(game: Game<Position, Move>) {
    this.#game = game;
  }

  prove(position: Position, shouldStop: () => boolean): PositionTruth<Move> {
    const game = this.#game;
    const search = new ProofSearch({ ...game, key: game.ownKey }, shouldStop);
    if (!looksBack(game)) return search.prove(position);
    // Only what the next move ends is certain: the key of a position says nothing of the moves that led there.
    const truth = search.prove(position, 1);
    if (truth.verdict.value !== 'unknown') return truth;
    return { ...truth, note: 'Not proven: the rules count earlier moves.' };
  }
}

/** Whether a game may end by what only its history knows. */
const looksBack = <Position, Move>({ endingsByHistory, quietPlies }: Game<Position, Move>): boolean =>
  endingsByHistory !== undefined || quietPlies !== undefined;
