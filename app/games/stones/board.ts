/**
 * The board of the Game of Stones: 60 places, a hexagon around a hole, in the 9 by 9 columns X and rows Y of the
 * protocol ("Board"). A place's index is `Y * 9 + X`, its name the letter of its column and 1 + its row: 0 is A1. A
 * place exists where |X - Y| < 5, except for the hole in the middle, E5. Lines run along columns, rows and the diagonal
 * on which X and Y increase together.
 *
 * A stone is the protocol's integer, `owner * (height * 4 + type)`, with 1 for White and -1 for Black; 0 is an empty
 * place, the hole, or a corner off the board.
 */
import type { Seat } from '../game.ts';

export const SIDE = 9;
export const SQUARES = SIDE * SIDE;
export const HOLE = 40;

/** By square, 81 of them: a stone or 0. Never written to once a position owns it. */
export type Stones = readonly number[];

export type StoneType = 1 | 2 | 3;
export const TYPES = [1, 2, 3] as const;
/** The number of stones of each type that a side starts with, which is also its maximum. */
export const STONES_OF = { 1: 15, 2: 9, 3: 6 } as const;
/** The number of stones that a side starts with, stacked or not; also its maximum. */
export const STONES = 30;

export const typeText = (type: StoneType): string => 'ABC'[type - 1]!;

export const columnOf = (square: number): number => square % SIDE;
export const rowOf = (square: number): number => Math.floor(square / SIDE);
export const squareAt = (column: number, row: number): number => row * SIDE + column;

const isOnHexagon = (square: number): boolean =>
  square >= 0 && square < SQUARES && Math.abs(columnOf(square) - rowOf(square)) < 5;

export const PLACES: readonly number[] = Array.from({ length: SQUARES }, (_, square) => square).filter(
  (square) => square !== HOLE && isOnHexagon(square),
);

const places: readonly boolean[] = Array.from({ length: SQUARES }, (_, square) => PLACES.includes(square));

/** Whether this square of the 81 can hold a stone. */
export const isPlace = (square: number): boolean => places[square] === true;

const NAMES: readonly string[] = Array.from(
  { length: SQUARES },
  (_, square) => `${String.fromCharCode('A'.charCodeAt(0) + columnOf(square))}${rowOf(square) + 1}`,
);

/** `D4`; squares off the board have names too. */
export const placeName = (square: number): string => NAMES[square]!;

export interface Stone {
  readonly seat: Seat;
  readonly type: StoneType;
  readonly height: number;
}

/** The meaning of a board integer; null if it is not a stone. */
export function readStone(value: number): Stone | null {
  const size = Math.abs(value);
  const type = size & 3;
  if (type === 0 || size < 4) return null;
  return { seat: value > 0 ? 0 : 1, type: type as StoneType, height: size >> 2 };
}

export const packStone = ({ seat, type, height }: Stone): number =>
  (seat === 0 ? 1 : -1) * (height * 4 + type);

export const stoneAt = (stones: Stones, square: number): Stone | null => readStone(stones[square]!);

// Decodes without an object, for loops over every move of a search.
export const typeOf = (value: number): StoneType => (Math.abs(value) & 3) as StoneType;
export const heightOf = (value: number): number => Math.abs(value) >> 2;

/** The index offset to the next square: W, E, N, S, NW, SE. */
const STEPS = [-1, 1, -SIDE, SIDE, -SIDE - 1, SIDE + 1] as const;
export const DIRECTIONS = STEPS.length;

/** Terminates a ray. */
export const END = SQUARES;

/**
 * The places that a stone sees on an empty board, nearest first: those of `square` in direction `d` start at `(square *
 * DIRECTIONS + d) * RAY_STRIDE` and end with `END`. The hole ends a ray as the edge does.
 */
export const RAY_STRIDE = SIDE;
export const RAYS: Uint8Array = new Uint8Array(SQUARES * DIRECTIONS * RAY_STRIDE).fill(END);

/**
 * By `from * 81 + to`, the step that leads from one place to the other along a line, even across the hole; 0 for none.
 */
export const STEP_BETWEEN: Int8Array = new Int8Array(SQUARES * SQUARES);

for (const from of PLACES) {
  STEPS.forEach((step, direction) => {
    let ray = (from * DIRECTIONS + direction) * RAY_STRIDE;
    let open = true;
    // A step beyond a row's end reaches a corner off the board, never a place of the next row.
    for (let next = from + step; isOnHexagon(next); next += step) {
      open &&= next !== HOLE;
      if (open) RAYS[ray++] = next;
      if (next !== HOLE) STEP_BETWEEN[from * SQUARES + next] = step;
    }
  });
}

/**
 * A move is a number: `from * 81 + to`, or `PASS`. The stone at the destination decides whether it attacks or
 * strengthens. Squares off the board are encodable too, so that the rules refuse them.
 */
export const PASS = SQUARES * SQUARES;

export const moveOf = (from: number, to: number): number => from * SQUARES + to;
export const fromOf = (move: number): number => Math.floor(move / SQUARES);
export const toOf = (move: number): number => move % SQUARES;

/** The origin and destination of a move; null for a pass. */
export const readMove = (move: number): { readonly from: number; readonly to: number } | null =>
  move === PASS ? null : { from: fromOf(move), to: toOf(move) };

/** `D4E4`, `pass`. */
export const moveText = (move: number): string =>
  move === PASS ? 'pass' : `${placeName(fromOf(move))}${placeName(toOf(move))}`;

/** The start board of the protocol and the transcripts. */
export const START: Stones = [
  [5, 5, 5, 5, -5, 0, 0, 0, 0],
  [-5, 6, 6, 6, -6, -5, 0, 0, 0],
  [-5, -6, 7, 7, -7, -6, -5, 0, 0],
  [-5, -6, -7, 5, -5, -7, -6, -5, 0],
  [-5, -6, -7, -5, 0, 5, 7, 6, 5],
  [0, 5, 6, 7, 5, -5, 7, 6, 5],
  [0, 0, 5, 6, 7, -7, -7, 6, 5],
  [0, 0, 0, 5, 6, -6, -6, -6, 5],
  [0, 0, 0, 0, 5, -5, -5, -5, -5],
].flat();
