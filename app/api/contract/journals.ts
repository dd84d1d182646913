/** Sessions that were, by their journals: also those of before a restart, and of other Plywires on the same home. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import * as s from '../schemas/index.ts';
import { call, deleted, nothing } from './base.ts';
import { list } from '../../shapes/base.ts';

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

export const bundle = {
  /** Goes through a session's journal and tells what would go into a bundle of it. Nothing is written. */
  look: call.input(v.strictObject({ journal: s.Id })).output(eventIterator(s.BundleLook)),
  /** Starts the engine's program with `--version`, in the sandbox where there is one, for one more file. */
  version: call.input(v.strictObject({ bundle: s.Id })).output(s.BundleFile),
  /** The bundle that was looked at, as a zip. */
  write: call
    .input(
      v.strictObject({
        bundle: s.Id,
        journal: v.picklist(['whole', 'ends']),
        /** With what `version` gave. */
        version: v.boolean(),
      }),
    )
    .output(eventIterator(s.BundlePiece)),
};

export const typing = {
  /** What could stand behind a command's word at the place shown, as this engine reads it. */
  offers: call
    .input(v.strictObject({ session: s.Id, word: v.pipe(v.string(), v.maxLength(64)) }))
    .output(list(v.string())),
  /**
   * After lines that were typed: the engine is told anew where the board stands and what its options are, or is started
   * once more where no line can do that; analysis and game go on from there. Refused where it follows no place.
   */
  resynchronise: call.input(v.strictObject({ session: s.Id })).output(nothing),
  /**
   * A whole session, up to now where it runs, piece by piece: as a shell script that has it again, without the values of variables,
   * or as a transcript that `plywire replay` reads and that says nothing of this machine.
   */
  rewritten: call
    .input(v.strictObject({ journal: s.Id, as: v.picklist(['script', 'fixture']) }))
    .output(eventIterator(v.string())),
};
