/**
 * The places that the engine has already gone to in a game. Two sides that wait for each other could step to
 * and fro for ever, since the game has no rule against it: going again to where it was looks a little worse
 * each time, until something else looks better.
 */
import type { SearchBoard } from './board.ts';

/** In hundredths of a step, for each time before. */
const penalty = 30;

export class Visits {
  /** By position: how often the engine left the board like this. Only of those with the walls of `#walls`. */
  readonly #counts = new Map<string, number>();
  #walls = '';
  #last = '';

  /** What is to be taken off the estimates of moves that lead back. */
  penalties(board: SearchBoard): ReadonlyMap<number, number> {
    const walls = wallsOf(board);
    const here = keyOf(board);
    // Walls stay, so that no position comes back once one is put up; and a new game begins at its start.
    if (walls !== this.#walls || isStart(board)) this.#counts.clear();
    this.#walls = walls;
    const found = new Map<number, number>();
    // The same question once more is no way back.
    if (here === this.#last) return found;
    const moves = new Int16Array(board.moveCount);
    for (const move of moves.subarray(0, board.pawnMoves(moves, 0))) {
      const from = board.movePawn(move);
      const count = this.#counts.get(keyOf(board));
      board.unmovePawn(from);
      if (count !== undefined) found.set(move, penalty * count);
    }
    return found;
  }

  /** The engine plays this move. */
  leave(board: SearchBoard, move: number): void {
    const here = keyOf(board);
    const again = here === this.#last;
    this.#last = here;
    if (again || !board.isPawnMove(move)) return;
    const from = board.movePawn(move);
    const key = keyOf(board);
    board.unmovePawn(from);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }
}

const keyOf = ({ hashLow, hashHigh }: SearchBoard): string => `${hashLow},${hashHigh}`;
const wallsOf = ({ size, walls, wallsLeft }: SearchBoard): string =>
  `${size} ${wallsLeft.join()} ${walls.join('')}`;

const isStart = ({ cells, size, wallCount, pawns }: SearchBoard): boolean =>
  wallCount === 0 && pawns[0] === cells - (size + 1) / 2 && pawns[1] === (size - 1) / 2;
