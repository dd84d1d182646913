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
  /** It is brought to places of the game on the board, over and over, and can be brought back to one. */
  followsPlace: v.boolean(),
  state: SessionStanding,
  identity: EngineIdentity,
  capabilities: Capabilities,
  ending: v.nullable(SessionEnding),
  /** A line that was typed may have left the engine elsewhere than it was told to stand. */
  disturbed: v.boolean(),
  /** The program has been built again since it started. */
  rebuilt: v.boolean(),
  /** The session that took the place of this one when it was restarted. */
  successor: v.nullable(Id),
  startedAt: v.string(),
  journalBytes: count,
});
export type SessionState = v.InferOutput<typeof SessionState>;

export const LineBatch = v.strictObject({
  lines: list(TrafficLine),
  /** Lines that the host's view has let go so far; the journal has them. */
  forgotten: count,
  /** Of all answers of the session so far; absent while it is as it was told last. */
  latencies: v.optional(LatencySummary),
  /** Where it was asked for: seconds of the session up to which every line has been told. */
  until: v.optional(v.number()),
});
export type LineBatch = v.InferOutput<typeof LineBatch>;

export const EngineDrawing = v.strictObject({
  lines: list(v.string()),
  /** Where the engine stood by all that had passed; null where that is not known. */
  stands: v.nullable(v.strictObject({ game: v.string(), position: v.string() })),
  /** What could be made of it; null where it cannot be read. Without a position there are no differences. */
  read: v.nullable(
    v.strictObject({
      differences: list(DrawingDifference),
      /** What could not be read of it and was passed over, in words. */
      unread: list(v.string()),
    }),
  ),
});
export type EngineDrawing = v.InferOutput<typeof EngineDrawing>;
