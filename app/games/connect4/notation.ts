/**
 * Moves and positions as text. A move is its column counted from 1. A list of moves is one run of digits (`44455`), or
 * has blanks or commas as separators; boards wider than 9 need separators. A position is a placement and the token to
 * move (`7/7/7/7/7/7 x`), or CFP's 43 characters.
 */
import { BadNotation, quote, type Seat } from '../game.ts';
import { atPly } from '../line.ts';
import { formatPlacement, parseCells43, parsePlacement, TOKENS } from './placement.ts';
import { makePosition, play, type Connect4Position } from './rules.ts';

/** The widest board on which every column is one digit. */
const ONE_DIGIT = 9;

/** In characters: the longest list of moves that is read. A full 12 x 12 board takes about 400. */
const MAX_MOVES_TEXT = 10_000;

/** In characters: the longest position that is read. Those of legal sizes take less than half. */
const MAX_POSITION_TEXT = 1000;

export const moveText = (_position: Connect4Position, column: number): string => String(column + 1);

/** Does not check that the column is on the board. @throws BadNotation */
export function parseMove(_position: Connect4Position, text: string): number {
  const trimmed = text.trim();
  if (!/^\d{1,3}$/.test(trimmed)) {
    throw new BadNotation(`${quote(trimmed)} is not a move; a move is a column counted from 1`);
  }
  const column = Number(trimmed);
  if (column === 0) throw new BadNotation('there is no column 0; columns are counted from 1');
  return column - 1;
}

/** The columns in a word: each digit of a run, on boards whose columns have one digit. */
export const wordMoves = ({ width }: Connect4Position, word: string): readonly string[] =>
  width <= ONE_DIGIT && /^\d+$/.test(word) ? word.split('') : [word];

export function movesText(start: Connect4Position, moves: readonly number[]): string {
  return moves.map((move) => moveText(start, move)).join(start.width > ONE_DIGIT ? ' ' : '');
}

/** @throws BadNotation | IllegalMove naming the ply, counted from 1. */
export function parseMoves(start: Connect4Position, text: string): readonly number[] {
  if (text.length > MAX_MOVES_TEXT) {
    throw new BadNotation(`${text.length} characters are more than any list of moves has`);
  }
  const moves: number[] = [];
  let position = start;
  for (const word of text.split(/[\s,]+/)) {
    if (word === '') continue;
    if (start.width > ONE_DIGIT && /^\d{3,}$/.test(word)) {
      const why = `a board of ${start.width} columns wants blanks or commas between its moves`;
      throw new BadNotation(`ply ${moves.length + 1}: ${quote(word)} is not a column; ${why}`);
    }
    for (const part of wordMoves(start, word)) {
      const move = atPly(moves.length + 1, () => parseMove(position, part));
      position = atPly(moves.length + 1, () => play(position, move));
      moves.push(move);
    }
  }
  return moves;
}

export function positionText(position: Connect4Position): string {
  return `${formatPlacement(position)} ${TOKENS[position.mover]}`;
}

/** @throws BadNotation */
export function parsePosition(text: string): Connect4Position {
  // Of millions of digits the pattern below would overflow the stack.
  if (text.length > MAX_POSITION_TEXT) {
    throw new BadNotation(`${text.length} characters are not a position; the largest takes fewer`);
  }
  const [placement = '', token, ...rest] = text.trim().split(/\s+/, 4);
  if (token === undefined) {
    // A placement of a legal size never has this many digits without a slash.
    if (/^\d{20,}$/.test(placement)) return parseCells43(placement);
    // Moves, or a word: faults of a row would say nothing to its author.
    if (placement !== '' && !placement.includes('/')) {
      throw new BadNotation(
        `a position has rows between slashes and the side to move, such as 7/7/7/7/7/7 x, not ${quote(placement)}`,
      );
    }
    parsePlacement(placement);
    throw new BadNotation('the side to move is missing: x or o after the placement');
  }
  const board = parsePlacement(placement);
  const seat = TOKENS.findIndex((known) => known === token);
  if (seat < 0) throw new BadNotation(`the side to move is x or o, not ${quote(token)}`);
  if (rest.length > 0) throw new BadNotation(`nothing can follow the side to move: ${quote(rest.join(' '))}`);
  return makePosition(board, seat as Seat);
}
