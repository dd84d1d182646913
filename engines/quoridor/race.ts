/**
 * The race of two pawns among fixed walls, solved for every pair of cells: neither side has a wall left, so the pawns
 * and the mover are the whole state. It is computed backwards from pawns that have arrived, including jumps and blocked
 * paths.
 */
import type { Seat } from '../../app/games/game.ts';
import { mostPawnMoves, type QuoridorBoard } from './board.ts';

/** The number of states between two polls during a long solution. */
const patience = 4096;

/** A state's value for its mover: plies to the end, positive for a win, negative for a loss, 0 for neither. */
export class RaceTable {
  readonly #size: number;
  readonly #plies: Int16Array;

  constructor(size: number, plies: Int16Array) {
    this.#size = size;
    this.#plies = plies;
  }

  /** @param black the cell of seat 0's pawn. @param white that of seat 1's */
  plies(black: number, white: number, mover: Seat): number {
    return this.#plies[stateOf(this.#size, black, white, mover)]!;
  }
}

const stateOf = (size: number, black: number, white: number, mover: Seat): number =>
  2 * (black * size * size + white) + mover;

/** @returns null if stopped. The board is restored. */
export function solveRace(board: QuoridorBoard, shouldStop: () => boolean): RaceTable | null {
  const { size, cells } = board;
  const states = 2 * cells * cells;
  const plies = new Int16Array(states);
  // Moves out of each state that are not known to lose, and those into it as lists of their origins.
  const untried = new Uint8Array(states);
  const firstInto = new Int32Array(states).fill(-1);
  const origins = new Int32Array(mostPawnMoves * states);
  const nextInto = new Int32Array(mostPawnMoves * states);
  const solved = new Int32Array(states);
  let count = 0;
  let edges = 0;
  const moves = new Int16Array(mostPawnMoves);
  const black = board.pawns[0]!;
  const white = board.pawns[1]!;
  const { mover } = board;
  const restore = (): void => {
    board.setPawns(black, white, mover);
  };
  for (let state = 0; state < states; state++) {
    if (state % patience === 0 && shouldStop()) {
      restore();
      return null;
    }
    const seat = (state & 1) as Seat;
    const at = (state >> 1) % cells;
    const from = ((state >> 1) - at) / cells;
    if (from === at) continue;
    const blackHome = from < size;
    const whiteHome = at >= cells - size;
    if (blackHome || whiteHome) {
      // Only the side that moved last can have arrived.
      if (seat === 1 ? blackHome : whiteHome) {
        plies[state] = -1;
        solved[count++] = state;
      }
      continue;
    }
    board.setPawns(from, at, seat);
    const end = board.pawnMoves(moves, 0);
    untried[state] = end;
    for (let i = 0; i < end; i++) {
      const to = seat === 0 ? stateOf(size, moves[i]!, at, 1) : stateOf(size, from, moves[i]!, 0);
      origins[edges] = state;
      nextInto[edges] = firstInto[to]!;
      firstInto[to] = edges++;
    }
  }
  restore();
  // Outwards from the ends, so that a win gets its shortest and a loss its longest distance. Distances are one ply too
  // large while they spread, since 0 means unknown.
  for (let i = 0; i < count; i++) {
    if (i % patience === 0 && shouldStop()) return null;
    const state = solved[i]!;
    const distance = plies[state]!;
    for (let edge = firstInto[state]!; edge >= 0; edge = nextInto[edge]!) {
      const origin = origins[edge]!;
      if (plies[origin] !== 0) continue;
      if (distance < 0) plies[origin] = 1 - distance;
      else if (--untried[origin]! === 0) plies[origin] = -1 - distance;
      else continue;
      solved[count++] = origin;
    }
  }
  for (let i = 0; i < count; i++) plies[solved[i]!]! -= Math.sign(plies[solved[i]!]!);
  return new RaceTable(size, plies);
}
