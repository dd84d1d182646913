/**
 * Moves and positions as text. A move names the square that a stone leaves and the one it enters, `D4E4`, or is `pass`,
 * in upper or lower case. A turn is two actions; blanks or commas separate moves in a list.
 *
 * A position is the protocol's board as JSON, the side to move, and what the action may be:
 *
 *     [[5,5,5,5,-5,0,0,0,0],[-5,6,6,6,-6,-5,0,0,0],…] white attack
 *
 * The last word is `attack` if nothing else is allowed, otherwise `any`. White's attack on the start board is the
 * opening action. The reader also takes blanks in the board, `{"state":…}`, a whole move request
 * `{"Board":…,"AllowedMoves":…}` (which states the allowed actions itself), and the side as w, b, 1 or -1.
 */
import { refuseFaults } from '../editing.ts';
import type { Fault } from '../editor.ts';
import { BadNotation, quote, type Seat } from '../game.ts';
import { parseMoveList } from '../line.ts';
import {
  moveOf,
  moveText as textOf,
  PASS,
  squareAt,
  HOLE,
  isPlace,
  placeName,
  readStone,
  SIDE,
  STONES,
  STONES_OF,
  typeText,
  type Stone,
  type Stones,
} from './board.ts';
import { fromLogged, isLog, spacedLog } from './match-log.ts';
import { play, makePosition, mustAttack, SEATS, type StonesPosition } from './rules.ts';
import { parseJson as readJson } from '../plain-json.ts';

export const moveText = (_position: StonesPosition, move: number): string => textOf(move);

/** Does not check legality. @throws BadNotation */
export function parseMove(_position: StonesPosition, text: string): number {
  const trimmed = text.trim();
  if (/^pass$/i.test(trimmed)) return PASS;
  const match = /^([a-i])([1-9])([a-i])([1-9])$/i.exec(trimmed);
  if (!match) {
    const why = 'a move is two places from A1 to I9 like D4E4, or pass';
    throw new BadNotation(`${quote(trimmed)} is not a move; ${why}`);
  }
  const [, fromColumn, fromRow, toColumn, toRow] = match;
  return moveOf(readSquare(fromColumn!, fromRow!), readSquare(toColumn!, toRow!));
}

const readSquare = (column: string, row: string): number =>
  squareAt(column.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0), Number(row) - 1);

export const movesText = (_start: StonesPosition, moves: readonly number[]): string =>
  moves.map(textOf).join(' ');

const parseLogged = (position: StonesPosition, text: string): number => fromLogged(parseMove(position, text));

/** Also reads a match log. @throws BadNotation | IllegalMove naming the ply, counted from 1 */
export const parseMoves = (start: StonesPosition, text: string): readonly number[] =>
  isLog(text)
    ? parseMoveList({ parseMove: parseLogged, play }, start, spacedLog(text))
    : parseMoveList({ parseMove, play }, start, text);

/** In characters: several times the largest board with every integer on its own line. */
const MAX_POSITION_TEXT = 8000;

const ATTACK = 'attack';
const ANY = 'any';

const BOARD_FORM = `${SIDE} rows of ${SIDE} integers`;

const SIDES: ReadonlyMap<string, Seat> = new Map([
  ...(['white', 'w', '1'] as const).map((word) => [word, 0] as const),
  ...(['black', 'b', '-1'] as const).map((word) => [word, 1] as const),
]);

/** The protocol's 9 by 9 integers, by row and column. */
export const boardRows = (stones: Stones): number[][] =>
  Array.from({ length: SIDE }, (_, row) => stones.slice(row * SIDE, (row + 1) * SIDE));

export const positionText = (position: StonesPosition): string =>
  `${JSON.stringify(boardRows(position.stones))} ${SEATS[position.mover].name.toLowerCase()} ${
    mustAttack(position) ? ATTACK : ANY
  }`;

/** @throws BadNotation */
export function parsePosition(text: string): StonesPosition {
  const position = readPosition(text);
  refuseFaults(boardFaults(position.stones));
  return position;
}

/** Reads a position that may have more stones than the rules allow (`boardFaults`). @throws BadNotation */
export function readPosition(text: string): StonesPosition {
  if (text.length > MAX_POSITION_TEXT) {
    throw new BadNotation(`${text.length} characters are not a position; the largest takes fewer`);
  }
  if (text.trim() === '') throw new BadNotation('the position is empty');
  const end = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}')) + 1;
  const { board, allowed } = unwrap(parseJson(text.slice(0, end)));
  const stones = readStones(board);
  const [side, action, ...rest] = text
    .slice(end)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (side === undefined) {
    throw new BadNotation('the side to move is missing: white or black after the board');
  }
  const mover = SIDES.get(side.toLowerCase());
  if (mover === undefined) throw new BadNotation(`the side to move is white or black, not ${quote(side)}`);
  if (rest.length > 0) throw new BadNotation(`nothing can follow what is allowed: ${quote(rest.join(' '))}`);
  return makePosition(stones, mover, parseAllowed(action, allowed));
}

function parseJson(text: string): unknown {
  try {
    return readJson(text, { depth: 16 });
  } catch {
    throw new BadNotation(`a position begins with its board as JSON, ${BOARD_FORM}; this cannot be read`);
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

type Allowed = 'first' | 'second';

/** The rows of a board, of an object with a `state`, or of a move request, and the allowed actions. */
function unwrap(value: unknown): { readonly board: unknown; readonly allowed: Allowed | null } {
  if (!isObject(value)) return { board: value, allowed: null };
  if (!('Board' in value)) return { board: value.state, allowed: null };
  const { board } = unwrap(value.Board);
  return { board, allowed: value.AllowedMoves === undefined ? null : readAllowedMoves(value.AllowedMoves) };
}

/** The protocol's move types are integers; its referee writes them as strings. */
function readAllowedMoves(value: unknown): Allowed {
  const types = Array.isArray(value) ? [...new Set(value.map(String))].sort().join() : '';
  if (types === '1') return 'first';
  if (types === '0,1,2') return 'second';
  throw new BadNotation('AllowedMoves is [1] for an attack only, or [0,1,2] for any move');
}

function parseAllowed(word: string | undefined, told: Allowed | null): Allowed {
  if (word === undefined) {
    if (told !== null) return told;
    throw new BadNotation(`what may be played is missing: ${ATTACK} or ${ANY} at the end`);
  }
  const action = word.toLowerCase();
  if (action !== ATTACK && action !== ANY) {
    throw new BadNotation(`what may be played is ${ATTACK} or ${ANY}, not ${quote(word)}`);
  }
  const allowed = action === ATTACK ? 'first' : 'second';
  if (told !== null && told !== allowed) {
    throw new BadNotation(`AllowedMoves says other than ${quote(word)} after it`);
  }
  return allowed;
}

/**
 * The protocol's 9 by 9 integers, parsed. The board need not come from a game, but its stones and heights must be
 * possible.
 * @throws BadNotation naming the wrong place
 */
export function readBoard(rows: unknown): Stones {
  const stones = readStones(rows);
  refuseFaults(boardFaults(stones));
  return stones;
}

/** As `readBoard`, with any number and height of stones that can be written. @throws BadNotation */
function readStones(rows: unknown): Stones {
  if (!Array.isArray(rows)) throw new BadNotation(`the board is ${BOARD_FORM}`);
  if (rows.length !== SIDE) throw new BadNotation(`the board has ${SIDE} rows, not ${rows.length}`);
  const stones = rows.flatMap((row: unknown, index) => readRow(row, index));
  stones.forEach((value, square) => checkStone(value, square));
  return stones;
}

function readRow(row: unknown, index: number): number[] {
  if (!Array.isArray(row)) throw new BadNotation(`row ${index + 1} of the board is not ${SIDE} integers`);
  if (row.length !== SIDE) {
    throw new BadNotation(`row ${index + 1} of the board has ${SIDE} integers, not ${row.length}`);
  }
  return row.map((value: unknown, column) => {
    // JSON parses -0 as such; it is the same as 0.
    if (Number.isSafeInteger(value)) return value === 0 ? 0 : (value as number);
    const what = quote(JSON.stringify(value));
    throw new BadNotation(`${placeName(squareAt(column, index))} has an integer, not ${what}`);
  });
}

/** @throws BadNotation unless a stone, or nothing, can stand there so */
function checkStone(value: number, square: number): void {
  if (value === 0) return;
  const name = placeName(square);
  if (square === HOLE) throw new BadNotation(`${name} is the hole: its integer is 0, not ${value}`);
  if (!isPlace(square)) throw new BadNotation(`there is no place ${name}: its integer is 0, not ${value}`);
  const stone = readStone(value);
  if (stone === null) {
    const form = 'a stone is 4 times its height and 1, 2 or 3 for its type, below 0 for Black';
    throw new BadNotation(`${value} on ${name} is not a stone; ${form}`);
  }
  if (stone.height > STONES) {
    throw new BadNotation(`the stone on ${name} is ${stone.height} high, and a side has ${STONES} stones`);
  }
}

/** Where a side has more stones of a type, or in all, than it begins with; each is told once. */
export function boardFaults(stones: Stones): Fault<StonesPosition>[] {
  const sides = [new SideStones(SEATS[0].name), new SideStones(SEATS[1].name)] as const;
  return stones.flatMap((value, square) => {
    const stone = readStone(value);
    return stone === null ? [] : sides[stone.seat].add(stone, square);
  });
}

/** The stones of one side, place by place. */
class SideStones {
  readonly #side: string;
  readonly #types = [0, 0, 0, 0];
  #stones = 0;

  constructor(side: string) {
    this.#side = side;
  }

  add({ type, height }: Stone, square: number): Fault<StonesPosition>[] {
    const before = this.#stones;
    const count = ++this.#types[type]!;
    this.#stones += height;
    const name = placeName(square);
    const found: string[] = [];
    if (count === STONES_OF[type] + 1) {
      const text = typeText(type);
      found.push(
        `the ${text} on ${name} is ${this.#side}'s ${count}th ${text}, and a side has ${STONES_OF[type]}`,
      );
    }
    if (this.#stones > STONES && before <= STONES) {
      found.push(
        `with the one on ${name} ${this.#side} has ${this.#stones} stones, and a side has ${STONES}`,
      );
    }
    return found.map((words) => ({ words, level: 'error', at: [name] }));
  }
}
