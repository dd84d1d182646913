/** What the opening book is made from. */
import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import { type BookData, digitOf, placeOf, placesOf, scoreOf } from './book.ts';

/** Every move of the game takes a cell, and a four with the next stone is worth this much. */
const cells = 42;

/**
 * All positions that games reach and that are not over, by the number of their stones up to `plies`: one of each
 * mirrored pair, in the order of their places in the book.
 */
export function openings(plies: number): Connect4Position[][] {
  const byStones = [[connect4.initial()]];
  while (byStones.length <= plies) {
    const next = new Map<number, Connect4Position>();
    for (const position of byStones.at(-1)!) {
      for (const move of connect4.moves(position)) {
        const after = connect4.play(position, move);
        if (connect4.result(after) === null) next.set(placeOf(after)!, after);
      }
    }
    byStones.push([...next].sort(([one], [other]) => one - other).map(([, position]) => position));
  }
  return byStones;
}

/**
 * The scores that a book has of the positions with so many stones, by place. None if it has no such table.
 */
export function scoresIn(book: BookData, stones: number): Map<number, number> {
  const scores = new Map<number, number>();
  Array.from(book.tables[stones] ?? '', (digit, place) => {
    const score = scoreOf(digit);
    if (score !== null) scores.set(place, score);
  });
  return scores;
}

/**
 * The whole book. Where all positions of `plies` stones are solved, those with fewer follow from them; where some are
 * missing, the rest of the book is that of `before`.
 * @param scores of the positions with `plies` stones, by place
 * @throws RangeError if some are missing and `before` does not have all with one stone less
 */
export function bookOf(plies: number, scores: ReadonlyMap<number, number>, before: BookData): BookData {
  const all = openings(plies);
  if (all[plies]!.some((position) => !scores.has(placeOf(position)!))) {
    if (before.plies !== plies - 1) {
      throw new RangeError(`a part of the positions of ${plies} stones needs all those of ${plies - 1}`);
    }
    return { plies: before.plies, tables: [...before.tables.slice(0, plies), tableOf(plies, scores)] };
  }
  const known: ReadonlyMap<number, number>[] = [];
  known[plies] = scores;
  for (let stones = plies - 1; stones >= 0; stones--) {
    const fewer = new Map<number, number>();
    for (const position of all[stones]!) {
      const values = connect4.moves(position).map((move) => {
        const after = connect4.play(position, move);
        if (connect4.result(after) !== null) return Math.floor((cells + 1 - stones) / 2);
        return 0 - known[stones + 1]!.get(placeOf(after)!)!;
      });
      fewer.set(placeOf(position)!, Math.max(...values));
    }
    known[stones] = fewer;
  }
  return { plies, tables: known.map((table, stones) => tableOf(stones, table)) };
}

function tableOf(stones: number, scores: ReadonlyMap<number, number>): string {
  return Array.from({ length: placesOf(stones) }, (_, place) => digitOf(scores.get(place) ?? null)).join('');
}
