/** Lines of journals, looked for by their text. */
import * as v from 'valibot';
import { count } from './base.ts';

/** As long as the lines that can be typed. */
export const LineQuery = v.strictObject({
  text: v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(65_536),
    v.regex(/^[^\n\r]*$/, 'a line has no line break'),
  ),
  /** A regular expression, as JavaScript reads it without flags. */
  regex: v.boolean(),
  /** Capital letters count. */
  exact: v.boolean(),
  /** Which lines are looked at; `typed` are those of the sent ones that a person typed. */
  directions: v.pipe(v.array(v.picklist(['sent', 'typed', 'heard', 'stderr', 'note'])), v.maxLength(5)),
});
export type LineQuery = v.InferOutput<typeof LineQuery>;

const line = {
  /** Counted from 1 among all lines of the journal. */
  line: count,
  seconds: v.number(),
  direction: v.picklist(['sent', 'heard', 'stderr', 'note']),
  typed: v.boolean(),
  text: v.string(),
};

/** The fields of `JournalLine`. */
export const JournalLine = v.strictObject({ ...line, cut: count });
export type JournalLine = v.InferOutput<typeof JournalLine>;

/** The fields of `Hit`. */
export const Hit = v.strictObject({ ...line, start: count });
export type Hit = v.InferOutput<typeof Hit>;

export const SearchEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('progress'), bytes: count, of: count }),
  /** The fields of `Found`. */
  v.strictObject({
    kind: v.literal('found'),
    count,
    before: count,
    hits: v.array(Hit),
    lines: count,
  }),
]);
export type SearchEvent = v.InferOutput<typeof SearchEvent>;
