/** Keeps tests quick. */

/** `npm test -- quick` tries fewer random cases. */
const share = process.env['PLYWIRE_QUICK_TESTS'] === '1' ? 1 / 10 : 1;

/** The number of random cases for a property that `npm test` tries `count` times. */
export const randomCases = (count: number): number => Math.ceil(count * share);

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
  randomCases((areas > 500 ? most / 4 : most) * effort);
