/**
 * Iterative deepening over negamax with alpha-beta, a transposition table and null windows.
 *
 * What a finished iteration of depth d says is what plain minimax of depth d says: a four that can be
 * forced within d plies is found, with its exact distance (the shortest win, the longest loss), and no
 * other four is claimed. Everything that is skipped is skipped on proof: a four at hand is the best
 * there is; with the opponent's four at hand any other move loses in two; a stone that opens the cell of
 * the opponent's four loses in two. With `extend` forced replies cost no depth; then fours *beyond* d may
 * be found as well, and those within d keep their distances.
 */
import type { SearchBoard } from './board.ts';
import { evaluate, type SeatWeights } from './evaluate.ts';
import { boundOf, depthOf, exact, lowerBound, moveOf, noMove, upperBound, valueOf } from './table.ts';
import type { Bound, Table } from './table.ts';
import { decisive, infinity, isDecisive, pliesOf, win } from './values.ts';

export interface SearchTask {
  /** Played on during the search, and as it was when the search returns. */
  readonly board: SearchBoard;
  /** Null searches without a memory. */
  readonly table: Table | null;
  /** The columns to look at, none of them full, the preferred ones first: they win ties. */
  readonly columns: readonly number[];
  /** All columns in order of preference, for the moves within the tree. */
  readonly order: readonly number[];
  readonly weights: SeatWeights;
  /** Tells results of one way of valuing from another's in the table. */
  readonly salt: number;
  /** In plies; what goes beyond the full board is cut. */
  readonly maxDepth: number;
  /** An exact value for each column, and not for the best one alone. */
  readonly everyColumn: boolean;
  readonly extend: boolean;
  /** Asked about every thousandth node, from the second iteration on; `nodes` is how many there were. */
  shouldStop(nodes: number): boolean;
  /** Told of each finished iteration. */
  onIteration?(iteration: Iteration): void;
}

export interface ColumnValue {
  readonly column: number;
  readonly value: number;
}

/** What a finished iteration found. */
export interface Iteration {
  readonly depth: number;
  readonly best: ColumnValue;
  /** Exact values: of each column looked at, or (without `everyColumn`) of the best one alone. */
  readonly values: readonly ColumnValue[];
  readonly nodes: number;
}

export interface SearchResult extends Iteration {
  /**
   * The expected columns from the root on. Where the value is decisive it goes up to the four, unless the
   * four lies beyond the depth (`extend`) or playing it out would take too long.
   */
  readonly line: readonly number[];
  /** Deeper iterations would say nothing new about the values. */
  readonly proven: boolean;
  /** Cut short before `maxDepth`. */
  readonly stopped: boolean;
}

/** How many nodes may be spent on playing out the line of a decisive value. */
const lineBudget = 300_000;

/** @throws RangeError where `columns` is empty. */
export function search(task: SearchTask): SearchResult {
  return new Searcher(task).run();
}

class Searcher {
  private readonly task: SearchTask;
  private readonly board: SearchBoard;
  private readonly table: Table | null;
  private readonly weights: SeatWeights;
  private readonly width: number;
  private readonly cells: number;
  /** By seat and cell: how often, weighted by depth, a stone there refuted the move before. */
  private readonly history: Int32Array;
  /** By ply: the column that refuted last. */
  private readonly killers: Int8Array;
  /** By column, the preferred ones greater. */
  private readonly preference: Int32Array;
  /** Columns and their sort keys, `width` for each ply. */
  private readonly moves: Int8Array;
  private readonly keys: Int32Array;
  private nodes = 0;
  private stoppable = false;
  private stopped = false;
  private extendLimit = 0;
  private nodeLimit = Infinity;

  constructor(task: SearchTask) {
    const { board } = task;
    this.task = task;
    this.board = board;
    this.table = task.table;
    this.weights = task.weights;
    this.width = board.width;
    this.cells = board.width * board.height;
    this.history = new Int32Array(2 * this.cells);
    this.killers = new Int8Array(this.cells + 2).fill(-1);
    this.preference = new Int32Array(board.width);
    task.order.forEach((column, place) => (this.preference[column] = task.order.length - place));
    this.moves = new Int8Array((this.cells + 2) * board.width);
    this.keys = new Int32Array((this.cells + 2) * board.width);
  }

  run(): SearchResult {
    const { task, board } = this;
    const first = task.columns[0];
    if (first === undefined) throw new RangeError('there is no column to look at');
    this.table?.age();
    const deepest = Math.max(1, Math.min(task.maxDepth, board.empty));
    const known = new Map<number, ColumnValue>();
    let last: Iteration | null = null;
    let proven = false;
    for (let depth = 1; depth <= deepest && !proven; depth++) {
      this.stoppable = depth > 1;
      this.extendLimit = task.extend ? 2 * depth : 0;
      const values: ColumnValue[] | null = task.everyColumn
        ? this.everyColumn(depth, known, last)
        : this.bestColumn(depth, last);
      if (values === null) break;
      // Sorting is stable, and `columns` has the preferred ones first.
      const best: ColumnValue = values.reduce((a, b) => (b.value > a.value ? b : a));
      last = { depth, best, values, nodes: this.nodes };
      const settled = (value: number): boolean => isDecisive(value) && pliesOf(value) <= depth;
      proven = depth >= board.empty || values.every(({ value }) => settled(value));
      task.onIteration?.(last);
    }
    // The first iteration cannot be stopped.
    const found = last!;
    const line = this.principalLine(found.best, found.depth);
    return { ...found, line, nodes: this.nodes, proven, stopped: this.stopped };
  }

  /** The exact value of each column; null when stopped. */
  private everyColumn(
    depth: number,
    known: Map<number, ColumnValue>,
    last: Iteration | null,
  ): ColumnValue[] | null {
    const values: ColumnValue[] = [];
    for (const column of this.task.columns) {
      const before = known.get(column);
      // A four within the depth of an earlier iteration has its final distance.
      const settled =
        before !== undefined && isDecisive(before.value) && pliesOf(before.value) <= last!.depth;
      const value = settled ? before.value : this.columnValue(column, -infinity, infinity, depth);
      if (this.stopped) return null;
      values.push({ column, value });
    }
    for (const entry of values) known.set(entry.column, entry);
    return values;
  }

  /** The best column with its exact value, alone; null when stopped. */
  private bestColumn(depth: number, last: Iteration | null): ColumnValue[] | null {
    const first = last?.best.column ?? this.task.columns[0]!;
    const columns = [first, ...this.task.columns.filter((column) => column !== first)];
    let best: ColumnValue | null = null;
    for (const column of columns) {
      const alpha: number = best?.value ?? -infinity;
      let value: number =
        best === null
          ? this.columnValue(column, alpha, infinity, depth)
          : this.columnValue(column, alpha, alpha + 1, depth);
      if (best !== null && value > alpha && !this.stopped) {
        value = this.columnValue(column, alpha, infinity, depth);
      }
      if (this.stopped) return null;
      if (best === null || value > best.value) best = { column, value };
    }
    return [best!];
  }

  /** A column's value at the root, from the mover's view, within the window or a bound beyond it. */
  private columnValue(column: number, alpha: number, beta: number, depth: number): number {
    const { board } = this;
    if (board.winsAt(column)) return win - 1;
    board.play(column);
    // Not a plain minus, which would make a draw -0.
    const value = 0 - this.negamax(-beta, -alpha, depth - 1, 1);
    board.undo(column);
    return value;
  }

  private shouldStop(): boolean {
    if (this.nodes >= this.nodeLimit || (this.stoppable && this.task.shouldStop(this.nodes)))
      this.stopped = true;
    return this.stopped;
  }

  /**
   * The position's value from its mover's view; exact within (alpha, beta), else a bound. `ply` counts
   * from the root, and so do decisive values.
   */
  private negamax(alpha: number, beta: number, depth: number, ply: number): number {
    const { board } = this;
    if ((++this.nodes & 1023) === 0 && this.shouldStop()) return 0;
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

    // No four at hand: the soonest is at ply + 3, the opponent's at ply + 2.
    const ceiling = win - ply - 3;
    if (alpha >= ceiling) return ceiling;
    if (beta > ceiling) beta = ceiling;

    if (forcedCount === 1) {
      const kept = ply < this.extendLimit ? depth : depth - 1;
      board.play(forced);
      const value = -this.negamax(-beta, -alpha, kept, ply + 1);
      board.undo(forced);
      return value;
    }

    if (depth > board.empty) depth = board.empty;
    const { table } = this;
    const low = board.hashLow ^ this.task.salt;
    const high = board.hashHigh;
    let tableMove = noMove;
    if (table !== null) {
      const data = table.probe(low, high);
      if (data !== 0) {
        tableMove = moveOf(data);
        const stored = valueOf(data);
        const bound = boundOf(data);
        const held = depthOf(data);
        const same = held === depth || (held > depth && this.task.extend);
        let value = stored;
        let isLower = same;
        let isUpper = same;
        let isExact = same;
        if (stored > decisive) {
          // A four is a four at any depth that reaches it.
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
    const count = this.sortedMoves(from, ply, me, tableMove);
    const { moves } = this;
    const start = alpha;
    let best = -infinity;
    let bestMove = noMove;
    for (let i = 0; i < count; i++) {
      const column = moves[from + i]!;
      const cell = column * height + heights[column]!;
      let value: number;
      if (heights[column]! + 1 < height && theirs[cell + 1] !== 0) {
        // The stone would carry the opponent's four.
        value = ply + 2 - win;
      } else {
        board.play(column);
        if (best === -infinity) {
          value = -this.negamax(-beta, -alpha, depth - 1, ply + 1);
        } else {
          value = -this.negamax(-alpha - 1, -alpha, depth - 1, ply + 1);
          if (value > alpha && value < beta) value = -this.negamax(-beta, -alpha, depth - 1, ply + 1);
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
            this.refuted(column, cell, me, ply, depth);
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

  /** One ply before the horizon, no four at hand: the best static value, or the draw of the last stone. */
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

  /** Writes the open columns to `moves` from `from` on, the most promising first. @returns their number */
  private sortedMoves(from: number, ply: number, seat: 0 | 1, tableMove: number): number {
    const { moves, keys, width } = this;
    const { heights, height } = this.board;
    const killer = this.killers[ply]!;
    const history = seat * this.cells;
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

  private refuted(column: number, cell: number, seat: 0 | 1, ply: number, depth: number): void {
    this.killers[ply] = column;
    const at = seat * this.cells + cell;
    this.history[at]! += depth * depth;
    // Kept small, so that the sort keys have room above it.
    if (this.history[at]! > 1 << 22) {
      for (let i = 0; i < this.history.length; i++) this.history[i]! >>= 1;
    }
  }

  /**
   * The line behind a value. A decisive one is played out: every move on it keeps the value, which
   * searches of one point's width show. Otherwise the table's moves are followed as far as it has them.
   */
  private principalLine({ column, value }: ColumnValue, depth: number): number[] {
    const line = [column];
    const wasStopped = this.stopped;
    this.stopped = false;
    this.stoppable = false;
    this.extendLimit = this.task.extend ? 2 * depth : 0;
    this.nodeLimit = this.nodes + lineBudget;
    if (isDecisive(value)) this.followDecisive(line, value);
    else this.followTable(line, depth);
    this.stopped = wasStopped;
    return line;
  }

  private followDecisive(line: number[], value: number): void {
    const { board, task } = this;
    const plies = pliesOf(value);
    board.play(line[0]!);
    while (line.length < plies) {
      const ply = line.length;
      const wanted = ply % 2 === 0 ? value : -value;
      const next = task.order.find((column) => {
        if (!board.canPlay(column)) return false;
        if (board.winsAt(column)) return wanted === win - ply - 1;
        if (ply + 1 === plies) return false;
        board.play(column);
        const reached = -this.negamax(-wanted - 1, -wanted + 1, plies - ply - 1, ply + 1);
        board.undo(column);
        return reached === wanted && !this.stopped;
      });
      if (next === undefined) break;
      board.play(next);
      line.push(next);
    }
    for (const column of [...line].reverse()) board.undo(column);
  }

  private followTable(line: number[], depth: number): void {
    const { board, table } = this;
    if (table === null) return;
    board.play(line[0]!);
    while (line.length < depth && board.empty > 0) {
      const data = table.probe(board.hashLow ^ this.task.salt, board.hashHigh);
      const column = data === 0 ? noMove : moveOf(data);
      if (column >= board.width || !board.canPlay(column) || board.winsAt(column)) break;
      board.play(column);
      line.push(column);
    }
    for (const column of [...line].reverse()) board.undo(column);
  }
}
