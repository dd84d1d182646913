/**
 * Quoridor solved with walls left: every set of walls that can still come about is solved as a race of its own, those
 * with more walls first. How many sets there are decides whether that is possible: all of 3x3, 5x5 with two walls each,
 * and on any board the last wall or two.
 */
import type { Seat } from '../../games/game.ts';
import {
  goalRow,
  HORIZONTAL,
  orientationOf,
  type Orientation,
  type QuoridorPosition,
  VERTICAL,
} from '../../games/quoridor/index.ts';
import { type RaceTable, solveRace, type WallEnds } from './race.ts';
import { closeSteps, east, north, openBoard, openSteps, south, west } from './steps.ts';

const free = 2;

/** The result of a set of walls: its table, and the cells from which each side's goal can be reached. */
interface Solved {
  readonly table: RaceTable;
  readonly reach: readonly [Uint8Array, Uint8Array];
  /** Whether that is every cell. */
  readonly reachesAll: boolean;
}

export class WallSolver {
  readonly #size: number;
  readonly #side: number;
  readonly #open: Uint8Array;
  /** By centre: the orientation of the wall there, or 2. */
  readonly #walls: Uint8Array;
  readonly #solved = new Map<string, Solved>();
  readonly #shouldStop: () => boolean;

  /** @param shouldStop asked every few milliseconds */
  constructor({ size, walls }: QuoridorPosition, shouldStop: () => boolean) {
    this.#size = size;
    this.#side = size - 1;
    this.#open = openBoard(size);
    this.#shouldStop = shouldStop;
    this.#walls = new Uint8Array(walls.length).fill(free);
    walls.forEach((wall, centre) => {
      if (wall !== 0) this.#put(centre, orientationOf(wall));
    });
  }

  /**
   * Solves the position's walls, and all that can follow.
   * @param wallsLeft of both sides
   * @returns null if stopped
   */
  solve([black, white]: readonly [number, number]): RaceTable | null {
    return this.#solve(black, white)?.table ?? null;
  }

  /** The same after another wall, which must fit. */
  solveAfter(
    { centre, orientation }: { readonly centre: number; readonly orientation: Orientation },
    wallsLeft: readonly [number, number],
  ): RaceTable | null {
    this.#put(centre, orientation);
    const table = this.solve(wallsLeft);
    this.#lift(centre, orientation);
    return table;
  }

  #solve(blackLeft: number, whiteLeft: number): Solved | null {
    // More walls than places make no difference.
    const places = this.#walls.reduce((count, wall) => count + (wall === free ? 1 : 0), 0);
    const [black, white] = [Math.min(blackLeft, places), Math.min(whiteLeft, places)];
    const key = `${this.#walls.join('')} ${black} ${white}`;
    const known = this.#solved.get(key);
    if (known !== undefined) return known;
    const ends = this.#endsOf(black, white);
    if (ends === null) return null;
    const table = solveRace(this.#size, this.#open, this.#shouldStop, ends === 'none' ? null : ends);
    if (table === null) return null;
    const reach = [this.#reachOf(0), this.#reachOf(1)] as const;
    const reachesAll = reach.every((cells) => cells.every((reached) => reached === 1));
    const solved = { table, reach, reachesAll };
    this.#solved.set(key, solved);
    return solved;
  }

  /** What the walls of both sides come to; `none` if neither side can place any. */
  #endsOf(black: number, white: number): WallEnds | 'none' | null {
    if (black === 0 && white === 0) return 'none';
    const cells = this.#size * this.#size;
    const wins = new Int16Array(2 * cells * cells);
    const losses = new Int16Array(2 * cells * cells);
    let placed = false;
    for (let centre = 0; centre < this.#walls.length; centre++) {
      for (const orientation of [HORIZONTAL, VERTICAL]) {
        if (!this.#fits(centre, orientation)) continue;
        placed = true;
        this.#put(centre, orientation);
        const after: [Solved | null, Solved | null] = [null, null];
        if (black > 0) after[0] = this.#solve(black - 1, white);
        if (white > 0) after[1] = this.#solve(black, white - 1);
        this.#lift(centre, orientation);
        if ((black > 0 && after[0] === null) || (white > 0 && after[1] === null)) return null;
        for (const seat of [0, 1] as const) {
          const solved = after[seat];
          if (solved !== null) addEnds(wins, losses, solved, seat, cells);
        }
      }
    }
    return placed ? { wins, losses } : 'none';
  }

  #reachOf(seat: Seat): Uint8Array {
    const size = this.#size;
    const reached = new Uint8Array(size * size);
    const queue = Array.from({ length: size }, (_, column) => goalRow(size, seat) * size + column);
    for (const cell of queue) reached[cell] = 1;
    for (const cell of queue) {
      const bits = this.#open[cell]!;
      for (const [bit, step] of [
        [north, size],
        [east, 1],
        [south, -size],
        [west, -1],
      ] as const) {
        if ((bits & bit) === 0 || reached[cell + step] === 1) continue;
        reached[cell + step] = 1;
        queue.push(cell + step);
      }
    }
    return reached;
  }

  #fits(centre: number, orientation: Orientation): boolean {
    const walls = this.#walls;
    const side = this.#side;
    if (walls[centre] !== free) return false;
    if (orientation === VERTICAL) {
      return walls[centre - side] !== orientation && walls[centre + side] !== orientation;
    }
    const column = centre % side;
    return (
      (column === 0 || walls[centre - 1] !== orientation) &&
      (column === side - 1 || walls[centre + 1] !== orientation)
    );
  }

  #put(centre: number, orientation: Orientation): void {
    this.#walls[centre] = orientation;
    closeSteps(this.#open, this.#size, this.#cellAt(centre), orientation);
  }

  #lift(centre: number, orientation: Orientation): void {
    this.#walls[centre] = free;
    openSteps(this.#open, this.#size, this.#cellAt(centre), orientation);
  }

  /** The south-west cell of the four around a centre. */
  #cellAt(centre: number): number {
    return centre + Math.floor(centre / this.#side);
  }
}

/** Adds what a wall of `seat` comes to, in every state in which it may be placed. */
function addEnds(
  wins: Int16Array,
  losses: Int16Array,
  { table, reach, reachesAll }: Solved,
  seat: Seat,
  cells: number,
): void {
  const { values } = table;
  const [blackReaches, whiteReaches] = reach;
  for (let pair = 0; pair < cells * cells; pair++) {
    const state = 2 * pair + seat;
    if (!reachesAll && (blackReaches[(pair / cells) | 0] === 0 || whiteReaches[pair % cells] === 0)) continue;
    // The other side's value.
    const value = values[state ^ 1]!;
    if (value < 0) {
      const plies = 1 - value;
      if (wins[state] === 0 || plies < wins[state]!) wins[state] = plies;
    } else if (value === 0) losses[state] = -1;
    else if (losses[state] !== -1 && value + 1 > losses[state]!) losses[state] = value + 1;
  }
}

/**
 * The number of states in the sets of walls that can follow, as an upper bound: what a solution costs.
 * @param position with walls left
 */
export function statesToSolve({ size, walls, wallsLeft }: QuoridorPosition): number {
  const places = 2 * walls.reduce((count, wall) => count + (wall === 0 ? 1 : 0), 0);
  const [black, white] = wallsLeft.map((left) => Math.min(left, places / 2));
  const states = 2 * size ** 4;
  let sets = 1;
  let total = 1;
  for (let placed = 1; placed <= black! + white! && total < 1e12; placed++) {
    // A wall takes its centre from two places, and about two more from its neighbours.
    const left = places - 3 * (placed - 1);
    if (left <= 0) break;
    sets *= left / placed;
    // Each set comes about with as many splits between the sides as there are.
    const splits = Math.min(black!, placed) - Math.max(0, placed - white!) + 1;
    total += sets * splits;
  }
  return total * states;
}
