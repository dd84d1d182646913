/** What both halves need to know of a board: which columns are open and how much play is left. */
import { isInFour, type Connect4Position } from '../../games/connect4/index.ts';
import { stoneOf } from '../../games/connect4/rules.ts';
import type { Cell } from './lists.ts';

export const isOpen = ({ width, height, tops }: Connect4Position, column: number): boolean =>
  column >= 0 && column < width && tops[column]! < height;

/** By the board alone: a won board has open columns too, and a server searches it like any other. */
export function openColumns(position: Connect4Position): readonly number[] {
  return Array.from({ length: position.width }, (_, column) => column).filter((column) =>
    isOpen(position, column),
  );
}

/** How many stones can still fall. Holes below a stone are out of reach. */
export function pliesLeft({ height, tops }: Connect4Position): number {
  return tops.reduce((sum, top) => sum + height - top, 0);
}

/**
 * The cells of every four that the mover makes by playing `column`, sorted by column and row; more than
 * four where rows cross or are longer. Null where it makes none.
 */
export function fourThrough(position: Connect4Position, column: number): readonly Cell[] | null {
  if (!isOpen(position, column)) return null;
  const { width, height, tops, mover } = position;
  const cells = position.cells.slice();
  const row = tops[column]!;
  const stone = stoneOf(mover);
  cells[row * width + column] = stone;
  if (!isInFour({ width, height, cells }, row * width + column)) return null;
  const found = new Map([[row * width + column, { column, row }]]);
  for (const [stepX, stepY] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    const run: Cell[] = [];
    for (const way of [-1, 1]) {
      let x = column + way * stepX;
      let y = row + way * stepY;
      while (x >= 0 && x < width && y >= 0 && y < height && cells[y * width + x] === stone) {
        run.push({ column: x, row: y });
        x += way * stepX;
        y += way * stepY;
      }
    }
    if (run.length >= 3) for (const cell of run) found.set(cell.row * width + cell.column, cell);
  }
  return [...found.values()].sort((one, two) => one.column - two.column || one.row - two.row);
}
