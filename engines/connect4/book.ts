/**
 * The book: the exact scores of all positions of a few stones, which would take seconds each. It was made by
 * the solver itself (`node build/connect4-book.mjs`); `book.json` keeps only the scores of the positions with
 * the most stones, in the order of `openings`. Those of fewer stones follow from them.
 */
import data from './book.json';

/**
 * By column one number in binary: a 1, and after it the stones from the top down, 1 for those of the side to
 * move. An empty column is 1.
 */
export type Opening = readonly number[];

const columns = 7;
const height = 6;
/** Every column's number is less. */
const codes = 2 ** (height + 1);

export interface BookData {
  /** Stones on the board. */
  readonly plies: number;
  readonly scores: readonly number[];
}

/** One number for an opening and its mirror image. */
function keyOf(opening: Opening): number {
  let key = 0;
  let other = 0;
  for (let column = 0; column < columns; column++) {
    key = key * codes + opening[columns - 1 - column]!;
    other = other * codes + opening[column]!;
  }
  return Math.min(key, other);
}

/** After the mover's stone in this column: the stones are now the other side's, and those of the one to move. */
function played(opening: Opening, column: number): Opening {
  return opening.map((code, at) => {
    const top = 2 ** (31 - Math.clz32(code));
    // Every stone changes its digit; the new one lies on top, and is not the mover's of then.
    const turned = top + (top - 1 - (code - top));
    return at === column ? turned + top : turned;
  });
}

function successors(opening: Opening): Opening[] {
  return opening.flatMap((code, column) => (code * 2 < codes ? [played(opening, column)] : []));
}

/**
 * All positions by the number of their stones, up to `plies`: mirror images once, by rising key. Nobody has
 * four before the seventh stone.
 */
export function openings(plies: number): Opening[][] {
  const byStones: Opening[][] = [[Array<number>(columns).fill(1)]];
  while (byStones.length <= plies) {
    const next = new Map(
      byStones
        .at(-1)!
        .flatMap(successors)
        .map((opening) => [keyOf(opening), opening]),
    );
    byStones.push([...next].sort(([a], [b]) => a - b).map(([, opening]) => opening));
  }
  return byStones;
}

export class Book {
  readonly plies: number;
  private readonly scores = new Map<number, number>();

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

  /** What a column with room is worth to the mover; null where that is not in the book. */
  columnScore(opening: Opening, column: number): number | null {
    const score = this.score(played(opening, column));
    return score === null ? null : 0 - score;
  }
}
