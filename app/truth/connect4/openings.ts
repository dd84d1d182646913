/** What the opening book is made from. */
import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import { type BookData, digitOf, placeOf, placesOf } from './book.ts';

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
 * The whole book.
 * @param scores of the positions with the most stones, in the order of `openings`; those with fewer stones follow
 */
export function bookOf(plies: number, scores: readonly number[]): BookData {
  const all = openings(plies);
  const known = all.map(() => new Map<number, number>());
  all[plies]!.forEach((position, index) => known[plies]!.set(placeOf(position)!, scores[index]!));
  for (let stones = plies - 1; stones >= 0; stones--) {
    for (const position of all[stones]!) {
      const values = connect4.moves(position).map((move) => {
        const after = connect4.play(position, move);
        if (connect4.result(after) !== null) return Math.floor((cells + 1 - stones) / 2);
        return 0 - known[stones + 1]!.get(placeOf(after)!)!;
      });
      known[stones]!.set(placeOf(position)!, Math.max(...values));
    }
  }
  const tables = known.map((table, stones) =>
    Array.from({ length: placesOf(stones) }, (_, place) => digitOf(table.get(place) ?? null)).join(''),
  );
  return { plies, tables };
}
