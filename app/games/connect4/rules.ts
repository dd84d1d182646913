/**
 * Connect Four on boards from 1x1 to 12x12. A move is a column, counted from 0. Four stones of one side in a row, a
 * column or a diagonal win; a board without an open column is a draw.
 *
 * Boards need not obey gravity (CFSI, "Piece placement", allows any): a stone lands on the topmost stone of its column,
 * holes below it stay, and a column is full when its top cell is taken.
 */
import { IllegalMove, otherSeat, type Result, type Seat } from '../game.ts';

export const MIN_SIDE = 1;
export const MAX_SIDE = 12;

/** What a cell holds: nothing, or the stone of seat 0 (`x`) or seat 1 (`o`). */
export const EMPTY = 0;
export const stoneOf = (seat: Seat): number => seat + 1;

export interface Connect4Board {
  readonly width: number;
  readonly height: number;
  /** Index row * width + column, row 0 at the bottom; 0 empty, 1 `x`, 2 `o`. Never written to. */
  readonly cells: Uint8Array;
}

export interface Connect4Position extends Connect4Board {
  readonly mover: Seat;
  /** By column, the row where a stone would land; `height` if the column is full. Never written to. */
  readonly tops: Uint8Array;
  /** How many columns are not full. */
  readonly open: number;
  /** The side with four in a row. */
  readonly winner: Seat | null;
}

/** @throws RangeError unless both sides are from 1 to 12. */
export function emptyBoard(width: number, height: number): Connect4Board {
  for (const side of [width, height]) {
    if (!Number.isInteger(side) || side < MIN_SIDE || side > MAX_SIDE) {
      throw new RangeError(`no board of ${width} x ${height}`);
    }
  }
  return { width, height, cells: new Uint8Array(width * height) };
}

/** A position from any board. If both sides have a four, the side that moved last has won. */
export function makePosition(board: Connect4Board, mover: Seat): Connect4Position {
  const { width, height, cells } = board;
  const tops = new Uint8Array(width);
  let open = 0;
  for (let column = 0; column < width; column++) {
    let top = height;
    while (top > 0 && cells[(top - 1) * width + column] === EMPTY) top--;
    tops[column] = top;
    if (top < height) open++;
  }
  const last = otherSeat(mover);
  const winner = hasFour(board, last) ? last : hasFour(board, mover) ? mover : null;
  return { width, height, cells, mover, tops, open, winner };
}

function hasFour(board: Connect4Board, seat: Seat): boolean {
  const stone = stoneOf(seat);
  return board.cells.some((cell, index) => cell === stone && isInFour(board, index));
}

/** Counts the cells of the same stone that follow `index` in one direction, excluding the cell itself. */
function run(board: Connect4Board, index: number, stepX: number, stepY: number): number {
  const { width, height, cells } = board;
  const stone = cells[index];
  const step = stepY * width + stepX;
  let x = (index % width) + stepX;
  let y = ((index / width) | 0) + stepY;
  let at = index + step;
  let length = 0;
  while (x >= 0 && x < width && y >= 0 && y < height && cells[at] === stone) {
    length++;
    x += stepX;
    y += stepY;
    at += step;
  }
  return length;
}

const inRow = (board: Connect4Board, index: number, stepX: number, stepY: number): boolean =>
  run(board, index, stepX, stepY) + run(board, index, -stepX, -stepY) >= 3;

/** Whether the stone on cell `index` is one of four or more in a row. */
export function isInFour(board: Connect4Board, index: number): boolean {
  return (
    inRow(board, index, 1, 0) ||
    inRow(board, index, 0, 1) ||
    inRow(board, index, 1, 1) ||
    inRow(board, index, 1, -1)
  );
}

/** Every cell of the winner's fours, in ascending order; empty if there is no winner. */
export function winningCells(position: Connect4Position): readonly number[] {
  if (position.winner === null) return [];
  const stone = stoneOf(position.winner);
  const found: number[] = [];
  position.cells.forEach((cell, index) => {
    if (cell === stone && isInFour(position, index)) found.push(index);
  });
  return found;
}

export function result(position: Connect4Position): Result | null {
  if (position.winner !== null) return { kind: 'win', winner: position.winner, reason: 'four in a row' };
  return position.open === 0 ? { kind: 'draw', reason: 'board full' } : null;
}

const none: readonly number[] = [];

export function moves(position: Connect4Position): readonly number[] {
  if (position.winner !== null) return none;
  const { width, height, tops } = position;
  const columns: number[] = [];
  for (let column = 0; column < width; column++) if (tops[column]! < height) columns.push(column);
  return columns;
}

/** Why the column cannot be played; null if it can. */
export function objection(position: Connect4Position, column: number): string | null {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  if (!Number.isInteger(column) || column < 0 || column >= position.width) {
    return `there is no column ${typeof column === 'number' ? column + 1 : String(column)} on this board`;
  }
  return position.tops[column]! < position.height ? null : `column ${column + 1} is full`;
}

/** @throws IllegalMove */
export function play(position: Connect4Position, column: number): Connect4Position {
  const { width, height, mover } = position;
  const row = position.tops[column];
  // A column off the board, or a move that is not an integer, has no top.
  if (position.winner !== null || row === undefined || row >= height) {
    throw new IllegalMove(objection(position, column) ?? 'this is not a column');
  }
  const cells = position.cells.slice();
  const tops = position.tops.slice();
  const index = row * width + column;
  cells[index] = stoneOf(mover);
  tops[column] = row + 1;
  const next = {
    width,
    height,
    cells,
    mover: otherSeat(mover),
    tops,
    open: row + 1 === height ? position.open - 1 : position.open,
    winner: null,
  };
  // There was no four before, so a new one includes the new stone.
  return isInFour(next, index) ? { ...next, winner: mover } : next;
}
