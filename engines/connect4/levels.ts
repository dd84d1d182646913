/**
 * Plays below full strength as people do: not with random moves, but by searching less deeply and overlooking fours,
 * distant ones more often than near ones.
 */
import type { ColumnValue, Iteration } from './search.ts';
import { decisive, isDecisive, pliesOf, win } from './evaluate.ts';

interface Level {
  /** The search depth in plies. */
  readonly depth: number;
  /** The chance of missing one of its own moves, or one of the opponent's, on the way to a four. */
  readonly lapse: number;
}

/** Even depths only: a search that ends with its own stone is blind to the opponent's reply. */
const levels: readonly Level[] = [
  { depth: 2, lapse: 0.35 },
  { depth: 2, lapse: 0.25 },
  { depth: 4, lapse: 0.18 },
  { depth: 4, lapse: 0.13 },
  { depth: 6, lapse: 0.09 },
  { depth: 6, lapse: 0.06 },
  { depth: 8, lapse: 0.04 },
  { depth: 10, lapse: 0.02 },
  { depth: 12, lapse: 0.01 },
  { depth: Infinity, lapse: 0 },
];

/** The level that overlooks nothing. */
export const strongest = levels.length;

/** The search depth of a level in plies. */
export const levelDepth = (level: number): number => levels[level - 1]!.depth;

/**
 * The chance that a level overlooks a four in `plies` plies. Each of the winner's moves on the way must be seen, so a
 * four in 1 or 2 plies is overlooked with the chance of a single lapse, one in 3 or 4 with that of at least one lapse
 * in two, and so on.
 */
export function overlookChance(level: number, plies: number): number {
  return 1 - (1 - levels[level - 1]!.lapse) ** Math.ceil(plies / 2);
}

/**
 * The columns as a level sees them. If it overlooks a four of its own, the column keeps the value that it had before
 * the search reached the four; an immediate one is not considered at all. A four of the opponent's is one danger for
 * all columns that run into it: either all are seen that way or none, in which case they look as good as the rest.
 *
 * @param iterations of one search with exact values for each column, from depth 1 on
 * @param random numbers in [0, 1)
 */
export function seenAtLevel(
  level: number,
  iterations: readonly Iteration[],
  random: () => number,
): ColumnValue[] {
  const { values, depth } = iterations.at(-1)!;
  const lowest = Math.min(...values.map(({ value }) => value).filter((value) => value < win - 1));
  const dangers = new Map<number, boolean>();
  const unseen: ColumnValue[] = [];
  const seen: ColumnValue[] = [];
  for (const { column, value } of values) {
    const plies = pliesOf(value);
    // The side of the last stone matters: a value is only compared with values of such depths.
    const alike = plies - 1 - ((depth + plies - 1) % 2);
    const earlier = iterations[(alike > 0 ? alike : plies - 1) - 1];
    const before = (): number => earlier?.values.find((entry) => entry.column === column)?.value ?? lowest;
    if (value > decisive && random() < overlookChance(level, plies)) {
      seen.push({ column, value: Number.isFinite(lowest) ? before() : value });
    } else if (value < -decisive) {
      if (!dangers.has(plies)) dangers.set(plies, random() < overlookChance(level, plies));
      if (dangers.get(plies)) unseen.push({ column, value: before() });
      else seen.push({ column, value });
    } else {
      seen.push({ column, value });
    }
  }
  const tempting = Math.max(...seen.map(({ value }) => value).filter((value) => !isDecisive(value)));
  const lured = unseen.map(({ column, value }) => ({ column, value: Math.max(value, tempting) }));
  const known = [...seen, ...lured];
  return values.map(({ column }) => known.find((entry) => entry.column === column)!);
}
