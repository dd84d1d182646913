/** A game held move by move against what an engine proves. */
import * as v from 'valibot';
import { Id } from '../../library/shapes.ts';
import { count, SeatIndex } from './base.ts';

/** What a position is worth to the side to move; `plies` until the end, its own move included. */
export const Truth = v.variant('outcome', [
  v.strictObject({ outcome: v.picklist(['win', 'loss']), plies: count }),
  v.strictObject({ outcome: v.literal('draw') }),
]);
export type Truth = v.InferOutput<typeof Truth>;

/** What a move threw away. */
export const Turn = v.picklist(['win to draw', 'win to loss', 'draw to loss']);

export const AuditedMove = v.strictObject({
  ply: count,
  seat: SeatIndex,
  move: v.string(),
  /** The best there was; null where it could not be proven. */
  was: v.nullable(Truth),
  /** What the move kept of it. */
  is: v.nullable(Truth),
  best: v.array(v.string()),
  turn: v.nullable(Turn),
});
export type AuditedMove = v.InferOutput<typeof AuditedMove>;

export const SideCount = v.strictObject({
  moves: count,
  proven: count,
  turns: v.strictObject({ 'win to draw': count, 'win to loss': count, 'draw to loss': count }),
});
export type SideCount = v.InferOutput<typeof SideCount>;

export const AuditState = v.strictObject({
  state: v.picklist(['off', 'running', 'done', 'failed']),
  /** The game that the moves below are of, and what they were called then. */
  key: v.nullable(Id),
  moves: v.array(AuditedMove),
  /** How many moves there are to audit. */
  total: count,
  sides: v.nullable(v.tuple([SideCount, SideCount])),
  reason: v.nullable(v.string()),
});
export type AuditState = v.InferOutput<typeof AuditState>;
