/** The results of an engine's last check. */
import * as v from 'valibot';
import { Id, list } from '../../shapes/base.ts';
import { CheckLevel, CheckResult, CheckSummary } from '../../shapes/checks.ts';

/** The last check of an engine over a protocol, updated with the results of single checks that were rerun since. */
export const CheckRecord = v.strictObject({
  engine: Id,
  protocol: v.string(),
  level: CheckLevel,
  /** When it began, as ISO 8601. */
  at: v.string(),
  /** `cancelled`: it was stopped before its end. */
  state: v.picklist(['running', 'done', 'cancelled', 'unstartable']),
  results: list(CheckResult),
  /** The summary of the results so far. */
  summary: CheckSummary,
  /** Why the engine could not be started; else null. */
  trouble: v.nullable(v.strictObject({ reason: v.string(), advice: v.string() })),
});
export type CheckRecord = v.InferOutput<typeof CheckRecord>;
