/**
 * Whether a wall would close a pawn's last path to its goal, for many walls on one position. Three tests run in order
 * of cost, each only if the one before is inconclusive. A wall that touches nothing at two of its three points closes
 * no path. Nor does a wall that crosses no known shortest path. Otherwise a path is searched with the wall in place.
 *
 * The result for the last position is cached. It cannot go stale: positions are immutable, and walls are compared by
 * their array.
 */
import type { Seat } from '../game.ts';
import { columnOf, goalRow, rowOf, type Orientation, type Walls } from './board.ts';
import { Maze } from './maze.ts';

export interface Standing {
  readonly size: number;
  readonly pawns: readonly [number, number];
  readonly walls: Walls;
}

/** Bits: seats whose last path a wall closes, or whose shortest path it crosses. */
const bitOf = (seat: Seat): number => 1 << seat;

class Paths {
  #maze = new Maze(9);
  #walls: Walls | null = null;
  readonly #pawns = [-1, -1];
  /** By `2 * centre + orientation`. */
  #across = new Uint8Array(2 * 8 * 8);

  /** The maze of these walls, valid until the next call; read only. */
  maze({ size, walls }: Standing): Maze {
    if (walls === this.#walls) return this.#maze;
    if (size !== this.#maze.size) {
      this.#maze = new Maze(size);
      this.#across = new Uint8Array(2 * walls.length);
    }
    this.#maze.load(walls);
    this.#walls = walls;
    this.#pawns.fill(-1);
    return this.#maze;
  }

  /** The bits of the seats that a wall would leave without a path. The wall must fit. */
  closedBy(at: Standing, centre: number, orientation: Orientation): number {
    const maze = this.maze(at);
    if (!maze.couldClose(centre, orientation)) return 0;
    if (this.#pawns[0] !== at.pawns[0] || this.#pawns[1] !== at.pawns[1]) this.#lay(at);
    const across = this.#across[2 * centre + orientation]!;
    if (across === 0) return 0;
    maze.put(centre, orientation);
    let closed = 0;
    for (const seat of [0, 1] as const) {
      if ((across & bitOf(seat)) === 0) continue;
      if (!maze.reaches(at.pawns[seat], goalRow(at.size, seat))) closed |= bitOf(seat);
    }
    maze.lift(centre, orientation);
    return closed;
  }

  /** Finds the walls that would cross the pawns' shortest paths. */
  #lay({ size, pawns }: Standing): void {
    const across = this.#across.fill(0);
    for (const seat of [0, 1] as const) {
      this.#pawns[seat] = pawns[seat];
      const path = this.#maze.path(pawns[seat], goalRow(size, seat)) ?? [];
      for (let at = 1; at < path.length; at++) {
        const low = Math.min(path[at - 1]!, path[at]!);
        const column = columnOf(size, low);
        const row = rowOf(size, low);
        // The two walls across a step upwards, or across one to the right; -1 if there is only one.
        const upwards = Math.abs(path[at]! - path[at - 1]!) === size;
        const there = row * (size - 1) + column;
        const first = upwards ? (column < size - 1 ? there : -1) : row < size - 1 ? there : -1;
        const second = upwards ? (column > 0 ? there - 1 : -1) : row > 0 ? there - (size - 1) : -1;
        const orientation = upwards ? 0 : 1;
        if (first >= 0) across[2 * first + orientation]! |= bitOf(seat);
        if (second >= 0) across[2 * second + orientation]! |= bitOf(seat);
      }
    }
  }
}

const paths = new Paths();

/** The maze of a position's walls, valid until another position is examined; read only. */
export const mazeOf = (at: Standing): Maze => paths.maze(at);

/** The seats, as bits (1 Black, 2 White), that a wall would leave without a path to their goals. */
export const closedBy = (at: Standing, centre: number, orientation: Orientation): number =>
  paths.closedBy(at, centre, orientation);

/** A shortest path of a seat's pawn to its goal row, ignoring the other pawn, both ends included; null if none. */
export const shortestPath = (at: Standing, seat: Seat): readonly number[] | null =>
  mazeOf(at).path(at.pawns[seat], goalRow(at.size, seat));

/** The number of steps of `shortestPath`; Infinity if none. */
export function distance(at: Standing, seat: Seat): number {
  const path = shortestPath(at, seat);
  return path === null ? Infinity : path.length - 1;
}
