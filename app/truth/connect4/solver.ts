/**
 * The exact solver of 7x6, for the host: positions in, game-theoretic values out. The search itself is WebAssembly, in
 * `core/`.
 */
import { connect4, EMPTY, stoneOf, type Connect4Position } from '../../games/connect4/index.ts';
import type { Book } from './book.ts';
import core from './core/index.ts?assembly';

const width = 7;
const height = 6;
const cells = width * height;

/** The core's result if it was stopped. */
const stopped = -128;

/** Each table entry takes eight bytes. */
const entryBits = 3;
const smallestTable = 4;
const largestTable = 27;

interface Core {
  readonly memory: WebAssembly.Memory;
  initialise(entries: number): void;
  clear(): void;
  solve(stonesLow: number, stonesHigh: number, maskLow: number, maskHigh: number, least: number): number;
  solveColumn(
    stonesLow: number,
    stonesHigh: number,
    maskLow: number,
    maskHigh: number,
    column: number,
    most: number,
  ): number;
  columnReaches(
    stonesLow: number,
    stonesHigh: number,
    maskLow: number,
    maskHigh: number,
    column: number,
    score: number,
  ): number;
  nodeCount(): number;
}

export interface ColumnScore {
  readonly column: number;
  /** The mover's, see `Solver.solve`. */
  readonly score: number;
}

/** Two halves of 32 bits each: the stones of the side to move, and all stones. */
type Bits = readonly [stonesLow: number, stonesHigh: number, maskLow: number, maskHigh: number];

/** Whether the solver accepts it: 7x6, no stone above a hole, no four yet. */
export function solvable(position: Connect4Position): boolean {
  return readBits(position) !== null;
}

/**
 * Plies until the end of a score, including the last; for a draw, until the board is full.
 * @param stones on the board
 */
export function pliesOfScore(score: number, stones: number): number {
  if (score === 0) return cells - stones;
  // The winner's stones fall at every second ply: the mover's have as many stones before them as there are now.
  const parity = (score > 0 ? stones : stones + 1) % 2;
  return cells - 2 * Math.abs(score) + parity - stones + 1;
}

/** The largest table that fits into this many bytes, but for the eighth on top: entries as a power of two. */
export function tableWithin(bytes: number): number {
  const entries = Math.floor(Math.log2(bytes)) - entryBits;
  return Math.max(smallestTable, Math.min(largestTable, entries));
}

let compiled: WebAssembly.Module | null = null;

/** Caches what it has solved until it is cleared. */
export class Solver {
  /** Nodes searched for the latest question, including all its columns. */
  nodes = 0;
  /** May be changed between questions. */
  book: Book | null;
  private readonly core: Core;
  private readonly shouldStop: (nodes: number) => boolean;
  private before = 0;

  /**
   * @param tableLog2 the number of the table's entries, as a power of two from 4 to 27; eight bytes each, and an eighth
   *   of them on top
   * @param shouldStop called about every thousandth node, and before each column of a line; `nodes` is the count so far
   * @param book consulted before any search
   * @throws RangeError
   */
  constructor(
    tableLog2: number,
    shouldStop: (nodes: number) => boolean = () => false,
    book: Book | null = null,
  ) {
    this.book = book;
    this.shouldStop = shouldStop;
    if (!Number.isInteger(tableLog2) || tableLog2 < smallestTable || tableLog2 > largestTable) {
      throw new RangeError(`a table has 2^${smallestTable} to 2^${largestTable} entries, not 2^${tableLog2}`);
    }
    compiled ??= new WebAssembly.Module(Uint8Array.from(atob(core), (byte) => byte.charCodeAt(0)));
    const poll = (nodes: number): number => (shouldStop(this.before + nodes) ? 1 : 0);
    this.core = new WebAssembly.Instance(compiled, { host: { poll } }).exports as unknown as Core;
    this.core.initialise(tableLog2);
  }

  /** Total, in bytes. */
  get memory(): number {
    return this.core.memory.buffer.byteLength;
  }

  clear(): void {
    this.core.clear();
  }

  /**
   * The score from the mover's view: 1 for a win with one's last stone, 2 with the last but one, and so on; negative
   * for the opponent's win; 0 for a draw. Null if stopped.
   * @throws RangeError if the position is not `solvable`
   */
  solve(position: Connect4Position): number | null {
    this.nodes = 0;
    this.before = 0;
    const bits = bitsOf(position);
    const written = this.book?.score(position) ?? null;
    if (written !== null) return written;
    const [stonesLow, stonesHigh, maskLow, maskHigh] = bits;
    const least = this.book?.atLeast(position) ?? -cells;
    return this.answer(this.core.solve(stonesLow, stonesHigh, maskLow, maskHigh, least));
  }

  /**
   * The score of every column, each reported as soon as it is known.
   * @param order the columns to solve; full ones are skipped
   * @param most the position's own score, if it is known: no column is worth more
   * @returns those known when it was stopped, or all
   * @throws RangeError if the position is not `solvable`
   */
  analyse(
    position: Connect4Position,
    order: readonly number[],
    onColumn: (column: ColumnScore) => void = () => undefined,
    most: number = cells,
  ): { readonly scores: readonly ColumnScore[]; readonly complete: boolean } {
    this.nodes = 0;
    const bits = bitsOf(position);
    const scores: ColumnScore[] = [];
    const columns = order.filter((column) => position.tops[column]! < height);
    for (const column of columns) {
      this.before = this.nodes;
      const written = this.book?.columnScore(position, column) ?? null;
      const score =
        written ??
        this.answer(
          this.core.solveColumn(
            ...bits,
            column,
            Math.min(most, this.book?.columnAtMost(position, column) ?? cells),
          ),
        );
      if (score === null) return { scores, complete: false };
      scores.push({ column, score });
      onColumn({ column, score });
    }
    return { scores, complete: true };
  }

  /**
   * The value of a column if the end lies within this many plies, including its own: much cheaper than `analyse`.
   * @param plies less than the full board
   * @returns 0 for a draw and for everything beyond; null if stopped
   * @throws RangeError if the position is not `solvable`
   */
  columnWithin(position: Connect4Position, column: number, plies: number): number | null {
    this.nodes = 0;
    const bits = bitsOf(position);
    const stones = stonesIn(bits);
    const written = this.book?.columnScore(position, column) ?? null;
    if (written !== null) return pliesOfScore(written, stones) <= plies ? written : 0;
    const reaches = (score: number): boolean | null => {
      this.before = this.nodes;
      const answer = this.answer(this.core.columnReaches(...bits, column, score));
      return answer === null ? null : answer === 1;
    };
    const odd = plies % 2 === 1;
    const win = (cells + 1 + (stones % 2) - stones - (odd ? plies : plies - 1)) / 2;
    const loss = -(cells + 1 + ((stones + 1) % 2) - stones - (odd ? plies - 1 : plies)) / 2;
    // From bound to bound, since values next to a known bound are mostly in the table.
    const exactWin = (): number | null => {
      for (let score = win; ; score++) {
        const sooner = reaches(score + 1);
        if (sooner !== true) return sooner === null ? null : score;
      }
    };
    const exactLoss = (): number | null => {
      for (let score = loss; ; score--) {
        const reached = reaches(score);
        if (reached !== false) return reached === null ? null : score;
      }
    };
    // An end at exactly this distance is tried first, since callers that know the position's end ask for it.
    for (const wins of odd ? [true, false] : [false, true]) {
      const reached = reaches(wins ? win : loss + 1);
      if (reached === null) return null;
      if (reached === wins) return wins ? exactWin() : exactLoss();
    }
    return 0;
  }

  /**
   * Best play by both sides from a position to its end, or as far as it got before it was stopped.
   * @param score the position's
   * @param order of preference among equal columns
   * @throws RangeError if a position is not `solvable`
   */
  line(position: Connect4Position, score: number, order: readonly number[]): readonly number[] {
    const line: number[] = [];
    let at = position;
    for (let kept = score; connect4.result(at) === null; kept = 0 - kept) {
      const bits = bitsOf(at);
      const best = order.find((column) => {
        if (at.tops[column]! >= height) return false;
        const known = this.book?.columnScore(at, column) ?? null;
        if (known !== null) return known >= kept;
        // Questions of a few hundred nodes each never reach the poll by themselves.
        if (this.shouldStop(this.nodes)) return false;
        this.before = this.nodes;
        return this.answer(this.core.columnReaches(...bits, column, kept)) === 1;
      });
      if (best === undefined) break;
      line.push(best);
      at = connect4.play(at, best);
    }
    return line;
  }

  /** The core's result; null if it was stopped. */
  private answer(score: number): number | null {
    this.nodes += this.core.nodeCount();
    return score === stopped ? null : score;
  }
}

/** @throws RangeError if it is not `solvable` */
function bitsOf(position: Connect4Position): Bits {
  const bits = readBits(position);
  if (bits === null) throw new RangeError('the solver takes boards of 7x6 without holes and fours');
  return bits;
}

/** Null if it is not `solvable`. Plain loops and variables: many positions are solved in a microsecond or two. */
function readBits(position: Connect4Position): Bits | null {
  const { cells: stones, mover, winner } = position;
  if (position.width !== width || position.height !== height || winner !== null) return null;
  const own = stoneOf(mover);
  // Code that is not bundled looks an import up each time it is used.
  const none = EMPTY;
  let [stonesLow, stonesHigh, maskLow, maskHigh] = [0, 0, 0, 0];
  for (let column = 0; column < width; column++) {
    let bit = column * (height + 1);
    let cell = column;
    for (; cell < cells && stones[cell] !== none; cell += width, bit++) {
      const mine = stones[cell] === own ? 1 : 0;
      // Shifts are by the bit modulo 32.
      if (bit < 32) {
        maskLow |= 1 << bit;
        stonesLow |= mine << bit;
      } else {
        maskHigh |= 1 << bit;
        stonesHigh |= mine << bit;
      }
    }
    for (; cell < cells; cell += width) if (stones[cell] !== none) return null;
  }
  return [stonesLow, stonesHigh, maskLow, maskHigh];
}

function stonesIn([, , low, high]: Bits): number {
  let count = 0;
  for (let rest of [low, high]) for (; rest !== 0; rest &= rest - 1) count++;
  return count;
}
