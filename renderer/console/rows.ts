/**
 * The rows in which a console shows lines: what stands in each, and how it is written to a screen. A line has one row
 * and one for each of its oddities; runs of lines of one kind may be folded into one row.
 */
import { foldRow, gapRow, hangOf, layOut, SeenOddities } from './format.ts';
import { isTrouble, type ConsoleLine, type Lines } from './lines.ts';
import type { Places } from './filter.ts';
import { paint, type Grid, type Piece } from './terminal.ts';

/** Lines of a run that are not folded. */
const shownFirst = 2;

/** Lines that are folded into one row, by their numbers. */
export interface Fold {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  readonly count: number;
  readonly newest: ConsoleLine;
}

/** A row as it was written. */
export interface Row {
  /** Null for a row that belongs to no line; the newest of the lines that are folded into it. */
  readonly line: ConsoleLine | null;
  /** Undefined if they are those of `lineRow`: there are thousands of rows, and few of them are looked up. */
  readonly pieces: readonly Piece[] | undefined;
  /** The column in which it continues, and the rows of the screen that it takes. */
  readonly hang: number;
  readonly height: number;
  readonly fold: Fold | undefined;
}

/** Adjacent lines with the same key form a run; null if a line belongs to none. */
function keyOf(line: ConsoleLine): string | null {
  const { direction, text, asks, answers, byHand, cut, origin } = line;
  const isHeard = direction === 'heard' || direction === 'stderr';
  if (!isHeard || asks || answers.length > 0 || byHand || cut > 0 || isTrouble(line)) return null;
  const word = /^\s*(\S+)/.exec(text.slice(0, 80))?.[1];
  return word === undefined ? null : `${origin?.session ?? ''} ${direction} ${word}`;
}

/** Finds runs of lines of one kind, of which a folded console shows the first ones and the newest. */
export class Runs {
  #key: string | null = null;
  #shown = 0;
  #fold: Fold | null = null;

  /** The next line begins a run. */
  end(): void {
    this.#key = null;
    this.#fold = null;
  }

  /** @returns the fold that the next line goes into; null if it has a row of its own */
  take(line: ConsoleLine): Fold | null {
    const key = keyOf(line);
    if (key === null || key !== this.#key) {
      this.#key = key;
      this.#shown = 1;
      this.#fold = null;
      return null;
    }
    if (this.#shown < shownFirst) {
      this.#shown++;
      return null;
    }
    const { from, count } = this.#fold ?? { from: line.seq, count: 0 };
    this.#fold = { from, to: line.seq + 1, count: count + 1, newest: line };
    return this.#fold;
  }
}

/** Text for a screen and the rows that it consists of. */
export interface Written {
  readonly text: string;
  readonly rows: readonly Row[];
  /** The screen is wiped first. */
  readonly wipes: boolean;
  /** The first of the rows replaces the newest one. */
  readonly replaces: boolean;
}

/** Home, erase the screen, erase what scrolled off it, hide the cursor. */
const wipe = '\x1b[H\x1b[2J\x1b[3J\x1b[?25l';

/** Writes lines one after the other, each from the row below the one before. */
export class RowWriter {
  readonly #lines: () => Lines;
  readonly #grid: Grid;
  readonly #runs = new Runs();
  #seen = new SeenOddities();
  #next = 0;
  #text = wipe;
  #rows: Row[] = [];
  #wipes = true;
  /** Nothing was written since the screen was wiped. */
  #isBlank = true;
  #replaces = false;
  /** Not written yet: of a run that continues only the last count is of use. */
  #fold: Fold | null = null;
  /** The newest row on the screen is of a fold that may continue. */
  #isFolded = false;

  constructor(lines: () => Lines, grid: Grid) {
    this.#lines = lines;
    this.#grid = grid;
  }

  /** The number of the line to write next. */
  get next(): number {
    return this.#next;
  }

  /** Characters that wait to be taken. */
  get length(): number {
    return this.#text.length;
  }

  /** The screen will be wiped. */
  get wipes(): boolean {
    return this.#wipes;
  }

  /** Wipes the screen, and continues with the line of that number. */
  restart(from: number): void {
    this.#next = from;
    this.#seen = new SeenOddities();
    this.#runs.end();
    this.#text = wipe;
    this.#rows = [];
    this.#wipes = true;
    this.#isBlank = true;
    this.#replaces = false;
    this.#fold = null;
    this.#isFolded = false;
  }

  /** Writes a line, or folds it into the row of its run. */
  foldOrLine(line: ConsoleLine): void {
    if (this.#missing(line) > 0) this.#runs.end();
    const fold = this.#runs.take(line);
    if (fold === null) return this.line(line, [], true);
    this.#fold = fold;
    this.#next = line.seq + 1;
  }

  /**
   * @param brief long numbers are shortened
   * @param isCurrent the search shows it now
   */
  line(line: ConsoleLine, places: Places, brief: boolean, isCurrent = false): void {
    this.#writeFold();
    const missing = this.#missing(line);
    if (missing > 0) this.gap(missing);
    this.#next = line.seq + 1;
    const hang = hangOf(line);
    for (const [at, row] of layOut(line, this.#seen, places, brief).entries()) {
      const shown = isCurrent ? row.map((piece) => (piece.found ? { ...piece, current: true } : piece)) : row;
      const isKept = at > 0 || (brief && row.some(({ exact }) => exact !== undefined));
      this.#write(shown, { line, pieces: isKept ? row : undefined, hang, fold: undefined });
    }
  }

  /** Writes a row that tells of lines that are not there. */
  gap(count: number): void {
    const pieces = gapRow(count);
    this.#write(pieces, { line: null, pieces, hang: hangOf(null), fold: undefined });
  }

  /** What was written since the last call. */
  take(): Written {
    this.#writeFold();
    const written = { text: this.#text, rows: this.#rows, wipes: this.#wipes, replaces: this.#replaces };
    this.#text = '';
    this.#rows = [];
    this.#wipes = false;
    this.#replaces = false;
    return written;
  }

  /** How many lines before this one are neither written nor hidden. */
  #missing({ seq }: ConsoleLine): number {
    return seq > this.#next ? this.#lines().missing(this.#next, seq) : 0;
  }

  #writeFold(): void {
    const fold = this.#fold;
    if (fold === null) return;
    this.#fold = null;
    const pieces = foldRow(fold.count, fold.newest, this.#grid);
    if (this.#isFolded) this.#replaces = true;
    this.#write(pieces, { line: fold.newest, pieces, hang: 0, fold });
    this.#isFolded = true;
  }

  #write(pieces: readonly Piece[], { line, pieces: kept, hang, fold }: Omit<Row, 'height'>): void {
    const { text, height } = paint(pieces, this.#grid, hang);
    if (this.#replaces && this.#rows.length === 0) this.#text += `\r\x1b[2K${text}`;
    else this.#text += this.#isBlank ? text : `\r\n${text}`;
    this.#isBlank = false;
    this.#isFolded = false;
    this.#rows.push({ line, pieces: kept, hang, height, fold });
  }
}
