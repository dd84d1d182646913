/** Sessions: what they are for, what they tell, how they end. */
import * as v from 'valibot';
import { count, list, type Shape } from './base.ts';
import { DriverState, Oddity } from './engines.ts';

/** What a session is for. */
export const Purpose = v.picklist([
  'analysis',
  'best line',
  'audit',
  'first player',
  'second player',
  'contact',
  'command line',
]);
export type Purpose = Shape<typeof Purpose>;

/** Where a session stands: while it runs, where its conversation does. */
export const SessionStanding = v.picklist(['starting', ...DriverState.options, 'closing', 'ended']);
export type SessionStanding = Shape<typeof SessionStanding>;

/** How a session ended, in a word. */
export const EndingWord = v.picklist([
  /** Missing, not executable, a folder, a bad interpreter. */
  'unstartable',
  /** Wrong protocol, or silent, before the conversation was open. */
  'handshake',
  'crashed',
  'stalled',
  'malformed',
  /** It thought for longer than the game allows. */
  'time',
  'limit',
  'quit',
  /** A fault that is ours: disk full, machine asleep. */
  'void',
]);
export type EndingWord = Shape<typeof EndingWord>;

/** Which step of the shutdown ladder ended the process. */
export const Rung = v.picklist(['by itself', 'quit lines', 'stdin closed', 'TERM', 'KILL']);
export type Rung = Shape<typeof Rung>;

export const SessionEnding = v.strictObject({
  word: EndingWord,
  /** One sentence: what happened. */
  reason: v.string(),
  /** One sentence: what to do next; empty when there is nothing to do. */
  advice: v.string(),
  exitCode: v.nullable(v.number()),
  signal: v.nullable(v.string()),
  lastHeard: v.nullable(v.string()),
  /** The last lines of stderr, at most 20. */
  stderrTail: list(v.string()),
  rung: Rung,
});
export type SessionEnding = Shape<typeof SessionEnding>;

export const Direction = v.picklist(['sent', 'heard', 'stderr', 'note']);
export type Direction = Shape<typeof Direction>;

/** One line of traffic as views show it; the journal has the bytes. */
export const TrafficLine = v.strictObject({
  /** Counts from 0 within a session, without gaps. */
  seq: count,
  /** Seconds since the session began, on a monotonic clock. */
  at: v.number(),
  direction: Direction,
  /** Invalid UTF-8 as U+FFFD; control characters as they came. */
  text: v.string(),
  byHand: v.boolean(),
  /** Bytes that were cut off the end of an overlong line. */
  cut: count,
  oddities: list(Oddity),
  /** It went out and wants an answer. */
  asks: v.boolean(),
  /**
   * The numbers of the lines that it answers, the oldest first. On a line that went out: those whose answer, among
   * what was heard before, is taken to be over by now.
   */
  answers: list(count),
});
export type TrafficLine = Shape<typeof TrafficLine>;

/** How long the answers of a session took. */
export const LatencySummary = v.strictObject({
  count,
  /** Seconds: half of the answers took no longer. */
  median: v.number(),
  /** Seconds: 95 of 100 answers took no longer. */
  p95: v.number(),
  /** The answer that took longest, by the number of its line and of the one it answers; in seconds. */
  slowest: v.strictObject({ seconds: v.number(), line: count, request: count }),
  /** Answers by time; the first bar that holds any begins at 10^`from` seconds, and each is a quarter of a decade. */
  bars: v.strictObject({ from: v.number(), counts: list(count) }),
});
export type LatencySummary = Shape<typeof LatencySummary>;

/** Characters `from` up to `to` of a line of a drawing, all counted from 0. */
export const Span = v.strictObject({ line: count, from: count, to: count });
export type Span = Shape<typeof Span>;

/** Where an engine's drawing differs from what it has to show: a hint, for a drawing is made for people. */
export const DrawingDifference = v.strictObject({
  /** "White's pawn: e2 in the drawing, e3 here" */
  words: v.string(),
  /** The places of the board that it is about. */
  areas: list(v.string()),
  /** The same in the drawing. */
  spans: list(Span),
});
export type DrawingDifference = Shape<typeof DrawingDifference>;
