/**
 * The rows in which a console shows lines: their contents, and how they are written to a screen. A line has one row and
 * one for each of its oddities; runs of lines of one kind may be folded into one row.
 */
import { foldRow, gapRow, hangOf, layOut, SeenOddities } from './format.ts';
import { isTrouble, type ConsoleLine, type Lines } from './lines.ts';
import type { Places } from './filter.ts';
import { paint, type Grid, type Piece } from './terminal.ts';

/** The number of lines at the start of a run that are not folded. */
const shownFirst = 2;

/** Lines folded into one row, by their numbers. */
export interface Fold {
  readonly from: number;
  /** Excluded. */
  readonly to: number;
  readonly count: number;
  readonly newest: ConsoleLine;
}

/** A row as it was written to the screen. */
export interface Row {
  /** The line of the row; the newest line of a fold; null for a row that belongs to no line. */
  readonly line: ConsoleLine | null;
  /** Undefined if `lineRow` returns the same pieces: there are thousands of rows, and few of them are looked up. */
  readonly pieces: readonly Piece[] | undefined;
  /** The column where wrapped text continues, and the number of screen rows. */
  readonly hang: number;
  readonly height: number;
  readonly fold: Fold | undefined;
}

/** The key of a line: adjacent lines with equal keys form a run. Null if the line belongs to none. */
function keyOf(line: ConsoleLine): string | null {
  const { direction, text, asks, answers, byHand, cut, origin } = line;
  const isHeard = direction === 'heard' || direction === 'stderr';
  if (!isHeard || asks || answers.length > 0 || byHand || cut > 0 || isTrouble(line)) return null;
  const word = /^\s*(\S+)/.exec(text.slice(0, 80))?.[1];
  return word === undefined ? null : `${origin?.session ?? ''} ${direction} ${word}`;
}

/** Finds runs of lines of one kind; a folded console shows the first lines of a run and the newest one. */
export class Runs {
  #key: string | null = null;
  #shown = 0;
  #fold: Fold | null = null;

  /** Ends the current run: the next line begins another. */
  end(): void {
    this.#key = null;
    this.#fold = null;
  }

  /** Takes the next line. @returns the fold that it joins; null if it has a separate row */
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

/** Text to write to a screen, and the rows that it consists of. */
export interface Written {
  readonly text: string;
  readonly rows: readonly Row[];
  /** Whether the screen is wiped first. */
  readonly wipes: boolean;
  /** Whether the first of the rows replaces the newest row on the screen. */
  readonly replaces: boolean;
}

/** Cursor home, erase the screen, erase the scrollback, hide the cursor. */
const wipe = '\x1b[H\x1b[2J\x1b[3J\x1b[?25l';

/** Writes lines one after the other, each below the last, and collects the output until `take`. */
export class RowWriter {
  readonly #lines: () => Lines;
  readonly #grid: Grid;
  readonly #runs = new Runs();
  #seen = new SeenOddities();
  #next = 0;
  #text = wipe;
  #rows: Row[] = [];
  #wipes = true;
  /** Whether nothing was written since the screen was wiped. */
  #isBlank = true;
  #replaces = false;
  /** The fold to write: it waits, since only the last count of a continuing run matters. */
  #fold: Fold | null = null;
  /** Whether the newest row on the screen is a fold that may continue. */
  #isFolded = false;

  constructor(lines: () => Lines, grid: Grid) {
    this.#lines = lines;
    this.#grid = grid;
  }

  /** The number of the line to write next. */
  get next(): number {
    return this.#next;
  }

  /** The number of characters that `take` would return. */
  get length(): number {
    return this.#text.length;
  }

  /** Whether the next `take` wipes the screen. */
  get wipes(): boolean {
    return this.#wipes;
  }

  /** Wipes the screen and continues with the line with that number. */
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
   * Writes a line and its oddities.
   * @param brief shortens long numbers
   * @param isCurrent highlights the matches as those that the search shows now
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

  /** Writes a row that reports `count` missing lines. */
  gap(count: number): void {
    const pieces = gapRow(count);
    this.#write(pieces, { line: null, pieces, hang: hangOf(null), fold: undefined });
  }

  /** Returns the output since the last call. */
  take(): Written {
    this.#writeFold();
    const written = { text: this.#text, rows: this.#rows, wipes: this.#wipes, replaces: this.#replaces };
    this.#text = '';
    this.#rows = [];
    this.#wipes = false;
    this.#replaces = false;
    return written;
  }

  /** The number of lines before this one that are neither written nor hidden. */
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
