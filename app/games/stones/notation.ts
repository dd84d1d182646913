/**
 * Moves as text: the place that a stone leaves and the one that it goes to, `D4E4`, or `pass`, in small letters or
 * capitals. A turn is its two actions; lists are separated by blanks or commas.
 */
import { BadNotation } from '../game.ts';
import { parseMoveList } from '../line.ts';
import { quote } from '../quote.ts';
import { moveOf, moveText as textOf, PASS, squareAt } from './board.ts';
import { fromLogged, isLog, spacedLog } from './match-log.ts';
import { play, type StonesPosition } from './rules.ts';

export const moveText = (_position: StonesPosition, move: number): string => textOf(move);

/** @throws BadNotation. Whether the move is legal is for the rules to say. */
export function parseMove(_position: StonesPosition, text: string): number {
  const trimmed = text.trim();
  if (/^pass$/i.test(trimmed)) return PASS;
  const match = /^([a-i])([1-9])([a-i])([1-9])$/i.exec(trimmed);
  if (!match) {
    const why = 'a move is two places from A1 to I9 like D4E4, or pass';
    throw new BadNotation(`${quote(trimmed)} is no move; ${why}`);
  }
  const [, fromColumn, fromRow, toColumn, toRow] = match;
  return moveOf(readSquare(fromColumn!, fromRow!), readSquare(toColumn!, toRow!));
}

const readSquare = (column: string, row: string): number =>
  squareAt(column.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0), Number(row) - 1);

export const movesText = (_start: StonesPosition, moves: readonly number[]): string =>
  moves.map(textOf).join(' ');

const parseLogged = (position: StonesPosition, text: string): number => fromLogged(parseMove(position, text));

/** Reads a match log too. @throws BadNotation | IllegalMove naming the ply, counted from 1. */
export const parseMoves = (start: StonesPosition, text: string): readonly number[] =>
  isLog(text)
    ? parseMoveList({ parseMove: parseLogged, play }, start, spacedLog(text))
    : parseMoveList({ parseMove, play }, start, text);
