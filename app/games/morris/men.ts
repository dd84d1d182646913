/**
 * The men of both seats. Each has a number, so that a view can move its element. A side's men are numbered in this order:
 * those on the board at the start, by point; those in hand, in placing order; those lost before.
 */
import { otherSeat, type MoveTrail, type Seat } from '../game.ts';
import { ALL, fromOf, NONE, pointsOf, takenOf, toOf } from './board.ts';
import { inHand, lost, menOf, type MorrisPosition } from './rules.ts';

/** Where a man is: on a point, or beside the board at a slot counted from 0. */
export type ManPlace =
  | { readonly kind: 'board'; readonly point: number }
  | { readonly kind: 'hand'; readonly index: number }
  | { readonly kind: 'lost'; readonly index: number };

export interface Man {
  readonly seat: Seat;
  /** From 0, among the men of its seat. */
  readonly number: number;
  readonly place: ManPlace;
}

/** The start position of the game, and the moves made from it. */
function opening(position: MorrisPosition): { start: MorrisPosition; moves: number[] } {
  const men: [number, number] = [position.white, position.black];
  let { mover, plies } = position;
  const moves: number[] = [];
  for (let step: MoveTrail | null = position.trail; step !== null; step = step.before) {
    mover = otherSeat(mover);
    plies--;
    moves.push(step.move);
    const [from, taken] = [fromOf(step.move), takenOf(step.move)];
    men[mover] = ((men[mover] & ~(1 << toOf(step.move))) | (1 << from)) & ALL;
    men[otherSeat(mover)] = (men[otherSeat(mover)] | (1 << taken)) & ALL;
  }
  return {
    start: { white: men[0], black: men[1], mover, plies, quiet: 0, trail: null },
    moves: moves.reverse(),
  };
}

/** Every man of both seats, on the board or beside it. */
export function menOfBoth(position: MorrisPosition): readonly Man[] {
  const { start, moves } = opening(position);
  const sides: readonly [Side, Side] = [sideAt(start, 0), sideAt(start, 1)];
  let { mover } = start;
  for (const move of moves) {
    const { points } = sides[mover];
    const enemy = sides[otherSeat(mover)];
    const [from, to, taken] = [fromOf(move), toOf(move), takenOf(move)];
    if (from === NONE) points.push(to);
    else points[points.indexOf(from)] = to;
    if (taken !== NONE) {
      const number = enemy.points.indexOf(taken);
      enemy.points[number] = NONE;
      enemy.taken.push(number);
    }
    mover = otherSeat(mover);
  }
  return ([0, 1] as const).flatMap((seat) => {
    const { points, taken, lostBefore } = sides[seat];
    const places: ManPlace[] = points.map((point, number) =>
      point === NONE ? { kind: 'lost', index: lostBefore + taken.indexOf(number) } : { kind: 'board', point },
    );
    // The last man in hand is placed first, so that the others stay in place.
    for (let index = inHand(position, seat) - 1; index >= 0; index--) places.push({ kind: 'hand', index });
    for (let index = 0; index < lostBefore; index++) places.push({ kind: 'lost', index });
    return places.map((place, number): Man => ({ seat, number, place }));
  });
}

interface Side {
  /** By number, the point of each man; `NONE` if it was captured. */
  readonly points: number[];
  /** The numbers of the captured men, in order of capture. */
  readonly taken: number[];
  readonly lostBefore: number;
}

const sideAt = (start: MorrisPosition, seat: Seat): Side => ({
  points: pointsOf(menOf(start, seat)),
  taken: [],
  lostBefore: lost(start, seat),
});
