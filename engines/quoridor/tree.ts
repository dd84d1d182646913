/**
 * The search of one tree: negamax with alpha-beta and null windows. Late walls that change nothing are searched less
 * deeply at first, and a node is cut off if the mover could even pass (null-move pruning).
 */
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
  isDecisive,
  toTable,
  win,
  type Bound,
  type Table,
} from '../shared/table.ts';
import type { QuoridorBoard } from './board.ts';
import type { Breadth } from './candidates.ts';
import { evaluate, tempo } from './evaluate.ts';
import { UncontestedRace } from '../../app/truth/quoridor/uncontested.ts';
import { Ordering } from './ordering.ts';

/** In plies: the longest line. */
export const longestLine = 96;

/** Nodes between two clock readings: some tenths of a millisecond. */
const nodesPerPoll = 256;

/** In plies: how far beyond its depth a pure pawn race is followed. */
const raceDepth = 6;

/** In plies: the depth reduction of a null move. */
const passDepth = 3;

/** In hundredths of a step: the most that a wall at the end of a line is expected to gain. */
const mostDetour = 500;

/** The first moves of a node are searched to full depth. */
const fullDepthMoves = 4;
/** Moves after these are reduced more. */
const lightlyReducedMoves = 16;

export class QuoridorTree {
  readonly #board: QuoridorBoard;
  readonly #table: Table;
  readonly #shouldStop: (nodes: number) => boolean;
  readonly #ordering: Ordering;
  readonly #home: UncontestedRace;
  /** The ply of a null move, which is not made twice in a row. */
  #passed = -1;
  #pollAt: number;
  /** Positions evaluated. */
  nodes: number;
  stopped = false;

  /** @param nodes searched before, which count */
  constructor(board: QuoridorBoard, table: Table, shouldStop: (nodes: number) => boolean, nodes = 0) {
    this.#board = board;
    this.#table = table;
    this.#shouldStop = shouldStop;
    this.#ordering = new Ordering(board, longestLine);
    this.#home = new UncontestedRace(board);
    this.nodes = nodes;
    this.#pollAt = nodes + nodesPerPoll;
  }

  /** The legal moves at the root, the pawn's first. */
  rootMoves(breadth: Breadth): number[] {
    const board = this.#board;
    return this.#ordering.all(breadth).filter((move) => {
      if (board.isPawnMove(move)) return true;
      if (!board.placeWall(move)) return false;
      board.unplaceWall();
      return true;
    });
  }

  /** The value of a legal move at the root within a window, from the mover's view. */
  moveValue(move: number, depth: number, alpha: number, beta: number): number {
    const board = this.#board;
    if (!board.isPawnMove(move)) {
      board.placeWall(move);
      const value = -this.#search(depth - 1, -beta, -alpha, 1);
      board.unplaceWall();
      return value;
    }
    if (board.fields[board.mover].steps[move] === 0) return win - 1;
    const from = board.movePawn(move);
    const value = -this.#search(depth - 1, -beta, -alpha, 1);
    board.unmovePawn(from);
    return value;
  }

  /** @returns the value for the mover; meaningless once `stopped` */
  #search(depth: number, alpha: number, beta: number, ply: number): number {
    if (++this.nodes >= this.#pollAt) {
      this.#pollAt = this.nodes + nodesPerPoll;
      this.stopped ||= this.#shouldStop(this.nodes);
    }
    if (this.stopped) return 0;
    const board = this.#board;
    const { wallsLeft, hashLow, hashHigh } = board;
    const decided = this.#decided(ply);
    if (decided !== 0) return decided;
    const race = wallsLeft[0] === 0 && wallsLeft[1] === 0;
    const isLeaf = depth <= (race ? -raceDepth : 0) || ply >= longestLine;
    // Table entries for moves at the root count from the first iteration on.
    if (isLeaf && ply > 1) return this.#settled(alpha, beta, ply);
    // No value exceeds that of an end at the next ply.
    if (beta > win - ply - 1) beta = win - ply - 1;
    if (alpha >= beta) return alpha;

    const kept = Math.max(0, depth + raceDepth);
    const entry = this.#table.probe(hashLow, hashHigh);
    let first = noMove;
    // Bounds from ends proven earlier, at any depth.
    let least = -infinity;
    let most = infinity;
    if (entry !== 0) {
      first = moveOf(entry);
      const value = fromTable(this.#table.value, ply);
      const bound = boundOf(entry);
      if (depthOf(entry) >= kept) {
        if (bound === exact) return value;
        if (bound === lowerBound && value >= beta) return value;
        if (bound === upperBound && value <= alpha) return value;
      }
      if (value > decisive && bound !== upperBound) {
        if (value >= beta) return value;
        least = value;
      } else if (value < -decisive && bound !== lowerBound) {
        if (value <= alpha) return value;
        most = value;
      }
    }
    if (isLeaf) return Math.max(least, Math.min(most, this.#settled(alpha, beta, ply)));
    const before = alpha;
    if (least > alpha) alpha = least;
    if (most < beta) beta = most;

    if (depth > 1 && beta - alpha === 1 && this.#passed !== ply && !race && !isDecisive(beta)) {
      const value = this.#withoutMove(depth, beta, ply);
      if (this.stopped) return 0;
      if (value >= beta) return value;
    }

    let end = this.#ordering.find(depth, ply, first);
    if (end < 0) return win - ply - 1;
    const { moves, orders } = this.#ordering.room(ply);
    let best = least;
    let bestMove = least > -infinity ? first : noMove;
    let tried = 0;
    let isWhole = wallsLeft[board.mover] === 0;
    for (let i = 0; ; i++) {
      if (i === end && !isWhole && best < -decisive) {
        // A loss is claimed only if no wall helps, not if only the likely ones fail.
        isWhole = true;
        end = this.#ordering.addRest(ply, end);
      }
      if (i === end) break;
      let at = i;
      for (let j = i + 1; j < end; j++) if (orders[j]! > orders[at]!) at = j;
      const move = moves[at]!;
      const order = orders[at]!;
      moves[at] = moves[i]!;
      orders[at] = orders[i]!;
      moves[i] = move;

      const pawn = move < board.cells;
      let from = 0;
      if (pawn) from = board.movePawn(move);
      else if (!board.placeWall(move)) continue;
      tried++;
      let value: number;
      if (tried === 1) {
        value = -this.#search(depth - 1, -beta, -alpha, ply + 1);
      } else {
        const late = depth > 2 && tried > fullDepthMoves && order <= 0;
        const less = late ? (depth > 3 && tried > lightlyReducedMoves ? 2 : 1) : 0;
        value = -this.#search(depth - 1 - less, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && less > 0) value = -this.#search(depth - 1, -alpha - 1, -alpha, ply + 1);
        if (value > alpha && value < beta) value = -this.#search(depth - 1, -beta, -alpha, ply + 1);
      }
      if (pawn) board.unmovePawn(from);
      else board.unplaceWall();
      if (this.stopped) return 0;
      if (value > best) {
        best = value;
        bestMove = move;
        if (value > alpha) {
          alpha = value;
          if (value >= beta) {
            this.#ordering.refuted(move, depth, ply);
            break;
          }
        }
      }
    }
    // A pawn always has a move in a game; this is for positions that no game reaches.
    if (tried === 0) return evaluate(board);
    if (best > most) best = most;
    let bound: Bound = best >= beta ? lowerBound : best > before ? exact : upperBound;
    let value = best;
    // A proven value is kept if the window only gives a bound of the other kind.
    if (bound === upperBound && least > -infinity) {
      value = least;
      bound = lowerBound;
    } else if (bound === lowerBound && most < infinity) {
      value = most;
      bound = best === most ? exact : upperBound;
    }
    this.#table.store(hashLow, hashHigh, toTable(value, ply), kept, bestMove, bound);
    return best;
  }

  /**
   * The value of a position at the end of a line: its evaluation, or that after a wall of the mover that makes the
   * other side's path much longer. Dead ends are closed at the last moment, beyond any depth.
   */
  #settled(alpha: number, beta: number, ply: number): number {
    const board = this.#board;
    let best = evaluate(board);
    if (best >= beta || best + mostDetour < alpha || board.wallsLeft[board.mover] === 0) return best;
    const { moves } = this.#ordering.room(ply);
    const end = this.#ordering.detours(ply);
    for (let i = 0; i < end && best < beta; i++) {
      if (!board.placeDetour(moves[i]!)) continue;
      this.nodes++;
      best = Math.max(best, -evaluate(board));
      board.unplaceWall();
    }
    return best;
  }

  /** The value of a certain end of the game, else 0. */
  #decided(ply: number): number {
    const { mover, wallsLeft } = this.#board;
    const other = mover === 0 ? 1 : 0;
    if (wallsLeft[other] === 0) {
      const plies = this.#home.plies(mover);
      if (plies > 0) return win - ply - plies;
    }
    if (wallsLeft[mover] === 0) {
      const plies = this.#home.plies(other);
      if (plies > 0) return ply + plies - win;
    }
    return 0;
  }

  /**
   * The value for a mover who passes, searched less deeply: having the move is hardly ever a disadvantage. @returns
   * something below `beta` if that proves nothing
   */
  #withoutMove(depth: number, beta: number, ply: number): number {
    const board = this.#board;
    if (evaluate(board) - tempo < beta) return -infinity;
    const outer = this.#passed;
    this.#passed = ply + 1;
    board.pass();
    const value = -this.#search(depth - passDepth, -beta, 1 - beta, ply + 1);
    board.pass();
    this.#passed = outer;
    return isDecisive(value) ? -infinity : value;
  }
}
