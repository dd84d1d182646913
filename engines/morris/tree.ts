/**
 * The search of one tree: negamax with alpha-beta and null windows. Late quiet moves are searched less deeply at first,
 * but deeply enough not to miss an end within three plies. Captures are followed at the end of a line.
 */
import { MAX_QUIET } from '../../app/games/morris/index.ts';
import {
  boundOf,
  depthOf,
  exact,
  lowerBound,
  moveOf,
  noMove,
  upperBound,
  fromTable,
  infinity,
  toTable,
  win,
  type Table,
} from '../shared/table.ts';
import { longestLine, mostMoves, takenOf, takes, toOf, type MorrisBoard } from './board.ts';
import { evaluate } from './evaluate.ts';
import { setKey, moveBack, moveImage, type TableKey } from './symmetry.ts';
import { ALL, closable, closers, count } from './rings.ts';

/** Nodes between two clock readings: some tenths of a millisecond. */
const nodesPerPoll = 512;

/** In plies: how far captures are followed at the end of a line. */
const captureDepth = 4;

/** In plies: nearer to the end of a line every move is searched to full depth. */
const fullDepth = 4;
/** The first moves of a node are searched to full depth. */
const fullDepthMoves = 4;
/** Moves after these are reduced more. */
const lightlyReducedMoves = 12;

// Ordering scores.
const tableFirst = 1 << 30;
const capture = 1 << 28;
const killer = 1 << 26;
const block = 1 << 25;
const mostHistory = 1 << 24;

/** The buffers of a node. */
interface NodeBuffers {
  readonly moves: Int16Array;
  /** The ordering score of each move. */
  readonly orders: Int32Array;
  readonly key: TableKey;
}

export class MorrisTree {
  readonly #board: MorrisBoard;
  readonly #table: Table;
  readonly #shouldStop: (nodes: number) => boolean;
  readonly #rooms: readonly NodeBuffers[];
  readonly #killers = new Int16Array(2 * (longestLine + 1)).fill(-1);
  /** By move, how often it refuted, weighted by depth. */
  readonly #history = new Int32Array(1 << 15);
  nodes = 0;
  stopped = false;

  constructor(board: MorrisBoard, table: Table, shouldStop: (nodes: number) => boolean) {
    this.#board = board;
    this.#table = table;
    this.#shouldStop = shouldStop;
    this.#rooms = Array.from({ length: longestLine + 1 }, () => ({
      moves: new Int16Array(mostMoves),
      orders: new Int32Array(mostMoves),
      key: { low: 0, high: 0, symmetry: 0 },
    }));
  }

  /** The value of a legal move at the root within a window, from the mover's view. */
  moveValue(move: number, depth: number, alpha: number, beta: number): number {
    this.#board.make(move);
    // A plain minus would turn a draw into -0.
    const value = 0 - this.#search(depth - 1, -beta, -alpha, 1);
    this.#board.unmake();
    return value;
  }

  /** @returns the value for the mover, or a bound outside the window; meaningless once `stopped` */
  #search(depth: number, alpha: number, beta: number, ply: number): number {
    const board = this.#board;
    if (this.#enter()) return 0;
    if (board.lost) return ply - win;
    const { quiet, stood } = board;
    if (quiet >= MAX_QUIET || stood > 1) return 0;
    if (depth <= 0 || ply >= longestLine) return this.#settled(alpha, beta, ply, captureDepth);
    // No value exceeds that of an end at the next ply.
    if (beta > win - ply - 1) beta = win - ply - 1;
    if (alpha >= beta) return alpha;

    const { key } = this.#rooms[ply];
    setKey(key, board, depth, stood);
    const { low, high, symmetry } = key;
    const entry = this.#table.probe(low, high);
    let first = noMove;
    if (entry !== 0) {
      if (moveOf(entry) !== noMove) first = moveBack(moveOf(entry), symmetry);
      const held = depthOf(entry);
      if (held >= depth && (quiet + held < MAX_QUIET || held === depth)) {
        const value = fromTable(this.#table.value, ply);
        const bound = boundOf(entry);
        if (bound === exact) return value;
        if (bound === lowerBound && value >= beta) return value;
        if (bound === upperBound && value <= alpha) return value;
      }
    }

    const end = this.#order(first, ply);
    const { moves, orders } = this.#rooms[ply];
    const before = alpha;
    let best = -infinity;
    let bestMove = noMove;
    for (let i = 0; i < end; i++) {
      let at = i;
      for (let j = i + 1; j < end; j++) if (orders[j] > orders[at]) at = j;
      const move = moves[at];
      const order = orders[at];
      moves[at] = moves[i];
      orders[at] = orders[i];

      board.make(move);
      let value: number;
      if (i === 0) {
        value = -this.#search(depth - 1, -beta, -alpha, ply + 1);
      } else {
        const late = depth >= fullDepth && i >= fullDepthMoves && order < block;
        const less = late ? (i >= lightlyReducedMoves && depth > fullDepth ? 2 : 1) : 0;
        value = -this.#search(depth - 1 - less, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && less > 0) value = -this.#search(depth - 1, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && value < beta) value = -this.#search(depth - 1, -beta, -alpha, ply + 1);
      }
      board.unmake();
      if (this.stopped) return 0;
      if (value > best) {
        best = value;
        bestMove = move;
        if (value > alpha) {
          alpha = value;
          if (value >= beta) {
            if (!takes(move)) this.#refuted(move, depth, ply);
            break;
          }
        }
      }
    }
    const bound = best >= beta ? lowerBound : best > before ? exact : upperBound;
    this.#table.store(low, high, toTable(best, ply), depth, moveImage(bestMove, symmetry), bound);
    return best;
  }

  /** The value of a position at the end of a line: its evaluation, or more by immediate captures. */
  #settled(alpha: number, beta: number, ply: number, depth: number): number {
    const board = this.#board;
    let best = evaluate(board);
    if (best >= beta || depth === 0 || ply >= longestLine) return best;
    if (best > alpha) alpha = best;
    const room = this.#rooms[ply];
    const end = board.captures(room.moves);
    if (end > 1) this.#orderCaptures(room, end);
    const { moves } = room;
    for (let i = 0; i < end; i++) {
      board.make(moves[i]);
      const value = this.#enter()
        ? 0
        : board.lost
          ? win - ply - 1
          : -this.#settled(-beta, -alpha, ply + 1, depth - 1);
      board.unmake();
      if (this.stopped) return 0;
      if (value > best) {
        best = value;
        if (value > alpha) alpha = value;
        if (value >= beta) break;
      }
    }
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
    const { own, enemy } = board;
    const { moves, orders } = this.#rooms[ply];
    const end = board.moves(moves);
    const threats = this.#threats(enemy, ALL & ~(own | enemy), board.placing - 1);
    const killers = this.#killers;
    for (let i = 0; i < end; i++) {
      const move = moves[i];
      let order = this.#history[move];
      if (move === first) order = tableFirst;
      else if (takes(move)) order += capture + this.#worthTaking(move);
      else if (move === killers[2 * ply]) order += killer + 1;
      else if (move === killers[2 * ply + 1]) order += killer;
      else if ((threats >> toOf(move)) & 1) order += block;
      orders[i] = order;
    }
    return end;
  }

  /** Where the other side would close a mill if it were to move. */
  #threats(men: number, empty: number, placing: number): number {
    return placing > 0 || count(men) <= 3 ? closers(men) & empty : closable(men, empty, men);
  }

  /** Men that help to close a mill are captured first. */
  #worthTaking(move: number): number {
    const { own, enemy, placing } = this.#board;
    const rest = enemy & ~(1 << takenOf(move));
    return -count(this.#threats(rest, ALL & ~(own | rest), placing - 1)) * mostHistory;
  }

  #orderCaptures({ moves, orders }: NodeBuffers, end: number): void {
    for (let i = 0; i < end; i++) {
      const move = moves[i];
      const order = this.#worthTaking(move);
      let at = i;
      for (; at > 0 && orders[at - 1] < order; at--) {
        moves[at] = moves[at - 1];
        orders[at] = orders[at - 1];
      }
      moves[at] = move;
      orders[at] = order;
    }
  }

  #refuted(move: number, depth: number, ply: number): void {
    if (this.#killers[2 * ply] !== move) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply];
      this.#killers[2 * ply] = move;
    }
    const history = this.#history;
    history[move] += depth * depth;
    if (history[move] < mostHistory) return;
    for (let i = 0; i < history.length; i++) history[i] >>= 1;
  }
}
