/** The order of a node's moves: by immediate gain, killers and history. */
import { infinity } from '../shared/table.ts';
import { mostPawnMoves } from '../../app/truth/quoridor/steps.ts';
import type { QuoridorBoard } from './board.ts';
import { Candidates, type Breadth } from './candidates.ts';
import { oneStep, wallPrice } from './evaluate.ts';

/** In hundredths of a step. */
const killerBonus = 60;
const mostHistory = 50;

/** The buffers of a node. */
export interface NodeBuffers {
  readonly moves: Int16Array;
  /** The ordering score of each move. */
  readonly orders: Int32Array;
}

export class Ordering {
  readonly #board: QuoridorBoard;
  readonly #candidates: Candidates;
  /** By ply. */
  readonly #rooms: NodeBuffers[] = [];
  readonly #killers: Int16Array;
  /** By seat and move: how often it refuted, weighted by depth. */
  readonly #history: Int32Array;
  /** By move, 1 for those of a list; otherwise all 0. */
  readonly #listed: Uint8Array;

  /** @param plies the highest ply of a node */
  constructor(board: QuoridorBoard, plies: number) {
    this.#board = board;
    this.#candidates = new Candidates(board);
    this.#killers = new Int16Array(2 * (plies + 1)).fill(-1);
    this.#history = new Int32Array(2 * board.moveCount);
    this.#listed = new Uint8Array(board.moveCount);
  }

  room(ply: number): NodeBuffers {
    // Room for a list of walls, followed by all walls again.
    const most = 2 * this.#board.moveCount + mostPawnMoves;
    return (this.#rooms[ply] ??= { moves: new Int16Array(most), orders: new Int32Array(most) });
  }

  /** The mover's moves in no order, the pawn's first; walls may close a path. */
  all(breadth: Breadth): number[] {
    const board = this.#board;
    const { moves } = this.room(0);
    const end = board.pawnMoves(moves, 0);
    const walls = board.wallsLeft[board.mover]! > 0;
    return [...moves.subarray(0, walls ? this.#candidates.walls(breadth, moves, end) : end)];
  }

  /**
   * Generates and scores the moves of a node.
   * @param first the move to begin with, or one that is not legal
   * @returns how many, or -1 if the pawn can reach its goal
   */
  find(depth: number, ply: number, first: number): number {
    const board = this.#board;
    const { mover } = board;
    const { steps } = board.fields[mover];
    const own = steps[board.pawns[mover]!]!;
    const { moves, orders } = this.room(ply);
    let end = board.pawnMoves(moves, 0);
    for (let i = 0; i < end; i++) {
      const left = steps[moves[i]!]!;
      if (left === 0) return -1;
      orders[i] = oneStep * (own - left);
    }
    if (board.wallsLeft[mover]! > 0) end = this.#findWalls(depth, ply, end);
    for (let i = 0; i < end; i++) if (moves[i] === first) orders[i] = infinity;
    return end;
  }

  /** Adds the walls to search after the pawn's moves, with their scores. @returns the end of the list */
  #findWalls(depth: number, ply: number, at: number): number {
    const board = this.#board;
    const { moves, orders } = this.room(ply);
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
        // No estimate is better value than searching them.
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

  /** Adds all walls that fit and are not among the node's `end` moves yet, in no order. @returns the end of the list */
  addRest(ply: number, end: number): number {
    const { moves, orders } = this.room(ply);
    const listed = this.#listed;
    for (let i = 0; i < end; i++) listed[moves[i]!] = 1;
    const most = this.#candidates.walls(3, moves, end);
    let kept = end;
    for (let i = end; i < most; i++) {
      const move = moves[i]!;
      if (listed[move] === 1) continue;
      orders[kept] = end - kept;
      moves[kept++] = move;
    }
    for (let i = 0; i < end; i++) listed[moves[i]!] = 0;
    return kept;
  }

  /** Writes the walls that may lengthen the other side's path into the node's buffers. @returns how many */
  detours(ply: number): number {
    return this.#candidates.walls(0, this.room(ply).moves, 0);
  }

  /** Records a move that caused a cut-off. */
  refuted(move: number, depth: number, ply: number): void {
    const board = this.#board;
    if (board.isPawnMove(move)) return;
    if (this.#killers[2 * ply] !== move) {
      this.#killers[2 * ply + 1] = this.#killers[2 * ply]!;
      this.#killers[2 * ply] = move;
    }
    this.#history[board.mover * board.moveCount + move]! += depth * depth;
  }
}
