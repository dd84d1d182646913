/**
 * The search of one tree: negamax with alpha-beta and null windows. Late walls that change nothing are looked
 * at less deeply at first, and a side that could even do without its move is not looked at further.
 */
import {
  boundOf,
  depthOf,
  exact,
  lowerBound,
  moveOf,
  noMove,
  upperBound,
  type Table,
} from '../shared/table.ts';
import { fromTable, infinity, isDecisive, toTable, win } from '../shared/values.ts';
import { mostPawnMoves, type SearchBoard } from './board.ts';
import { Candidates, type Breadth } from './candidates.ts';
import { evaluate, oneStep, tempo, wallPrice } from './evaluate.ts';
import { HomeRun } from './home.ts';

/** In plies: no line is longer. */
export const longestLine = 96;

/** How many nodes pass between two looks at the clock: some tenths of a millisecond. */
const nodesPerLook = 256;

/** In plies: how much further than its depth a race of pawns alone is followed. */
const raceDepth = 6;

/** In plies: how much less deeply the board is looked at where the mover is left without its move. */
const passDepth = 3;

/** In hundredths of a step: what a wall at the end of a line is not expected to gain. */
const mostDetour = 500;

/** The first so many moves of a node are looked at in full. */
const fullyLooked = 4;
/** After so many moves little is expected of the rest. */
const hardlyLooked = 16;

/** Order of moves, in hundredths of a step. */
const killerBonus = 60;
const mostHistory = 50;

/** Where a node keeps its moves. */
interface Room {
  readonly moves: Int16Array;
  /** Of each move: those with more are looked at first. */
  readonly orders: Int32Array;
}

export class Tree {
  readonly #board: SearchBoard;
  readonly #table: Table;
  readonly #shouldStop: (nodes: number) => boolean;
  readonly #candidates: Candidates;
  readonly #home: HomeRun;
  /** By ply. */
  readonly #rooms: Room[] = [];
  readonly #killers: Int16Array;
  /** By seat and move: how often it refuted, more for deep ones. */
  readonly #history: Int32Array;
  /** The ply at which a side was left without its move, which is not done twice in a row. */
  #passed = -1;
  #lookAt = nodesPerLook;
  /** Positions whose worth was asked for. */
  nodes = 0;
  stopped = false;

  constructor(board: SearchBoard, table: Table, shouldStop: (nodes: number) => boolean) {
    this.#board = board;
    this.#table = table;
    this.#shouldStop = shouldStop;
    this.#candidates = new Candidates(board);
    this.#home = new HomeRun(board);
    this.#killers = new Int16Array(2 * (longestLine + 1)).fill(-1);
    this.#history = new Int32Array(2 * board.moveCount);
  }

  /** The legal moves at the root, the pawn's first. */
  rootMoves(breadth: Breadth): number[] {
    const board = this.#board;
    const out = new Int16Array(board.moveCount + mostPawnMoves);
    const pawnEnd = board.pawnMoves(out, 0);
    const end = board.wallsLeft[board.mover]! > 0 ? this.#candidates.walls(breadth, out, pawnEnd) : pawnEnd;
    return [...out.subarray(0, end)].filter((move) => {
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

  /** @returns the value for the mover; anything once `stopped`. */
  #search(depth: number, alpha: number, beta: number, ply: number): number {
    if (++this.nodes >= this.#lookAt) {
      this.#lookAt = this.nodes + nodesPerLook;
      this.stopped ||= this.#shouldStop(this.nodes);
    }
    if (this.stopped) return 0;
    const board = this.#board;
    const { wallsLeft, hashLow, hashHigh } = board;
    const decided = this.#decided(ply);
    if (decided !== 0) return decided;
    const race = wallsLeft[0] === 0 && wallsLeft[1] === 0;
    if (depth <= (race ? -raceDepth : 0) || ply >= longestLine) return this.#settled(alpha, beta, ply);
    // Nothing at hand is worth more than an end at the next ply.
    if (beta > win - ply - 1) beta = win - ply - 1;
    if (alpha >= beta) return alpha;

    const kept = depth + raceDepth;
    const entry = this.#table.probe(hashLow, hashHigh);
    let first = noMove;
    if (entry !== 0) {
      first = moveOf(entry);
      const value = fromTable(this.#table.value, ply);
      const bound = boundOf(entry);
      if (depthOf(entry) >= kept) {
        if (bound === exact) return value;
        if (bound === lowerBound && value >= beta) return value;
        if (bound === upperBound && value <= alpha) return value;
      }
    }

    if (depth > 1 && beta - alpha === 1 && this.#passed !== ply && !race && !isDecisive(beta)) {
      const value = this.#withoutMove(depth, beta, ply);
      if (this.stopped) return 0;
      if (value >= beta) return value;
    }

    const end = this.#order(depth, ply);
    if (end < 0) return win - ply - 1;
    const { moves, orders } = this.#room(ply);
    if (first !== noMove) {
      for (let i = 0; i < end; i++) if (moves[i] === first) orders[i] = infinity;
    }

    const before = alpha;
    let best = -infinity;
    let bestMove = noMove;
    let tried = 0;
    for (let i = 0; i < end; i++) {
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
        const late = depth > 2 && tried > fullyLooked && order <= 0;
        const less = late ? (depth > 3 && tried > hardlyLooked ? 2 : 1) : 0;
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
            if (!pawn) this.#refuted(move, depth, ply);
            break;
          }
        }
      }
    }
    // A pawn always has a move; this is for boards that no game leads to.
    if (tried === 0) return evaluate(board);
    const bound = best >= beta ? lowerBound : best > before ? exact : upperBound;
    this.#table.store(hashLow, hashHigh, toTable(best, ply), kept, bestMove, bound);
    return best;
  }

  /**
   * What a position at the end of a line is worth: its estimate, or that after a wall of the mover's that makes
   * the other side's way much longer. Dead ends are closed at the last moment, which no depth would foresee.
   */
  #settled(alpha: number, beta: number, ply: number): number {
    const board = this.#board;
    let best = evaluate(board);
    if (best >= beta || best + mostDetour < alpha || board.wallsLeft[board.mover] === 0) return best;
    const { moves } = this.#room(ply);
    const end = this.#candidates.walls(0, moves, 0);
    for (let i = 0; i < end && best < beta; i++) {
      if (!board.placeDetour(moves[i]!)) continue;
      this.nodes++;
      best = Math.max(best, -evaluate(board));
      board.unplaceWall();
    }
    return best;
  }

  /** The end of the game where it is plain to see, else 0. */
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
   * What the position is worth to a mover who gives its move away, looked at less deeply: having the move is
   * hardly ever a burden. @returns something below `beta` where that proves nothing.
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

  /** Finds the moves of a node and their order. @returns how many, or -1 where the pawn can step home. */
  #order(depth: number, ply: number): number {
    const board = this.#board;
    const { mover } = board;
    const { steps } = board.fields[mover];
    const own = steps[board.pawns[mover]!]!;
    const { moves, orders } = this.#room(ply);
    const end = board.pawnMoves(moves, 0);
    for (let i = 0; i < end; i++) {
      const left = steps[moves[i]!]!;
      if (left === 0) return -1;
      orders[i] = oneStep * (own - left);
    }
    return board.wallsLeft[mover]! > 0 ? this.#orderWalls(depth, ply, end) : end;
  }

  /** Adds the walls to look at after the pawn's moves, with their order. @returns where they end. */
  #orderWalls(depth: number, ply: number, at: number): number {
    const board = this.#board;
    const { moves, orders } = this.#room(ply);
    const { mover } = board;
    const other = mover === 0 ? 1 : 0;
    const end = this.#candidates.walls(depth > 2 ? 1 : 0, moves, at);
    const ahead = board.distance(other) - board.distance(mover);
    const price = wallPrice(board.wallsLeft[mover]!);
    const history = mover * board.moveCount;
    let kept = at;
    for (let i = at; i < end; i++) {
      const move = moves[i]!;
      if (depth <= 1) {
        // Their values are all that there is to know of them: they are simply tried.
        orders[kept] = at - kept;
        moves[kept++] = move;
        continue;
      }
      if (!board.placeWall(move)) continue;
      const gained = board.distance(other) - board.distance(mover) - ahead;
      board.unplaceWall();
      let order = oneStep * gained - price + Math.min(mostHistory, this.#history[history + move]! >> 4);
      if (move === this.#killers[2 * ply] || move === this.#killers[2 * ply + 1]) order += killerBonus;
      orders[kept] = order;
      moves[kept++] = move;
    }
    return kept;
  }

  #room(ply: number): Room {
    const most = this.#board.moveCount + mostPawnMoves;
    return (this.#rooms[ply] ??= { moves: new Int16Array(most), orders: new Int32Array(most) });
  }

  #refuted(move: number, depth: number, ply: number): void {
    if (this.#killers[2 * ply] !== move) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply]!;
      this.#killers[2 * ply] = move;
    }
    const board = this.#board;
    this.#history[board.mover * board.moveCount + move]! += depth * depth;
  }
}
