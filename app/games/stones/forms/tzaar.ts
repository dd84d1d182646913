/**
 * TZAAR's names of places: the columns are ours, and each counts from its bottom, so that row r of column c (0 for A) is
 * our row min(6 + c, 10) - r. Boardspace counts the hole (E5), Waltz does not.
 */
import { BadNotation } from '../../game.ts';
import { columnOf, HOLE, isPlace, rowOf, SIDE, squareAt } from '../board.ts';

const topOf = (column: number): number => Math.min(6 + column, 10);
const middle = columnOf(HOLE);
const holeRow = 5;

/** @throws BadNotation */
export function squareOfTzaar(letter: string, row: number, countsHole: boolean): number {
  const column = letter.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
  const counted = !countsHole && column === middle && row >= holeRow ? row + 1 : row;
  const square = column >= 0 && column < SIDE ? squareAt(column, topOf(column) - counted - 1) : -1;
  if (counted >= 1 && counted < topOf(column) && isPlace(square)) return square;
  throw new BadNotation(`there is no place ${letter}${row} on the board of TZAAR`);
}

/** The letter and the row of a place. */
export function tzaarPlace(square: number, countsHole: boolean): readonly [letter: string, row: number] {
  const column = columnOf(square);
  const row = topOf(column) - (rowOf(square) + 1);
  const letter = String.fromCharCode('A'.charCodeAt(0) + column);
  return [letter, !countsHole && column === middle && row > holeRow ? row - 1 : row];
}
