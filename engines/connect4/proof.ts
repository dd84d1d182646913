/** From the solver's scores to the search's values, and what of them may be told. */
import type { ColumnValue } from './search.ts';
import { pliesOfScore, type ColumnScore } from './solver.ts';
import { isDecisive, pliesOf, win } from './values.ts';

/** A solver's score as a value: 0 for a draw. @param stones on the board that the score is of */
export function exactValue(score: number, stones: number): number {
  if (score === 0) return 0;
  const plies = pliesOfScore(score, stones);
  return score > 0 ? win - plies : plies - win;
}

/**
 * The columns' values where some are proven. A proven end within `limit` plies takes the place of what the
 * search says. Where the limit reaches the full board a proven draw does so too; otherwise what lies beyond the
 * limit keeps its static value: a client that asked for so many plies takes every decisive score
 * for one within them.
 *
 * @param values the search's, of the best column at least
 * @param known by column what the solver has proven
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
