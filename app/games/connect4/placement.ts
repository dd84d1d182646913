/**
 * Boards as text. CFSI, "Piece placement": rows from the bottom up, separated by `/`; a row is `x`, `o` and counts of
 * consecutive empty cells, which may have several digits. CFP, "Positions": 42 digits 0, 1 or 2 from the top left on,
 * and the player to move as the 43rd.
 *
 * A number with a leading 0 is refused, since CFP's form would otherwise read as a placement of one small row.
 */
import { counted } from '../sentences.ts';
import { BadNotation, otherSeat, quote } from '../game.ts';
import {
  EMPTY,
  emptyBoard,
  makePosition,
  MAX_SIDE,
  stoneOf,
  type Connect4Board,
  type Connect4Position,
} from './rules.ts';

export const TOKENS = ['x', 'o'] as const;

/** In characters: twice the length of the largest board's text. A longer text is refused unread. */
const MAX_PLACEMENT = 2 * MAX_SIDE * (MAX_SIDE + 1);

const CELLS43_WIDTH = 7;
const CELLS43_HEIGHT = 6;

/** Writes each run of empty cells as one number. */
export function formatPlacement({ width, height, cells }: Connect4Board): string {
  let text = '';
  for (let row = 0; row < height; row++) {
    let gap = 0;
    for (let at = row * width; at < (row + 1) * width; at++) {
      const cell = cells[at]!;
      if (cell === EMPTY) {
        gap++;
        continue;
      }
      if (gap > 0) text += gap;
      text += TOKENS[cell === stoneOf(0) ? 0 : 1];
      gap = 0;
    }
    if (gap > 0) text += gap;
    if (row < height - 1) text += '/';
  }
  return text;
}

/**
 * Adds the cells of one row, by hand, since a match reads each board that it sends.
 * @param where names the row in errors
 * @returns how many they are
 */
function parseRow(text: string, where: string, cells: number[]): number {
  const before = cells.length;
  for (let at = 0; at < text.length;) {
    const character = text[at]!;
    if (character === TOKENS[0] || character === TOKENS[1]) {
      cells.push(stoneOf(character === TOKENS[0] ? 0 : 1));
      at++;
      continue;
    }
    const from = at;
    while (text[at]! >= '0' && text[at]! <= '9') at++;
    const part = text.slice(from, at);
    if (part === '') {
      const whole = String.fromCodePoint(text.codePointAt(at)!);
      throw new BadNotation(`${where} has an unknown character ${quote(whole)}; it takes x, o and digits`);
    }
    if (part.startsWith('0')) {
      throw new BadNotation(`${where} has a number that begins with 0: ${quote(part)}`);
    }
    if (part.length > 3) {
      throw new BadNotation(`${where} has ${quote(part)} empty columns; a board has at most ${MAX_SIDE}`);
    }
    for (let count = Number(part); count > 0; count--) cells.push(EMPTY);
  }
  if (cells.length === before) throw new BadNotation(`${where} is empty`);
  return cells.length - before;
}

/** @throws BadNotation naming the place */
export function parsePlacement(placement: string): Connect4Board {
  if (placement.length > MAX_PLACEMENT) {
    throw new BadNotation(`${placement.length} characters are not a board; the largest takes fewer`);
  }
  if (placement === '') throw new BadNotation('the placement is empty');
  const cells: number[] = [];
  /** The columns of each row. */
  const widths: number[] = [];
  for (let from = 0; from <= placement.length;) {
    const slash = placement.indexOf('/', from);
    const to = slash < 0 ? placement.length : slash;
    widths.push(parseRow(placement.slice(from, to), `row ${widths.length + 1}`, cells));
    from = to + 1;
  }
  const height = widths.length;
  const width = widths[0]!;
  widths.forEach((count, index) => {
    if (count === width) return;
    const columns = counted(count, 'column');
    throw new BadNotation(`row ${index + 1} has ${columns}, the first has ${width}`);
  });
  if (width > MAX_SIDE || height > MAX_SIDE) {
    throw new BadNotation(`size ${width} x ${height} is beyond ${MAX_SIDE} x ${MAX_SIDE}`);
  }
  const board = emptyBoard(width, height);
  board.cells.set(cells);
  return board;
}

/** Whether CFP's form fits this board size. */
export const fitsCells43 = ({ width, height }: Connect4Board): boolean =>
  width === CELLS43_WIDTH && height === CELLS43_HEIGHT;

/** @throws BadNotation on a board that is not 7 x 6. */
export function formatCells43(position: Connect4Position): string {
  const { width, height, cells, mover } = position;
  if (!fitsCells43(position)) {
    throw new BadNotation(`the form of 43 characters is for 7 x 6, and this board is ${width} x ${height}`);
  }
  let text = '';
  for (let row = height - 1; row >= 0; row--) {
    for (let at = row * width; at < (row + 1) * width; at++) text += cells[at]!;
  }
  return text + stoneOf(mover);
}

/** @throws BadNotation */
export function parseCells43(text: string): Connect4Position {
  const wanted = CELLS43_WIDTH * CELLS43_HEIGHT + 1;
  if (text.length !== wanted) {
    throw new BadNotation(`a position of CFP has ${wanted} characters, this one ${text.length}`);
  }
  const wrong = text.search(/[^012]/);
  if (wrong >= 0) {
    throw new BadNotation(`character ${wrong + 1} is ${quote(text.charAt(wrong))}; it must be 0, 1 or 2`);
  }
  if (text.endsWith('0')) throw new BadNotation('the last character, the player to move, must be 1 or 2');
  const board = emptyBoard(CELLS43_WIDTH, CELLS43_HEIGHT);
  for (let row = 0; row < CELLS43_HEIGHT; row++) {
    const from = (CELLS43_HEIGHT - 1 - row) * CELLS43_WIDTH;
    for (let column = 0; column < CELLS43_WIDTH; column++) {
      board.cells[row * CELLS43_WIDTH + column] = Number(text[from + column]);
    }
  }
  return makePosition(board, text.endsWith('1') ? 0 : otherSeat(0));
}
