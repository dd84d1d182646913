/** Past sessions by their journals, including those before a restart and those of other Plywires on the same home. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import * as s from '../schemas/index.ts';
import { call, deleted, hitPage, nothing } from './base.ts';
import { list, text } from '../../shapes/base.ts';

export const journals = {
  /**
   * Newest first. Each word of `filter` must occur in the engine, the protocol, the purpose, the ending or its reason,
   * the oddities, or the id.
   */
  list: call
    .input(
      v.strictObject({
        filter: v.optional(v.pipe(v.string(), v.maxLength(200)), ''),
        /** `next` of the previous page. */
        after: v.optional(s.JournalPlace),
        limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(500)),
      }),
    )
    .output(s.JournalPage),
  /** The whole journal as text, in pieces; up to now if the session runs. */
  text: call.input(v.strictObject({ journal: s.Id })).output(eventIterator(v.string())),
  /** Deletes the journal of an ended session; `storage.restore` restores it. */
  remove: call.input(v.strictObject({ journal: s.Id })).output(deleted),
};

const number = v.pipe(v.number(), v.integer(), v.minValue(0));

export const finding = {
  /**
   * Finds the lines of a journal, up to now, that match a query: progress events, then the number of hits and a page of
   * them. Refused if the regular expression is invalid or takes too long.
   */
  search: call
    .input(
      v.strictObject({
        journal: s.Id,
        query: s.LineQuery,
        ...hitPage,
      }),
    )
    .output(eventIterator(s.SearchEvent)),
  /** Lines of a journal from number `from` on: fewer if they are long, none past its end. */
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
  /** Studies a session's journal and lists the contents of a bundle of it. Writes nothing. */
  look: call
    .input(v.strictObject({ journal: s.Id, name: v.exactOptional(text(1024)) }))
    .output(eventIterator(s.BundleLook)),
  /** Starts the engine's program with `--version`, in the sandbox if there is one, and returns the output as a file. */
  version: call.input(v.strictObject({ bundle: s.Id })).output(s.BundleFile),
  /** The bundle that `look` listed, as a zip. */
  write: call
    .input(
      v.strictObject({
        bundle: s.Id,
        journal: v.picklist(['whole', 'ends']),
        /** Whether to include the file that `version` returns. */
        version: v.boolean(),
      }),
    )
    .output(eventIterator(s.BundlePiece)),
};

export const typing = {
  /** Completions for the argument of a command at the place shown, in this engine's notation. */
  offers: call
    .input(v.strictObject({ session: s.Id, word: v.pipe(v.string(), v.maxLength(64)) }))
    .output(list(v.string())),
  /**
   * Brings an engine back in step after typed lines: it receives the position on the board and its options again, or is
   * restarted if no line can do that; analysis and game continue. Refused if the session does not follow the board.
   */
  resynchronise: call.input(v.strictObject({ session: s.Id })).output(nothing),
  /**
   * A whole session (up to now if it runs) in pieces: as a shell script that plays it again, without the values of
   * variables, or as a transcript for `plywire replay` without traces of this machine.
   */
  rewritten: call
    .input(v.strictObject({ journal: s.Id, as: v.picklist(['script', 'fixture']) }))
    .output(eventIterator(v.string())),
};
