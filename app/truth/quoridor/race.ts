/**
 * The play of two pawns among fixed walls, solved for every pair of cells, backwards from pawns that have arrived,
 * including jumps and blocked paths. Without walls left on either side this is the whole game. Otherwise the walls that
 * may still be placed take part as known ends.
 */
import type { Seat } from '../../games/game.ts';
import { mostPawnMoves, writePawnMoves } from './steps.ts';

/** The number of states between two polls during a long solution. */
const patience = 4096;

/** A state's value for its mover: plies to the end, positive for a win, negative for a loss, 0 for neither. */
export class RaceTable {
  readonly #size: number;
  readonly values: Int16Array;

  constructor(size: number, values: Int16Array) {
    this.#size = size;
    this.values = values;
  }

  /** @param black the cell of seat 0's pawn. @param white that of seat 1's */
  plies(black: number, white: number, mover: Seat): number {
    return this.values[stateOf(this.#size * this.#size, black, white, mover)]!;
  }
}

export const stateOf = (cells: number, black: number, white: number, mover: Seat): number =>
  2 * (black * cells + white) + mover;

/** What the walls that the mover may place come to, by state. */
export interface WallEnds {
  /** Plies of the quickest win by a wall; 0 for none. */
  readonly wins: Int16Array;
  /** If every wall loses: plies of the slowest such loss, 0 without a wall. -1 if some wall does not lose. */
  readonly losses: Int16Array;
}

/** States by the number of plies to their end, which is not known in ascending order. */
class Agenda {
  readonly #lists: number[][] = [];

  add(plies: number, state: number): void {
    (this.#lists[plies] ??= []).push(state);
  }

  /** The states of this number of plies; grows while it is read. Undefined beyond the last. */
  at(plies: number): readonly number[] | undefined {
    if (plies >= this.#lists.length) return undefined;
    return (this.#lists[plies] ??= []);
  }
}

/**
 * @param open see steps.ts
 * @param walls null if neither side has walls left
 * @returns null if stopped
 */
export function solveRace(
  size: number,
  open: Uint8Array,
  shouldStop: () => boolean,
  walls: WallEnds | null = null,
): RaceTable | null {
  const cells = size * size;
  const states = 2 * cells * cells;
  const values = new Int16Array(states);
  // Moves out of each state that are not known to lose, and those into it as lists of their origins.
  const untried = new Uint8Array(states);
  const firstInto = new Int32Array(states).fill(-1);
  const origins = new Int32Array(mostPawnMoves * states);
  const nextInto = new Int32Array(mostPawnMoves * states);
  const isWin = new Uint8Array(states);
  const isKnown = new Uint8Array(states);
  const agenda = new Agenda();
  const moves = new Int16Array(mostPawnMoves);
  let edges = 0;
  for (let state = 0; state < states; state++) {
    if (state % patience === 0 && shouldStop()) return null;
    const seat = (state & 1) as Seat;
    const white = (state >> 1) % cells;
    const black = ((state >> 1) - white) / cells;
    if (black === white) continue;
    const blackHome = black < size;
    const whiteHome = white >= cells - size;
    if (blackHome || whiteHome) {
      // Only the side that moved last can have arrived.
      if (seat === 1 ? blackHome : whiteHome) agenda.add(0, state);
      continue;
    }
    const [from, other] = seat === 0 ? [black, white] : [white, black];
    const end = writePawnMoves(open, size, from, other, moves, 0);
    untried[state] = end;
    if (walls !== null) {
      const plies = walls.wins[state]!;
      if (plies > 0 || walls.losses[state] === -1) untried[state]!++;
      if (plies > 0) {
        isWin[state] = 1;
        agenda.add(plies, state);
      }
    }
    for (let i = 0; i < end; i++) {
      const to = seat === 0 ? stateOf(cells, moves[i]!, white, 1) : stateOf(cells, black, moves[i]!, 0);
      origins[edges] = state;
      nextInto[edges] = firstInto[to]!;
      firstInto[to] = edges++;
    }
  }
  // Outwards from the ends, so that a win gets its shortest and a loss its longest distance.
  for (let plies = 0, list = agenda.at(0); list !== undefined; list = agenda.at(++plies)) {
    if (shouldStop()) return null;
    for (const state of list) {
      if (isKnown[state] !== 0) continue;
      isKnown[state] = 1;
      const wins = isWin[state] !== 0;
      values[state] = wins ? plies : -plies;
      for (let edge = firstInto[state]!; edge >= 0; edge = nextInto[edge]!) {
        const origin = origins[edge]!;
        if (isKnown[origin] !== 0) continue;
        if (!wins) {
          isWin[origin] = 1;
          agenda.add(plies + 1, origin);
        } else if (--untried[origin]! === 0) {
          agenda.add(Math.max(plies + 1, walls?.losses[origin] ?? 0), origin);
        }
      }
    }
  }
  return new RaceTable(size, values);
}
