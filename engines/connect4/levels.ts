/**
 * Playing below one's strength the way people do: not by random moves, but by looking less far and by
 * overlooking fours, distant ones more often than near ones.
 */
import type { ColumnValue, Iteration } from './search.ts';
import { isDecisive, pliesOf } from './values.ts';

interface Level {
  /** How far it looks, in plies. */
  readonly depth: number;
  /** The chance that one of its own moves, or one of the opponent's, on the way to a four escapes it. */
  readonly lapse: number;
}

const levels: readonly Level[] = [
  { depth: 2, lapse: 0.35 },
  { depth: 3, lapse: 0.25 },
  { depth: 4, lapse: 0.18 },
  { depth: 5, lapse: 0.13 },
  { depth: 6, lapse: 0.09 },
  { depth: 7, lapse: 0.06 },
  { depth: 8, lapse: 0.04 },
  { depth: 10, lapse: 0.02 },
  { depth: 12, lapse: 0.01 },
  { depth: Infinity, lapse: 0 },
];

/** The level that overlooks nothing. */
export const strongest = levels.length;

/** How far a level looks, in plies. */
export const levelDepth = (level: number): number => levels[level - 1]!.depth;

/**
 * The chance that a level overlooks a four in `plies` plies: each of the winner's moves on the way must be
 * seen, so that one in 1 or 2 plies is overlooked with the chance of a single lapse, one in 3 or 4 with
 * that of at least one lapse in two, and so on.
 */
export function overlookChance(level: number, plies: number): number {
  return 1 - (1 - levels[level - 1]!.lapse) ** Math.ceil(plies / 2);
}

/**
 * The columns as a level sees them: a four that is overlooked leaves the column with the value that it had
 * before the search reached the four.
 *
 * @param iterations those of one search with exact values for each column, from depth 1 on.
 * @param random numbers in [0, 1).
 */
export function seenAtLevel(
  level: number,
  iterations: readonly Iteration[],
  random: () => number,
): ColumnValue[] {
  const last = iterations.at(-1)!;
  return last.values.map(({ column, value }) => {
    if (!isDecisive(value)) return { column, value };
    const plies = pliesOf(value);
    if (random() >= overlookChance(level, plies)) return { column, value };
    const before = iterations.find(({ depth }) => depth === plies - 1);
    return { column, value: before?.values.find((entry) => entry.column === column)?.value ?? 0 };
  });
}
