/** The moves of a node in the search, the likely ones first: by what they gain at once, killers and history. */
import { infinity } from '../shared/table.ts';
import { mostPawnMoves, type SearchBoard } from './board.ts';
import { Candidates, type Breadth } from './candidates.ts';
import { oneStep, wallPrice } from './evaluate.ts';

/** In hundredths of a step. */
const killerBonus = 60;
const mostHistory = 50;

/** Where a node keeps its moves. */
export interface Room {
  readonly moves: Int16Array;
  /** Of each move: those with more are looked at first. */
  readonly orders: Int32Array;
}

export class Ordering {
  readonly #board: SearchBoard;
  readonly #candidates: Candidates;
  /** By ply. */
  readonly #rooms: Room[] = [];
  readonly #killers: Int16Array;
  /** By seat and move: how often it refuted, more for deep ones. */
  readonly #history: Int32Array;
  /** By move, 1 for those of a list; all 0 in between. */
  readonly #listed: Uint8Array;

  /** @param plies the highest ply of a node. */
  constructor(board: SearchBoard, plies: number) {
    this.#board = board;
    this.#candidates = new Candidates(board);
    this.#killers = new Int16Array(2 * (plies + 1)).fill(-1);
    this.#history = new Int32Array(2 * board.moveCount);
    this.#listed = new Uint8Array(board.moveCount);
  }

  room(ply: number): Room {
    // A list of walls, and behind it all walls once more.
    const most = 2 * this.#board.moveCount + mostPawnMoves;
    return (this.#rooms[ply] ??= { moves: new Int16Array(most), orders: new Int32Array(most) });
  }

  /** The mover's moves in no order, the pawn's first; walls may close a way. */
  all(breadth: Breadth): number[] {
    const board = this.#board;
    const { moves } = this.room(0);
    const end = board.pawnMoves(moves, 0);
    const walls = board.wallsLeft[board.mover]! > 0;
    return [...moves.subarray(0, walls ? this.#candidates.walls(breadth, moves, end) : end)];
  }

  /**
   * Finds the moves of a node and their order.
   * @param first the move to begin with, or one that is not legal.
   * @returns how many, or -1 where the pawn can step home.
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

  /** Adds the walls to look at after the pawn's moves, with their order. @returns where they end. */
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

  /** Adds all walls that fit and are not among the node's `end` moves yet, in no order. @returns where they end. */
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

  /** Writes the walls that may lengthen the other side's way into the node's room. @returns how many. */
  detours(ply: number): number {
    return this.#candidates.walls(0, this.room(ply).moves, 0);
  }

  /** A move was good enough to end the look at its node. */
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
