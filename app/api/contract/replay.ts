/** Recordings opened for browsing: journals of sessions, and texts of them. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call, hitPage } from './base.ts';

/** Maximum number of rows of a page: several screens of a tall window. */
const mostRows = 400;

const from = v.pipe(v.number(), v.integer(), v.minValue(0));
const rows = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRows));

export const replay = {
  /**
   * Opens a recording and reports how far it has been replayed; that part can be browsed meanwhile. The recording stays
   * open until the caller leaves the stream. `protocol` is an id, or `auto`.
   */
  open: call
    .input(
      v.strictObject({
        source: s.ReplaySource,
        protocol: v.optional(v.pipe(v.string(), v.maxLength(64)), 'auto'),
        settings: v.optional(s.ProtocolSettings),
      }),
    )
    .output(eventIterator(s.ReplayUpdate)),
  /** The lines at `rows` rows of the list of all lines, from row `from` on. */
  page: call.input(v.strictObject({ replay: s.Id, from, rows })).output(list(s.ReplayRow)),
  /** Up to `count` lines of a kind, from index `from` of the list of that kind on, and the length of that list. */
  listed: call
    .input(v.strictObject({ replay: s.Id, sought: s.ReplaySought, from, count: rows }))
    .output(v.strictObject({ lines: list(s.ReplayRow), total: v.number() })),
  /** One line in full, and the position of the game at it; null if there is no such line. */
  look: call.input(v.strictObject({ replay: s.Id, at: s.ReplayAt })).output(v.nullable(s.ReplayFocus)),
  /** The index of the last line of a kind up to and including `line`, in the list of that kind; -1 if none. */
  placeIn: call
    .input(v.strictObject({ replay: s.Id, sought: s.ReplaySought, line: from }))
    .output(v.strictObject({ index: v.number() })),
  /**
   * Finds the lines read so far that match a query, whatever their kind. Refused if the regular expression is invalid or
   * takes too long.
   */
  search: call
    .input(v.strictObject({ replay: s.Id, query: s.LineQuery, ...hitPage }))
    .output(eventIterator(s.ReplaySearchEvent)),
  shape: call.input(v.strictObject({ replay: s.Id })).output(s.ReplayShape),
};
