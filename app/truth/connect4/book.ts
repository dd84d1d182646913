/**
 * The opening book: the exact scores of all positions with a few stones, which take the solver seconds each. The solver
 * made it (`node build/lib/generated.mjs`). `book.json` keeps only the scores of the positions with the most stones, in
 * the order of `openings`; those with fewer stones follow from them.
 */
import data from './book.json';

/**
 * One binary number per column: a 1, followed by the stones from the top down, 1 for those of the side to move. An
 * empty column is 1.
 */
export type BookOpening = readonly number[];

const columns = 7;
const height = 6;
/** Column numbers are below this. */
const codes = 2 ** (height + 1);

export interface BookData {
  /** Stones on the board. */
  readonly plies: number;
  readonly scores: readonly number[];
}

/** The same number for an opening and its mirror image. */
function keyOf(opening: BookOpening): number {
  let key = 0;
  let other = 0;
  for (let column = 0; column < columns; column++) {
    key = key * codes + opening[columns - 1 - column]!;
    other = other * codes + opening[column]!;
  }
  return Math.min(key, other);
}

/** The opening after the mover's stone in this column, seen by the other side. */
function played(opening: BookOpening, column: number): BookOpening {
  return opening.map((code, at) => {
    const top = 2 ** (31 - Math.clz32(code));
    // Every digit is inverted; the new stone is on top and belongs to the opponent.
    const turned = top + (top - 1 - (code - top));
    return at === column ? turned + top : turned;
  });
}

function successors(opening: BookOpening): BookOpening[] {
  return opening.flatMap((code, column) => (code * 2 < codes ? [played(opening, column)] : []));
}

/**
 * All positions by the number of their stones, up to `plies`: one of each mirrored pair, by ascending key. No four is
 * possible before the seventh stone.
 */
export function openings(plies: number): BookOpening[][] {
  const byStones: BookOpening[][] = [[Array<number>(columns).fill(1)]];
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

  /** @throws RangeError if scores and openings differ in number */
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

  /** From the mover's view, in the solver's terms; null if it is not in the book. */
  score(opening: BookOpening): number | null {
    return this.scores.get(keyOf(opening)) ?? null;
  }

  /** The value of a column with room for the mover; null if it is not in the book. */
  columnScore(opening: BookOpening, column: number): number | null {
    const score = this.score(played(opening, column));
    return score === null ? null : 0 - score;
  }
}
