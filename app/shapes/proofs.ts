/** What is proven about the position shown, and about the moves of its game. */
import * as v from 'valibot';
import { Id, list, type Shape } from './base.ts';
import { NodeId } from './tree.ts';
import { Place } from './analysis.ts';

/** As `Verdict` in `app/truth/verdict.ts`. */
const Proven = v.strictObject({
  value: v.picklist(['win', 'draw', 'loss', 'unknown']),
  how: v.nullable(v.picklist(['rules', 'table', 'solver', 'race', 'search'])),
  plies: v.nullable(v.number()),
  to: v.nullable(v.picklist(['end', 'capture'])),
});
export type Proven = Shape<typeof Proven>;

export const ProofState = v.strictObject({
  state: v.picklist(['off', 'proving', 'done', 'failed']),
  /** Null while it is off. */
  place: v.nullable(Place),
  /** For the side to move. */
  verdict: Proven,
  /** Of each legal move at the place, by its canonical text, for the side that makes it. */
  moves: v.record(v.string(), Proven),
  /** What stands in the way of a proof, or why nothing could be proven (failed), in words; null if nothing does. */
  note: v.nullable(v.string()),
  /** The game of the nodes below. */
  key: v.nullable(Id),
  /** The nodes whose moves are proven, for the side that made the move. */
  nodes: list(v.strictObject({ node: NodeId, verdict: Proven })),
});
export type ProofState = Shape<typeof ProofState>;
