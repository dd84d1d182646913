/** A position with its steps and distances, worked out anew for each set of walls. */
import type { Seat } from '../../games/game.ts';
import { goalRow, orientationOf, type QuoridorPosition } from '../../games/quoridor/index.ts';
import { closeSteps, east, north, openBoard, south, west } from './steps.ts';
import { unreachable, type RaceBoard } from './uncontested.ts';

export class PositionBoard implements RaceBoard {
  readonly size: number;
  readonly cells: number;
  readonly open: Uint8Array;
  readonly fields: readonly [{ readonly steps: Int16Array }, { readonly steps: Int16Array }];
  pawns: readonly [number, number] = [0, 0];
  mover: Seat = 0;
  readonly #bare: Uint8Array;
  readonly #queue: Int16Array;
  #walls: Uint8Array | null = null;

  constructor(size: number) {
    this.size = size;
    this.cells = size * size;
    this.#bare = openBoard(size);
    this.open = this.#bare.slice();
    this.fields = [{ steps: new Int16Array(this.cells) }, { steps: new Int16Array(this.cells) }];
    this.#queue = new Int16Array(this.cells);
  }

  /** @param position of this size */
  show({ pawns, mover, walls }: QuoridorPosition): void {
    this.pawns = pawns;
    this.mover = mover;
    if (this.#walls === walls) return;
    this.#walls = walls;
    this.open.set(this.#bare);
    const { size } = this;
    for (let centre = 0; centre < walls.length; centre++) {
      const wall = walls[centre]!;
      if (wall === 0) continue;
      const cell = Math.floor(centre / (size - 1)) * size + (centre % (size - 1));
      closeSteps(this.open, size, cell, orientationOf(wall));
    }
    this.#flood(0);
    this.#flood(1);
  }

  distance(seat: Seat): number {
    return this.fields[seat].steps[this.pawns[seat]]!;
  }

  #flood(seat: Seat): void {
    const { size, open } = this;
    const { steps } = this.fields[seat];
    const queue = this.#queue;
    steps.fill(unreachable);
    let tail = 0;
    for (let column = 0; column < size; column++) {
      const cell = goalRow(size, seat) * size + column;
      steps[cell] = 0;
      queue[tail++] = cell;
    }
    for (let head = 0; head < tail; head++) {
      const cell = queue[head]!;
      const bits = open[cell]!;
      const next = steps[cell]! + 1;
      if ((bits & north) !== 0 && steps[cell + size] === unreachable) {
        steps[cell + size] = next;
        queue[tail++] = cell + size;
      }
      if ((bits & south) !== 0 && steps[cell - size] === unreachable) {
        steps[cell - size] = next;
        queue[tail++] = cell - size;
      }
      if ((bits & east) !== 0 && steps[cell + 1] === unreachable) {
        steps[cell + 1] = next;
        queue[tail++] = cell + 1;
      }
      if ((bits & west) !== 0 && steps[cell - 1] === unreachable) {
        steps[cell - 1] = next;
        queue[tail++] = cell - 1;
      }
    }
  }
}
