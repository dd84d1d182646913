/** The rows that are on a terminal: which line stands where, and what is selected. The terminal's cells are not read. */
import type { IBuffer, IBufferRange } from '@xterm/xterm';
import { layOut, lineRow, plainText, SeenOddities } from './format.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import type { Fold, Row, Written } from './rows.ts';
import { charactersBefore, columnsOn, type Grid, type Piece } from './terminal.ts';

/** Rows of the screen that are remembered: more than the terminal keeps. */
const mostRows = 16_000;

/** How far a terminal has scrolled. */
type Scroll = Pick<IBuffer, 'baseY' | 'cursorY' | 'viewportY'>;

/** A row, and where it begins in the terminal's buffer. */
interface PlacedRow {
  readonly row: Row;
  readonly y: number;
}

/** The rows of one line, or of one of its oddities, as they stand on the screen. */
export interface Seen {
  readonly line: ConsoleLine;
  /** The lines that are folded into this row; null if it is of one line. */
  readonly fold: Fold | null;
  /** The row shows less than its line has. */
  readonly brief: boolean;
  /** In rows from the top of the screen; the first of them may be above it. */
  readonly top: number;
  readonly rows: number;
  /** Columns that the text takes on the first of its rows in sight. */
  readonly used: number;
}

const piecesOf = ({ line, pieces }: Row): readonly Piece[] => pieces ?? (line === null ? [] : lineRow(line));

export class PaintedRows {
  readonly #grid: Grid;
  #rows: Row[] = [];
  /** Of all rows, in rows of the screen. */
  #height = 0;

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  /** The terminal has these rows now. */
  add({ rows, wipes, replaces }: Pick<Written, 'rows' | 'wipes' | 'replaces'>): void {
    if (wipes) this.#rows = [];
    if (wipes) this.#height = 0;
    if (replaces) this.#height -= this.#rows.pop()?.height ?? 0;
    for (const row of rows) {
      this.#rows.push(row);
      this.#height += row.height;
    }
    if (this.#height > 2 * mostRows) this.#trim();
  }

  #trim(): void {
    let from = 0;
    for (; this.#height > mostRows; from++) this.#height -= this.#rows[from]!.height;
    this.#rows = this.#rows.slice(from);
  }

  /** The rows that the terminal still has, from the newest up: the cursor is on the last row of the newest. */
  *upFrom({ baseY, cursorY }: Pick<Scroll, 'baseY' | 'cursorY'>): Generator<PlacedRow> {
    let y = baseY + cursorY + 1;
    for (let at = this.#rows.length - 1; at >= 0; at--) {
      const row = this.#rows[at]!;
      y -= row.height;
      if (y < 0) return;
      yield { row, y };
    }
  }

  /** The line next to this one; itself at the end, and the newest if it is not painted. */
  beside(line: ConsoleLine | null, way: 1 | -1): ConsoleLine | null {
    const at = line === null ? -1 : this.#rows.findLastIndex((row) => row.line === line);
    if (at < 0) return this.#rows.findLast((row) => row.line !== null)?.line ?? null;
    for (let next = at + way; next >= 0 && next < this.#rows.length; next += way) {
      const other = this.#rows[next]!.line;
      if (other !== null && other !== line) return other;
    }
    return line;
  }

  /** The first row of a line in the terminal's buffer; null if it is not painted. */
  rowOf(scroll: Scroll, line: ConsoleLine): number | null {
    let found: number | null = null;
    for (const { row, y } of this.upFrom(scroll)) {
      if (row.line === line) found = y;
      else if (found !== null) break;
    }
    return found;
  }

  /** What is in sight on a screen of so many rows, from the top down. */
  inSight(scroll: Scroll, height: number): Seen[] {
    const seen: Seen[] = [];
    const first = scroll.viewportY;
    for (const { row, y } of this.upFrom(scroll)) {
      const { line, height: rows, hang, fold = null, pieces } = row;
      if (y + rows <= first) break;
      if (line === null || y >= first + height) continue;
      const brief = fold !== null || (pieces?.some(({ exact }) => exact !== undefined) ?? false);
      const used = columnsOn(plainText([piecesOf(row)]), this.#grid, hang, Math.max(0, first - y));
      seen.unshift({ line, fold, brief, top: y - first, rows, used });
    }
    return seen;
  }

  /**
   * What is selected, as the engine and Plywire wrote it: not as it was broken, shortened or folded.
   * @param lines what folded rows stand for is taken from these
   */
  selected(scroll: Scroll, { start, end }: IBufferRange, lines: Lines): string {
    const texts: string[] = [];
    for (const { row, y } of this.upFrom(scroll)) {
      const { height, hang, fold } = row;
      if (y > end.y || (y === end.y && end.x === 0 && y > start.y)) continue;
      if (y + height <= start.y) break;
      if (fold !== undefined) {
        const seen = new SeenOddities();
        const folded = lines.slice(lines.indexOf(fold.from), lines.indexOf(fold.to));
        texts.unshift(plainText(folded.flatMap((line) => layOut(line, seen))));
        continue;
      }
      const pieces = piecesOf(row);
      const text = plainText([pieces]);
      const before = (cell: IBufferRange['start']): number =>
        charactersBefore(text, this.#grid, hang, cell.y - y, cell.x);
      texts.unshift(exactly(pieces, before(start), before(end)));
    }
    return texts.join('\n');
  }
}

/** A part of a row, by characters. Of an abbreviation the whole exact text is given, however little of it is selected. */
function exactly(pieces: readonly Piece[], from: number, to: number): string {
  let out = '';
  let at = 0;
  for (const { text, exact } of pieces) {
    const [begins, ends] = [Math.max(from - at, 0), Math.min(to - at, text.length)];
    if (begins < ends) out += exact ?? text.slice(begins, ends);
    at += text.length;
  }
  return out;
}
