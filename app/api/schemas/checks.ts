/** What the last check of an engine found. */
import * as v from 'valibot';
import { Id, list } from '../../shapes/base.ts';
import { CheckLevel, CheckResult, CheckSummary } from '../../shapes/checks.ts';

/** The last check of an engine over a protocol, with what single checks found that were run again since. */
export const CheckRecord = v.strictObject({
  engine: Id,
  protocol: v.string(),
  level: CheckLevel,
  /** When it began. */
  at: v.string(),
  /** `cancelled`: it was left before the end. */
  state: v.picklist(['running', 'done', 'cancelled', 'unstartable']),
  results: list(CheckResult),
  /** Of what was found so far. */
  summary: CheckSummary,
  /** Why there was no engine to check. */
  trouble: v.nullable(v.strictObject({ reason: v.string(), advice: v.string() })),
});
export type CheckRecord = v.InferOutput<typeof CheckRecord>;
