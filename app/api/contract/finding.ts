/** What is looked for in journals, of sessions that run as of those that ended. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call } from './base.ts';

const number = v.pipe(v.number(), v.integer(), v.minValue(0));

export const finding = {
  /**
   * Lines of a journal up to now that fit: how far it has come, and at last how many there are, with a page of them.
   * Refused where an expression is none, or takes too long.
   */
  search: call
    .input(
      v.strictObject({
        journal: s.Id,
        query: s.LineQuery,
        /** The first hits after this line, or the last before it; null is the journal's beginning, or its end. */
        from: v.optional(v.nullable(number), null),
        way: v.optional(v.picklist(['after', 'before']), 'before'),
        most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 200),
      }),
    )
    .output(eventIterator(s.SearchEvent)),
  /** Lines of a journal from number `from` on; fewer where they are long, none behind its end. */
  lines: call
    .input(
      v.strictObject({
        journal: s.Id,
        from: number,
        count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)),
      }),
    )
    .output(list(s.JournalLine)),
};
