/** What an engine brings that looks ahead by iterative deepening with a transposition table. */
import type { Finding } from '../../app/protocols/responder.ts';
import type { Deepening, Iteration } from './deepening.ts';
import type { Level } from './levels.ts';
import type { Table } from './table.ts';

export const noFinding: Finding = {
  bestmove: null,
  score: null,
  scores: [],
  line: [],
  depth: 0,
  nodes: 0,
};

/** One search from one position. */
export interface SearchTask<Board> extends Omit<Deepening, 'tree' | 'moves' | 'penalties' | 'isSettled'> {
  /** Must have a legal move. Comes back as it was. */
  readonly board: Board;
  readonly table: Table;
}

/** What an engine knows of its game. */
export interface Skill<Board> {
  /** From the weakest to the strongest. */
  readonly levels: readonly Level[];
  /** The board in the search; null where the game is over. */
  board(position: unknown): Board | null;
  /** What is known without a search. @param isLate whether there is no time left to find out. */
  known?(board: Board, isLate: () => boolean): Finding | null;
  search(task: SearchTask<Board>): Iteration;
  /** The line that the table remembers behind a move at the root, that move included. */
  lineBehind(board: Board, table: Table, move: number): readonly number[];
  /** The same in the same positions: with the seed it makes the choices of the levels that misjudge. */
  seed(board: Board): number;
  /** Whether a level may overrate a move that is not the best; where left out, any. */
  mayOverrate?(board: Board, move: number): boolean;
  /** The game's own move. */
  toGame(move: number): unknown;
}
