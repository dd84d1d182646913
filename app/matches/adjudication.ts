/** Ends of games that no rule ends: by agreed scores, or by what is proven. Pure. */
import { otherSeat, type Seat } from '../games/game.ts';
import type { GameEnding, Score } from '../shapes/games.ts';
import type { DrawRule, ResignRule } from '../shapes/matches.ts';

const ending = (winner: Seat | null, reason: string): GameEnding => ({
  ...{ word: 'adjudicated', winner, fault: null, reason, advice: '' },
});

/** Follows the scores of both sides, each from its own view, move by move. */
export class ScoreJudge {
  readonly #draw: DrawRule | null;
  readonly #resign: ResignRule | null;
  /** How many moves in a row each side has seen it so. */
  readonly #level: [number, number] = [0, 0];
  readonly #lost: [number, number] = [0, 0];
  readonly #won: [number, number] = [0, 0];

  constructor(draw: DrawRule | null, resign: ResignRule | null) {
    this.#draw = draw;
    this.#resign = resign;
  }

  /** @param ply of the move, from 1 @returns how the game ends behind it; null if it goes on */
  after(ply: number, seat: Seat, score: Score | null): GameEnding | null {
    const value = score === null ? null : valueOf(score);
    if (this.#draw !== null) {
      const level = value !== null && Math.abs(value) <= this.#draw.score && ply >= this.#draw.movenumber;
      this.#level[seat] = level ? this.#level[seat] + 1 : 0;
      if (this.#level.every((moves) => moves >= this.#draw!.movecount)) {
        return ending(
          null,
          `a draw by scores: both engines reported at most ${this.#draw.score} for ${this.#draw.movecount} moves each`,
        );
      }
    }
    if (this.#resign === null) return null;
    const { score: bound, movecount, twosided } = this.#resign;
    this.#lost[seat] = value !== null && value <= -bound ? this.#lost[seat] + 1 : 0;
    this.#won[seat] = value !== null && value >= bound ? this.#won[seat] + 1 : 0;
    for (const loser of [0, 1] as const) {
      const winner = otherSeat(loser);
      if (this.#lost[loser] < movecount || (twosided && this.#won[winner] < movecount)) continue;
      return ending(
        winner,
        `by scores: the loser reported -${bound} or less for ${movecount} moves${twosided ? ', and the winner agreed' : ''}`,
      );
    }
    return null;
  }
}

/** As a number of the protocol's unit, from the mover's view; a decisive score exceeds every bound. */
const valueOf = (score: Score): number =>
  score.type === 'static' ? score.value : score.winner === 'mover' ? Infinity : -Infinity;

/** What is proven about a position, for the side to move. */
export interface Proven {
  readonly value: 'win' | 'draw' | 'loss';
  readonly how: string;
  /** Plies to the end; null if not known. */
  readonly plies: number | null;
}

/** @param seat to move */
export function endingByProof(seat: Seat, { value, how, plies }: Proven): GameEnding {
  const winner = value === 'draw' ? null : value === 'win' ? seat : otherSeat(seat);
  const distance = plies === null || value === 'draw' ? '' : ` in ${plies} plies`;
  return ending(
    winner,
    `by proof (${how}): ${value === 'draw' ? 'a draw' : `a ${value} of the side to move${distance}`}`,
  );
}
