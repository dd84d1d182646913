/** Sessions that were, by their journals. */
import * as v from 'valibot';
import { Id } from '../../library/shapes.ts';
import { count } from './base.ts';

/** The fields of `JournalSummary`; whatever a file says is text, and anybody's. */
export const JournalSummary = v.strictObject({
  journal: Id,
  engine: v.nullable(v.string()),
  title: v.nullable(v.string()),
  protocol: v.nullable(v.string()),
  purpose: v.nullable(v.string()),
  sandbox: v.nullable(v.boolean()),
  openedAt: v.number(),
  seconds: v.nullable(v.number()),
  bytes: count,
  ending: v.variant('kind', [
    v.strictObject({ kind: v.literal('ended'), word: v.string(), reason: v.string() }),
    v.strictObject({ kind: v.literal('running') }),
    v.strictObject({ kind: v.literal('cut short'), lost: v.nullable(count) }),
    v.strictObject({ kind: v.literal('no ending recorded'), looked: v.boolean() }),
  ]),
  forfeit: v.nullable(v.strictObject({ word: v.string(), reason: v.string() })),
  oddities: v.nullable(v.record(v.string(), count)),
  lines: v.nullable(v.strictObject({ sent: count, heard: count, stderr: count })),
});
export type JournalSummary = v.InferOutput<typeof JournalSummary>;

/** A place in the list: what is asked for next stands behind it, whether or not it is still there. */
export const JournalPlace = v.pipe(v.string(), v.regex(/^[\dTZ-]{24}-s-[0-9a-f]{1,32}$/, 'not a place'));

export const JournalPage = v.strictObject({
  journals: v.array(JournalSummary),
  /** What to ask for next; null where this is the end. A page may have found nothing and yet not be the last. */
  next: v.nullable(JournalPlace),
  total: count,
  /** How many of them have been looked at so far. */
  looked: count,
});
export type JournalPage = v.InferOutput<typeof JournalPage>;
