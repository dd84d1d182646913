/**
 * How far an answer looked, and which of two answers to keep. Of one teller and one position, the deepest answer of each
 * kind of measure is kept; where kinds differ, neither is deeper, and the newer one is shown first. Of what files say by one
 * name, the newest is kept whatever its kind: a file that was corrected says what is meant.
 */
import type { Report } from '../protocols/protocol.ts';
import type { Measure } from '../shapes/evaluations.ts';

/** Shallow to deep for pruning; the place in this list is the number that a file has for a kind. */
export const kinds = ['seconds', 'nodes', 'depth', 'claimed'] as const satisfies readonly Measure['kind'][];

/** What of a report, judged or not, says how far it looked. */
export type Looked = Pick<Report, 'score' | 'exhaustive' | 'depth' | 'nodes' | 'seconds' | 'truncated'>;

/**
 * A decisive score claims that the position is decided, as does any score of a search to the end of the game: if the engine
 * is right, no deeper search would change it. A round that was cut short has the depth of the last one that was completed.
 */
export function measureOf({ score, exhaustive, depth, nodes, seconds, truncated }: Looked): Measure {
  if (score !== null && (exhaustive || score.type === 'decisive')) return { kind: 'claimed', amount: 0 };
  if (depth !== null) return { kind: 'depth', amount: Math.max(0, truncated ? depth - 1 : depth) };
  if (nodes !== null && nodes > 0) return { kind: 'nodes', amount: nodes };
  return { kind: 'seconds', amount: Math.max(0, seconds) };
}

/**
 * The order in which answers of one age are pruned, the shallowest first; a number from 0 to 1023. Nodes and seconds
 * count by their order of magnitude.
 */
export function shallowness({ kind, amount }: Measure): number {
  const within = kind === 'depth' ? amount : Math.log2(1 + amount * (kind === 'seconds' ? 1000 : 1)) * 4;
  return kinds.indexOf(kind) * 256 + Math.min(255, Math.floor(within));
}
