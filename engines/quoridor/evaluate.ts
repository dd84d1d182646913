/** Static evaluation. */
import { one } from '../shared/table.ts';
import type { QuoridorBoard } from './board.ts';

/** The value of a pawn's step. */
export const oneStep = one;

/** In hundredths of a step. The last wall is worth the most; from the tenth on, all are worth the same. */
const lastWall = 250;
const furtherWall = 75;
const fewWalls = 10;

/** For having the move. */
export const tempo = 50;

/** No board holds more walls. */
const mostWalls = 576;

/** By the number left: their total value. */
const stocks = new Int32Array(mostWalls + 1);
for (let left = 1; left <= mostWalls; left++) {
  const spare = Math.min(left - 1, fewWalls) / fewWalls;
  stocks[left] = stocks[left - 1]! + Math.round(lastWall + spare * (furtherWall - lastWall));
}

/** The cost of placing a wall for a side with this many left. */
export const wallPrice = (left: number): number => stocks[left]! - stocks[left - 1]!;

/** From the mover's view: the lead in distance to the goal, and the walls left. */
export function evaluate(board: QuoridorBoard): number {
  const { mover, wallsLeft } = board;
  const other = mover === 0 ? 1 : 0;
  const ahead = board.distance(other) - board.distance(mover);
  return oneStep * ahead + tempo + stocks[wallsLeft[mover]!]! - stocks[wallsLeft[other]!]!;
}
