/** What an engine contributes to a `SearchingBrain`. */
import type { Finding } from '../../app/protocols/responder.ts';
import type { Deepening, Iteration } from './deepening.ts';
import { one, type Table } from './table.ts';

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
  /** Must have a legal move. It is restored after the search. */
  readonly board: Board;
  readonly table: Table;
  /** Whether a legal move may be chosen; absent if each may. */
  mayChoose?(move: number): boolean;
}

/** An engine's knowledge of its game. */
export interface Skill<Board> {
  /** From the weakest to the strongest. */
  readonly levels: readonly Level[];
  /** The board of the search; null if the game is over. */
  board(position: unknown): Board | null;
  /** What is known without a search. @param mustSearch whether only a search can still answer in time */
  known?(board: Board, mustSearch: () => boolean): Finding | null;
  search(task: SearchTask<Board>): Iteration;
  /** The table's line after a move at the root, including that move. */
  lineBehind(board: Board, table: Table, move: number): readonly number[];
  /** The same for equal positions. Together with the seed setting, it determines the choices of weaker levels. */
  seed(board: Board): number;
  /** Whether a level may overrate a move that is not the best; by default any. */
  mayOverrate?(board: Board, move: number): boolean;
  /** The game's own move. */
  toGame(move: number): unknown;
}

export interface Level {
  /** The search depth in plies. */
  readonly depth: number;
  /** The largest overestimate of a move, in units of the reported score. */
  readonly error: number;
}

/** The error of a level as a value of the search. */
export const spreadOf = ({ error }: Level): number => Math.round(one * error);
