/** Sessions that were, by their journals: also those of before a restart, and of other Plywires on the same home. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import * as s from '../schemas/index.ts';
import { call, deleted } from './base.ts';

export const journals = {
  /** Newest first. `filter` has words, each of which must occur in engine, protocol, purpose, ending with its reason, oddities or id. */
  list: call
    .input(
      v.strictObject({
        filter: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
        /** `next` of the page before. */
        after: v.optional(s.JournalPlace),
        limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
      }),
    )
    .output(s.JournalPage),
  /** The whole journal as text, piece by piece; of a session that runs, up to now. */
  text: call.input(v.strictObject({ journal: s.Id })).output(eventIterator(v.string())),
  /** Deletes the journal of an ended session; `storage.restore` brings it back. */
  remove: call.input(v.strictObject({ journal: s.Id })).output(deleted),
};
