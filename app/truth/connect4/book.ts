/**
 * The opening book: the exact scores of all positions with a few stones, which take the solver up to seconds each.
 * `openings.ts` and the solver made it (`node build/main.mjs book`).
 *
 * It has a table for each number of stones, with a place for each way that so many stones can stand: which columns
 * are how high, and which of the stones are the mover's. So a score is found without a search and without any work
 * beforehand. Places that no game reaches, or that are not solved yet, are empty.
 */
import { connect4, EMPTY, stoneOf, type Connect4Position } from '../../games/connect4/index.ts';
import { otherSeat } from '../../games/game.ts';
import data from './book.json';

const columns = 7;
const height = 6;

export interface BookData {
  /** The largest number of stones whose positions are all in the book. */
  readonly plies: number;
  /** For each number of stones, the scores by place: see `digitOf`. One more than `plies` may be there in part. */
  readonly tables: readonly string[];
}

/** Scores are -18 to 18, and the greatest has a digit that JSON need not escape. */
const zero = '0'.charCodeAt(0) + 18;
const empty = '.';

/** One character for a score. */
export function digitOf(score: number | null): string {
  return score === null ? empty : String.fromCharCode(zero + score);
}

/** The score of a character; null for an empty place. */
export function scoreOf(digit: string | undefined): number | null {
  return digit === undefined || digit === empty ? null : digit.charCodeAt(0) - zero;
}

/** Which stones are the mover's: their numbers count from the bottom of the left column up, then to the right. */
interface Standing {
  readonly heights: readonly number[];
  /** A bit for each stone. */
  readonly own: number;
}

function standingOf({ cells, tops, mover }: Connect4Position, mirrored: boolean): Standing {
  const order = Array.from(tops, (_, column) => (mirrored ? columns - 1 - column : column));
  let own = 0;
  let stone = 0;
  for (const column of order) {
    for (let row = 0; row < tops[column]!; row++, stone++) {
      if (cells[row * columns + column] === stoneOf(mover)) own |= 1 << stone;
    }
  }
  return { heights: order.map((column) => tops[column]!), own };
}

/** Heights as one number. */
const codeOf = (heights: readonly number[]): number =>
  heights.reduce((code, stones) => code * (height + 1) + stones, 0);

/** Ranks of the heights and of the mover's stones among those of as many stones. */
interface Ranks {
  readonly heights: ReadonlyMap<number, number>;
  readonly own: ReadonlyMap<number, number>;
}

function ranksOf(stones: number): Ranks {
  const heights = new Map<number, number>();
  const fill = (before: readonly number[], left: number): void => {
    if (before.length === columns) {
      const mirrored = codeOf(before.toReversed());
      if (left === 0 && codeOf(before) <= mirrored) heights.set(codeOf(before), heights.size);
      return;
    }
    for (let next = 0; next <= Math.min(height, left); next++) fill([...before, next], left - next);
  };
  fill([], stones);
  const own = new Map<number, number>();
  for (let some = 0; some < 2 ** stones; some++) {
    if (ones(some) === Math.floor(stones / 2)) own.set(some, own.size);
  }
  return { heights, own };
}

function ones(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

const ranks = new Map<number, Ranks>();

/** The ranks of so many stones, worked out once. */
function ranked(stones: number): Ranks {
  const known = ranks.get(stones) ?? ranksOf(stones);
  ranks.set(stones, known);
  return known;
}

const stonesOf = ({ tops }: Connect4Position): number => tops.reduce((sum, stones) => sum + stones, 0);

/** The number of places for so many stones. */
export function placesOf(stones: number): number {
  const { heights, own } = ranked(stones);
  return heights.size * own.size;
}

/**
 * The place of a position among those of as many stones: the same for its mirror image.
 * @returns null where the sides' stones are not as many as in a game
 */
export function placeOf(position: Connect4Position): number | null {
  const { heights, own } = ranked(stonesOf(position));
  const places = [standingOf(position, false), standingOf(position, true)].flatMap((standing) => {
    const shape = heights.get(codeOf(standing.heights));
    const stones = own.get(standing.own);
    return shape === undefined || stones === undefined ? [] : [shape * own.size + stones];
  });
  return places.length === 0 ? null : Math.min(...places);
}

export class Book {
  readonly plies: number;
  readonly #tables: readonly string[];

  constructor({ plies, tables }: BookData = data) {
    this.plies = plies;
    this.#tables = tables;
  }

  /**
   * From the mover's view, in the solver's terms; null if it is not in the book.
   * @param position of 7x6
   */
  score(position: Connect4Position): number | null {
    const table = this.#tables[stonesOf(position)];
    if (table === undefined) return null;
    const place = placeOf(position);
    return place === null ? null : scoreOf(table[place]);
  }

  /**
   * A lower bound of the score of a position with up to one stone more than the book has: it is a move of each position
   * that lacks one of the last mover's stones, and worth no more there than that position.
   */
  atLeast(position: Connect4Position): number | null {
    if (stonesOf(position) > this.#tables.length) return null;
    const mover = otherSeat(position.mover);
    const bounds = Array.from(position.tops).flatMap((top, column) => {
      const cell = (top - 1) * columns + column;
      if (top === 0 || position.cells[cell] !== stoneOf(mover)) return [];
      const before = {
        ...position,
        cells: position.cells.with(cell, EMPTY),
        tops: position.tops.with(column, top - 1),
        mover,
      };
      const score = this.score(before);
      return score === null ? [] : [0 - score];
    });
    return bounds.length === 0 ? null : Math.max(...bounds);
  }

  /** An upper bound of the value of a column with room, where the book has one; null if not. */
  columnAtMost(position: Connect4Position, column: number): number | null {
    if (stonesOf(position) >= this.#tables.length) return null;
    const least = this.atLeast(connect4.play(position, column));
    return least === null ? null : 0 - least;
  }

  /** The value of a column with room for the mover; null if it is not in the book. */
  columnScore(position: Connect4Position, column: number): number | null {
    if (stonesOf(position) >= this.#tables.length - 1) return null;
    const score = this.score(connect4.play(position, column));
    return score === null ? null : 0 - score;
  }
}
