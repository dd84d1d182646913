/** What engines said about positions, and where they said it. */
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call, longText } from './base.ts';

const known = v.strictObject({
  /** Newest first. */
  evaluations: list(s.Evaluation),
  tellers: list(s.Teller),
});

export const evaluations = {
  /** What is known about the end of a line. */
  of: call
    .input(
      v.strictObject({
        game: v.string(),
        setup: v.optional(s.Setup),
        position: v.optional(longText),
        moves: v.optional(longText),
      }),
    )
    .output(known),
  /** The line of a session's journal, counted from 1. Refused if the journal was deleted or has another line there. */
  source: call.input(s.Source).output(
    v.strictObject({
      line: v.number(),
      /** Its session is on the list, so that its console has the line too. */
      isListed: v.boolean(),
    }),
  ),
  /** Who has said something, with the number of evaluations, and what all of them take on disk. */
  kept: call.output(
    v.strictObject({
      bytes: v.number(),
      tellers: list(v.strictObject({ teller: s.Teller, evaluations: v.number() })),
    }),
  ),
  /** Deletes those of an engine, of one teller, of files, or of that age; `storage.restore` restores them for a minute. */
  clear: call
    .input(
      v.strictObject({
        engine: v.optional(s.Id),
        teller: v.optional(s.Teller.entries.id),
        origin: s.Teller.entries.origin,
        /** Said at least so many days ago. */
        days: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(36_500))),
      }),
    )
    .output(
      v.strictObject({
        evaluations: v.number(),
        /** Null if nothing was deleted. */
        undo: v.nullable(s.Id),
        /** Another Plywire runs on this home: what its engines said stays. */
        isPartly: v.boolean(),
      }),
    ),
};
