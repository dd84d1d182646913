/** The static evaluation of a position. */
import type { Connect4SearchBoard } from './board.ts';
import type { Score } from '../../app/shapes/games.ts';

/**
 * The weights of the searching player's chances and of its opponent's, in quarters. `Normal` weighs both sides alike.
 */
export type Style = 'Normal' | 'Solid' | 'Risky';

export const styles: readonly Style[] = ['Normal', 'Solid', 'Risky'];

const weights: Readonly<Record<Style, { readonly own: number; readonly other: number }>> = {
  Normal: { own: 4, other: 4 },
  Solid: { own: 3, other: 6 },
  Risky: { own: 6, other: 3 },
};

/** The factors for the values of seat 0 and of seat 1. */
export interface SeatWeights {
  readonly seat0: number;
  readonly seat1: number;
}

export function seatWeights(style: Style, searcher: 0 | 1): SeatWeights {
  const { own, other } = weights[style];
  return searcher === 0 ? { seat0: own, seat1: other } : { seat0: other, seat1: own };
}

/** The bound of what `evaluate` returns; decisive values lie beyond it. */
export const staticLimit = 30_000;

/** The value for the mover, an integer within `staticLimit`; 0 if both sides are equal. */
export function evaluate(board: Connect4SearchBoard, weight: SeatWeights): number {
  const difference = weight.seat0 * board.worth0 - weight.seat1 * board.worth1;
  const value = board.mover === 0 ? difference : -difference;
  return value > staticLimit ? staticLimit : value < -staticLimit ? -staticLimit : value + 0;
}

/**
 * The middle of the scale: a lead of this size scores one half. It is not a multiple of nine, so that no integer lead
 * scores exactly 0.1, 0.01 and so on: CFSI reserves those sizes for decisive scores.
 */
const halfway = 602;

/** Maps an evaluation to (-1, 1), monotonically; only 0 maps to 0, and no value to a power of ten. */
export function staticScore(value: number): number {
  return value === 0 ? 0 : value / (Math.abs(value) + halfway);
}

/**
 * The search's values are integers from the mover's view. Static ones lie within `staticLimit`, 0 is a draw. Decisive
 * ones lie beyond: `win - k` is a four in k plies, its negative the opponent's. So a shorter win and a longer loss are
 * greater.
 */
export const win = 32_000;
/** Larger absolute values are decisive. */
export const decisive = 31_000;
/** Greater than every value. */
export const infinity = 32_500;

export const isDecisive = (value: number): boolean => value > decisive || value < -decisive;

/** Plies until the four of a decisive value. */
export const pliesOf = (value: number): number => win - Math.abs(value);

export function scoreOf(value: number): Score {
  if (!isDecisive(value)) return { type: 'static', value: staticScore(value) };
  return { type: 'decisive', winner: value > 0 ? 'mover' : 'opponent', plies: pliesOf(value) };
}
