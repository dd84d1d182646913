/**
 * The rows painted on a terminal: where each line stands, and which text is selected. Does not read the terminal's
 * cells.
 */
import type { IBuffer, IBufferRange } from '@xterm/xterm';
import { layOut, lineRow, plainText, SeenOddities } from './format.ts';
import type { ConsoleLine, Lines } from './lines.ts';
import type { Fold, Row, Written } from './rows.ts';
import { charactersBefore, columnsOn, type Grid, type Piece } from './terminal.ts';

/** Screen rows that are remembered: more than the terminal keeps. */
const mostRows = 16_000;

/** The scroll position of a terminal. */
type Scroll = Pick<IBuffer, 'baseY' | 'cursorY' | 'viewportY'>;

/** A row and the index in the terminal's buffer where it begins. */
interface PlacedRow {
  readonly row: Row;
  readonly y: number;
}

/** A row as it appears on the screen: of a line, of one of its oddities, or of folded lines. */
export interface Seen {
  readonly line: ConsoleLine;
  /** The lines folded into this row; null if it belongs to one line. */
  readonly fold: Fold | null;
  /** Whether the row abbreviates its line. */
  readonly brief: boolean;
  /** In screen rows from the top of the viewport; negative if the row begins above it. */
  readonly top: number;
  readonly rows: number;
  /** Columns that the text takes on the first visible screen row. */
  readonly used: number;
}

const piecesOf = ({ line, pieces }: Row): readonly Piece[] => pieces ?? (line === null ? [] : lineRow(line));

export class PaintedRows {
  readonly #grid: Grid;
  #rows: Row[] = [];
  /** The height of all rows, in screen rows. */
  #height = 0;

  constructor(grid: Grid) {
    this.#grid = grid;
  }

  /** Records the rows that were written to the terminal. */
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

  /**
   * Yields the rows that the terminal still keeps, from the newest up. The cursor is on the last screen row of the
   * newest.
   */
  *upFrom({ baseY, cursorY }: Pick<Scroll, 'baseY' | 'cursorY'>): Generator<PlacedRow> {
    let y = baseY + cursorY + 1;
    for (let at = this.#rows.length - 1; at >= 0; at--) {
      const row = this.#rows[at]!;
      y -= row.height;
      if (y < 0) return;
      yield { row, y };
    }
  }

  /** The line after or before this one; the line itself at either end, and the newest if it is not painted. */
  beside(line: ConsoleLine | null, way: 1 | -1): ConsoleLine | null {
    const at = line === null ? -1 : this.#rows.findLastIndex((row) => row.line === line);
    if (at < 0) return this.#rows.findLast((row) => row.line !== null)?.line ?? null;
    for (let next = at + way; next >= 0 && next < this.#rows.length; next += way) {
      const other = this.#rows[next]!.line;
      if (other !== null && other !== line) return other;
    }
    return line;
  }

  /** The index of a line's first row in the terminal's buffer; null if it is not painted. */
  rowOf(scroll: Scroll, line: ConsoleLine): number | null {
    let found: number | null = null;
    for (const { row, y } of this.upFrom(scroll)) {
      if (row.line === line) found = y;
      else if (found !== null) break;
    }
    return found;
  }

  /** The visible rows from top to bottom. @param height of the screen, in rows */
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
   * The selected text as the engine and Plywire wrote it: not wrapped, shortened or folded.
   * @param lines the source of the folded lines
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

/**
 * Returns the characters of a row from `from` to `to`. An abbreviation yields its whole exact text, even if only a part
 * of it is selected.
 */
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
