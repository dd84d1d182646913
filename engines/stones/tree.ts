/**
 * The search of one tree: negamax with alpha-beta and null windows. A ply is an action; the side changes only at the
 * end of a turn. Late moves are searched less deeply at first.
 */
import { PASS, SQUARES } from '../../app/games/stones/index.ts';
import {
  boundOf,
  depthOf,
  exact,
  lowerBound,
  moveOf,
  noMove,
  upperBound,
  decisive,
  fromTable,
  infinity,
  toTable,
  win,
  type Table,
} from '../shared/table.ts';
import { countsOf, heightOf, longestLine, mostMoves, typeOf, type StonesBoard } from './board.ts';
import { evaluate } from './evaluate.ts';

/** Nodes between two clock readings: some tenths of a millisecond. */
const nodesPerPoll = 512;

/** The first moves of a node are searched to full depth. */
const fullDepthMoves = 3;
/** Moves after these are reduced more. */
const lightlyReducedMoves = 10;

/** In plies from the root: before this, every move is searched, so that no winning turn is missed. */
const wholeTurn = 2;
/** By depth, how many moves are searched unless all of them lose; at greater depths every one. */
const moveLimits = [0, 10, 16, 30];

// Ordering scores.
const tableFirst = 1 << 30;
const winning = 1 << 29;
const killer = 1 << 26;
const mostHistory = 1 << 24;

/** The cost of capturing or covering one of so many stones of a type, for ordering. */
const losses = Int32Array.from({ length: 16 }, (_, count) =>
  Math.round(count < 2 ? 300_000 : 300_000 / (count - 1) - 300_000 / count),
);

/** The buffers of a node. */
interface NodeBuffers {
  readonly moves: Int16Array;
  /** The ordering score of each move. */
  readonly orders: Int32Array;
}

export class StonesTree {
  readonly #board: StonesBoard;
  readonly #table: Table;
  readonly #shouldStop: (nodes: number) => boolean;
  readonly #rooms: readonly NodeBuffers[];
  readonly #killers = new Int16Array(2 * (longestLine + 1)).fill(-1);
  /** By side and move, how often it refuted, weighted by depth. */
  readonly #history = new Int32Array(2 * (PASS + 1));
  nodes = 0;
  stopped = false;

  constructor(board: StonesBoard, table: Table, shouldStop: (nodes: number) => boolean) {
    this.#board = board;
    this.#table = table;
    this.#shouldStop = shouldStop;
    this.#rooms = Array.from({ length: longestLine + 1 }, () => ({
      moves: new Int16Array(mostMoves),
      orders: new Int32Array(mostMoves),
    }));
  }

  /** The value of a legal move at the root within a window, from the mover's view. */
  moveValue(move: number, depth: number, alpha: number, beta: number): number {
    return this.#valueOf(move, depth - 1, alpha, beta, 0);
  }

  /** The moves of the board, the likely ones first. */
  rootMoves(): number[] {
    const end = this.#order(noMove, 0);
    const { moves, orders } = this.#rooms[0];
    return [...Array.from(moves.subarray(0, end)).entries()]
      .sort(([one], [two]) => orders[two] - orders[one])
      .map(([, move]) => move);
  }

  /** The value of a legal move for the mover, searched `depth` plies further. */
  #valueOf(move: number, depth: number, alpha: number, beta: number, ply: number): number {
    const board = this.#board;
    if (board.wins(move)) return this.#enter() ? 0 : win - ply - 1;
    const { side } = board;
    board.make(move);
    const value =
      board.side === side
        ? this.#search(depth, alpha, beta, ply + 1)
        : 0 - this.#search(depth, -beta, -alpha, ply + 1);
    board.unmake();
    return value;
  }

  /** @returns the value for the mover, or a bound outside the window; meaningless once `stopped` */
  #search(depth: number, alpha: number, beta: number, ply: number): number {
    const board = this.#board;
    if (this.#enter()) return 0;
    if (depth <= 0 || ply >= longestLine) return fromTable(evaluate(board), ply);
    // No value exceeds that of an end at the next ply.
    if (beta > win - ply - 1) beta = win - ply - 1;
    if (alpha >= beta) return alpha;

    const low = board.hashLow;
    const high = board.hashHigh;
    const entry = this.#table.probe(low, high);
    let first = noMove;
    if (entry !== 0) {
      first = moveOf(entry);
      if (depthOf(entry) >= depth) {
        const value = fromTable(this.#table.value, ply);
        const bound = boundOf(entry);
        if (bound === exact) return value;
        if (bound === lowerBound && value >= beta) return value;
        if (bound === upperBound && value <= alpha) return value;
      }
    }

    const end = this.#order(first, ply);
    if (end === 0) return ply - win;
    const { moves, orders } = this.#rooms[ply];
    const before = alpha;
    let best = -infinity;
    let bestMove = noMove;
    const most = depth < moveLimits.length && ply >= wholeTurn ? moveLimits[depth] : end;
    for (let i = 0; i < end; i++) {
      if (i >= most && best > -decisive) break;
      let at = i;
      for (let j = i + 1; j < end; j++) if (orders[j] > orders[at]) at = j;
      const move = moves[at];
      moves[at] = moves[i];
      orders[at] = orders[i];

      let value: number;
      if (i === 0) {
        value = this.#valueOf(move, depth - 1, alpha, beta, ply);
      } else {
        const less = depth < 2 || i < fullDepthMoves ? 0 : i < lightlyReducedMoves ? 1 : 2;
        value = this.#valueOf(move, depth - 1 - less, alpha, alpha + 1, ply);
        if (value > alpha && less > 0) value = this.#valueOf(move, depth - 1, alpha, alpha + 1, ply);
        if (value > alpha && value < beta) value = this.#valueOf(move, depth - 1, alpha, beta, ply);
      }
      if (this.stopped) return 0;
      if (value > best) {
        best = value;
        bestMove = move;
        if (value > alpha) {
          alpha = value;
          if (value >= beta) {
            this.#refuted(move, depth, ply);
            break;
          }
        }
      }
    }
    const bound = best >= beta ? lowerBound : best > before ? exact : upperBound;
    this.#table.store(low, high, toTable(best, ply), depth, bestMove, bound);
    return best;
  }

  /** Counts a node. @returns whether to stop */
  #enter(): boolean {
    if (++this.nodes % nodesPerPoll === 0 && this.#shouldStop(this.nodes)) this.stopped = true;
    return this.stopped;
  }

  /** Generates and scores the moves of a node. @returns how many */
  #order(first: number, ply: number): number {
    const board = this.#board;
    const { stones, visible, side } = board;
    const { moves, orders } = this.#rooms[ply];
    const end = board.moves(moves);
    const history = side > 0 ? 0 : PASS + 1;
    const killers = this.#killers;
    for (let i = 0; i < end; i++) {
      const move = moves[i];
      if (move === first) {
        orders[i] = tableFirst;
        continue;
      }
      if (board.wins(move)) {
        orders[i] = winning;
        continue;
      }
      let order = this.#history[history + move] >> 8;
      if (move === killers[2 * ply] || move === killers[2 * ply + 1]) order += killer;
      if (move !== PASS) {
        const from = (move / SQUARES) | 0;
        const own = stones[from];
        const other = stones[move - from * SQUARES];
        const loss = losses[visible[countsOf(other) + typeOf(other)]];
        if (own > 0 === other > 0) {
          // A stone is safer on top of the scarcer type.
          const mine = losses[visible[countsOf(own) + typeOf(own)]];
          order += mine * (heightOf(own) === 1 ? 2 : 1) - loss;
        } else {
          order += loss * (heightOf(other) + 1);
        }
      }
      orders[i] = order;
    }
    return end;
  }

  #refuted(move: number, depth: number, ply: number): void {
    if (this.#killers[2 * ply] !== move) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply];
      this.#killers[2 * ply] = move;
    }
    const history = this.#history;
    const at = (this.#board.side > 0 ? 0 : PASS + 1) + move;
    history[at] += depth * depth;
    if (history[at] < mostHistory) return;
    for (let i = 0; i < history.length; i++) history[i] >>= 1;
  }
}
