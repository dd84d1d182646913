/** Checks of a program: whether it keeps a protocol's text, and which protocols it speaks. */
import * as v from 'valibot';
import { count, list, type Shape } from './base.ts';
import { Direction } from './sessions.ts';

/**
 * From what must hold to what the text does not even say:
 *
 * - `must`: a breach can lose, stall, desynchronise or mislead a partner that keeps the text, whatever its verb
 * - `should`: the rest of what the text asks
 * - `may`: what the text offers
 * - `beyond`: what the text does not say and real programs need
 */
export const CheckLevel = v.picklist(['must', 'should', 'may', 'beyond']);
export type CheckLevel = Shape<typeof CheckLevel>;

/** One line of an exchange. */
export const CheckEntry = v.strictObject({
  /** Since the process was started. */
  seconds: v.number(),
  direction: Direction,
  /** As it came, the beginning of it where it is long. */
  text: v.string(),
});
export type CheckEntry = Shape<typeof CheckEntry>;

export const CheckResult = v.strictObject({
  id: v.string(),
  level: CheckLevel,
  sentence: v.string(),
  clause: v.string(),
  verdict: v.picklist(['pass', 'fail', 'not run', 'not offered']),
  /** Where it was not run: the checks that failed and that it stands on, or that explain its failure. */
  needs: list(v.string()),
  /** Where it failed; else null. */
  failure: v.nullable(
    v.strictObject({
      expected: v.string(),
      instead: v.string(),
      advice: v.string(),
      exchange: list(CheckEntry),
    }),
  ),
  seconds: v.number(),
});
export type CheckResult = Shape<typeof CheckResult>;

export type Verdict = CheckResult['verdict'];

const CheckTally = v.strictObject({ pass: count, fail: count, 'not run': count, 'not offered': count });

export type CheckTally = Shape<typeof CheckTally>;

export const CheckSummary = v.strictObject({
  kind: v.literal('summary'),
  levels: v.strictObject({ must: CheckTally, should: CheckTally, may: CheckTally, beyond: CheckTally }),
  /** Nothing that must hold has failed. */
  holds: v.boolean(),
  seconds: v.number(),
});
export type CheckSummary = Shape<typeof CheckSummary>;

/** There is no program to talk to; the last event where it is told. */
export const UnstartableEvent = v.strictObject({
  kind: v.literal('unstartable'),
  reason: v.string(),
  advice: v.string(),
});
export type UnstartableEvent = Shape<typeof UnstartableEvent>;

export const CheckEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('begins'), checks: count }),
  /** A check has its process; these come in the order of time. While none is told, others take all the room. */
  v.strictObject({ kind: v.literal('running'), id: v.string() }),
  v.strictObject({ kind: v.literal('checked'), result: CheckResult }),
  CheckSummary,
  UnstartableEvent,
]);
export type CheckEvent = Shape<typeof CheckEvent>;

export const ProbeResult = v.strictObject({
  protocol: v.string(),
  speaks: v.boolean(),
  /** It has shown that it knows the game, and not the words alone. */
  sure: v.boolean(),
  /** Where it speaks it goes on from "it": "answered `cfp` by `cfpok`". Elsewhere what was expected and what came. */
  how: v.string(),
  /** The last line that it said to this, the beginning of it where it is long; null where it said nothing. */
  heard: v.nullable(v.string()),
  /** Until that was known. */
  seconds: v.number(),
});
export type ProbeResult = Shape<typeof ProbeResult>;

export const ProbeEvent = v.variant('kind', [
  /** All that are tried. */
  v.strictObject({ kind: v.literal('begins'), protocols: list(v.string()) }),
  /** A process is asked over it; these and what comes of them are told in the order of time. */
  v.strictObject({ kind: v.literal('trying'), protocol: v.string() }),
  v.strictObject({ kind: v.literal('tried'), result: ProbeResult }),
  v.strictObject({
    kind: v.literal('summary'),
    /** Those that it speaks, the best first. */
    speaks: list(v.string()),
    /** What it is where it is no engine by its manner, and what to do, in sentences; else null. */
    hint: v.nullable(v.string()),
    seconds: v.number(),
  }),
  UnstartableEvent,
]);
export type ProbeEvent = Shape<typeof ProbeEvent>;
