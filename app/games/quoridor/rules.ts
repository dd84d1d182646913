/**
 * Quoridor by the referee's rules, on odd sizes from 3 to 25 with any number of walls. Black begins at the
 * top centre and moves first, White at the bottom centre; who reaches the row opposite wins at once.
 *
 * A pawn steps to a cell beside it, or jumps straight over the other pawn; where a wall or the edge bars
 * the straight jump, it steps to a side of the other pawn. A wall may not cross or overlap another one, and
 * both pawns must keep a way to their goals, the other pawn not counting. There is no pass, and none is
 * needed: a pawn whose one way out is taken by the other pawn can jump, because a way leads on from there.
 */
import { IllegalMove, otherSeat } from '../game.ts';
import { HORIZONTAL, pawnMove, VERTICAL, wallMove, wallOf, type Orientation } from './board.ts';
import { EAST, inTheWay, NORTH, SOUTH, WEST } from './maze.ts';
import { objection } from './objection.ts';
import { closedBy, mazeOf } from './paths.ts';
import { winnerOf, type QuoridorPosition } from './position.ts';

/** Adds the cells that the mover's pawn can go to, in rising order. */
function addPawnMoves(position: QuoridorPosition, to: number[]): void {
  const { size, pawns, mover } = position;
  const { barred } = mazeOf(position);
  const cell = pawns[mover];
  const other = pawns[otherSeat(mover)];
  const began = to.length;
  let sorted = true;
  for (const [bit, step] of [
    [SOUTH, -size],
    [WEST, -1],
    [EAST, 1],
    [NORTH, size],
  ] as const) {
    if ((barred[cell]! & bit) !== 0) continue;
    if (cell + step !== other) {
      to.push(pawnMove(cell + step));
      continue;
    }
    sorted = false;
    const bars = barred[other]!;
    if ((bars & bit) === 0) to.push(pawnMove(other + step));
    else if (bit === NORTH || bit === SOUTH) {
      if ((bars & WEST) === 0) to.push(pawnMove(other - 1));
      if ((bars & EAST) === 0) to.push(pawnMove(other + 1));
    } else {
      if ((bars & SOUTH) === 0) to.push(pawnMove(other - size));
      if ((bars & NORTH) === 0) to.push(pawnMove(other + size));
    }
  }
  if (!sorted) to.splice(began, to.length, ...to.slice(began).sort((a, b) => a - b));
}

const none: readonly number[] = [];

/** The cells that the mover's pawn can go to, in rising order. */
export function pawnMoves(position: QuoridorPosition): readonly number[] {
  if (winnerOf(position) !== null) return none;
  const cells: number[] = [];
  addPawnMoves(position, cells);
  return cells;
}

/** Whether a wall may be put up here by a side that has one. */
export const wallFits = (position: QuoridorPosition, centre: number, orientation: Orientation): boolean =>
  inTheWay(position.size, position.walls, centre, orientation) < 0 &&
  closedBy(position, centre, orientation) === 0;

/** The pawn's moves and then the walls, each in rising order. */
export function moves(position: QuoridorPosition): readonly number[] {
  if (winnerOf(position) !== null) return none;
  const { size, walls, wallsLeft, mover } = position;
  const legal: number[] = [];
  addPawnMoves(position, legal);
  if (wallsLeft[mover] === 0) return legal;
  for (let centre = 0; centre < walls.length; centre++) {
    if (walls[centre] !== 0) continue;
    if (wallFits(position, centre, HORIZONTAL)) legal.push(wallMove(size, centre, HORIZONTAL));
    if (wallFits(position, centre, VERTICAL)) legal.push(wallMove(size, centre, VERTICAL));
  }
  return legal;
}

/** @throws IllegalMove */
export function play(position: QuoridorPosition, move: number): QuoridorPosition {
  const { size, pawns, walls, wallsLeft, mover } = position;
  const cells = size * size;
  const wall = move - cells;
  if (wall < 0) {
    if (!pawnMoves(position).includes(move)) throw refused(position, move);
    return {
      size,
      pawns: mover === 0 ? [move, pawns[1]] : [pawns[0], move],
      walls,
      wallsLeft,
      mover: otherSeat(mover),
    };
  }
  const centre = wall >> 1;
  const orientation = (wall & 1) as Orientation;
  if (
    !Number.isInteger(move) ||
    wall >= 2 * walls.length ||
    wallsLeft[mover] === 0 ||
    winnerOf(position) !== null ||
    !wallFits(position, centre, orientation)
  ) {
    throw refused(position, move);
  }
  const next = walls.slice();
  next[centre] = wallOf(orientation, mover);
  const [black, white] = wallsLeft;
  return {
    size,
    pawns,
    walls: next,
    wallsLeft: mover === 0 ? [black - 1, white] : [black, white - 1],
    mover: otherSeat(mover),
  };
}

function refused(position: QuoridorPosition, move: number): IllegalMove {
  return new IllegalMove(objection(position, move) ?? `${String(move)} is no move`);
}
