/**
 * Where a step leads from each cell: by cell, the bits of the neighbours that it leads to. `cell` is the south-west one
 * of the four around a wall's centre.
 */
import { VERTICAL, type Orientation } from '../../app/games/quoridor/index.ts';
import { east, north, south, west } from './field.ts';

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

/** Closes the steps that a wall is in the way of. */
export function cutSteps(open: Uint8Array, size: number, cell: number, orientation: Orientation): void {
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

/** Opens them again. */
export function mendSteps(open: Uint8Array, size: number, cell: number, orientation: Orientation): void {
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
