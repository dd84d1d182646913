/** What a score says about the first seat, on one scale for all engines. Pure. */
import type { Seat } from '../../app/games/game.ts';
import type { Figure, Score } from '../../app/api/contract.ts';
import { isDraw } from '../../app/records/score-words.ts';
import { barShare } from '../analysis/score.ts';
import type { Value } from './truth.ts';

/** Where a score lies on the graph, from -1 (the second seat wins) to 1, as the evaluation bar draws it. */
export const heightOf = (score: Score, mover: Seat, scale: number): number =>
  2 * barShare(score, mover, scale) - 1;

/** A static score smaller than this part of its full scale favours neither side: it has no sign to disagree about. */
const signThreshold = 0.05;

/** What a score holds: that a side wins, that it is a draw, or that a side stands better. */
export interface Opinion {
  /** For the first seat; null if the score is near zero. */
  readonly value: Value | null;
  /** The engine says that this is how the game ends; otherwise it is an estimate. */
  readonly isClaim: boolean;
}

type Scored = Pick<Figure, 'score' | 'staticScale' | 'exhaustive'>;

export function opinionOf({ score, staticScale, exhaustive }: Scored, mover: Seat): Opinion {
  if (score === null) return { value: null, isClaim: false };
  const sign = (moverIsBetter: boolean): Value => (moverIsBetter === (mover === 0) ? 1 : -1);
  if (score.type === 'decisive') return { value: sign(score.winner === 'mover'), isClaim: true };
  if (isDraw(score, exhaustive)) return { value: 0, isClaim: true };
  const part = (score.value * staticScale) / (score.unit?.full ?? 1);
  // Not a number is not an opinion.
  return { value: Math.abs(part) >= signThreshold ? sign(part > 0) : null, isClaim: false };
}

/** Whether two opinions exclude each other: another winner, or a draw where the other says that the game is decided. */
export function exclude(one: Opinion, other: Opinion): boolean {
  if (one.value === null || other.value === null || one.value === other.value) return false;
  if (one.value !== 0 && other.value !== 0) return true;
  return one.isClaim && other.isClaim;
}
