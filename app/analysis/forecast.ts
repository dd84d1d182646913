/** What a score says for certain about the end of the game. */
import { otherSeat, type Seat } from '../games/game.ts';
import type { Limit } from '../shapes/engines.ts';
import type { Forecast, Score, Truth } from '../shapes/games.ts';

/** In plies: beyond the end of any game that an engine has followed so far. */
export const toTheEnd: Limit = { kind: 'depth', plies: 1000 };

/** The result that a score claims; null if the score is an estimate. */
export function truthOf(score: Score, exhaustive: boolean): Truth | null {
  if (score.type === 'decisive') {
    return { outcome: score.winner === 'mover' ? 'win' : 'loss', plies: score.plies };
  }
  return exhaustive && score.value === 0 ? { outcome: 'draw' } : null;
}

/** What a score predicts; null for an estimate. @param played plies of the line before the scored position */
export function forecastOf(
  score: Score | null,
  exhaustive: boolean,
  mover: Seat,
  played: number,
): Forecast | null {
  const truth = score && truthOf(score, exhaustive);
  if (truth === null) return null;
  if (truth.outcome === 'draw') return { winner: null };
  if (truth.plies === null) return null;
  const winner = truth.outcome === 'win' ? mover : otherSeat(mover);
  return { winner, ply: played + truth.plies };
}

export const sameEnd = (one: Forecast, other: Forecast): boolean =>
  one.winner === other.winner && (one.winner === null || other.winner === null || one.ply === other.ply);
