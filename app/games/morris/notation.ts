/**
 * Moves and positions as text. A move is the point where a man is placed (`d2`) or the two points it moves between
 * (`a1-d1`), followed by `x` and the captured man (`d2xg7`). Blanks or commas separate moves in a list.
 *
 * A position is the protocol's: the men of each side in either order, the side to move, the plies played, and the plies
 * since the last capture. Points are written by name, and read by name or as numbers from 0 to 23:
 *
 *     w:a7,g7,d6;b:d7,b6;b;5;5
 *     w:0,2,4;b:1,3;b;4;0
 *
 * The position need not be reachable. The plies give the number of men in hand; where they contradict the side to move,
 * the side to move decides (`pliesPlayed`). Blanks may stand anywhere, and capitals are accepted.
 */
import { refuseFaults } from '../editing.ts';
import type { Fault } from '../editor.ts';
import { BadNotation, quote, type Seat } from '../game.ts';
import { parseMoveList } from '../line.ts';
import { count, moveText as textOf, NAMES, pack, NONE, pointOf, POINTS, pointsOf } from './board.ts';
import { MAX_PLIES, MEN, menOf, play, SEATS, type MorrisPosition } from './rules.ts';

/** In characters: many times what the largest position takes. */
const MAX_POSITION_TEXT = 1000;

const TOKENS = ['w', 'b'] as const;

/** How points are written in a position. */
export type PointNotation = 'name' | 'index';

export const moveText = (_position: MorrisPosition, move: number): string => textOf(move);

/** Does not check legality. @throws BadNotation */
export function parseMove(_position: MorrisPosition, text: string): number {
  const trimmed = text.trim();
  const match = /^(?:([a-z]\d)-)?([a-z]\d)(?:x([a-z]\d))?$/i.exec(trimmed);
  if (!match) {
    const why = 'a move is a point like d2, or two like a1-d1, and the man that it takes like in d2xg7';
    throw new BadNotation(`${quote(trimmed)} is not a move; ${why}`);
  }
  const [, from, to, taken] = match;
  return pack(from ? parseName(from) : NONE, parseName(to!), taken ? parseName(taken) : NONE);
}

function parseName(text: string): number {
  const point = pointOf(text.toLowerCase());
  if (point === undefined) throw new BadNotation(`the board has no point ${quote(text)}`);
  return point;
}

export const movesText = (_start: MorrisPosition, moves: readonly number[]): string =>
  moves.map(textOf).join(' ');

/** @throws BadNotation | IllegalMove naming the ply, counted from 1. */
export const parseMoves = (start: MorrisPosition, text: string): readonly number[] =>
  parseMoveList({ parseMove, play }, start, text);

export const positionText = (position: MorrisPosition): string => formatPosition(position, 'name');

export function formatPosition(position: MorrisPosition, notation: PointNotation): string {
  const { white, black, mover, plies, quiet } = position;
  const list = (men: number) =>
    pointsOf(men)
      .map((point) => (notation === 'name' ? NAMES[point] : point))
      .join(',');
  return `w:${list(white)};b:${list(black)};${TOKENS[mover]};${plies};${quiet}`;
}

/** @throws BadNotation */
export function parsePosition(text: string): MorrisPosition {
  const position = readPosition(text);
  refuseFaults(positionFaults(position));
  return position;
}

/** What keeps a position from being one: more men on the board than a side has. */
export const positionFaults = (position: MorrisPosition): Fault<MorrisPosition>[] =>
  ([0, 1] as const).flatMap((seat) => {
    const men = menOf(position, seat);
    if (count(men) <= MEN) return [];
    const words = `${SEATS[seat].name} has ${count(men)} men on the board; a side has ${MEN}`;
    return [{ words, level: 'error', at: pointsOf(men).map((point) => NAMES[point]!) }];
  });

/** Reads a position that need not fulfil the rules (`positionFaults`). @throws BadNotation */
export function readPosition(text: string): MorrisPosition {
  if (text.length > MAX_POSITION_TEXT) {
    throw new BadNotation(`${text.length} characters are not a position; the largest takes fewer`);
  }
  if (text.trim() === '') throw new BadNotation('the position is empty');
  const fields = text.split(';').map((field) => field.trim());
  if (fields.length !== 5) {
    const form = "both sides' men, the side to move, the plies, the plies without a capture";
    throw new BadNotation(`a position has 5 parts between semicolons (${form}), this one ${fields.length}`);
  }
  const [one, other, token, plies, quiet] = fields as [string, string, string, string, string];
  const first = parseMen(one);
  const second = parseMen(other);
  if (first.seat === second.seat) {
    throw new BadNotation(
      `both lists of men are ${SEATS[first.seat].name}'s; one begins with w:, one with b:`,
    );
  }
  const [white, black] = first.seat === 0 ? [first.men, second.men] : [second.men, first.men];
  const [both] = pointsOf(white & black);
  if (both !== undefined) throw new BadNotation(`two men stand on ${NAMES[both]}`);
  const mover = parseToken(token);
  if (mover === null) throw new BadNotation(`the side to move is w or b, not ${quote(token)}`);
  return {
    white,
    black,
    mover,
    plies: parseCount(plies, 'the plies'),
    quiet: parseCount(quiet, 'the plies without a capture'),
    trail: null,
  };
}

function parseToken(text: string): Seat | null {
  const token = text.toLowerCase();
  return token === TOKENS[0] ? 0 : token === TOKENS[1] ? 1 : null;
}

function parseMen(text: string): { readonly seat: Seat; readonly men: number } {
  const colon = text.indexOf(':');
  const seat = colon < 0 ? null : parseToken(text.slice(0, colon).trim());
  if (seat === null) throw new BadNotation(`a list of men begins with w: or b:, not ${quote(text)}`);
  const { name } = SEATS[seat];
  const list = text.slice(colon + 1).trim();
  let men = 0;
  for (const word of list === '' ? [] : list.split(',')) {
    const point = parsePoint(word.trim());
    if ((men >> point) & 1) throw new BadNotation(`${name} has two men on ${NAMES[point]}`);
    men |= 1 << point;
  }
  return { seat, men };
}

function parsePoint(text: string): number {
  const point = /^\d{1,2}$/.test(text) ? Number(text) : pointOf(text.toLowerCase());
  if (point !== undefined && point < POINTS) return point;
  throw new BadNotation(
    `${quote(text)} is not a point; they are named like a7, or numbered from 0 to ${POINTS - 1}`,
  );
}

function parseCount(text: string, what: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new BadNotation(`${what} are a number from 0 to ${MAX_PLIES}, not ${quote(text)}`);
}
