/** How a game ends with best play, as seen from a move of the line that leads there. */
import { otherSeat, type Seat } from '../games/game.ts';
import { truthOf } from './audit.ts';
import type { Score } from '../shapes/games.ts';
import type { Forecast } from '../shapes/games.ts';

/**
 * What a score foretells; null for an estimate.
 * @param played plies of the line before the position that the score is of
 */
export function forecastOf(
  score: Score | null,
  exhaustive: boolean,
  mover: Seat,
  played: number,
): Forecast | null {
  const truth = score && truthOf(score, exhaustive);
  if (truth === null) return null;
  if (truth.outcome === 'draw') return { winner: null };
  const winner = truth.outcome === 'win' ? mover : otherSeat(mover);
  return { winner, ply: played + truth.plies };
}

export const sameEnd = (one: Forecast, other: Forecast): boolean =>
  one.winner === other.winner && (one.winner === null || other.winner === null || one.ply === other.ply);
