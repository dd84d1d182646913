/** The position, how one begins, and when it is over. */
import { otherSeat, type Result, type Seat } from '../game.ts';
import { goalRow, MAX_SIZE, MIN_SIZE, ownerOf, rowOf, startCell, type Walls } from './board.ts';

export const SEATS = [
  { name: 'Black', token: 'B', colour: 'dark', piece: 'pawn' },
  { name: 'White', token: 'W', colour: 'light', piece: 'pawn' },
] as const;

/** An immutable value, its arrays included. */
export interface QuoridorPosition {
  /** Odd, 3 to 25. */
  readonly size: number;
  /** The cells of Black's pawn and White's. */
  readonly pawns: readonly [number, number];
  readonly walls: Walls;
  readonly wallsLeft: readonly [number, number];
  readonly mover: Seat;
}

/** The largest number that the protocol can tell; more than 576 cannot stand on any board. */
export const MAX_WALLS = 2 ** 31 - 1;

/** What each side has by default: 0, 3, 6, 10, 13 … for 3, 5, 7, 9, 11 … */
export const defaultWalls = (size: number): number => Math.max(0, Math.floor((7 * size - 23) / 4));

/** @throws RangeError where the size is not odd or not from 3 to 25. */
export function initial(size: number, walls: number): QuoridorPosition {
  if (!Number.isInteger(size) || size < MIN_SIZE || size > MAX_SIZE || size % 2 === 0) {
    throw new RangeError(`no board of ${size} x ${size}`);
  }
  return {
    size,
    pawns: [startCell(size, 0), startCell(size, 1)],
    walls: new Uint8Array((size - 1) * (size - 1)),
    wallsLeft: [walls, walls],
    mover: 0,
  };
}

/** How many walls of each side stand. */
export function wallsPlaced({ walls }: { readonly walls: Walls }): readonly [number, number] {
  const placed: [number, number] = [0, 0];
  for (const wall of walls) if (wall !== 0) placed[ownerOf(wall)]++;
  return placed;
}

/** Who has arrived; of two, which no game has, the side that moved last. */
export function winnerOf({ size, pawns, mover }: QuoridorPosition): Seat | null {
  const last = otherSeat(mover);
  if (rowOf(size, pawns[last]) === goalRow(size, last)) return last;
  return rowOf(size, pawns[mover]) === goalRow(size, mover) ? mover : null;
}

export function result(position: QuoridorPosition): Result | null {
  const winner = winnerOf(position);
  return winner === null ? null : { kind: 'win', winner, reason: 'goal row reached' };
}
