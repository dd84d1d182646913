/** Recordings opened to look around in: journals of sessions, and texts of them. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call } from './base.ts';

/** Rows of a page: several screens of a tall window. */
const mostRows = 400;

const from = v.pipe(v.number(), v.integer(), v.minValue(0));
const rows = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostRows));

export const replay = {
  /**
   * Opens a recording and tells how far it is understood; what is read can be looked at meanwhile. It stays open until
   * the caller leaves the stream. `protocol` is an id, or `auto`.
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
  /** The lines at these rows of the list of all lines. */
  page: call.input(v.strictObject({ replay: s.Id, from, rows })).output(list(s.ReplayRow)),
  /** Some of the lines of a kind, by their place among themselves; and how many there are. */
  listed: call
    .input(v.strictObject({ replay: s.Id, sought: s.ReplaySought, from, count: rows }))
    .output(v.strictObject({ lines: list(s.ReplayRow), total: v.number() })),
  /** One line in full, and where the game stands at it; null if none. */
  look: call.input(v.strictObject({ replay: s.Id, at: s.ReplayAt })).output(v.nullable(s.ReplayFocus)),
  /** Where a line stands in a list of lines of a kind: the last one up to it, or -1. */
  placeIn: call
    .input(v.strictObject({ replay: s.Id, sought: s.ReplaySought, line: from }))
    .output(v.strictObject({ index: v.number() })),
  shape: call.input(v.strictObject({ replay: s.Id })).output(s.ReplayShape),
};
