/**
 * Formats rows for a terminal: wraps them to its width and colours them from its palette. Wrapped text continues below
 * the line's own text and not below the times.
 */
import { Unicode11Addon } from '@xterm/addon-unicode11';
import type { ITheme, IUnicodeVersionProvider, Terminal } from '@xterm/xterm';
import { resolveColour } from '../ui/colour.ts';

export type Tone =
  | 'time'
  | 'sent'
  | 'heard'
  /** The command or answer that a line begins with. */
  | 'word'
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
  /** The full text, if `text` abbreviates it. */
  readonly exact?: string;
  readonly byHand?: boolean;
  /** A match of the search. */
  readonly found?: boolean;
  /** The match that the search shows now. */
  readonly current?: boolean;
}

/** The screen that rows are fitted to. */
export interface Grid {
  readonly columns: number;
  /** The columns that a character takes: 0, 1 or 2. */
  width(codePoint: number): number;
}

/** The least columns that a hanging indent leaves for text; on a narrower screen, wrapped text is not indented. */
const leastText = 24;

const plain = /^[\x20-\x7e]*$/;

export function widthOf(text: string, grid: Grid): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const sign of text) width += grid.width(sign.codePointAt(0)!);
  return width;
}

/** The position of the screen's cursor while one row is written, which wraps at the edge of the screen. */
class Cursor {
  readonly #grid: Grid;
  readonly #hang: number;
  /** The column of the next character, unless it wraps; and the screen row, from 0. */
  #column = 0;
  #row = 0;

  /** @param hang the column where wrapped text continues */
  constructor(grid: Grid, hang: number) {
    this.#grid = grid;
    this.#hang = hang + leastText <= grid.columns ? hang : 0;
  }

  get column(): number {
    return this.#column;
  }

  get row(): number {
    return this.#row;
  }

  /** Moves past a character. @returns its width, and whether it wraps to the next screen row */
  pass(sign: string): { readonly width: number; readonly breaks: boolean } {
    const width = this.#grid.width(sign.codePointAt(0)!);
    const breaks = this.#column + width > this.#grid.columns;
    if (breaks) {
      this.#column = this.#hang;
      this.#row++;
    }
    this.#column += width;
    return { width, breaks };
  }

  /** Returns the text with the spaces of its hanging indent; the terminal itself wraps at its edge. */
  fit(text: string): string {
    const { columns } = this.#grid;
    if (plain.test(text) && this.#column + text.length <= columns) {
      this.#column += text.length;
      return text;
    }
    let out = '';
    for (const sign of text) {
      const free = columns - this.#column;
      // A wide character that wraps leaves the last column free, which the spaces must fill too.
      if (this.pass(sign).breaks) out += ' '.repeat(free + this.#hang);
      out += sign;
    }
    return out;
  }
}

/**
 * Returns the number of UTF-16 code units of a row's text before a cell.
 * @param at the screen row of the cell, counted from the first row of the text
 */
export function charactersBefore(text: string, grid: Grid, hang: number, at: number, column: number): number {
  const cursor = new Cursor(grid, hang);
  let count = 0;
  for (const sign of text) {
    const { width } = cursor.pass(sign);
    // A zero-width character combines with the one before it.
    if (width > 0 && (cursor.row > at || (cursor.row === at && cursor.column - width >= column))) break;
    count += sign.length;
  }
  return count;
}

/** Returns the column where a text ends on the screen row `at`, counted from its first. */
export function columnsOn(text: string, grid: Grid, hang: number, at: number): number {
  if (at === 0 && plain.test(text)) return Math.min(text.length, grid.columns);
  const cursor = new Cursor(grid, hang);
  let columns = 0;
  for (const sign of text) {
    cursor.pass(sign);
    if (cursor.row > at) break;
    columns = cursor.column;
  }
  return columns;
}

/** Returns as many of the pieces as fit in one row, ending in `…` if there is more. The last column stays free. */
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

/** SGR codes of palette colours. The theme fills the palette, so that a change of theme needs no repainting. */
const colours: Readonly<Record<Tone, string>> = {
  time: '90',
  sent: '34',
  heard: '39',
  word: '94',
  stderr: '37',
  note: '90',
  unreadable: '90',
  oddity: '33',
  cut: '33',
  fault: '31',
  ...Object.fromEntries(['32', '35', '36', '92', '95', '96'].map((colour, hue) => [`session${hue}`, colour])),
};

/**
 * Formats a row.
 * @param hang the column where wrapped text continues
 * @returns the text to write to the terminal, and its height in screen rows
 */
export function paint(
  row: readonly Piece[],
  grid: Grid,
  hang: number,
): { readonly text: string; readonly height: number } {
  const cursor = new Cursor(grid, hang);
  let out = '';
  for (const { tone, text, byHand, found, current } of row) {
    const italic = byHand || tone === 'oddity' || tone === 'cut' ? ';3' : '';
    const look = `${colours[tone]}${italic}${found ? ';103' : ''}${current ? ';7' : ''}`;
    out += `\x1b[${look}m${cursor.fit(text)}\x1b[0m`;
  }
  return { text: out, height: cursor.row + 1 };
}

/** Returns the palette that `paint` relies on, filled from the tokens of the current theme. */
export function terminalTheme(): ITheme {
  return {
    background: resolveColour('--surface'),
    foreground: resolveColour('--line-heard'),
    cursor: resolveColour('--surface'),
    selectionBackground: resolveColour('--selection'),
    red: resolveColour('--bad'),
    white: resolveColour('--line-stderr'),
    yellow: resolveColour('--line-oddity'),
    blue: resolveColour('--line-sent'),
    brightBlue: resolveColour('--line-word'),
    green: resolveColour('--session-1'),
    magenta: resolveColour('--session-2'),
    cyan: resolveColour('--session-3'),
    brightGreen: resolveColour('--session-4'),
    brightMagenta: resolveColour('--session-5'),
    brightCyan: resolveColour('--session-6'),
    brightBlack: resolveColour('--line-note'),
    brightYellow: resolveColour('--line-match'),
    scrollbarSliderBackground: resolveColour('--surface-3'),
    scrollbarSliderHoverBackground: resolveColour('--border-strong'),
    scrollbarSliderActiveBackground: resolveColour('--border-strong'),
  };
}

/** Returns the character widths that the add-on registers; a terminal has no API to read them. */
function provider(): IUnicodeVersionProvider {
  let found: IUnicodeVersionProvider | undefined;
  const unicode = { register: (given: IUnicodeVersionProvider) => (found = given) };
  new Unicode11Addon().activate({ unicode } as unknown as Terminal);
  if (found === undefined) throw new Error('the add-on for Unicode has registered no widths');
  return found;
}

const widths = provider();

export const signWidth = (codePoint: number): number => widths.wcwidth(codePoint);
