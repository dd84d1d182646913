/**
 * Rows fitted to a screen: what does not fit continues below its own text and not below the times. The indentation is
 * written as invisible blanks, which distinguishes it from blanks of the text when it is copied.
 */
export type Tone =
  | 'time'
  | 'sent'
  | 'heard'
  | 'stderr'
  | 'note'
  | 'unreadable'
  | 'oddity'
  | 'cut'
  | 'fault'
  | `session${number}`;

export interface Piece {
  readonly tone: Tone;
  readonly text: string;
  /** What it stands for, where it is shorter than that. */
  readonly exact?: string;
  readonly byHand?: boolean;
  /** A place that the search found. */
  readonly found?: boolean;
  /** The place found that is being looked at. */
  readonly current?: boolean;
}

/** The screen that rows are fitted to. */
export interface Grid {
  readonly columns: number;
  /** Columns that a sign takes: 0, 1 or 2. */
  width(codePoint: number): number;
}

/** Columns of text that a hanging indent leaves at least; on a narrower screen rows break to its edge. */
const leastText = 24;

const plain = /^[\x20-\x7e]*$/;
const blanks = (count: number): string => (count > 0 ? `\x1b[8m${' '.repeat(count)}\x1b[28m` : '');

export function widthOf(text: string, grid: Grid): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const sign of text) width += grid.width(sign.codePointAt(0)!);
  return width;
}

/** Breaks the pieces of one row, in turn, where the screen ends. */
export class Breaker {
  readonly #grid: Grid;
  readonly #hang: number;
  #column = 0;
  #rows = 1;

  /** @param hang the column in which the second row of a line begins, and all that follow */
  constructor(grid: Grid, hang: number) {
    this.#grid = grid;
    this.#hang = hang + leastText <= grid.columns ? hang : 0;
  }

  /** Rows of the screen that the pieces take so far. */
  get rows(): number {
    return this.#rows;
  }

  /** @returns the text with the blanks that belong into it; the screen breaks it at its edge by itself */
  fit(text: string): string {
    const { columns } = this.#grid;
    if (plain.test(text) && this.#column + text.length <= columns) {
      this.#column += text.length;
      return text;
    }
    let out = '';
    for (const sign of text) {
      const width = this.#grid.width(sign.codePointAt(0)!);
      if (this.#column + width > columns) {
        // A wide sign leaves the last column free, which blanks would take.
        out += blanks(columns - this.#column + this.#hang);
        this.#column = this.#hang;
        this.#rows++;
      }
      out += sign;
      this.#column += width;
    }
    return out;
  }
}

/** As many of the pieces as fit in one row; `…` where there is more. The last column stays free. */
export function clipped(pieces: readonly Piece[], grid: Grid): Piece[] {
  const fitted: Piece[] = [];
  let left = grid.columns - 1;
  for (const piece of pieces) {
    const width = widthOf(piece.text, grid);
    if (width <= left) {
      fitted.push(piece);
      left -= width;
      continue;
    }
    let text = '';
    for (const sign of piece.text) {
      const own = grid.width(sign.codePointAt(0)!);
      if (own > left - 1) break;
      text += sign;
      left -= own;
    }
    fitted.push({ ...piece, text: `${text}…` });
    break;
  }
  return fitted;
}
