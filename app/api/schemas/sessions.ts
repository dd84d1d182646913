/** Sessions, their endings and their traffic. */
import * as v from 'valibot';
import { EngineIdentity, Id } from '../../library/shapes.ts';
import { endingWords, purposes } from '../../sessions/types.ts';
import { count } from './base.ts';

export const EndingWord = v.picklist(endingWords);

/** How a session ended; the fields of `SessionEnding`. */
export const SessionEnding = v.strictObject({
  word: EndingWord,
  reason: v.string(),
  advice: v.string(),
  exitCode: v.nullable(v.number()),
  signal: v.nullable(v.string()),
  lastHeard: v.nullable(v.string()),
  stderrTail: v.array(v.string()),
  rung: v.picklist(['by itself', 'quit lines', 'stdin closed', 'TERM', 'KILL']),
});
export type SessionEnding = v.InferOutput<typeof SessionEnding>;

export const Oddity = v.strictObject({ name: v.string(), clause: v.string(), text: v.string() });

export const TrafficLine = v.strictObject({
  seq: count,
  at: v.number(),
  direction: v.picklist(['sent', 'heard', 'stderr', 'note']),
  text: v.string(),
  byHand: v.boolean(),
  cut: count,
  oddities: v.array(Oddity),
  asks: v.boolean(),
  answers: v.array(count),
});
export type TrafficLine = v.InferOutput<typeof TrafficLine>;

export const Capabilities = v.strictObject({
  stop: v.boolean(),
  analyse: v.boolean(),
  time: v.boolean(),
  depth: v.boolean(),
  setPosition: v.picklist(['any', 'replay', 'none']),
  score: v.boolean(),
  scoresPerMove: v.boolean(),
  options: v.boolean(),
  debug: v.boolean(),
  ping: v.boolean(),
  drawing: v.boolean(),
});
export type Capabilities = v.InferOutput<typeof Capabilities>;

export const SessionState = v.strictObject({
  id: Id,
  engine: Id,
  title: v.string(),
  protocol: v.string(),
  purpose: v.picklist(purposes),
  /** It is brought to places of the game on the board, over and over, and can be brought back to one. */
  followsPlace: v.boolean(),
  state: v.picklist([
    'starting',
    'new',
    'handshake',
    'idle',
    'preparing',
    'thinking',
    'stopping',
    'quitting',
    'closing',
    'ended',
  ]),
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

/** How long the answers of a session took; the fields of `TripSummary`. */
export const TripSummary = v.strictObject({
  count,
  median: v.number(),
  p95: v.number(),
  slowest: v.strictObject({ seconds: v.number(), line: count, request: count }),
  bars: v.strictObject({ from: v.number(), counts: v.array(count) }),
});
export type TripSummary = v.InferOutput<typeof TripSummary>;

export const LineBatch = v.strictObject({
  lines: v.array(TrafficLine),
  /** Lines that the host's view has let go so far; the journal has them. */
  forgotten: count,
  /** Of all answers of the session so far; absent while it is as it was told last. */
  trips: v.optional(TripSummary),
  /** Where it was asked for: seconds of the session up to which every line has been told. */
  until: v.optional(v.number()),
});
export type LineBatch = v.InferOutput<typeof LineBatch>;

/** Where a drawing differs from what it has to show: a hint, for a drawing is made for people. */
export const DrawingDifference = v.strictObject({
  /** "White's pawn: e2 in the drawing, e3 here" */
  words: v.string(),
  /** Places of the board. */
  areas: v.array(v.string()),
  /** Characters `from` up to `to` of a line of the drawing, all counted from 0. */
  spans: v.array(v.strictObject({ line: count, from: count, to: count })),
});
export type DrawingDifference = v.InferOutput<typeof DrawingDifference>;

export const EngineDrawing = v.strictObject({
  lines: v.array(v.string()),
  /** Where the engine stood by all that had passed; null where that is not known. */
  stands: v.nullable(v.strictObject({ game: v.string(), position: v.string() })),
  /** What could be made of it; null where it cannot be read. Without a position there are no differences. */
  read: v.nullable(
    v.strictObject({
      differences: v.array(DrawingDifference),
      /** What could not be read of it and was passed over, in words. */
      unread: v.array(v.string()),
    }),
  ),
});
export type EngineDrawing = v.InferOutput<typeof EngineDrawing>;
