/** Which line stands in which row of a terminal, without asking the terminal to remember it. */
import type { IBuffer } from '@xterm/xterm';
import type { ConsoleLine } from './lines.ts';
import type { Piece } from './fitting.ts';
import type { Fold } from './runs.ts';

/** Rows that are remembered: more than the terminal keeps, for none of these may be lost before its own. */
const mostRows = 16_000;

/** What was written in one go. */
export interface PaintedRow {
  /** Null for a row that belongs to no line; the newest of those that are folded into it. */
  readonly line: ConsoleLine | null;
  /** Rows of the screen that it takes. */
  readonly height: number;
  /** Where the row shows less than its line has. */
  readonly pieces?: readonly Piece[];
  readonly fold?: Fold;
  /** It was written over the row before. */
  readonly instead?: boolean;
}

/**
 * What was painted, row by row as it was written: a line has one row and one for each of its oddities, and a
 * terminal may break each of them into several.
 */
export class PaintedRows {
  #rows: PaintedRow[] = [];

  /** The screen was wiped. */
  clear(): void {
    this.#rows = [];
  }

  add(rows: readonly PaintedRow[]): void {
    for (const row of rows) {
      if (row.instead) this.#rows.pop();
      this.#rows.push(row);
    }
    if (this.#rows.length > 2 * mostRows) this.#rows = this.#rows.slice(-mostRows);
  }

  /** What the terminal still has, from the newest up: the cursor is on the last row of the newest. */
  *upFrom({ baseY, cursorY }: Pick<IBuffer, 'baseY' | 'cursorY'>): Generator<PlacedRow> {
    let y = baseY + cursorY + 1;
    for (let at = this.#rows.length - 1; at >= 0; at--) {
      const row = this.#rows[at]!;
      y -= row.height;
      if (y < 0) return;
      yield { row, y };
    }
  }

  /** The line that was painted next to this one; itself at the end, and the newest where it is not painted. */
  beside(line: ConsoleLine | null, way: 1 | -1): ConsoleLine | null {
    const at = line === null ? -1 : this.#rows.findLastIndex((row) => row.line === line);
    if (at < 0) return this.#rows.findLast((row) => row.line !== null)?.line ?? null;
    for (let next = at + way; next >= 0 && next < this.#rows.length; next += way) {
      const other = this.#rows[next]!.line;
      if (other !== null && other !== line) return other;
    }
    return line;
  }
}

/** A row that was painted, and where it begins in the terminal's buffer. */
export interface PlacedRow {
  readonly row: PaintedRow;
  readonly y: number;
}

/** The rows of one line, or of one of its oddities, as they stand on the screen. */
export interface Seen {
  readonly line: ConsoleLine;
  /** Lines that stand in this row; null where it is of one line. */
  readonly fold: Fold | null;
  /** The row shows less than its line has. */
  readonly brief: boolean;
  /** In rows from the top of the screen; the first of them may be above it. */
  readonly top: number;
  readonly rows: number;
  /** Columns that are written on in the first of these rows. */
  readonly used: number;
}

/** What is in sight on a screen of so many rows, from the top down. */
export function inSight(buffer: IBuffer, height: number, painted: PaintedRows): Seen[] {
  const seen: Seen[] = [];
  const first = buffer.viewportY;
  for (const { row, y } of painted.upFrom(buffer)) {
    const { line, height: rows, fold = null, pieces } = row;
    if (y + rows <= first) break;
    if (line === null || y >= first + height) continue;
    const text = buffer.getLine(Math.max(y, first))?.translateToString(true) ?? '';
    const brief = pieces !== undefined || fold !== null;
    seen.unshift({ line, fold, brief, top: y - first, rows, used: text.length });
  }
  return seen;
}

/** The first row of a line in the terminal's buffer; null where it is not painted. */
export function rowOf(buffer: IBuffer, painted: PaintedRows, line: ConsoleLine): number | null {
  let found: number | null = null;
  for (const { row, y } of painted.upFrom(buffer)) {
    if (row.line === line) found = y;
    else if (found !== null) break;
  }
  return found;
}
