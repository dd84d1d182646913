/**
 * Places on a Quoridor board, and moves as numbers.
 *
 * A cell is `row * size + column`, row 0 being rank 1 at the bottom, column 0 the letter A. A wall's centre is the
 * corner where four cells meet, `row * (size - 1) + column` of the cell south-west of it. In text it is named by the
 * cell north-west of it, as in the protocol: `e2h` lies between ranks 2 and 1, under E and F.
 */
import { otherSeat, type Seat, type Result } from '../game.ts';

export const MIN_SIZE = 3;
export const MAX_SIZE = 25;

export type Orientation = 0 | 1;
export const HORIZONTAL: Orientation = 0;
export const VERTICAL: Orientation = 1;

/**
 * Walls by centre: 0 for none, else `wallOf`. The array has (size - 1)² entries and is never written to once a position
 * owns it.
 */
export type Walls = Uint8Array;

/** 1 to 4: the orientation and the owner of the wall. */
export const wallOf = (orientation: Orientation, owner: Seat): number => 1 + orientation + 2 * owner;
export const isWall = (wall: number, orientation: Orientation): boolean =>
  wall !== 0 && ((wall - 1) & 1) === orientation;
export const orientationOf = (wall: number): Orientation => ((wall - 1) & 1) as Orientation;
export const ownerOf = (wall: number): Seat => ((wall - 1) >> 1) as Seat;

export const rowOf = (size: number, cell: number): number => Math.floor(cell / size);
export const columnOf = (size: number, cell: number): number => cell % size;

/** A seat's goal row: rank 1 for Black, the last rank for White. */
export const goalRow = (size: number, seat: Seat): number => (seat === 0 ? 0 : size - 1);
/** The middle of the row opposite the goal. */
export const startCell = (size: number, seat: Seat): number =>
  (size - 1 - goalRow(size, seat)) * size + (size - 1) / 2;

/**
 * The meaning of a move's number. `outside` is a vertex that can be written but is not on this board: the reader
 * accepts it and the rules refuse it. A null orientation means a pawn move.
 */
export type QuoridorMove =
  | { readonly kind: 'pawn'; readonly cell: number }
  | { readonly kind: 'wall'; readonly centre: number; readonly orientation: Orientation }
  | {
      readonly kind: 'outside';
      readonly column: number;
      readonly rank: number;
      readonly orientation: Orientation | null;
    };

const LETTERS = 26;
const RANKS = 100;

/** The numbers of moves: first the cells, then two for each centre, then the vertices outside the board. */
export const pawnMove = (cell: number): number => cell;
export const wallMove = (size: number, centre: number, orientation: Orientation): number =>
  size * size + 2 * centre + orientation;
const outsideFrom = (size: number): number => size * size + 2 * (size - 1) * (size - 1);

/** Null if the number is not a move on any board. */
export function readMove(size: number, move: number): QuoridorMove | null {
  if (!Number.isInteger(move) || move < 0) return null;
  if (move < size * size) return { kind: 'pawn', cell: move };
  const wall = move - size * size;
  const outside = move - outsideFrom(size);
  if (outside < 0) return { kind: 'wall', centre: wall >> 1, orientation: (wall & 1) as Orientation };
  if (outside >= 3 * LETTERS * RANKS) return null;
  const vertex = Math.floor(outside / 3);
  const column = vertex % LETTERS;
  const rank = Math.floor(vertex / LETTERS);
  const orientation = outside % 3 === 2 ? null : ((outside % 3) as Orientation);
  // A vertex on the board has its number there.
  return moveAt(size, column, rank, orientation) === move
    ? { kind: 'outside', column, rank, orientation }
    : null;
}

/**
 * The move at a vertex: `column` counted from 0 (A) to 25, `rank` as written, 0 to 99; a null orientation is a pawn
 * move.
 */
export function moveAt(size: number, column: number, rank: number, orientation: Orientation | null): number {
  if (orientation === null) {
    if (column < size && rank >= 1 && rank <= size) return pawnMove((rank - 1) * size + column);
  } else if (column < size - 1 && rank >= 2 && rank <= size) {
    return wallMove(size, (rank - 2) * (size - 1) + column, orientation);
  }
  return outsideFrom(size) + 3 * (rank * LETTERS + column) + (orientation ?? 2);
}

export const columnText = (column: number): string => String.fromCharCode(97 + column);
/** `e8` */
export const cellText = (size: number, cell: number): string =>
  `${columnText(columnOf(size, cell))}${rowOf(size, cell) + 1}`;
/** The vertex of a wall: the cell north-west of its centre. */
export const vertexText = (size: number, centre: number): string =>
  `${columnText(centre % (size - 1))}${Math.floor(centre / (size - 1)) + 2}`;
export const orientationText = (orientation: Orientation): string => (orientation === HORIZONTAL ? 'h' : 'v');
/** `e2h` */
export const wallText = (size: number, centre: number, orientation: Orientation): string =>
  vertexText(size, centre) + orientationText(orientation);
/** `e8`, `e2h`, and vertices outside the board as written. */
export function moveText(size: number, move: number): string {
  const meant = readMove(size, move);
  switch (meant?.kind) {
    case 'pawn':
      return cellText(size, meant.cell);
    case 'wall':
      return wallText(size, meant.centre, meant.orientation);
    case 'outside': {
      const turned = meant.orientation === null ? '' : orientationText(meant.orientation);
      return `${columnText(meant.column)}${meant.rank}${turned}`;
    }
    case undefined:
      return String(move);
  }
}

export const SEATS = [
  { name: 'Black', token: 'B', colour: 'dark', piece: 'pawn' },
  { name: 'White', token: 'W', colour: 'light', piece: 'pawn' },
] as const;

/** Immutable, including its arrays. */
export interface QuoridorPosition {
  /** Odd, 3 to 25. */
  readonly size: number;
  /** The cells of Black's pawn and White's. */
  readonly pawns: readonly [number, number];
  readonly walls: Walls;
  readonly wallsLeft: readonly [number, number];
  readonly mover: Seat;
}

/** The largest number that the protocol can carry; no board holds more than 576. */
export const MAX_WALLS = 2 ** 31 - 1;

/** A side's default number of walls: 0, 3, 6, 10, 13 … for 3, 5, 7, 9, 11 … */
export const defaultWalls = (size: number): number => Math.max(0, Math.floor((7 * size - 23) / 4));

/** @throws RangeError unless the size is odd and from 3 to 25 */
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

/** The number of walls on the board by side. */
export function wallsPlaced({ walls }: { readonly walls: Walls }): readonly [number, number] {
  const placed: [number, number] = [0, 0];
  for (const wall of walls) if (wall !== 0) placed[ownerOf(wall)]++;
  return placed;
}

/** The side that has reached its goal. If both have, which no game leads to, it is the side that moved last. */
export function winnerOf({ size, pawns, mover }: QuoridorPosition): Seat | null {
  const last = otherSeat(mover);
  if (rowOf(size, pawns[last]) === goalRow(size, last)) return last;
  return rowOf(size, pawns[mover]) === goalRow(size, mover) ? mover : null;
}

export function result(position: QuoridorPosition): Result | null {
  const winner = winnerOf(position);
  return winner === null ? null : { kind: 'win', winner, reason: 'goal row reached' };
}
