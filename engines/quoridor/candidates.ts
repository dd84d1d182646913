/** Selects the walls worth searching: a 9 x 9 board has 128 places, and few of them matter. */
import { HORIZONTAL, VERTICAL, type Orientation } from '../../app/games/quoridor/index.ts';
import type { QuoridorBoard } from './board.ts';
import { east, north, south } from '../../app/truth/quoridor/steps.ts';

/** Which walls are searched; each breadth includes those before it. */
export type Breadth =
  /** Those that may lengthen the other side's path. */
  | 0
  /** Those around the pawns and along the mover's own path. */
  | 1
  /** Those that touch a wall. */
  | 2
  /** All. */
  | 3;

/** Up to this size every wall is always searched. */
const smallBoard = 5;

/** In steps: how far along its own path a side looks for places to deny to the other side. */
const ownWay = 5;

export class Candidates {
  readonly #board: QuoridorBoard;
  readonly #seen: Int32Array;
  #stamp = 0;
  #out: Int16Array = new Int16Array(0);
  #end = 0;

  constructor(board: QuoridorBoard) {
    this.#board = board;
    this.#seen = new Int32Array(board.moveCount);
  }

  /**
   * Writes walls that fit to `out` from `at` on, each once, roughly the most promising first; paths are not checked.
   * @returns the end of the list
   */
  walls(breadth: Breadth, out: Int16Array, at: number): number {
    const board = this.#board;
    this.#stamp++;
    this.#out = out;
    this.#end = at;
    this.#along(board.mover === 0 ? 1 : 0, board.cells, false);
    if (board.size <= smallBoard || breadth === 3) {
      for (let centre = 0; centre < board.centres; centre++) this.#both(centre);
    } else if (breadth > 0) {
      this.#around(board.pawns[1 - board.mover]!);
      this.#around(board.pawns[board.mover]!);
      this.#along(board.mover, ownWay, true);
      if (breadth === 2) for (let i = 0; i < board.wallCount; i++) this.#touching(board.standing[i]!);
    }
    return this.#end;
  }

  #add(centre: number, orientation: Orientation): void {
    const board = this.#board;
    const move = board.cells + 2 * centre + orientation;
    if (this.#seen[move] === this.#stamp) return;
    this.#seen[move] = this.#stamp;
    if (board.fits(centre, orientation)) this.#out[this.#end++] = move;
  }

  #both(centre: number): void {
    this.#add(centre, HORIZONTAL);
    this.#add(centre, VERTICAL);
  }

  /** The same by row and column of the centre, which may lie off the board. */
  #addAt(row: number, column: number, orientation: Orientation): void {
    const { side } = this.#board;
    if (row >= 0 && column >= 0 && row < side && column < side) this.#add(row * side + column, orientation);
  }

  /**
   * The walls across one shortest path of a seat: they include every wall that lengthens its path, since that must bar
   * all shortest paths. Or, `beside` it, what blocks their places.
   */
  #along(seat: 0 | 1, most: number, beside: boolean): void {
    const { open, size, fields, pawns } = this.#board;
    const { steps } = fields[seat];
    let cell = pawns[seat]!;
    for (let made = 0; made < most && steps[cell]! > 0; made++) {
      const bits = open[cell]!;
      const nearer = steps[cell]! - 1;
      const row = Math.floor(cell / size);
      const column = cell - row * size;
      let turn: Orientation = HORIZONTAL;
      let centreRow = row;
      let centreColumn = column;
      if (bits & north && steps[cell + size] === nearer) {
        cell += size;
      } else if (bits & south && steps[cell - size] === nearer) {
        cell -= size;
        centreRow--;
      } else if (bits & east && steps[cell + 1] === nearer) {
        cell += 1;
        turn = VERTICAL;
      } else {
        cell -= 1;
        turn = VERTICAL;
        centreColumn--;
      }
      const placed = beside ? ((1 - turn) as Orientation) : turn;
      this.#addAt(centreRow, centreColumn, placed);
      if (turn === HORIZONTAL) this.#addAt(centreRow, centreColumn - 1, placed);
      else this.#addAt(centreRow - 1, centreColumn, placed);
    }
  }

  /** Both walls on each of a cell's four corners. */
  #around(cell: number): void {
    const { size } = this.#board;
    const row = Math.floor(cell / size);
    const column = cell - row * size;
    for (let north = row - 1; north <= row; north++) {
      for (let east = column - 1; east <= column; east++) {
        this.#addAt(north, east, HORIZONTAL);
        this.#addAt(north, east, VERTICAL);
      }
    }
  }

  /** Those that meet a wall's ends or its middle. */
  #touching(wall: number): void {
    const { cells, side } = this.#board;
    const centre = (wall - cells) >> 1;
    const row = Math.floor(centre / side);
    const column = centre - row * side;
    const along = ((wall - cells) & 1) as Orientation;
    const across = (1 - along) as Orientation;
    const up = along === VERTICAL ? 1 : 0;
    const right = 1 - up;
    for (const way of [-1, 1]) {
      this.#addAt(row + 2 * way * up, column + 2 * way * right, along);
      this.#addAt(row + way * up, column + way * right, across);
      // Perpendicular to the middle and both ends.
      for (let end = -1; end <= 1; end++) {
        this.#addAt(row + end * up + way * right, column + end * right + way * up, across);
      }
    }
  }
}
