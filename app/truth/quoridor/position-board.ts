/** A position with its steps and distances, worked out anew for each set of walls. */
import type { Seat } from '../../games/game.ts';
import { goalRow, Maze, type QuoridorPosition } from '../../games/quoridor/index.ts';
import { east, north, south, west } from './steps.ts';
import type { RaceBoard } from './uncontested.ts';

/** A maze has a bit for each barred direction, which is that of the step. */
const every = north | east | south | west;

export class PositionBoard implements RaceBoard {
  readonly size: number;
  readonly cells: number;
  readonly open: Uint8Array;
  readonly fields: readonly [{ readonly steps: Uint16Array }, { readonly steps: Uint16Array }];
  pawns: readonly [number, number] = [0, 0];
  mover: Seat = 0;
  readonly #maze: Maze;
  #walls: Uint8Array | null = null;

  constructor(size: number) {
    this.size = size;
    this.cells = size * size;
    this.open = new Uint8Array(this.cells);
    this.fields = [{ steps: new Uint16Array(this.cells) }, { steps: new Uint16Array(this.cells) }];
    this.#maze = new Maze(size);
  }

  /** @param position of this size */
  show({ pawns, mover, walls }: QuoridorPosition): void {
    this.pawns = pawns;
    this.mover = mover;
    if (this.#walls === walls) return;
    this.#walls = walls;
    this.#maze.load(walls);
    for (let cell = 0; cell < this.cells; cell++) this.open[cell] = every & ~this.#maze.barred[cell]!;
    for (const seat of [0, 1] as const) {
      this.#maze.distances(goalRow(this.size, seat), this.fields[seat].steps);
    }
  }

  distance(seat: Seat): number {
    return this.fields[seat].steps[this.pawns[seat]]!;
  }
}
