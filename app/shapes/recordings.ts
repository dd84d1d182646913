/** Recordings: the list of journals, their lines, a search through them, and a recording sent to a live engine. */
import * as v from 'valibot';
import { count, Id, list, text, type Shape } from './base.ts';
import { UnstartableEvent } from './checks.ts';
import { Direction } from './sessions.ts';

export const JournalEnding = v.variant('kind', [
  v.strictObject({ kind: v.literal('ended'), word: v.string(), reason: v.string() }),
  v.strictObject({ kind: v.literal('running') }),
  /**
   * Its last entry is torn, or the Plywire that wrote it disappeared. Bytes after the last whole entry are `lost`; null
   * if the file is too long to look.
   */
  v.strictObject({ kind: v.literal('cut short'), lost: v.nullable(count) }),
  /** An earlier version wrote no last entry and no note of an end; or the file is too long to be `looked` through. */
  v.strictObject({ kind: v.literal('no ending recorded'), looked: v.boolean() }),
]);
export type JournalEnding = Shape<typeof JournalEnding>;

/** A journal in a list. Its texts come from the file and are untrusted. */
export const JournalSummary = v.strictObject({
  /** The id of its session. */
  journal: Id,
  /** Facts of the session; null if the head is damaged. */
  engine: v.nullable(v.string()),
  title: v.nullable(v.string()),
  protocol: v.nullable(v.string()),
  purpose: v.nullable(v.string()),
  sandbox: v.nullable(v.boolean()),
  /** Milliseconds since 1970. */
  openedAt: v.number(),
  /** Until the last entry; null if unknown. */
  seconds: v.nullable(v.number()),
  bytes: count,
  ending: JournalEnding,
  /** How an answer lost a game; null if none did. */
  forfeit: v.nullable(v.strictObject({ word: v.string(), reason: v.string() })),
  /** Counts by name; null if they were never counted to the end. */
  oddities: v.nullable(v.record(v.string(), count)),
  lines: v.nullable(v.strictObject({ sent: count, heard: count, stderr: count })),
});
export type JournalSummary = Shape<typeof JournalSummary>;

/** A place in the list: the next page starts after it, whether or not it still exists. */
export const JournalPlace = v.pipe(v.string(), v.regex(/^[\dTZ-]{24}-s-[0-9a-f]{1,32}$/, 'not a place'));

export const JournalPage = v.strictObject({
  journals: list(JournalSummary),
  /** What to request next; null at the end. A page may be empty without being the last. */
  next: v.nullable(JournalPlace),
  /** All journals, and how many of them have been examined. */
  total: count,
  looked: count,
});
export type JournalPage = Shape<typeof JournalPage>;

/** Which lines to search; `typed` are the sent lines that the user typed. */
export const SearchedDirection = v.picklist(['sent', 'typed', 'heard', 'stderr', 'note']);
export type SearchedDirection = Shape<typeof SearchedDirection>;

export const LineQuery = v.strictObject({
  /** The text to find; at most as long as the lines that can be typed. */
  text: v.pipe(text(65_536), v.minLength(1), v.regex(/^[^\n\r]*$/, 'a line has no line break')),
  /** `text` is a JavaScript regular expression without flags. */
  regex: v.boolean(),
  /** Match case. */
  exact: v.boolean(),
  directions: v.pipe(list(SearchedDirection), v.maxLength(5)),
});
export type LineQuery = Shape<typeof LineQuery>;

/**
 * How a line of an engine ends, if not in LF. `none` is the rest of an output that has ended; it has the time of its last
 * byte, and may come after later lines.
 */
export const LineEnd = v.picklist(['CR LF', 'none']);
export type LineEnd = Shape<typeof LineEnd>;

const line = {
  /** Counted from 1 among all lines of the journal. */
  line: count,
  seconds: v.number(),
  direction: Direction,
  typed: v.boolean(),
  text: v.string(),
};

/** A line of a journal; `cut` is the number of bytes missing at its end. */
export const JournalLine = v.strictObject({ ...line, cut: count });
export type JournalLine = Shape<typeof JournalLine>;

/** In a hit, `text` is a piece around the first match; it begins at character `start` of the line. */
export const Hit = v.strictObject({ ...line, start: count });
export type Hit = Shape<typeof Hit>;

const found = {
  /** Lines of the journal that match. */
  count,
  /** How many of them precede the first of `hits`. */
  before: count,
  /** In the journal's order. */
  hits: list(Hit),
  /** Lines of the journal. */
  lines: count,
};
export type Found = Shape<v.StrictObjectSchema<typeof found, undefined>>;

export const SearchEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('progress'), bytes: count, of: count }),
  v.strictObject({ kind: v.literal('found'), ...found }),
]);
export type SearchEvent = Shape<typeof SearchEvent>;

const milliseconds = v.nullable(v.number());

/** An answer of a live engine beside the recorded one. */
export const Compared = v.strictObject({
  kind: v.literal('answer'),
  /** The recorded lines that ask and that last answer; null if there was no answer. */
  request: count,
  line: v.nullable(count),
  asked: v.string(),
  /** `unanswered`: neither then nor now, although the recorded engine had its time, or its recording ends there. */
  verdict: v.picklist(['same', 'differs', 'missing', 'new', 'unanswered']),
  /** The answers, then and now. */
  recorded: list(v.string()),
  live: list(v.string()),
  /** Since the request; null if there was no answer. */
  took: v.strictObject({ recorded: milliseconds, live: milliseconds }),
  /** Why the move of the answer now is illegal or no move; null if it is legal, or there is none. */
  fault: v.nullable(v.string()),
});
export type Compared = Shape<typeof Compared>;

export const AgainstSummary = v.strictObject({
  kind: v.literal('summary'),
  requests: count,
  same: count,
  differs: count,
  missing: count,
  new: count,
  unanswered: count,
  /** Answers now whose move is not legal. */
  illegal: count,
  /** How the process exited without being told to; null if it did not. */
  ending: v.nullable(v.string()),
});
export type AgainstSummary = Shape<typeof AgainstSummary>;

export const RerunEvent = v.variant('kind', [Compared, AgainstSummary, UnstartableEvent]);
export type RerunEvent = Shape<typeof RerunEvent>;

/**
 * What a run of a recording against an engine requires: the same answers; or any, if none is missing and each move is
 * legal.
 */
export const Requirement = v.picklist(['same', 'legal']);
export type Requirement = Shape<typeof Requirement>;

/** A file of a bundle. */
export const BundleFile = v.strictObject({
  name: v.string(),
  /** As the end of a sentence. */
  what: v.string(),
  /** In a bundle with the whole journal. */
  bytes: count,
  /** The content; for a long file its beginning. */
  text: v.string(),
  /** Whether `text` is complete. */
  whole: v.boolean(),
  /** The number of masked places. */
  masked: count,
});
export type BundleFile = Shape<typeof BundleFile>;

/**
 * The forms of a recorded session: all of it as text, a shell script that plays it again, or a transcript without
 * traces of this machine.
 */
export const RecordingForm = v.picklist(['text', 'script', 'fixture']);
export type RecordingForm = Shape<typeof RecordingForm>;

/** How recorded lines are sent again: at their recorded times, or as fast as answers and stopped searches allow. */
export const Pace = v.picklist(['recorded', 'fast']);
export type Pace = Shape<typeof Pace>;
