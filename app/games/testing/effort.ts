/** Keeps the tests of the rules quick. */

/**
 * Runs work that causes thousands of refused moves, whose errors then have no stacks: to collect one takes far longer
 * than to refuse a move.
 */
export function withoutStacks<T>(work: () => T): T {
  const before = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  try {
    return work();
  } finally {
    Error.stackTraceLimit = before;
  }
}

/** Random games for a property: fewer on a board of so many areas that each position has hundreds of moves. */
export const runsOn = (areas: number, most: number): number => (areas > 500 ? Math.ceil(most / 4) : most);
