/** Steps of pawns among walls: by cell, the bits of the neighbours that a step leads to. */
import { VERTICAL, type Orientation } from '../../games/quoridor/index.ts';

export const north = 1;
export const east = 2;
export const south = 4;
export const west = 8;

/** Moves of a pawn: four steps, or three and two beside the other pawn. */
export const mostPawnMoves = 5;

/** A board without walls. */
export function openBoard(size: number): Uint8Array {
  return Uint8Array.from({ length: size * size }, (_, cell) => {
    const row = Math.floor(cell / size);
    const column = cell % size;
    return (
      (row < size - 1 ? north : 0) |
      (column < size - 1 ? east : 0) |
      (row > 0 ? south : 0) |
      (column > 0 ? west : 0)
    );
  });
}

/** Closes the steps that a wall bars. @param cell the south-west one of the four around the wall's centre */
export function closeSteps(open: Uint8Array, size: number, cell: number, orientation: Orientation): void {
  if (orientation === VERTICAL) {
    open[cell]! &= ~east;
    open[cell + 1]! &= ~west;
    open[cell + size]! &= ~east;
    open[cell + size + 1]! &= ~west;
  } else {
    open[cell]! &= ~north;
    open[cell + size]! &= ~south;
    open[cell + 1]! &= ~north;
    open[cell + size + 1]! &= ~south;
  }
}

/** Opens the steps that a wall bars. */
export function openSteps(open: Uint8Array, size: number, cell: number, orientation: Orientation): void {
  if (orientation === VERTICAL) {
    open[cell]! |= east;
    open[cell + 1]! |= west;
    open[cell + size]! |= east;
    open[cell + size + 1]! |= west;
  } else {
    open[cell]! |= north;
    open[cell + size]! |= south;
    open[cell + 1]! |= north;
    open[cell + size + 1]! |= south;
  }
}

/** The cell offset of a step in this direction. */
export const stepOf = (bit: number, size: number): number =>
  bit === north ? size : bit === south ? -size : bit === east ? 1 : -1;

/**
 * Writes the moves of the pawn on `cell` to `out` from `at` on, in no order.
 * @param other the cell of the other pawn
 * @returns the end of the list
 */
export function writePawnMoves(
  open: Uint8Array,
  size: number,
  cell: number,
  other: number,
  out: Int16Array,
  at: number,
): number {
  const bits = open[cell]!;
  for (let bit = north; bit <= west; bit <<= 1) {
    if ((bits & bit) === 0) continue;
    const to = cell + stepOf(bit, size);
    if (to !== other) {
      out[at++] = to;
      continue;
    }
    const beyond = open[other]!;
    if (beyond & bit) {
      out[at++] = other + stepOf(bit, size);
    } else if (bit === north || bit === south) {
      if (beyond & west) out[at++] = other - 1;
      if (beyond & east) out[at++] = other + 1;
    } else {
      if (beyond & south) out[at++] = other - size;
      if (beyond & north) out[at++] = other + size;
    }
  }
  return at;
}
