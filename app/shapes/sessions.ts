/** Sessions: their purposes, traffic and endings. */
import * as v from 'valibot';
import { count, list, type Shape } from './base.ts';
import { DriverState, Oddity } from './engines.ts';

/** What a session is for. */
export const Purpose = v.picklist([
  'analysis',
  'best line',
  'report',
  'first player',
  'second player',
  'contact',
  'command line',
  'match',
]);
export type Purpose = Shape<typeof Purpose>;

/** The state of a session: while it runs, that of its conversation. */
export const SessionStanding = v.picklist(['starting', ...DriverState.options, 'closing', 'ended']);
export type SessionStanding = Shape<typeof SessionStanding>;

/** How a session ended, in one word. */
export const EndingWord = v.picklist([
  /** Missing, not executable, a folder, a bad interpreter. */
  'unstartable',
  /** Wrong protocol, or silent, before the conversation was open. */
  'handshake',
  'crashed',
  'stalled',
  'malformed',
  /** It exceeded the game's time limit. */
  'time',
  'limit',
  'quit',
  /** A fault of Plywire or the machine: disk full, machine asleep. */
  'void',
]);
export type EndingWord = Shape<typeof EndingWord>;

/** The step of the shutdown ladder that ended the process. */
export const Rung = v.picklist(['by itself', 'quit lines', 'stdin closed', 'TERM', 'KILL']);
export type Rung = Shape<typeof Rung>;

export const SessionEnding = v.strictObject({
  word: EndingWord,
  /** One sentence: what happened. */
  reason: v.string(),
  /** What to do next, in sentences; empty if nothing. */
  advice: v.string(),
  /** The part of the advice about the sandbox; absent if that cannot be the cause of the ending. */
  sandbox: v.optional(v.string()),
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
  /** Invalid UTF-8 as U+FFFD; control characters unchanged. */
  text: v.string(),
  byHand: v.boolean(),
  /** Bytes cut off the end of an overlong line. */
  cut: count,
  oddities: list(Oddity),
  /** A sent line that expects an answer. */
  asks: v.boolean(),
  /**
   * The numbers of the lines that it answers, oldest first. For a sent line: those whose answer, among the output
   * before it, is now taken as complete.
   */
  answers: list(count),
});
export type TrafficLine = Shape<typeof TrafficLine>;

/** The latencies of a session. */
export const LatencySummary = v.strictObject({
  count,
  /** Seconds; half of the answers took no longer. */
  median: v.number(),
  /** Seconds; the 95th percentile. */
  p95: v.number(),
  /** The slowest answer: the numbers of its line and of the line it answers, in seconds. */
  slowest: v.strictObject({ seconds: v.number(), line: count, request: count }),
  /** A histogram: the first bar with a count begins at 10^`from` seconds, and each is a quarter of a decade wide. */
  bars: v.strictObject({ from: v.number(), counts: list(count) }),
});
export type LatencySummary = Shape<typeof LatencySummary>;

/** Characters `from` up to `to` of a line of a drawing, counted from 0. */
export const Span = v.strictObject({ line: count, from: count, to: count });
export type Span = Shape<typeof Span>;

/** Where an engine's drawing differs from the expected board: a hint, since drawings are made for people. */
export const DrawingDifference = v.strictObject({
  /** "White's pawn: e2 in the drawing, e3 here" */
  words: v.string(),
  /** The board areas concerned. */
  areas: list(v.string()),
  /** The same places in the drawing. */
  spans: list(Span),
});
export type DrawingDifference = Shape<typeof DrawingDifference>;
