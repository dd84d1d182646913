/** Whole-number values: hundredths of a step, with ends of the game far above all estimates. */
import type { Score } from '../../app/protocols/protocol.ts';

/** The value of an end that is reached by no ply at all; each ply on the way takes one off. */
export const win = 1_000_000;
/** Above any estimate: a way is never longer than a board has cells. */
export const decisive = 900_000;
export const infinity = 2_000_000;

/** A step of a pawn. */
export const oneStep = 100;

export const isDecisive = (value: number): boolean => value > decisive || value < -decisive;
/** Plies to the end that a decisive value tells of. */
export const pliesOf = (value: number): number => win - Math.abs(value);

/** As the mover sees it; an estimate is in steps. */
export function scoreOf(value: number): Score {
  if (!isDecisive(value)) return { type: 'static', value: value / oneStep };
  return { type: 'decisive', winner: value > 0 ? 'mover' : 'opponent', plies: pliesOf(value) };
}
