/**
 * The play of two pawns among fixed walls, solved for every pair of cells, backwards from pawns that have arrived,
 * including jumps and blocked paths. Without walls left on either side this is the whole game. Otherwise the walls that
 * may still be placed take part as known ends.
 */
import type { Seat } from '../../games/game.ts';
import { mostPawnMoves, writePawnMoves } from './steps.ts';

/** The number of states whose moves are looked at between two polls. */
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
export const solveRace = (
  size: number,
  open: Uint8Array,
  shouldStop: () => boolean,
  walls: WallEnds | null = null,
): RaceTable | null => new RaceSolution(size, open, walls).advance(shouldStop);

/** A solution that can be stopped and gone on with. */
export class RaceSolution {
  readonly #size: number;
  readonly #open: Uint8Array;
  readonly #walls: WallEnds | null;
  readonly #values: Int16Array;
  /** Moves out of each state that are not known to lose, and those into it as lists of their origins. */
  readonly #untried: Uint8Array;
  readonly #firstInto: Int32Array;
  readonly #origins: Int32Array;
  readonly #nextInto: Int32Array;
  readonly #isWin: Uint8Array;
  readonly #isKnown: Uint8Array;
  readonly #agenda = new Agenda();
  readonly #moves = new Int16Array(mostPawnMoves);
  #edges = 0;
  /** The state whose moves are looked at next. */
  #state = 0;
  /** The plies of the ends that are followed back next. */
  #plies = 0;

  /** @param open see steps.ts; it may not change meanwhile @param walls null if neither side has walls left */
  constructor(size: number, open: Uint8Array, walls: WallEnds | null = null) {
    const states = 2 * size ** 4;
    this.#size = size;
    this.#open = open;
    this.#walls = walls;
    this.#values = new Int16Array(states);
    this.#untried = new Uint8Array(states);
    this.#firstInto = new Int32Array(states).fill(-1);
    this.#origins = new Int32Array(mostPawnMoves * states);
    this.#nextInto = new Int32Array(mostPawnMoves * states);
    this.#isWin = new Uint8Array(states);
    this.#isKnown = new Uint8Array(states);
  }

  /** @returns null if stopped */
  advance(shouldStop: () => boolean): RaceTable | null {
    const states = this.#values.length;
    while (this.#state < states) {
      if (shouldStop()) return null;
      const end = Math.min(states, this.#state + patience);
      this.#addMoves(this.#state, end);
      this.#state = end;
    }
    // Outwards from the ends, so that a win gets its shortest and a loss its longest distance.
    for (let list = this.#agenda.at(this.#plies); list !== undefined; list = this.#agenda.at(++this.#plies)) {
      if (shouldStop()) return null;
      this.#followBack(list, this.#plies);
    }
    return new RaceTable(this.#size, this.#values);
  }

  /** Adds the moves out of the states `from` to `end`, and the ends among them. */
  #addMoves(from: number, end: number): void {
    const size = this.#size;
    const cells = size * size;
    const [open, walls, agenda, moves] = [this.#open, this.#walls, this.#agenda, this.#moves];
    const [untried, isWin] = [this.#untried, this.#isWin];
    const [origins, nextInto, firstInto] = [this.#origins, this.#nextInto, this.#firstInto];
    let edges = this.#edges;
    for (let state = from; state < end; state++) {
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
      const [own, other] = seat === 0 ? [black, white] : [white, black];
      const count = writePawnMoves(open, size, own, other, moves, 0);
      untried[state] = count;
      if (walls !== null) {
        const plies = walls.wins[state]!;
        if (plies > 0 || walls.losses[state] === -1) untried[state]!++;
        if (plies > 0) {
          isWin[state] = 1;
          agenda.add(plies, state);
        }
      }
      for (let i = 0; i < count; i++) {
        const to = seat === 0 ? stateOf(cells, moves[i]!, white, 1) : stateOf(cells, black, moves[i]!, 0);
        origins[edges] = state;
        nextInto[edges] = firstInto[to]!;
        firstInto[to] = edges++;
      }
    }
    this.#edges = edges;
  }

  /** Gives all states of `list` their values, and what follows to the states before them. */
  #followBack(list: readonly number[], plies: number): void {
    const [values, untried, losses] = [this.#values, this.#untried, this.#walls?.losses];
    const [isWin, isKnown, agenda] = [this.#isWin, this.#isKnown, this.#agenda];
    const [origins, nextInto, firstInto] = [this.#origins, this.#nextInto, this.#firstInto];
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
          agenda.add(Math.max(plies + 1, losses?.[origin] ?? 0), origin);
        }
      }
    }
  }
}
