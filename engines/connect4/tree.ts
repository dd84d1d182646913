/**
 * The search of one tree: negamax with alpha-beta, null windows and a transposition table. Moves are skipped only on
 * proof: no move is better than one that makes a four; if the opponent could make a four, every move but the block
 * loses in two; a stone below the cell of an opponent's four loses in two.
 */
import type { Connect4SearchBoard } from './board.ts';
import { evaluate, decisive, infinity, win, type SeatWeights } from './evaluate.ts';
import { Ordering } from './ordering.ts';
import {
  boundOf,
  depthOf,
  exact,
  lowerBound,
  moveOf,
  noMove,
  upperBound,
  valueOf,
  type Bound,
  type Table,
} from './table.ts';

export interface TreeTask {
  /** Modified during the search, and restored when it returns. */
  readonly board: Connect4SearchBoard;
  /** Null searches without a table. */
  readonly table: Table | null;
  /** All columns in order of preference, for moves within the tree. */
  readonly order: readonly number[];
  readonly weights: SeatWeights;
  /** Separates results of different settings in the table. */
  readonly salt: number;
  /** Forced replies cost no depth, up to twice the depth. */
  readonly extend: boolean;
}

/** In nodes: the interval of polls, about a millisecond of work. */
export const pollInterval = 1024;

export class Connect4Tree {
  /** Searched so far. */
  nodes = 0;
  /** The latest search was cut short and its result is meaningless. */
  stopped = false;
  private readonly board: Connect4SearchBoard;
  private readonly table: Table | null;
  private readonly weights: SeatWeights;
  private readonly salt: number;
  private readonly extend: boolean;
  private readonly width: number;
  private readonly ordering: Ordering;
  private extendLimit = 0;
  private shouldStop: () => boolean = () => false;
  private nextPoll = pollInterval;

  constructor({ board, table, weights, salt, extend, order }: TreeTask) {
    this.board = board;
    this.table = table;
    this.weights = weights;
    this.salt = salt;
    this.extend = extend;
    this.width = board.width;
    this.ordering = new Ordering(board, order);
  }

  /**
   * To be called before each search.
   * @param depth of its iteration, in plies
   * @param shouldStop called once per `pollInterval` nodes
   */
  begin(depth: number, shouldStop: () => boolean): void {
    this.stopped = false;
    this.extendLimit = this.extend ? 2 * depth : 0;
    this.shouldStop = shouldStop;
  }

  /** A column's value at the root, from the mover's view, within the window or a bound beyond it. */
  columnValue(column: number, alpha: number, beta: number, depth: number): number {
    const { board } = this;
    if (board.winsAt(column)) return win - 1;
    board.play(column);
    // A plain minus would turn a draw into -0.
    const value = 0 - this.value(-beta, -alpha, depth - 1, 1);
    board.undo(column);
    return value;
  }

  private poll(): boolean {
    this.nextPoll = this.nodes + pollInterval;
    if (this.shouldStop()) this.stopped = true;
    return this.stopped;
  }

  /**
   * The position's value from its mover's view; exact within (alpha, beta), else a bound. `ply` counts from the root,
   * and so do decisive values.
   */
  value(alpha: number, beta: number, depth: number, ply: number): number {
    const { board } = this;
    if (++this.nodes >= this.nextPoll && this.poll()) return 0;
    if (board.empty === 0) return 0;
    if (depth <= 0) return evaluate(board, this.weights);

    const { heights, height } = board;
    const { width } = this;
    const me = board.mover;
    const mine = board.threats[me];
    const theirs = board.threats[me === 0 ? 1 : 0];
    let forced = -1;
    let forcedCount = 0;
    for (let column = 0, base = 0; column < width; column++, base += height) {
      const row = heights[column]!;
      if (row === height) continue;
      if (mine[base + row] !== 0) return win - ply - 1;
      if (theirs[base + row] !== 0) {
        forced = column;
        forcedCount++;
      }
    }
    if (depth === 1) return this.lastPly(alpha, beta);
    if (forcedCount > 1) return ply + 2 - win;

    // There is no four at hand: the soonest is at ply + 3, the opponent's at ply + 2.
    const ceiling = win - ply - 3;
    if (alpha >= ceiling) return ceiling;
    if (beta > ceiling) beta = ceiling;

    if (forcedCount === 1) {
      const kept = ply < this.extendLimit ? depth : depth - 1;
      board.play(forced);
      const value = -this.value(-beta, -alpha, kept, ply + 1);
      board.undo(forced);
      return value;
    }

    if (depth > board.empty) depth = board.empty;
    const { table } = this;
    const low = board.hashLow ^ this.salt;
    const high = board.hashHigh;
    let tableMove = noMove;
    if (table !== null) {
      const data = table.probe(low, high);
      if (data !== 0) {
        tableMove = moveOf(data);
        const stored = valueOf(data);
        const bound = boundOf(data);
        const held = depthOf(data);
        const same = held === depth || (held > depth && this.extend);
        let value = stored;
        let isLower = same;
        let isUpper = same;
        let isExact = same;
        if (stored > decisive) {
          // A stored four is valid at any depth that reaches it.
          const plies = win - stored;
          value = stored - ply;
          isLower ||= plies <= depth;
          isExact ||= plies <= depth && plies <= held;
        } else if (stored < -decisive) {
          const plies = win + stored;
          value = stored + ply;
          isUpper ||= plies <= depth;
          isExact ||= plies <= depth && plies <= held;
        }
        if (bound === exact && isExact) return value;
        if (isLower && (bound & lowerBound) !== 0 && value >= beta) return value;
        if (isUpper && (bound & upperBound) !== 0 && value <= alpha) return value;
      }
    }

    const from = ply * width;
    const { ordering } = this;
    const count = ordering.sort(board, from, ply, tableMove);
    const { moves } = ordering;
    const start = alpha;
    let best = -infinity;
    let bestMove = noMove;
    for (let i = 0; i < count; i++) {
      const column = moves[from + i]!;
      const cell = column * height + heights[column]!;
      let value: number;
      if (heights[column]! + 1 < height && theirs[cell + 1] !== 0) {
        // The stone would support the opponent's four.
        value = ply + 2 - win;
      } else {
        board.play(column);
        if (best === -infinity) {
          value = -this.value(-beta, -alpha, depth - 1, ply + 1);
        } else {
          value = -this.value(-alpha - 1, -alpha, depth - 1, ply + 1);
          if (value > alpha && value < beta) value = -this.value(-beta, -alpha, depth - 1, ply + 1);
        }
        board.undo(column);
        if (this.stopped) return 0;
      }
      if (value > best) {
        best = value;
        bestMove = column;
        if (value > alpha) {
          alpha = value;
          if (alpha >= beta) {
            ordering.refuted(column, cell, me, ply, depth);
            break;
          }
        }
      }
    }

    if (table !== null) {
      const bound: Bound = best >= beta ? lowerBound : best > start ? exact : upperBound;
      const stored = best > decisive ? best + ply : best < -decisive ? best - ply : best;
      table.store(low, high, stored, depth, bestMove, bound);
    }
    return best;
  }

  /** One ply before the horizon, without a four at hand: the best static value, or the draw of the last stone. */
  private lastPly(alpha: number, beta: number): number {
    const { board, width } = this;
    const { heights, height } = board;
    let best = -infinity;
    for (let column = 0; column < width; column++) {
      if (heights[column] === height) continue;
      board.play(column);
      const value = board.empty === 0 ? 0 : -evaluate(board, this.weights);
      board.undo(column);
      this.nodes++;
      if (value > best) {
        best = value;
        if (best > alpha && best >= beta) break;
      }
    }
    return best;
  }
}
