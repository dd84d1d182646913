/**
 * A race that no wall can disturb: one side has no wall left, and the other reaches its goal first on a path on which
 * the pawns never meet. This is an exact end of the game, found without a search.
 */
import type { Seat } from '../../games/game.ts';
import { east, north, south, west } from './steps.ts';

/** What this needs to know of a position; it may change between two questions. */
export interface RaceBoard {
  readonly size: number;
  readonly cells: number;
  /** By cell, the bits of its open neighbours. */
  readonly open: Uint8Array;
  readonly pawns: ArrayLike<number>;
  readonly mover: Seat;
  /** By seat, the number of steps from every cell to its goal, ignoring the other pawn. */
  readonly fields: readonly [StepField, StepField];
  /** Steps from a seat's pawn to its goal. */
  distance(seat: Seat): number;
}

interface StepField {
  readonly steps: Int16Array | Uint16Array;
}

/** Beyond any distance on any board. */
const unreachable = 0x3fff;

export class UncontestedRace {
  readonly #board: RaceBoard;
  /** The other pawn's distance to each cell. */
  readonly #reach: Int16Array;
  readonly #queue: Int16Array;
  /** Cells of the current layer, and of the next one. */
  #layer: Int16Array;
  #next: Int16Array;
  readonly #seen: Int32Array;
  #stamp = 0;

  constructor(board: RaceBoard) {
    this.#board = board;
    this.#reach = new Int16Array(board.cells);
    this.#queue = new Int16Array(board.cells);
    this.#layer = new Int16Array(board.cells);
    this.#next = new Int16Array(board.cells);
    this.#seen = new Int32Array(board.cells);
  }

  /**
   * The plies in which a seat reaches its goal against any play of the other side, which must have no walls; 0 if that
   * is not certain. A jump may shorten it.
   */
  plies(seat: Seat): number {
    const board = this.#board;
    const other = seat === 0 ? 1 : 0;
    const length = board.distance(seat);
    const first = board.mover === seat ? 1 : 0;
    if (length - first >= board.distance(other)) return 0;
    this.#flood(board.pawns[other]!);
    const reach = this.#reach;
    const { open, size } = board;
    const { steps } = board.fields[seat];
    const seen = this.#seen;
    const stamp = ++this.#stamp;
    // Moves of the other side before the pawn has made `made` steps, and after that turn.
    const before = 1 - first;
    if (before === 1 && reach[board.pawns[seat]!]! <= 1) return 0;
    let count = 1;
    this.#layer[0] = board.pawns[seat]!;
    for (let made = 1; made <= length; made++) {
      // An adjacent pawn could jump on its turn; on the last cell, it is only in the way if it stands there.
      const apart = made === length ? made - 1 + before : made + before;
      const layer = this.#layer;
      const next = this.#next;
      let found = 0;
      for (let i = 0; i < count; i++) {
        const cell = layer[i]!;
        const bits = open[cell]!;
        const nearer = steps[cell]! - 1;
        for (let bit = north; bit <= west; bit <<= 1) {
          if ((bits & bit) === 0) continue;
          const to = cell + (bit === north ? size : bit === south ? -size : bit === east ? 1 : -1);
          if (steps[to] !== nearer || reach[to]! <= apart || seen[to] === stamp) continue;
          seen[to] = stamp;
          next[found++] = to;
        }
      }
      if (found === 0) return 0;
      count = found;
      this.#layer = next;
      this.#next = layer;
    }
    return 2 * length - first;
  }

  #flood(from: number): void {
    const reach = this.#reach.fill(unreachable);
    const queue = this.#queue;
    const { open, size } = this.#board;
    let tail = 0;
    reach[from] = 0;
    queue[tail++] = from;
    for (let head = 0; head < tail; head++) {
      const cell = queue[head]!;
      const bits = open[cell]!;
      const next = reach[cell]! + 1;
      if (bits & north && reach[cell + size]! > next) {
        reach[cell + size] = next;
        queue[tail++] = cell + size;
      }
      if (bits & south && reach[cell - size]! > next) {
        reach[cell - size] = next;
        queue[tail++] = cell - size;
      }
      if (bits & east && reach[cell + 1]! > next) {
        reach[cell + 1] = next;
        queue[tail++] = cell + 1;
      }
      if (bits & west && reach[cell - 1]! > next) {
        reach[cell - 1] = next;
        queue[tail++] = cell - 1;
      }
    }
  }
}
