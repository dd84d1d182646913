/** Whether an engine answers positions and their images alike. */
import * as v from 'valibot';
import { count, list, type Shape } from './base.ts';
import { Score } from './games.ts';
import { SessionEnding } from './sessions.ts';

/** An engine's answer to one position. */
const SymmetryAnswer = v.strictObject({
  /** The canonical position text. */
  position: v.string(),
  /** The turn's actions, as far as they are legal. */
  turn: list(v.string()),
  score: v.nullable(Score),
  /** Why the answer is not a legal turn; null if it is. */
  fault: v.nullable(v.string()),
});
export type SymmetryAnswer = Shape<typeof SymmetryAnswer>;

export const SymmetryPair = v.strictObject({
  /** What the second position is to the first: "mirrored". */
  symmetry: v.string(),
  /**
   * - `same`: the turns are images of each other and the scores are equal
   * - `tie`: other turns with equal scores
   * - `differ`: other scores, or other turns without scores
   */
  outcome: v.picklist(['same', 'tie', 'differ']),
  original: SymmetryAnswer,
  image: SymmetryAnswer,
});
export type SymmetryPair = Shape<typeof SymmetryPair>;

export const SymmetrySummary = v.strictObject({
  kind: v.literal('summary'),
  same: count,
  ties: count,
  differ: count,
  /** Positions that were asked about twice. */
  repeated: count,
  /** Those that were answered differently: then the engine is not deterministic. */
  changed: count,
  seconds: v.number(),
});
export type SymmetrySummary = Shape<typeof SymmetrySummary>;

export const SymmetryEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('begins'), positions: count }),
  v.strictObject({ kind: v.literal('compared'), pair: SymmetryPair }),
  SymmetrySummary,
  /** The engine gave no answer; always the last event. */
  v.strictObject({ kind: v.literal('failed'), position: v.string(), reason: v.string() }),
  v.strictObject({ kind: v.literal('ended'), ending: SessionEnding }),
]);
export type SymmetryEvent = Shape<typeof SymmetryEvent>;
