/**
 * The board in the search: made and unmade move by move, with the hash and both sides' distances updated. Cells,
 * centres and moves are numbered as in the game.
 */
import {
  goalRow,
  orientationOf,
  VERTICAL,
  type Orientation,
  type QuoridorPosition,
} from '../../app/games/quoridor/index.ts';
import type { Seat } from '../../app/games/game.ts';
import { closeSteps, openBoard, openSteps, writePawnMoves } from '../../app/truth/quoridor/steps.ts';
import { DistanceField, unreachable } from './field.ts';
import { seededRandom } from '../../app/games/random.ts';

export interface HashWords {
  /** Indexed by the board's `pawnKey`, `wallKey` and `stockKey`. */
  readonly low: Int32Array;
  readonly high: Int32Array;
}

const made = new Map<number, HashWords>();

/** The same words for the same count in every run, since a table outlives the board that filled it. */
function hashWords(count: number): HashWords {
  let words = made.get(count);
  if (words === undefined) {
    const random = seededRandom(count);
    const word = (): number => (random() * 4_294_967_296) | 0;
    words = { low: Int32Array.from({ length: count }, word), high: Int32Array.from({ length: count }, word) };
    made.set(count, words);
  }
  return words;
}

const free = 2;

export class QuoridorBoard {
  readonly size: number;
  /** Centres in a row. */
  readonly side: number;
  readonly cells: number;
  readonly centres: number;
  /** Move numbers are below this. */
  readonly moveCount: number;
  /** By cell, the bits of the neighbours that a step leads to. */
  readonly open: Uint8Array;
  /** By centre: the orientation of the wall there, or 2. */
  readonly walls: Uint8Array;
  /** The wall moves on the board, in order; the first `wallCount` count. */
  readonly standing: Int16Array;
  wallCount = 0;
  /** By seat, like the walls left. */
  readonly pawns: Int32Array;
  readonly wallsLeft: Int32Array;
  readonly fields: readonly [DistanceField, DistanceField];
  mover: Seat;
  hashLow = 0;
  hashHigh = 0;
  readonly #words: HashWords;
  readonly #marks: Int32Array;

  constructor(position: QuoridorPosition) {
    const { size } = position;
    this.size = size;
    this.side = size - 1;
    this.cells = size * size;
    this.centres = this.side * this.side;
    this.moveCount = this.cells + 2 * this.centres;
    this.walls = new Uint8Array(this.centres).fill(free);
    this.standing = new Int16Array(this.centres);
    this.open = openBoard(size);
    this.pawns = Int32Array.from(position.pawns);
    // More walls than places make no difference.
    this.wallsLeft = Int32Array.from(position.wallsLeft, (left) => Math.min(left, this.centres));
    this.mover = position.mover;
    position.walls.forEach((wall, centre) => {
      if (wall === 0) return;
      this.walls[centre] = orientationOf(wall);
      this.standing[this.wallCount++] = this.cells + 2 * centre + orientationOf(wall);
      closeSteps(this.open, size, this.#cellAt(centre), orientationOf(wall));
    });
    this.fields = [
      new DistanceField(size, this.open, goalRow(size, 0)),
      new DistanceField(size, this.open, goalRow(size, 1)),
    ];
    this.#marks = new Int32Array(2 * this.centres + 2);
    // Pawns, walls, walls left of both sides, the mover.
    this.#words = hashWords(2 * this.cells + 2 * this.centres + 2 * (this.centres + 1) + 1);
    this.#toggle(this.pawns[0]!);
    this.#toggle(this.cells + this.pawns[1]!);
    for (let i = 0; i < this.wallCount; i++) this.#toggle(this.cells + this.standing[i]!);
    this.#toggleLeft(0);
    this.#toggleLeft(1);
    if (this.mover === 1) this.#toggleMover();
  }

  #toggle(index: number): void {
    this.hashLow ^= this.#words.low[index]!;
    this.hashHigh ^= this.#words.high[index]!;
  }

  #toggleLeft(seat: Seat): void {
    this.#toggle(2 * this.cells + 2 * this.centres + seat * (this.centres + 1) + this.wallsLeft[seat]!);
  }

  #toggleMover(): void {
    this.#toggle(this.#words.low.length - 1);
  }

  /** Steps from a seat's pawn to its goal row. */
  distance(seat: Seat): number {
    return this.fields[seat].steps[this.pawns[seat]!]!;
  }

  /** Writes the mover's pawn moves to `out` from `at` on, in no order. @returns the end of the list */
  pawnMoves(out: Int16Array, at: number): number {
    const { open, size, pawns, mover } = this;
    return writePawnMoves(open, size, pawns[mover]!, pawns[1 - mover]!, out, at);
  }

  /** Whether a move is a pawn move. */
  isPawnMove(move: number): boolean {
    return move < this.cells;
  }

  /** Moves the mover's pawn. @returns its origin, for `unmovePawn` */
  movePawn(to: number): number {
    const { mover } = this;
    const from = this.pawns[mover]!;
    this.#toggle(mover * this.cells + from);
    this.#toggle(mover * this.cells + to);
    this.pawns[mover] = to;
    this.pass();
    return from;
  }

  unmovePawn(from: number): void {
    this.pass();
    const { mover } = this;
    this.#toggle(mover * this.cells + this.pawns[mover]!);
    this.#toggle(mover * this.cells + from);
    this.pawns[mover] = from;
  }

  /** Puts the pawns anywhere. */
  setPawns(black: number, white: number, mover: Seat): void {
    this.#toggle(this.pawns[0]!);
    this.#toggle(this.cells + this.pawns[1]!);
    this.pawns[0] = black;
    this.pawns[1] = white;
    this.#toggle(black);
    this.#toggle(this.cells + white);
    if (this.mover !== mover) this.pass();
  }

  /** Changes the side to move. */
  pass(): void {
    this.mover = this.mover === 0 ? 1 : 0;
    this.#toggleMover();
  }

  /** Whether a wall would neither cross nor overlap another; paths are not checked. */
  fits(centre: number, orientation: Orientation): boolean {
    const { walls, side } = this;
    if (walls[centre] !== free) return false;
    if (orientation === VERTICAL) {
      return (
        (centre < side || walls[centre - side] !== orientation) &&
        (centre + side >= this.centres || walls[centre + side] !== orientation)
      );
    }
    const column = centre % side;
    return (
      (column === 0 || walls[centre - 1] !== orientation) &&
      (column === side - 1 || walls[centre + 1] !== orientation)
    );
  }

  /**
   * Places a wall of the mover, who must have one left. @returns false, with nothing changed, if it does not fit or
   * leaves a pawn without a path
   */
  placeWall(move: number): boolean {
    return this.#place(move, false);
  }

  /** The same for a wall that lengthens the other side's path; any other is refused. */
  placeDetour(move: number): boolean {
    return this.#place(move, true);
  }

  #place(move: number, detour: boolean): boolean {
    const centre = (move - this.cells) >> 1;
    const orientation = ((move - this.cells) & 1) as Orientation;
    if (!this.fits(centre, orientation)) return false;
    const { mover } = this;
    const other = this.fields[1 - mover]!;
    const own = this.fields[mover];
    const at = 2 * this.wallCount;
    this.#marks[at] = other.mark();
    this.#marks[at + 1] = own.mark();
    const low = this.#cellAt(centre);
    closeSteps(this.open, this.size, low, orientation);
    const across = orientation === VERTICAL ? 1 : this.size;
    const along = orientation === VERTICAL ? this.size : 1;
    const next = low + along;
    if (!detour) {
      other.close(low, low + across, next, next + across);
    } else if (!other.closeFor(this.pawns[1 - mover]!, low, low + across, next, next + across)) {
      openSteps(this.open, this.size, low, orientation);
      return false;
    }
    own.close(low, low + across, next, next + across);
    if (this.distance(0) >= unreachable || this.distance(1) >= unreachable) {
      other.rollback(this.#marks[at]);
      own.rollback(this.#marks[at + 1]!);
      openSteps(this.open, this.size, low, orientation);
      return false;
    }
    this.walls[centre] = orientation;
    this.standing[this.wallCount++] = move;
    this.#toggle(this.cells + move);
    this.#toggleLeft(mover);
    this.wallsLeft[mover]!--;
    this.#toggleLeft(mover);
    this.pass();
    return true;
  }

  /** Takes back the last wall. */
  unplaceWall(): void {
    this.pass();
    const { mover } = this;
    const move = this.standing[--this.wallCount]!;
    const centre = (move - this.cells) >> 1;
    this.#toggle(this.cells + move);
    this.#toggleLeft(mover);
    this.wallsLeft[mover]!++;
    this.#toggleLeft(mover);
    this.fields[1 - mover]!.rollback(this.#marks[2 * this.wallCount]!);
    this.fields[mover].rollback(this.#marks[2 * this.wallCount + 1]!);
    this.walls[centre] = free;
    openSteps(this.open, this.size, this.#cellAt(centre), ((move - this.cells) & 1) as Orientation);
  }

  /** The south-west cell of the four around a centre. */
  #cellAt(centre: number): number {
    return centre + ((centre / this.side) | 0);
  }
}
