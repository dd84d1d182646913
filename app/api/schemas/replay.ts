/** Open recordings: their lines with explanations, the marks on them, and the timeline. */
import * as v from 'valibot';
import { notables } from '../../replay/events.ts';
import { timelineMarks } from '../../replay/timeline.ts';
import { count, Id, list } from '../../shapes/base.ts';
import { LineEnd } from '../../shapes/recordings.ts';

/** Maximum length of a recording sent as text or base64: it fits into one message, escapes included. */
const mostCharacters = 1_000_000;

/** The kinds of recordings that can be opened. */
export const ReplaySource = v.variant('kind', [
  /** A session's journal, by the session's id; the session may still run. */
  v.strictObject({ kind: v.literal('journal'), journal: Id }),
  /** A file that the picker showed. */
  v.strictObject({ kind: v.literal('file'), file: Id }),
  v.strictObject({
    kind: v.literal('text'),
    name: v.pipe(v.string(), v.maxLength(256)),
    text: v.pipe(v.string(), v.maxLength(mostCharacters, 'the text is too long: save it and open the file')),
  }),
  /** A bundle that the user gave to the page. */
  v.strictObject({
    kind: v.literal('zip'),
    name: v.pipe(v.string(), v.maxLength(256)),
    /** As base64. */
    bytes: v.pipe(v.string(), v.maxLength(mostCharacters, 'the bundle is too large: open the file')),
  }),
]);
export type ReplaySource = v.InferOutput<typeof ReplaySource>;

export const ReplayNotable = v.picklist(notables);
export type ReplayNotable = v.InferOutput<typeof ReplayNotable>;

/** The kind of lines to find; for oddities, optionally those of one name. */
export const ReplaySought = v.strictObject({
  wanted: v.picklist(['line', 'place', 'trouble', ...notables]),
  name: v.optional(v.pipe(v.string(), v.maxLength(256))),
});
export type ReplaySought = v.InferOutput<typeof ReplaySought>;

/** How a client addresses a line. */
export const ReplayAt = v.variant('kind', [
  /** The line with this number, or the last one before it. */
  v.strictObject({ kind: v.literal('line'), line: count }),
  /** The last line up to this time, or else the first of all. */
  v.strictObject({ kind: v.literal('seconds'), seconds: v.number() }),
  /** The line at this row of the list of all lines. */
  v.strictObject({ kind: v.literal('row'), row: count }),
  /** The next line of a kind after line `from`, or the previous one before it. */
  v.strictObject({
    kind: v.literal('find'),
    from: count,
    way: v.picklist([1, -1]),
    ...ReplaySought.entries,
  }),
]);
export type ReplayAt = v.InferOutput<typeof ReplayAt>;

const counts = {
  /** The lines so far, and the rows that they occupy in a list. */
  lines: count,
  rows: count,
  seconds: v.number(),
  requests: count,
  answered: count,
  oddities: v.record(v.string(), count),
  notable: v.record(ReplayNotable, count),
  moves: count,
  ending: v.nullable(v.string()),
};

export const ReplayUpdate = v.variant('kind', [
  v.strictObject({
    kind: v.literal('opened'),
    replay: Id,
    /** The name of the file, or the title of the session. */
    name: v.string(),
    form: v.picklist(['journal', 'transcript']),
    protocol: v.string(),
    /** How the protocol is known, worded as the end of a sentence. */
    how: v.string(),
    game: v.string(),
    /** When the session began, according to its journal. */
    startedAt: v.nullable(v.string()),
  }),
  v.strictObject({
    kind: v.literal('progress'),
    ...counts,
    /** The bytes of the recording that have been read, of `bytes` in all. */
    read: count,
    bytes: count,
    /** Whether this is the last event. */
    done: v.boolean(),
    /** Why it could not be read further; else null. */
    trouble: v.nullable(v.string()),
  }),
]);
export type ReplayUpdate = v.InferOutput<typeof ReplayUpdate>;

/** A line of a recording, shortened for a list or in full. */
export const ReplayRow = v.strictObject({
  line: count,
  /** Its first row in the list of all lines, and the number of rows it occupies. */
  row: count,
  rows: count,
  seconds: v.number(),
  kind: v.picklist(['sent', 'heard', 'stderr', 'note', 'unreadable']),
  text: v.string(),
  /** The number of characters cut from `text` for display, and the number of bytes missing in the recording itself. */
  shortened: count,
  cut: count,
  /** Null for LF. */
  end: v.nullable(LineEnd),
  typed: v.boolean(),
  /** Whether it expects an answer. */
  asks: v.boolean(),
  /** The lines that it answers, at most 32, and the milliseconds since the first of them. */
  answers: list(count),
  milliseconds: v.nullable(v.number()),
  /** The meaning in words; empty if there is none. */
  meaning: v.string(),
  illegal: v.boolean(),
  remarks: list(
    v.strictObject({
      kind: v.picklist(['settled', 'oddity', 'misuse', 'silence', 'fault', 'unanswered']),
      text: v.string(),
    }),
  ),
  /** The number of remarks left out. */
  omitted: count,
});
export type ReplayRow = v.InferOutput<typeof ReplayRow>;

export const ReplayFocus = v.strictObject({
  /** In full. */
  line: ReplayRow,
  /** The last position referred to so far, the move in it, and the line that refers to it. */
  place: v.nullable(
    v.strictObject({
      line: count,
      position: v.string(),
      move: v.nullable(v.string()),
      /** Why the rules forbid the move. */
      fault: v.nullable(v.string()),
    }),
  ),
  answer: v.nullable(v.strictObject({ line: count, milliseconds: v.number() })),
});
export type ReplayFocus = v.InferOutput<typeof ReplayFocus>;

/** The search of a recording: progress, then the number of hits and the lines of a page of them. */
export const ReplaySearchEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('progress'), lines: count, of: count }),
  v.strictObject({
    kind: v.literal('found'),
    /** Lines that match, and how many of them precede the first of `hits`. */
    count,
    before: count,
    /** The numbers of the lines. */
    hits: list(count),
  }),
]);
export type ReplaySearchEvent = v.InferOutput<typeof ReplaySearchEvent>;

/** The number of lines sent and received over time, in bins. */
export const ReplayShape = v.strictObject({
  /** The width of a bin, in seconds. */
  width: v.number(),
  sent: list(count),
  heard: list(count),
  /** For each mark, the indices of the bins that have it. */
  marked: v.record(v.picklist(timelineMarks), list(count)),
});
export type ReplayShape = v.InferOutput<typeof ReplayShape>;
