/** What a position looks worth without looking ahead. */
import { one } from '../shared/table.ts';
import type { SearchBoard } from './board.ts';

/** What a pawn's step is worth. */
export const oneStep = one;

/** All in hundredths of a step. The last wall is worth the most; from the tenth on they are worth the same. */
const lastWall = 250;
const furtherWall = 75;
const fewWalls = 10;

/** Being the one to move. */
export const tempo = 50;

/** More walls than this fit on no board. */
const mostWalls = 576;

/** By how many are left: what they are worth together. */
const stocks = new Int32Array(mostWalls + 1);
for (let left = 1; left <= mostWalls; left++) {
  const spare = Math.min(left - 1, fewWalls) / fewWalls;
  stocks[left] = stocks[left - 1]! + Math.round(lastWall + spare * (furtherWall - lastWall));
}

/** What putting up a wall costs a side that has so many left. */
export const wallPrice = (left: number): number => stocks[left]! - stocks[left - 1]!;

/** From the mover's view: how much nearer to its goal it is than the other side, and what it has left. */
export function evaluate(board: SearchBoard): number {
  const { mover, wallsLeft } = board;
  const other = mover === 0 ? 1 : 0;
  const ahead = board.distance(other) - board.distance(mover);
  return oneStep * ahead + tempo + stocks[wallsLeft[mover]!]! - stocks[wallsLeft[other]!]!;
}
