/**
 * Quoridor by the referee's rules, on odd sizes from 3 to 25 with any number of walls. Black starts at the top centre
 * and moves first, White at the bottom centre. The side that reaches the opposite row first wins.
 *
 * A pawn steps to a neighbouring cell, or jumps straight over the other pawn; if a wall or the edge bars the straight
 * jump, it steps to a side of the other pawn. A wall may not cross or overlap another, and must leave both pawns a path
 * to their goals, ignoring the other pawn. There is no pass, and none is needed: a pawn whose only exit is occupied by
 * the other pawn can jump, because a path leads on from there.
 */
import { IllegalMove, otherSeat, type Seat } from '../game.ts';
import {
  HORIZONTAL,
  pawnMove,
  VERTICAL,
  wallMove,
  wallOf,
  cellText,
  columnOf,
  columnText,
  goalRow,
  moveText,
  orientationOf,
  readMove,
  rowOf,
  wallText,
  winnerOf,
  result,
  SEATS,
  type Orientation,
  type QuoridorPosition,
} from './board.ts';
import { EAST, inTheWay, NORTH, SOUTH, WEST } from './maze.ts';
import { closedBy, mazeOf } from './paths.ts';

/** Adds the cells that the mover's pawn can go to, in ascending order. */
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

/** The cells that the mover's pawn can go to, in ascending order. */
export function pawnMoves(position: QuoridorPosition): readonly number[] {
  if (winnerOf(position) !== null) return none;
  const cells: number[] = [];
  addPawnMoves(position, cells);
  return cells;
}

/** Whether a side with walls left may place one here. */
export const wallFits = (position: QuoridorPosition, centre: number, orientation: Orientation): boolean =>
  inTheWay(position.size, position.walls, centre, orientation) < 0 &&
  closedBy(position, centre, orientation) === 0;

/** The pawn moves and then the walls, each in ascending order. */
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
  return new IllegalMove(objection(position, move) ?? `${String(move)} is not a move`);
}

/** Why the move is illegal; null if it is legal. */
export function objection(position: QuoridorPosition, move: number): string | null {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  const { size, wallsLeft, mover } = position;
  const meant = readMove(size, move);
  if (meant === null) return `${String(move)} is not a move`;
  if (meant.kind === 'pawn') return pawnObjection(position, meant.cell);
  if (meant.kind === 'outside' && meant.orientation === null) {
    return `there is no cell ${moveText(size, move)} on this board, which ends at ${cellText(size, size * size - 1)}`;
  }
  if (wallsLeft[mover] === 0) return `${SEATS[mover].name} has no walls left`;
  if (meant.kind === 'outside') {
    const last = `${columnText(size - 2)}${size}`;
    return `no wall can stand at ${moveText(size, move).slice(0, -1)}; walls of this board are from a2 to ${last}`;
  }
  return wallObjection(position, meant.centre, meant.orientation);
}

function pawnObjection(position: QuoridorPosition, to: number): string | null {
  const { size, pawns, mover } = position;
  const from = pawns[mover];
  const other = pawns[otherSeat(mover)];
  const name = (cell: number): string => cellText(size, cell);
  const rival = `${SEATS[otherSeat(mover)].name}'s pawn`;
  if (to === from) return `${SEATS[mover].name}'s pawn stands on ${name(to)} already`;
  if (to === other) return `${rival} stands on ${name(to)}`;
  const steps = (a: number, b: number): number =>
    Math.abs(rowOf(size, a) - rowOf(size, b)) + Math.abs(columnOf(size, a) - columnOf(size, b));
  if (steps(from, to) === 1) return barText(position, from, to);
  // All other moves pass the other pawn, which must be next to both ends.
  if (steps(from, other) !== 1 || steps(other, to) !== 1) return `${name(to)} is not beside ${name(from)}`;
  const way = barText(position, from, other) ?? barText(position, other, to);
  if (way !== null) return way;
  const straight = 2 * other - from;
  if (to === straight) return null;
  const onBoard =
    straight >= 0 && straight < size * size && steps(other, straight) === 1 && steps(from, straight) === 2;
  if (!onBoard || barText(position, other, straight) !== null) return null;
  return `a diagonal step is only for where the straight jump is barred; from ${name(from)} the jump to ${name(straight)} is open`;
}

/** Names the wall between two adjacent cells; null if none. */
function barText({ size, walls }: QuoridorPosition, one: number, two: number): string | null {
  const low = Math.min(one, two);
  const upwards = Math.abs(one - two) === size;
  const row = rowOf(size, low);
  const column = columnOf(size, low);
  const orientation = upwards ? HORIZONTAL : VERTICAL;
  // The wall's middle is at either end of the border between the two cells.
  for (const [atRow, atColumn] of [[row, column], upwards ? [row, column - 1] : [row - 1, column]] as const) {
    if (atRow < 0 || atColumn < 0 || atRow >= size - 1 || atColumn >= size - 1) continue;
    const centre = atRow * (size - 1) + atColumn;
    const wall = walls[centre]!;
    if (wall === 0 || orientationOf(wall) !== orientation) continue;
    const text = wallText(size, centre, orientation);
    return `the wall ${text} is between ${cellText(size, one)} and ${cellText(size, two)}`;
  }
  return null;
}

/** Why a wall does not fit between the walls on the board; null if it fits. */
export function fitObjection(
  { size, walls }: Pick<QuoridorPosition, 'size' | 'walls'>,
  centre: number,
  orientation: Orientation,
): string | null {
  const there = inTheWay(size, walls, centre, orientation);
  if (there < 0) return null;
  const standing = orientationOf(walls[there]!);
  const text = wallText(size, there, standing);
  if (there !== centre) return `${wallText(size, centre, orientation)} overlaps the wall ${text}`;
  if (standing === orientation) return `the wall ${text} stands already`;
  return `${wallText(size, centre, orientation)} crosses the wall ${text}`;
}

function wallObjection(position: QuoridorPosition, centre: number, orientation: Orientation): string | null {
  const { size } = position;
  const unfit = fitObjection(position, centre, orientation);
  if (unfit !== null) return unfit;
  const closed = closedBy(position, centre, orientation);
  if (closed === 0) return null;
  const last = (seat: Seat): string => `${SEATS[seat].name}'s last path to rank ${goalRow(size, seat) + 1}`;
  const whose = ([0, 1] as const).filter((seat) => (closed & (1 << seat)) !== 0).map(last);
  return `${wallText(size, centre, orientation)} would close ${whose.join(' and ')}`;
}
