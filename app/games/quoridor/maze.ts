/**
 * The steps that the walls of one board leave open, updated wall by wall, for the rules and for searches that make and
 * unmake moves. A maze contains neither pawns nor owners.
 */
import { HORIZONTAL, isWall, orientationOf, type Orientation, type Walls } from './board.ts';

/** Bits of `Maze.barred`. */
export const NORTH = 1;
export const EAST = 2;
export const SOUTH = 4;
export const WEST = 8;

export class Maze {
  readonly size: number;
  /** By cell, the directions barred by a wall or by the edge. Read only. */
  readonly barred: Uint8Array;
  /**
   * By point of the grid, (size + 1)² from the south-west corner on: the number of walls with an end or their middle
   * there; the edge counts as one. Read only.
   */
  readonly touched: Uint8Array;
  readonly #open: Uint8Array;
  readonly #openPoints: Uint8Array;
  /** By cell, the number of the last walk that visited it. */
  readonly #seen: Uint32Array;
  readonly #queue: Uint16Array;
  readonly #from: Uint16Array;
  #walk = 0;

  constructor(size: number) {
    this.size = size;
    const cells = size * size;
    this.#open = new Uint8Array(cells);
    this.#openPoints = new Uint8Array((size + 1) * (size + 1));
    for (let at = 0; at < size; at++) {
      this.#open[at]! |= SOUTH;
      this.#open[cells - size + at]! |= NORTH;
      this.#open[at * size]! |= WEST;
      this.#open[at * size + size - 1]! |= EAST;
    }
    for (let at = 0; at <= size; at++) {
      for (const point of [at, size * (size + 1) + at, at * (size + 1), at * (size + 1) + size]) {
        this.#openPoints[point] = 1;
      }
    }
    this.barred = this.#open.slice();
    this.touched = this.#openPoints.slice();
    this.#seen = new Uint32Array(cells);
    this.#queue = new Uint16Array(cells);
    this.#from = new Uint16Array(cells);
  }

  /** Replaces the walls by these, for the same board size. */
  load(walls: Walls): void {
    this.barred.set(this.#open);
    this.touched.set(this.#openPoints);
    for (let centre = 0; centre < walls.length; centre++) {
      const wall = walls[centre]!;
      if (wall !== 0) this.put(centre, orientationOf(wall));
    }
  }

  /** Adds a wall that neither crosses nor overlaps another. */
  put(centre: number, orientation: Orientation): void {
    const { size, barred } = this;
    const cell = centre + Math.floor(centre / (size - 1));
    if (orientation === HORIZONTAL) {
      barred[cell]! |= NORTH;
      barred[cell + 1]! |= NORTH;
      barred[cell + size]! |= SOUTH;
      barred[cell + size + 1]! |= SOUTH;
    } else {
      barred[cell]! |= EAST;
      barred[cell + size]! |= EAST;
      barred[cell + 1]! |= WEST;
      barred[cell + size + 1]! |= WEST;
    }
    this.#touch(centre, orientation, 1);
  }

  /** Removes a wall. */
  lift(centre: number, orientation: Orientation): void {
    const { size, barred } = this;
    const cell = centre + Math.floor(centre / (size - 1));
    if (orientation === HORIZONTAL) {
      barred[cell]! &= ~NORTH;
      barred[cell + 1]! &= ~NORTH;
      barred[cell + size]! &= ~SOUTH;
      barred[cell + size + 1]! &= ~SOUTH;
    } else {
      barred[cell]! &= ~EAST;
      barred[cell + size]! &= ~EAST;
      barred[cell + 1]! &= ~WEST;
      barred[cell + size + 1]! &= ~WEST;
    }
    this.#touch(centre, orientation, -1);
  }

  #touch(centre: number, orientation: Orientation, by: number): void {
    const point = this.pointOf(centre);
    const step = orientation === HORIZONTAL ? 1 : this.size + 1;
    this.touched[point - step]! += by;
    this.touched[point]! += by;
    this.touched[point + step]! += by;
  }

  /** The index in `touched` of a wall's middle. */
  pointOf(centre: number): number {
    const { size } = this;
    const row = Math.floor(centre / (size - 1));
    return (row + 1) * (size + 1) + (centre - row * (size - 1)) + 1;
  }

  /**
   * Whether a new wall could close a path: it must touch other walls or the edge at two of its three points, the ends
   * and the middle. A path can go around a wall that touches them at fewer.
   */
  couldClose(centre: number, orientation: Orientation): boolean {
    const { touched } = this;
    const point = this.pointOf(centre);
    const step = orientation === HORIZONTAL ? 1 : this.size + 1;
    const ends = (touched[point - step] === 0 ? 0 : 1) + (touched[point + step] === 0 ? 0 : 1);
    return ends === 2 || (ends === 1 && touched[point] !== 0);
  }

  #begin(): number {
    if (this.#walk === 0xffff_ffff) {
      this.#seen.fill(0);
      this.#walk = 0;
    }
    return ++this.#walk;
  }

  /** Whether a path leads from a cell to a row; pawns bar nothing. */
  reaches(from: number, row: number): boolean {
    const { size, barred } = this;
    const seen = this.#seen;
    const stack = this.#queue;
    const walk = this.#begin();
    const first = row * size;
    const end = first + size;
    const upwards = from < first;
    let height = 0;
    stack[height++] = from;
    seen[from] = walk;
    while (height > 0) {
      const cell = stack[--height]!;
      if (cell >= first && cell < end) return true;
      const bars = barred[cell]!;
      // The direction of the row is pushed last and therefore tried first.
      if ((bars & (upwards ? SOUTH : NORTH)) === 0) {
        const next = upwards ? cell - size : cell + size;
        if (seen[next] !== walk) {
          seen[next] = walk;
          stack[height++] = next;
        }
      }
      if ((bars & WEST) === 0 && seen[cell - 1] !== walk) {
        seen[cell - 1] = walk;
        stack[height++] = cell - 1;
      }
      if ((bars & EAST) === 0 && seen[cell + 1] !== walk) {
        seen[cell + 1] = walk;
        stack[height++] = cell + 1;
      }
      if ((bars & (upwards ? NORTH : SOUTH)) === 0) {
        const next = upwards ? cell + size : cell - size;
        if (seen[next] !== walk) {
          seen[next] = walk;
          stack[height++] = next;
        }
      }
    }
    return false;
  }

  /** A shortest path from a cell to a row, both ends included; null if none. */
  path(start: number, row: number): readonly number[] | null {
    const { size, barred } = this;
    const seen = this.#seen;
    const queue = this.#queue;
    const from = this.#from;
    const walk = this.#begin();
    const first = row * size;
    const end = first + size;
    let head = 0;
    let tail = 0;
    queue[tail++] = start;
    seen[start] = walk;
    while (head < tail) {
      const cell = queue[head++]!;
      if (cell >= first && cell < end) {
        const path = [cell];
        for (let at = cell; at !== start;) {
          at = from[at]!;
          path.push(at);
        }
        return path.reverse();
      }
      const bars = barred[cell]!;
      if ((bars & NORTH) === 0 && seen[cell + size] !== walk) {
        seen[cell + size] = walk;
        from[cell + size] = cell;
        queue[tail++] = cell + size;
      }
      if ((bars & SOUTH) === 0 && seen[cell - size] !== walk) {
        seen[cell - size] = walk;
        from[cell - size] = cell;
        queue[tail++] = cell - size;
      }
      if ((bars & EAST) === 0 && seen[cell + 1] !== walk) {
        seen[cell + 1] = walk;
        from[cell + 1] = cell;
        queue[tail++] = cell + 1;
      }
      if ((bars & WEST) === 0 && seen[cell - 1] !== walk) {
        seen[cell - 1] = walk;
        from[cell - 1] = cell;
        queue[tail++] = cell - 1;
      }
    }
    return null;
  }

  /** Fills `steps` (one per cell) with the distance from each cell to a row; 0xffff if no path leads there. */
  distances(row: number, steps: Uint16Array): void {
    const { size, barred } = this;
    const queue = this.#queue;
    steps.fill(0xffff);
    let tail = 0;
    for (let cell = row * size; cell < (row + 1) * size; cell++) {
      steps[cell] = 0;
      queue[tail++] = cell;
    }
    for (let head = 0; head < tail; head++) {
      const cell = queue[head]!;
      const bars = barred[cell]!;
      const next = steps[cell]! + 1;
      if ((bars & NORTH) === 0 && steps[cell + size]! > next) {
        steps[cell + size] = next;
        queue[tail++] = cell + size;
      }
      if ((bars & SOUTH) === 0 && steps[cell - size]! > next) {
        steps[cell - size] = next;
        queue[tail++] = cell - size;
      }
      if ((bars & EAST) === 0 && steps[cell + 1]! > next) {
        steps[cell + 1] = next;
        queue[tail++] = cell + 1;
      }
      if ((bars & WEST) === 0 && steps[cell - 1]! > next) {
        steps[cell - 1] = next;
        queue[tail++] = cell - 1;
      }
    }
  }
}

/** The centre of the wall that a new one would cross, overlap or coincide with; -1 if none. */
export function inTheWay(size: number, walls: Walls, centre: number, orientation: Orientation): number {
  if (walls[centre] !== 0) return centre;
  if (orientation === HORIZONTAL) {
    const column = centre % (size - 1);
    if (column > 0 && isWall(walls[centre - 1]!, orientation)) return centre - 1;
    if (column < size - 2 && isWall(walls[centre + 1]!, orientation)) return centre + 1;
    return -1;
  }
  const below = centre - (size - 1);
  const above = centre + (size - 1);
  if (below >= 0 && isWall(walls[below]!, orientation)) return below;
  return above < walls.length && isWall(walls[above]!, orientation) ? above : -1;
}
