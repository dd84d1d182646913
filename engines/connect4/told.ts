/** Proven scores in the terms of the search, and what is told of a search that they improve. */
import { type ColumnScore, pliesOfScore } from '../../app/truth/connect4/solver.ts';
import { isDecisive, pliesOf, win } from './evaluate.ts';
import type { ColumnValue } from './search.ts';

/** A solver's score as a value of the search: 0 for a draw. @param stones on the board of the score */
export function exactValue(score: number, stones: number): number {
  if (score === 0) return 0;
  const plies = pliesOfScore(score, stones);
  return score > 0 ? win - plies : plies - win;
}

/**
 * The columns' values if some are proven. A proven end within `limit` plies replaces the search's value. A proven draw
 * does so too if the limit reaches the full board; otherwise everything beyond the limit keeps its static value, since
 * a client that asked for that many plies takes every decisive score as one within them.
 *
 * @param values of the search, at least of the best column
 * @param known by column, the proven scores
 * @param stones on the board
 */
export function toldColumns(
  values: readonly ColumnValue[],
  columns: readonly number[],
  known: ReadonlyMap<number, ColumnScore>,
  stones: number,
  limit: number,
): ColumnValue[] {
  const whole = limit >= pliesOfScore(0, stones);
  return columns.flatMap((column) => {
    const searched = values.find((value) => value.column === column);
    const proven = known.get(column);
    if (proven === undefined) return searched === undefined ? [] : [searched];
    const value = exactValue(proven.score, stones);
    const within = whole || (isDecisive(value) && pliesOf(value) <= limit);
    if (within) return [{ column, value }];
    return searched === undefined ? [] : [searched];
  });
}
