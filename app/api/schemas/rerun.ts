/** A recording against a live engine: its comparisons as they are told one by one. */
import * as v from 'valibot';
import { count } from './base.ts';

const milliseconds = v.nullable(v.number());

export const RerunEvent = v.variant('kind', [
  /** The fields of `Compared`. */
  v.strictObject({
    kind: v.literal('answer'),
    request: count,
    line: v.nullable(count),
    asked: v.string(),
    verdict: v.picklist(['same', 'differs', 'missing', 'new']),
    recorded: v.array(v.string()),
    live: v.array(v.string()),
    took: v.strictObject({ recorded: milliseconds, live: milliseconds }),
  }),
  /** Those of `AgainstSummary`. */
  v.strictObject({
    kind: v.literal('summary'),
    requests: count,
    same: count,
    differs: count,
    missing: count,
    new: count,
    ending: v.nullable(v.string()),
  }),
  /** There is no engine to send it to. */
  v.strictObject({ kind: v.literal('unstartable'), reason: v.string(), advice: v.string() }),
]);
export type RerunEvent = v.InferOutput<typeof RerunEvent>;
