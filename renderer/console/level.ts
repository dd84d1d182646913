/**
 * The most that each of several may have, so that together they have no more than `all`: those that have less keep what
 * they have, and the others the same each. Infinity where together they have no more anyhow.
 */
export function levelOf(sizes: readonly number[], all: number): number {
  let rest = all;
  const ordered = sizes.toSorted((one, other) => one - other);
  for (const [at, size] of ordered.entries()) {
    const share = rest / (ordered.length - at);
    if (size > share) return Math.floor(share);
    rest -= size;
  }
  return Infinity;
}
