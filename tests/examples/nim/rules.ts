/** The rules: take one, two or three stones from one heap; the player who takes the last one wins. */
import { IllegalMove, otherSeat, type Result, type Seat } from '../../../app/games/game.ts';

export interface NimPosition {
  /** At the beginning of the game. */
  readonly stones: number;
  readonly left: number;
  readonly mover: Seat;
}

export const MOST_TAKEN = 3;

export function initial(stones: number): NimPosition {
  return { stones, left: stones, mover: 0 };
}

export const moves = ({ left }: NimPosition): number[] =>
  Array.from({ length: Math.min(left, MOST_TAKEN) }, (_, index) => index + 1);

export function play(position: NimPosition, taken: number): NimPosition {
  if (position.left === 0) throw new IllegalMove('the game is over: the last stone was taken');
  if (!moves(position).includes(taken)) {
    throw new IllegalMove(`take 1 to ${Math.min(position.left, MOST_TAKEN)} stones, not ${taken}`);
  }
  return { ...position, left: position.left - taken, mover: otherSeat(position.mover) };
}

export const result = ({ left, mover }: NimPosition): Result | null =>
  left > 0 ? null : { kind: 'win', winner: otherSeat(mover), reason: 'last stone taken' };
