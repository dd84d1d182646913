/**
 * The match log of the game's original viewer: every action's two places in a row without blanks, `PASS` for a pass.
 * The viewer numbers the places of each column from that column's top, so its `H4` is H7 here; columns A to E are the
 * same.
 *
 *     D1E1H2H4…
 *
 * A single action looks like a move of ours and is read as one.
 */
import { BadNotation, type MoveLog } from '../game.ts';
import { columnOf, fromOf, moveOf, moveText, PASS, rowOf, SIDE, squareAt, toOf } from './board.ts';
import type { StonesPosition } from './rules.ts';

const ACTION = 'pass|[a-z]\\d[a-z]\\d';
const STARTS_IN_A_ROW = new RegExp(`(?<!\\S)(?:${ACTION}){2}`, 'i');

/** Whether a list of moves is a log: it contains more than one action in a row. */
export const isLog = (text: string): boolean => STARTS_IN_A_ROW.test(text);

/** The actions of a log with blanks between them. */
export const spacedLog = (text: string): string =>
  text.match(new RegExp(`${ACTION}|\\S+?(?=${ACTION}|\\s|$)`, 'gi'))?.join(' ') ?? '';

/** The row, counted from 0, of a column's first place. */
const topOf = (column: number): number => Math.max(0, column - (SIDE - 1) / 2);
const lengthOf = (column: number): number => SIDE - Math.abs(column - (SIDE - 1) / 2);

/** The move meant by an action of a log that was read as if its numbers were rows. @throws BadNotation */
export const fromLogged = (move: number): number =>
  move === PASS ? PASS : moveOf(squareOf(fromOf(move)), squareOf(toOf(move)));

function squareOf(read: number): number {
  const [column, index] = [columnOf(read), rowOf(read)];
  if (index < lengthOf(column)) return squareAt(column, index + topOf(column));
  throw new BadNotation(
    `there is no ${viewerName(column, index)} in a match log: its column ${letter(column)} has ${lengthOf(column)} places`,
  );
}

const letter = (column: number): string => String.fromCharCode('A'.charCodeAt(0) + column);
const viewerName = (column: number, index: number): string => `${letter(column)}${index + 1}`;

/** The square that results from reading the viewer's number as a row. */
const viewerSquare = (square: number): number =>
  squareAt(columnOf(square), rowOf(square) - topOf(columnOf(square)));

/** An action as the viewer writes it. */
export const logged = (move: number): string =>
  move === PASS ? 'PASS' : moveText(moveOf(viewerSquare(fromOf(move)), viewerSquare(toOf(move))));

export const viewerLog: MoveLog<StonesPosition, number> = {
  id: 'viewer',
  name: "the original viewer's match log",
  text: (_start, moves) => moves.map(logged).join(''),
};
