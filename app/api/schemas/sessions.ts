/** Sessions, their endings and their traffic. */
import * as v from 'valibot';
import { count, Id, list } from '../../shapes/base.ts';
import { Capabilities, EngineIdentity } from '../../shapes/engines.ts';
import {
  DrawingDifference,
  Purpose,
  SessionEnding,
  SessionStanding,
  TrafficLine,
  LatencySummary,
} from '../../shapes/sessions.ts';

export const SessionState = v.strictObject({
  id: Id,
  engine: Id,
  title: v.string(),
  protocol: v.string(),
  purpose: Purpose,
  /** Whether it is brought to places of the game on the board, so that it can be resynchronised. */
  followsPlace: v.boolean(),
  state: SessionStanding,
  identity: EngineIdentity,
  capabilities: Capabilities,
  ending: v.nullable(SessionEnding),
  /** Whether a typed line may have moved the engine away from the position that it was sent. */
  disturbed: v.boolean(),
  /** Whether the program was rebuilt since the session started. */
  rebuilt: v.boolean(),
  /** The session that replaced this one at a restart. */
  successor: v.nullable(Id),
  startedAt: v.string(),
  journalBytes: count,
});
export type SessionState = v.InferOutput<typeof SessionState>;

export const LineBatch = v.strictObject({
  lines: list(TrafficLine),
  /** The number of lines that the host no longer holds for views; the journal has them. */
  forgotten: count,
  /** The latencies of all answers so far; absent if unchanged since the last batch that had them. */
  latencies: v.optional(LatencySummary),
  /** If requested with `beat`: every line up to this time, in seconds of the session, has been sent. */
  until: v.optional(v.number()),
});
export type LineBatch = v.InferOutput<typeof LineBatch>;

export const EngineDrawing = v.strictObject({
  lines: list(v.string()),
  /** The position that the engine should have, by the traffic so far; null if unknown or if the rules reject it. */
  stands: v.nullable(v.strictObject({ game: v.string(), position: v.string() })),
  /** The drawing as read; null if it cannot be read. Without a known position there are no differences. */
  read: v.nullable(
    v.strictObject({
      differences: list(DrawingDifference),
      /** The parts that could not be read and were skipped, in words. */
      unread: list(v.string()),
    }),
  ),
});
export type EngineDrawing = v.InferOutput<typeof EngineDrawing>;
