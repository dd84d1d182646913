/** The order in which moves are searched: the table's move, killers and history, preferences. */
import type { Connect4SearchBoard } from './board.ts';

export class Ordering {
  /** Columns, `width` for each ply. */
  readonly moves: Int8Array;
  /** Their sort keys. */
  private readonly keys: Int32Array;
  /** By seat and cell: how often a stone there refuted the previous move, weighted by depth. */
  private readonly history: Int32Array;
  /** By ply: the last column that refuted. */
  private readonly killers: Int8Array;
  /** By column; preferred ones are greater. */
  private readonly preference: Int32Array;
  private readonly cells: number;

  /** @param order all columns, the preferred ones first */
  constructor({ width, height }: Connect4SearchBoard, order: readonly number[]) {
    this.cells = width * height;
    this.history = new Int32Array(2 * this.cells);
    this.killers = new Int8Array(this.cells + 2).fill(-1);
    this.preference = new Int32Array(width);
    order.forEach((column, place) => (this.preference[column] = order.length - place));
    this.moves = new Int8Array((this.cells + 2) * width);
    this.keys = new Int32Array((this.cells + 2) * width);
  }

  /** Writes the open columns to `moves` from `from` on, the most promising first. @returns their number */
  sort(board: Connect4SearchBoard, from: number, ply: number, tableMove: number): number {
    const { moves, keys } = this;
    const { heights, height, width } = board;
    const killer = this.killers[ply]!;
    const history = board.mover * this.cells;
    let count = 0;
    for (let column = 0; column < width; column++) {
      if (heights[column] === height) continue;
      const cell = column * height + heights[column]!;
      let key = (this.history[history + cell]! << 4) + this.preference[column]!;
      if (column === killer) key += 1 << 28;
      if (column === tableMove) key += 1 << 29;
      let at = from + count;
      while (at > from && keys[at - 1]! < key) {
        keys[at] = keys[at - 1]!;
        moves[at] = moves[at - 1]!;
        at--;
      }
      keys[at] = key;
      moves[at] = column;
      count++;
    }
    return count;
  }

  /** The stone on `cell` in this column refuted the opponent's move. */
  refuted(column: number, cell: number, seat: 0 | 1, ply: number, depth: number): void {
    this.killers[ply] = column;
    const at = seat * this.cells + cell;
    this.history[at]! += depth * depth;
    // Kept small, so that sort keys have room above it.
    if (this.history[at]! > 1 << 22) {
      for (let i = 0; i < this.history.length; i++) this.history[i]! >>= 1;
    }
  }
}
