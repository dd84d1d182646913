/** What a position is worth when nothing decisive is in sight. */
import type { SearchBoard } from './board.ts';
import type { Score } from '../../app/shapes/games.ts';

/**
 * How much a seat's own chances and its opponent's count for the player who searches, in quarters.
 * `Normal` is the honest one: both sides by the same measure.
 */
export type Style = 'Normal' | 'Solid' | 'Risky';

export const styles: readonly Style[] = ['Normal', 'Solid', 'Risky'];

const weights: Readonly<Record<Style, { readonly own: number; readonly other: number }>> = {
  Normal: { own: 4, other: 4 },
  Solid: { own: 3, other: 6 },
  Risky: { own: 6, other: 3 },
};

/** The factors by which a search multiplies the worth of seat 0 and of seat 1. */
export interface SeatWeights {
  readonly seat0: number;
  readonly seat1: number;
}

export function seatWeights(style: Style, searcher: 0 | 1): SeatWeights {
  const { own, other } = weights[style];
  return searcher === 0 ? { seat0: own, seat1: other } : { seat0: other, seat1: own };
}

/** Bound of what `evaluate` returns; decisive values of the search lie beyond it. */
export const staticLimit = 30_000;

/** The position from the mover's view, a whole number within `staticLimit`; 0 when both stand alike. */
export function evaluate(board: SearchBoard, weight: SeatWeights): number {
  const difference = weight.seat0 * board.worth0 - weight.seat1 * board.worth1;
  const value = board.mover === 0 ? difference : -difference;
  return value > staticLimit ? staticLimit : value < -staticLimit ? -staticLimit : value + 0;
}

/**
 * The middle of the scale: a lead of this much is worth one half. It is no multiple of nine, so that no
 * whole lead is worth exactly 0.1, 0.01 and so on: in CFSI those sizes are kept for decisive scores.
 */
const halfway = 602;

/** A whole evaluation brought into (-1, 1), in order, 0 for 0 alone and never a power of ten. */
export function staticScore(value: number): number {
  return value === 0 ? 0 : value / (Math.abs(value) + halfway);
}

/**
 * The search's values are whole numbers from the mover's view. Static ones lie within `staticLimit`, 0 is a draw.
 * Decisive ones lie beyond: `win - k` is a four in k plies, its negative the opponent's. A shorter win and a
 * longer loss are therefore greater.
 */
export const win = 32_000;
/** Sizes above this are decisive. */
export const decisive = 31_000;
/** Greater than every value. */
export const infinity = 32_500;

export const isDecisive = (value: number): boolean => value > decisive || value < -decisive;

/** Plies until the four that a decisive value tells of. */
export const pliesOf = (value: number): number => win - Math.abs(value);

export function scoreOf(value: number): Score {
  if (!isDecisive(value)) return { type: 'static', value: staticScore(value) };
  return { type: 'decisive', winner: value > 0 ? 'mover' : 'opponent', plies: pliesOf(value) };
}
