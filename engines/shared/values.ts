/** Whole-number values of a search, with ends of the game far above all estimates. */
import type { Score } from '../../app/shapes/games.ts';

/** The value of an end that is reached by no ply at all; each ply on the way takes one off. */
export const win = 1_000_000;
/** Above any estimate, and below any end that a search can see. */
export const decisive = 900_000;
export const infinity = 2_000_000;

/** What is worth 1 to whoever reads an estimate; what that is on the board, says the engine's own `evaluate.ts`. */
export const one = 100;

export const isDecisive = (value: number): boolean => value > decisive || value < -decisive;
/** Plies to the end that a decisive value tells of. */
export const pliesOf = (value: number): number => win - Math.abs(value);

/** In the transposition table ends are counted from the position itself, in the tree from its root, `ply` above it. */
export const toTable = (value: number, ply: number): number =>
  isDecisive(value) ? value + (value > 0 ? ply : -ply) : value;
export const fromTable = (value: number, ply: number): number =>
  isDecisive(value) ? value - (value > 0 ? ply : -ply) : value;

/** As the mover sees it. */
export function scoreOf(value: number): Score {
  if (!isDecisive(value)) return { type: 'static', value: value / one };
  return { type: 'decisive', winner: value > 0 ? 'mover' : 'opponent', plies: pliesOf(value) };
}
