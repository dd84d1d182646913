/** The conformance check: its results as they are told one by one. */
import * as v from 'valibot';
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

export const CheckEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('begins'), checks: count }),
  v.strictObject({ kind: v.literal('running'), id: v.string() }),
  v.strictObject({ kind: v.literal('checked'), result: CheckResult }),
  v.strictObject({
    kind: v.literal('summary'),
    levels: v.strictObject({
      must: CheckTally,
      should: CheckTally,
      may: CheckTally,
      beyond: CheckTally,
    }),
    /** Nothing that must hold has failed. */
    holds: v.boolean(),
    seconds: v.number(),
  }),
  /** There is nobody to check. */
  v.strictObject({ kind: v.literal('unstartable'), reason: v.string(), advice: v.string() }),
]);
export type CheckEvent = v.InferOutput<typeof CheckEvent>;
