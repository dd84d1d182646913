/**
 * The book: the exact scores of all positions of a few stones, which would take seconds each. It was made by
 * the solver itself (`node build/connect4-book.mjs`); `book.json` keeps only the scores of the positions with
 * the most stones, in the order of `openings`. Those of fewer stones follow from them.
 */
import data from './book.json';

const columns = 7n;
const columnBits = 7n;
const bottom = 0x40810204081n;
const board = bottom * 63n;

/** As bits, seven a column, the lowest the bottom row; `stones` are those of the side to move. */
export interface Opening {
  readonly stones: bigint;
  readonly mask: bigint;
}

export interface BookData {
  /** Stones on the board. */
  readonly plies: number;
  readonly scores: readonly number[];
}

function mirrored(bits: bigint): bigint {
  let turned = 0n;
  for (let column = 0n; column < columns; column++) {
    turned |= ((bits >> (column * columnBits)) & 127n) << ((columns - 1n - column) * columnBits);
  }
  return turned;
}

/** One number for an opening and its mirror image. */
function keyOf({ stones, mask }: Opening): bigint {
  const key = stones + mask + bottom;
  const other = mirrored(stones) + mirrored(mask) + bottom;
  return key < other ? key : other;
}

function successors({ stones, mask }: Opening): Opening[] {
  const found: Opening[] = [];
  for (let rest = (mask + bottom) & board; rest > 0n; rest &= rest - 1n) {
    found.push({ stones: stones ^ mask, mask: mask | (rest & -rest) });
  }
  return found;
}

/**
 * All positions by the number of their stones, up to `plies`: mirror images once, by rising key. Nobody has
 * four before the seventh stone.
 */
export function openings(plies: number): Opening[][] {
  const byStones: Opening[][] = [[{ stones: 0n, mask: 0n }]];
  while (byStones.length <= plies) {
    const next = new Map(
      byStones
        .at(-1)!
        .flatMap(successors)
        .map((opening) => [keyOf(opening), opening]),
    );
    byStones.push([...next].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, opening]) => opening));
  }
  return byStones;
}

export class Book {
  readonly plies: number;
  private readonly scores = new Map<bigint, number>();

  /** @throws RangeError where the scores are not as many as the openings */
  constructor({ plies, scores }: BookData = data) {
    this.plies = plies;
    const byStones = openings(plies);
    const last = byStones[plies]!;
    if (last.length !== scores.length) {
      throw new RangeError(`a book of ${plies} stones has ${last.length} scores, not ${scores.length}`);
    }
    last.forEach((opening, index) => this.scores.set(keyOf(opening), scores[index]!));
    for (const earlier of byStones.slice(0, -1).reverse()) {
      for (const opening of earlier) {
        const best = Math.max(...successors(opening).map((next) => 0 - this.scores.get(keyOf(next))!));
        this.scores.set(keyOf(opening), best);
      }
    }
  }

  /** From the mover's view, as the solver counts; null where it is not in the book. */
  score(opening: Opening): number | null {
    return this.scores.get(keyOf(opening)) ?? null;
  }

  /** What a column is worth to the mover; null where that is not in the book. */
  columnScore({ stones, mask }: Opening, column: number): number | null {
    const move = (mask + bottom) & (63n << (BigInt(column) * columnBits));
    const score = this.score({ stones: stones ^ mask, mask: mask | move });
    return score === null ? null : 0 - score;
  }
}
