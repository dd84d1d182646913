/**
 * The search's whole-number values, from the mover's view: static ones within `staticLimit`, 0 for a
 * draw, and beyond them the decisive ones, `win - k` for a four in k plies and its negative for the
 * opponent's. A shorter win and a longer loss are therefore greater.
 */
import { staticScore } from './evaluate.ts';
import type { Score } from '../../app/shapes/games.ts';

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
