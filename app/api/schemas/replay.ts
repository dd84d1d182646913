/** Recordings that are open: what they are, their lines with what was understood, and what is notable in them. */
import * as v from 'valibot';
import { notables } from '../../replay/events.ts';
import { timelineMarks } from '../../replay/timeline.ts';
import { count, Id, list } from '../../shapes/base.ts';

/** Characters of a recording that comes as text: what fits into one message, escapes included. */
const mostCharacters = 1_000_000;

/** What can be opened. */
export const ReplaySource = v.variant('kind', [
  /** The journal of a session by its id, ended or not. */
  v.strictObject({ kind: v.literal('journal'), journal: Id }),
  /** A file that the picker showed. */
  v.strictObject({ kind: v.literal('file'), file: Id }),
  v.strictObject({
    kind: v.literal('text'),
    name: v.pipe(v.string(), v.maxLength(256)),
    text: v.pipe(v.string(), v.maxLength(mostCharacters, 'the text is too long: save it and open the file')),
  }),
  /** A bundle that a page was handed. */
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

/** Lines of a kind, and of oddities those of a name. */
export const ReplaySought = v.strictObject({
  wanted: v.picklist(['line', 'place', 'trouble', ...notables]),
  name: v.optional(v.pipe(v.string(), v.maxLength(256))),
});
export type ReplaySought = v.InferOutput<typeof ReplaySought>;

/** Where a client looks. */
export const ReplayAt = v.variant('kind', [
  /** A line by its number, or the last one before it. */
  v.strictObject({ kind: v.literal('line'), line: count }),
  /** The last line that had passed by then. */
  v.strictObject({ kind: v.literal('seconds'), seconds: v.number() }),
  /** The line at a row of the list of all lines. */
  v.strictObject({ kind: v.literal('row'), row: count }),
  /** The next line of a kind from a line on, or the one before. */
  v.strictObject({
    kind: v.literal('find'),
    from: count,
    way: v.picklist([1, -1]),
    ...ReplaySought.entries,
  }),
]);
export type ReplayAt = v.InferOutput<typeof ReplayAt>;

const counts = {
  /** Lines so far, and the rows that a list of them takes. */
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
    /** Of the file or the session. */
    name: v.string(),
    form: v.picklist(['journal', 'transcript']),
    protocol: v.string(),
    /** How that is known, in a sentence's end. */
    how: v.string(),
    game: v.string(),
    /** When the session began, as its journal says. */
    startedAt: v.nullable(v.string()),
  }),
  v.strictObject({
    kind: v.literal('progress'),
    ...counts,
    /** Bytes of the recording that are behind, of all. */
    read: count,
    bytes: count,
    /** It is read to its end; nothing more is told. */
    done: v.boolean(),
    /** Why it could not be read further; null where it could. */
    trouble: v.nullable(v.string()),
  }),
]);
export type ReplayUpdate = v.InferOutput<typeof ReplayUpdate>;

/** A line as a list shows it. */
export const ReplayRow = v.strictObject({
  line: count,
  /** Where it stands among the rows of all lines, and how many it takes. */
  row: count,
  rows: count,
  seconds: v.number(),
  kind: v.picklist(['sent', 'heard', 'stderr', 'note', 'unreadable']),
  text: v.string(),
  /** Characters of `text` that a list leaves off, and bytes that the recording itself has not kept. */
  shortened: count,
  cut: count,
  typed: v.boolean(),
  /** It wants an answer. */
  asks: v.boolean(),
  /** The lines that it answers, some of them where they are many; and how long after the first, in ms. */
  answers: list(count),
  milliseconds: v.nullable(v.number()),
  /** What was understood, in words; empty where there is nothing to say. */
  meaning: v.string(),
  illegal: v.boolean(),
  remarks: list(
    v.strictObject({
      kind: v.picklist(['settled', 'oddity', 'misuse', 'silence', 'fault', 'unanswered']),
      text: v.string(),
    }),
  ),
  /** Remarks that a list leaves out. */
  omitted: count,
});
export type ReplayRow = v.InferOutput<typeof ReplayRow>;

export const ReplayFocus = v.strictObject({
  /** In full. */
  line: ReplayRow,
  /** The last position that was spoken of by then, the move in it, and the line that did. */
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

/** How much passed when, bin by bin over time. */
export const ReplayShape = v.strictObject({
  /** Seconds of a bin. */
  width: v.number(),
  sent: list(count),
  heard: list(count),
  /** The bins in which something is notable, or a move was told. */
  marked: v.record(v.picklist(timelineMarks), list(count)),
});
export type ReplayShape = v.InferOutput<typeof ReplayShape>;
