/**
 * The board that the search plays on: mutable, dense, of any size up to 12x12, updated move by move with everything
 * that the search and the evaluation need.
 *
 * Cells are numbered column by column (`column * height + row`, row 0 at the bottom), so that the cell above is the
 * next number. A stone falls onto the topmost stone of its column; empty cells below it stay empty, so a four that
 * needs one of them is impossible.
 */

const maxSide = 12;
const maxCells = maxSide * maxSide;

/** The cells of a board: `cells[row * width + column]` is 0 (empty), 1 (first seat) or 2. */
export interface BoardSetup {
  readonly width: number;
  readonly height: number;
  readonly cells: ArrayLike<number>;
  readonly mover: 0 | 1;
}

/**
 * The value for one seat of a line of four that holds n of its stones and none of the other's. A line of three counts
 * through its missing cell (`threatWorth`), so that two lines that wait for one cell count once.
 */
const lineWorth = [0, 1, 5, 11, 0];
const threatWorth = 24;
/** Added if the missing cell falls to the threat's owner after all other columns are filled. */
const parityWorth = 28;
/** Added to a low threat: the lower one comes first and makes those above it useless. */
const lownessWorth = 8;

/** The state of a line of four is (stones of seat 0) + 5 * (stones of seat 1): 3 and 15 are threats. */
const stepOf = [1, 5] as const;
const gains = ([0, 1] as const).map((owner) =>
  ([0, 1] as const).map((mover) => {
    const worth = (state: number): number => {
      const own = owner === 0 ? state % 5 : Math.floor(state / 5);
      const other = owner === 0 ? Math.floor(state / 5) : state % 5;
      return other === 0 ? (lineWorth[own] ?? 0) : 0;
    };
    return Int32Array.from({ length: 25 }, (_, state) => worth(state + stepOf[mover]) - worth(state));
  }),
) as [[Int32Array, Int32Array], [Int32Array, Int32Array]];

/** Pseudorandom numbers, the same in every run (Marsaglia's xorshift). */
function* scrambled(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    yield state;
  }
}

/** Zobrist keys in two words, by seat and cell of the largest board; then the keys of the mover and of the sizes. */
const keyCount = 2 * maxCells + 1 + 2 * (maxSide + 1);
const numbers = scrambled(0x2545f491);
const keysLow = Int32Array.from({ length: keyCount }, () => numbers.next().value);
const keysHigh = Int32Array.from({ length: keyCount }, () => numbers.next().value);
const moverKey = 2 * maxCells;

export class Connect4SearchBoard {
  readonly width: number;
  readonly height: number;
  /** The row where the next stone of a column lands; `height` if the column is full. */
  readonly heights: Int32Array;
  /** Per seat and cell: how many lines of four lack only this cell. */
  readonly threats: readonly [Int32Array, Int32Array];
  mover: 0 | 1;
  /** Cells that can still be filled. */
  empty = 0;
  hashLow = 0;
  hashHigh = 0;
  /** The value of each seat's open lines and threats. */
  worth0 = 0;
  worth1 = 0;

  /** The lines through cell c are `lineIds[lineStart[c] .. lineStart[c + 1]]`. */
  private readonly lineStart: Int32Array;
  private readonly lineIds: Int32Array;
  private readonly lineState: Uint8Array;
  /** The sum of the numbers of a line's empty cells: with one left, that cell's number. */
  private readonly lineMissing: Int32Array;
  private readonly threatWorths: readonly [Int32Array, Int32Array];
  private readonly keyOf: Int32Array;

  constructor(setup: BoardSetup) {
    const { width, height } = setup;
    if (!(width >= 1 && width <= maxSide && height >= 1 && height <= maxSide)) {
      throw new RangeError(`a board of ${width}x${height} is outside 1x1 to ${maxSide}x${maxSide}`);
    }
    this.width = width;
    this.height = height;
    this.mover = setup.mover;
    const count = width * height;
    const stones = new Uint8Array(count);
    this.heights = new Int32Array(width);
    for (let column = 0; column < width; column++) {
      for (let row = 0; row < height; row++) {
        const stone = setup.cells[row * width + column] ?? 0;
        stones[column * height + row] = stone;
        if (stone !== 0) this.heights[column] = row + 1;
      }
      this.empty += height - this.heights[column]!;
    }

    const lines = livingLines(width, height, stones, this.heights);
    this.lineState = new Uint8Array(lines.length);
    this.lineMissing = new Int32Array(lines.length);
    const through: number[][] = Array.from({ length: count }, () => []);
    lines.forEach((line, id) => {
      for (const cell of line) {
        through[cell]!.push(id);
        this.lineMissing[id]! += cell;
      }
    });
    this.lineStart = new Int32Array(count + 1);
    for (let cell = 0; cell < count; cell++) {
      this.lineStart[cell + 1] = this.lineStart[cell]! + through[cell]!.length;
    }
    this.lineIds = Int32Array.from(through.flat());

    this.threats = [new Int32Array(count), new Int32Array(count)];
    this.threatWorths = [this.worthOfThreats(0), this.worthOfThreats(1)];
    this.keyOf = Int32Array.from(
      { length: count },
      (_, cell) => Math.floor(cell / height) * maxSide + (cell % height),
    );
    this.toggle(moverKey + 1 + width);
    this.toggle(moverKey + 1 + maxSide + 1 + height);
    if (setup.mover === 1) this.toggle(moverKey);
    for (let cell = 0; cell < count; cell++) {
      if (stones[cell] !== 0) this.place(cell, stones[cell] === 1 ? 0 : 1);
    }
  }

  canPlay(column: number): boolean {
    return this.heights[column]! < this.height;
  }

  /** The number of the cell where the next stone of this column lands. */
  landing(column: number): number {
    return column * this.height + this.heights[column]!;
  }

  /** Whether the mover's stone in this column makes a four. The column must not be full. */
  winsAt(column: number): boolean {
    return this.threats[this.mover][this.landing(column)]! > 0;
  }

  /** Drops the mover's stone. The column must not be full. */
  play(column: number): void {
    const seat = this.mover;
    this.place(column * this.height + this.heights[column]!, seat);
    this.heights[column]!++;
    this.empty--;
    this.mover = seat === 0 ? 1 : 0;
    this.toggle(moverKey);
  }

  /** Takes back the last stone, which is in this column. */
  undo(column: number): void {
    const seat = this.mover === 0 ? 1 : 0;
    this.mover = seat;
    this.toggle(moverKey);
    this.empty++;
    this.lift(column * this.height + --this.heights[column]!, seat);
  }

  private toggle(key: number): void {
    this.hashLow ^= keysLow[key]!;
    this.hashHigh ^= keysHigh[key]!;
  }

  private place(cell: number, seat: 0 | 1): void {
    this.toggle(seat * maxCells + this.keyOf[cell]!);
    const { lineState, lineMissing, lineIds } = this;
    const [threats0, threats1] = this.threats;
    const step = stepOf[seat];
    const gain0 = gains[0][seat];
    const gain1 = gains[1][seat];
    let worth0 = this.worth0;
    let worth1 = this.worth1;
    for (let i = this.lineStart[cell]!, end = this.lineStart[cell + 1]!; i < end; i++) {
      const id = lineIds[i]!;
      const before = lineState[id]!;
      const after = before + step;
      const missing = lineMissing[id]! - cell;
      lineState[id] = after;
      lineMissing[id] = missing;
      worth0 += gain0[before]!;
      worth1 += gain1[before]!;
      if (after === 3) {
        if (++threats0[missing]! === 1) worth0 += this.threatWorths[0][missing]!;
      } else if (after === 15) {
        if (++threats1[missing]! === 1) worth1 += this.threatWorths[1][missing]!;
      }
      if (before === 3) {
        if (--threats0[cell]! === 0) worth0 -= this.threatWorths[0][cell]!;
      } else if (before === 15) {
        if (--threats1[cell]! === 0) worth1 -= this.threatWorths[1][cell]!;
      }
    }
    this.worth0 = worth0;
    this.worth1 = worth1;
  }

  private lift(cell: number, seat: 0 | 1): void {
    this.toggle(seat * maxCells + this.keyOf[cell]!);
    const { lineState, lineMissing, lineIds } = this;
    const [threats0, threats1] = this.threats;
    const step = stepOf[seat];
    const gain0 = gains[0][seat];
    const gain1 = gains[1][seat];
    let worth0 = this.worth0;
    let worth1 = this.worth1;
    for (let i = this.lineStart[cell]!, end = this.lineStart[cell + 1]!; i < end; i++) {
      const id = lineIds[i]!;
      const after = lineState[id]!;
      const before = after - step;
      const missing = lineMissing[id]!;
      lineState[id] = before;
      lineMissing[id] = missing + cell;
      worth0 -= gain0[before]!;
      worth1 -= gain1[before]!;
      if (after === 3) {
        if (--threats0[missing]! === 0) worth0 -= this.threatWorths[0][missing]!;
      } else if (after === 15) {
        if (--threats1[missing]! === 0) worth1 -= this.threatWorths[1][missing]!;
      }
      if (before === 3) {
        if (++threats0[cell]! === 1) worth0 += this.threatWorths[0][cell]!;
      } else if (before === 15) {
        if (++threats1[cell]! === 1) worth1 += this.threatWorths[1][cell]!;
      }
    }
    this.worth0 = worth0;
    this.worth1 = worth1;
  }

  /**
   * If every other column is filled first, the stone at `row` is number `empty - height + row` from now, in any column:
   * an even number falls to the current mover. So each row belongs to one seat for the whole game (on the usual board
   * odd rows to the first player, even rows to the second), and a threat is worth more to its row's owner.
   */
  private worthOfThreats(seat: 0 | 1): Int32Array {
    return Int32Array.from({ length: this.width * this.height }, (_, cell) => {
      const row = cell % this.height;
      const owner = (this.empty + this.height + row) % 2 === 0 ? this.mover : this.mover === 0 ? 1 : 0;
      const lowness = Math.round((lownessWorth * (this.height - row)) / this.height);
      return threatWorth + lowness + (owner === seat ? parityWorth : 0);
    });
  }
}

/** Every line of four whose empty cells can all still be filled. */
function livingLines(width: number, height: number, stones: Uint8Array, heights: Int32Array): number[][] {
  const lines: number[][] = [];
  const directions = [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const;
  for (let column = 0; column < width; column++) {
    for (let row = 0; row < height; row++) {
      for (const [right, up] of directions) {
        const lastColumn = column + 3 * right;
        const lastRow = row + 3 * up;
        if (lastColumn >= width || lastRow >= height || lastRow < 0) continue;
        const line = [0, 1, 2, 3].map((step) => (column + step * right) * height + row + step * up);
        const alive = line.every(
          (cell) => stones[cell] !== 0 || cell % height >= heights[Math.floor(cell / height)]!,
        );
        if (alive) lines.push(line);
      }
    }
  }
  return lines;
}
