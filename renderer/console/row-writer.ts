/** What lines look like on a screen, one after the other: as text for it, and which row is of which line. */
import type { Grid } from './fitting.ts';
import { foldRow, gapRow, hangOf, layOut, paint, paintAnew, SeenOddities } from './format.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import type { PaintedRow } from './painted.ts';
import type { Places } from './query.ts';
import { Runs, type Fold } from './runs.ts';

export class RowWriter {
  /** The number of the line to write next. */
  next = 0;
  readonly #lines: Lines;
  readonly #grid: Grid;
  readonly #runs = new Runs();
  #seen = new SeenOddities();
  /** The first row of a wiped screen needs no line break in front. */
  #first = true;
  /** The newest row stands for a run that may go on. */
  #folded = false;
  /** The rows that were made and not taken yet. */
  #made: PaintedRow[] = [];

  constructor(lines: Lines, grid: Grid) {
    this.#lines = lines;
    this.#grid = grid;
  }

  /** The screen is wiped, and written anew from the line of that number on. */
  restart(from: number): void {
    this.next = from;
    this.#seen = new SeenOddities();
    this.#runs.end();
    this.#first = true;
    this.#folded = false;
  }

  /** What a line goes into that need not stand for itself; `foldText` writes it. */
  fold(line: ConsoleLine): Fold | null {
    if (this.#missing(line) > 0) this.#runs.end();
    const fold = this.#runs.take(line);
    if (fold !== null) this.next = line.seq + 1;
    return fold;
  }

  foldText(fold: Fold): string {
    const row = foldRow(fold.count, fold.newest, this.#grid);
    const instead = this.#folded;
    this.#folded = true;
    this.#made.push({ line: fold.newest, height: 1, fold, ...(instead ? { instead } : {}) });
    return instead ? paintAnew(row, this.#grid) : paint([row], this.#grid, 0).text;
  }

  /** The rows that were made since. */
  take(): readonly PaintedRow[] {
    const made = this.#made;
    this.#made = [];
    return made;
  }

  /** How many lines before this one are neither written nor hidden. */
  #missing({ seq }: ConsoleLine): number {
    return seq > this.next ? this.#lines.missing(this.next, seq) : 0;
  }

  /** The first row of a wiped screen has no line break in front. */
  #text(text: string): string {
    if (!this.#first) return text;
    this.#first = false;
    return text.slice(2);
  }

  /** A row that tells of lines that are not there. */
  gap(count: number): string {
    const { text, heights } = paint([gapRow(count)], this.#grid, hangOf(null));
    this.#made.push({ line: null, height: heights[0]! });
    this.#folded = false;
    return this.#text(text);
  }

  /**
   * @param brief long numbers are shortened
   * @param current it is being looked at
   */
  line(line: ConsoleLine, places: Places, brief: boolean, current = false): string {
    const missing = this.#missing(line);
    const gap = missing > 0 ? this.gap(missing) : '';
    this.next = line.seq + 1;
    this.#folded = false;
    const rows = layOut(line, this.#seen, places, brief);
    if (current) {
      for (const row of rows)
        for (const [at, piece] of row.entries()) if (piece.found) row[at] = { ...piece, current };
    }
    const { text, heights } = paint(rows, this.#grid, hangOf(line));
    for (const [at, row] of rows.entries()) {
      const isBrief = row.some(({ exact }) => exact !== undefined);
      this.#made.push({ line, height: heights[at]!, ...(isBrief ? { pieces: row } : {}) });
    }
    return gap + this.#text(text);
  }
}
