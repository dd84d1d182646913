/** Keeps the tests of the rules quick. */

/**
 * Runs work that refuses thousands of moves. Its errors have no stacks, since collecting a stack takes far longer than
 * refusing a move.
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

/**
 * The number of random games for a property: fewer on large boards, whose positions have hundreds of moves.
 * @param effort a factor
 */
export const runsOn = (areas: number, most: number, effort: number): number =>
  Math.ceil((areas > 500 ? most / 4 : most) * effort);
