/** The conformance check: its results as they are told one by one. */
import * as v from 'valibot';
import { Id } from '../../library/shapes.ts';
import { levels } from '../../protocols/conformance.ts';
import { count } from './base.ts';

export const CheckLevel = v.picklist(levels);
export type CheckLevel = v.InferOutput<typeof CheckLevel>;

const CheckEntry = v.strictObject({
  seconds: v.number(),
  direction: v.picklist(['sent', 'heard', 'stderr', 'note']),
  text: v.string(),
});

/** The fields of `CheckResult`. */
export const CheckResult = v.strictObject({
  id: v.string(),
  level: CheckLevel,
  sentence: v.string(),
  clause: v.string(),
  verdict: v.picklist(['pass', 'fail', 'not run', 'not offered']),
  needs: v.array(v.string()),
  failure: v.nullable(
    v.strictObject({
      expected: v.string(),
      instead: v.string(),
      advice: v.string(),
      exchange: v.array(CheckEntry),
    }),
  ),
  seconds: v.number(),
});
export type CheckResult = v.InferOutput<typeof CheckResult>;

const CheckTally = v.strictObject({ pass: count, fail: count, 'not run': count, 'not offered': count });

const CheckSummary = v.strictObject({
  kind: v.literal('summary'),
  levels: v.strictObject({ must: CheckTally, should: CheckTally, may: CheckTally, beyond: CheckTally }),
  /** Nothing that must hold has failed. */
  holds: v.boolean(),
  seconds: v.number(),
});

export const CheckEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('begins'), checks: count }),
  /** It has its process; while none is told, others take all the room. */
  v.strictObject({ kind: v.literal('running'), id: v.string() }),
  v.strictObject({ kind: v.literal('checked'), result: CheckResult }),
  CheckSummary,
  /** There is nobody to check. */
  v.strictObject({ kind: v.literal('unstartable'), reason: v.string(), advice: v.string() }),
]);
export type CheckEvent = v.InferOutput<typeof CheckEvent>;

/** The last check of an engine over a protocol, with what single checks found that were run again since. */
export const CheckRecord = v.strictObject({
  engine: Id,
  protocol: v.string(),
  level: CheckLevel,
  /** When it began. */
  at: v.string(),
  /** `cancelled`: it was left before the end. */
  state: v.picklist(['running', 'done', 'cancelled', 'unstartable']),
  results: v.array(CheckResult),
  /** Of what was found so far. */
  summary: CheckSummary,
  /** Why there was nobody to check. */
  trouble: v.nullable(v.strictObject({ reason: v.string(), advice: v.string() })),
});
export type CheckRecord = v.InferOutput<typeof CheckRecord>;
