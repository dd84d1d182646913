/** Recordings: journals as a list, their lines, a search through them, and a recording sent to a live engine. */
import * as v from 'valibot';
import { count, Id, list, text, type Shape } from './base.ts';
import { UnstartableEvent } from './checks.ts';
import { Direction } from './sessions.ts';

export const JournalEnding = v.variant('kind', [
  v.strictObject({ kind: v.literal('ended'), word: v.string(), reason: v.string() }),
  v.strictObject({ kind: v.literal('running') }),
  /**
   * Its last entry is torn, or the Plywire that wrote it is gone without a word. Bytes after the last whole entry are
   * `lost`; null where it is too long to look.
   */
  v.strictObject({ kind: v.literal('cut short'), lost: v.nullable(count) }),
  /** It is of a version that wrote no last entry, and no note tells of an end; or it is too long to be `looked` through. */
  v.strictObject({ kind: v.literal('no ending recorded'), looked: v.boolean() }),
]);
export type JournalEnding = Shape<typeof JournalEnding>;

/** A journal in a list. What its file says is text, and may say anything. */
export const JournalSummary = v.strictObject({
  /** The id of its session. */
  journal: Id,
  /** Facts of the session; null where the head is damaged. */
  engine: v.nullable(v.string()),
  title: v.nullable(v.string()),
  protocol: v.nullable(v.string()),
  purpose: v.nullable(v.string()),
  sandbox: v.nullable(v.boolean()),
  /** When the session was opened, in milliseconds since 1970. */
  openedAt: v.number(),
  /** Until the last entry; null where that is not known. */
  seconds: v.nullable(v.number()),
  bytes: count,
  ending: JournalEnding,
  /** How an answer of it lost a game; null where none did. */
  forfeit: v.nullable(v.strictObject({ word: v.string(), reason: v.string() })),
  /** How often, by name; null where nothing counted them to the end. */
  oddities: v.nullable(v.record(v.string(), count)),
  lines: v.nullable(v.strictObject({ sent: count, heard: count, stderr: count })),
});
export type JournalSummary = Shape<typeof JournalSummary>;

/** A place in the list: what is asked for next stands behind it, whether or not it is still there. */
export const JournalPlace = v.pipe(v.string(), v.regex(/^[\dTZ-]{24}-s-[0-9a-f]{1,32}$/, 'not a place'));

export const JournalPage = v.strictObject({
  journals: list(JournalSummary),
  /** What to ask for next; null where this is the end. A page may have found nothing and yet not be the last. */
  next: v.nullable(JournalPlace),
  /** Journals that there are, and how many of them have been looked at so far. */
  total: count,
  looked: count,
});
export type JournalPage = Shape<typeof JournalPage>;

/** Which lines are looked at; `typed` are those of the sent ones that a person typed. */
export const SearchedDirection = v.picklist(['sent', 'typed', 'heard', 'stderr', 'note']);
export type SearchedDirection = Shape<typeof SearchedDirection>;

export const LineQuery = v.strictObject({
  /** What a line is to hold; as long as the lines that can be typed. */
  text: v.pipe(text(65_536), v.minLength(1), v.regex(/^[^\n\r]*$/, 'a line has no line break')),
  /** `text` is a regular expression, as JavaScript reads it without flags. */
  regex: v.boolean(),
  /** Capital letters count. */
  exact: v.boolean(),
  directions: v.pipe(list(SearchedDirection), v.maxLength(5)),
});
export type LineQuery = Shape<typeof LineQuery>;

const line = {
  /** Counted from 1 among all lines of the journal. */
  line: count,
  seconds: v.number(),
  direction: Direction,
  typed: v.boolean(),
  text: v.string(),
};

/** A line as it stands in a journal; `cut` are bytes that are missing at its end. */
export const JournalLine = v.strictObject({ ...line, cut: count });
export type JournalLine = Shape<typeof JournalLine>;

/** Of a hit, `text` is a piece around the first place that fits; it begins at the character `start` of the line. */
export const Hit = v.strictObject({ ...line, start: count });
export type Hit = Shape<typeof Hit>;

const found = {
  /** Lines of the journal that fit. */
  count,
  /** How many of them come before the first of `hits`. */
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
  /** The lines of the recording that ask, and that answer last; null where nothing answered then. */
  request: count,
  line: v.nullable(count),
  asked: v.string(),
  verdict: v.picklist(['same', 'differs', 'missing', 'new']),
  /** What was answered, then and now. */
  recorded: list(v.string()),
  live: list(v.string()),
  /** From the request on; null where there was no answer. */
  took: v.strictObject({ recorded: milliseconds, live: milliseconds }),
});
export type Compared = Shape<typeof Compared>;

export const AgainstSummary = v.strictObject({
  kind: v.literal('summary'),
  requests: count,
  same: count,
  differs: count,
  missing: count,
  new: count,
  /** How the process left while it was wanted; null where it did not. */
  ending: v.nullable(v.string()),
});
export type AgainstSummary = Shape<typeof AgainstSummary>;

export const RerunEvent = v.variant('kind', [Compared, AgainstSummary, UnstartableEvent]);
export type RerunEvent = Shape<typeof RerunEvent>;

/** A file of a bundle. */
export const BundleFile = v.strictObject({
  name: v.string(),
  /** In a sentence's end. */
  what: v.string(),
  /** Of a journal, those of the file that it is made from. */
  bytes: count,
  /** What stands in it; of a long one its beginning. */
  text: v.string(),
  /** The text is all of it. */
  whole: v.boolean(),
  /** Places that are masked in it. */
  masked: count,
});
export type BundleFile = Shape<typeof BundleFile>;

/**
 * What a recorded session is written as: all of it as text, a shell script that plays it again, or a transcript that
 * any machine could have made.
 */
export const RecordingForm = v.picklist(['text', 'script', 'fixture']);
export type RecordingForm = Shape<typeof RecordingForm>;

/** How recorded lines are sent again: at their recorded times, or as fast as the answers allow. */
export const Pace = v.picklist(['recorded', 'fast']);
export type Pace = Shape<typeof Pace>;
