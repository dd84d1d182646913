/** What an engine brings that looks ahead by iterative deepening with a transposition table. */
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

export interface Level {
  /** Plies that it looks ahead. */
  readonly depth: number;
  /** By how much it may overrate a move, in what is worth 1 to whoever reads an estimate. */
  readonly error: number;
}

/** How far a level may overrate a move, as a value of the search. */
export const spreadOf = ({ error }: Level): number => Math.round(one * error);

/** Numbers in [0, 1) from a seed, the same for the same seed (Tommy Ettinger's mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
