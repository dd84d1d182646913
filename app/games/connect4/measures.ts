/** Threats: empty cells in which a disc of one side would make four in a row. */
import type { GameMeasure, Seat } from '../game.ts';
import { isInFour, stoneOf, type Connect4Position } from './rules.ts';

/** @param reach of the rows above the discs of a column, how many count */
function threats(position: Connect4Position, seat: Seat, reach: number): number {
  const { width, height, tops } = position;
  // A copy: a disc is tried in each cell.
  const cells = position.cells.slice();
  const board = { width, height, cells };
  let found = 0;
  for (let column = 0; column < width; column++) {
    const top = Math.min(height, tops[column]! + reach);
    for (let row = tops[column]!; row < top; row++) {
      const index = row * width + column;
      cells[index] = stoneOf(seat);
      if (isInFour(board, index)) found++;
      cells[index] = 0;
    }
  }
  return found;
}

export const measures: readonly GameMeasure<Connect4Position>[] = [
  {
    id: 'threats',
    name: 'Threats',
    unit: 'cells',
    value: (position, seat) => threats(position, seat, position.height),
  },
  {
    id: 'immediate',
    name: 'Immediate threats',
    unit: 'columns',
    value: (position, seat) => threats(position, seat, 1),
  },
];
