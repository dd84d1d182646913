/** Checks of a program: whether it conforms to a protocol, and which protocols it speaks. */
import * as v from 'valibot';
import { count, list, type Shape } from './base.ts';
import { Direction } from './sessions.ts';

/**
 * From what is required to what the text does not mention:
 *
 * - `must`: a breach can lose, stall, desynchronise or mislead a conforming partner, regardless of the clause's verb
 * - `should`: the other requirements of the text
 * - `may`: what the text makes optional
 * - `beyond`: what the text does not mention and real programs need
 */
export const CheckLevel = v.picklist(['must', 'should', 'may', 'beyond']);
export type CheckLevel = Shape<typeof CheckLevel>;

/** One line of an exchange. */
export const CheckEntry = v.strictObject({
  /** Since the process was started. */
  seconds: v.number(),
  direction: Direction,
  /** As received; the beginning if it is long. */
  text: v.string(),
});
export type CheckEntry = Shape<typeof CheckEntry>;

export const CheckResult = v.strictObject({
  id: v.string(),
  level: CheckLevel,
  sentence: v.string(),
  clause: v.string(),
  verdict: v.picklist(['pass', 'fail', 'not run', 'not offered']),
  /** If it was skipped: the failed checks that it depends on, or that explain its failure. */
  needs: list(v.string()),
  /** If it failed; else null. */
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
  /** No required check has failed. */
  holds: v.boolean(),
  seconds: v.number(),
});
export type CheckSummary = Shape<typeof CheckSummary>;

/** The program could not be started; always the last event. */
export const UnstartableEvent = v.strictObject({
  kind: v.literal('unstartable'),
  reason: v.string(),
  advice: v.string(),
});
export type UnstartableEvent = Shape<typeof UnstartableEvent>;

export const CheckEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('begins'), checks: count }),
  /** A check has its process; these events are in order of time. Until one comes, other engines take all the room. */
  v.strictObject({ kind: v.literal('running'), id: v.string() }),
  v.strictObject({ kind: v.literal('checked'), result: CheckResult }),
  CheckSummary,
  UnstartableEvent,
]);
export type CheckEvent = Shape<typeof CheckEvent>;

export const ProbeResult = v.strictObject({
  protocol: v.string(),
  speaks: v.boolean(),
  /** It has shown that it knows the game, not only the words. */
  sure: v.boolean(),
  /**
   * If it speaks the protocol, continues "it": "answered `cfp` by `cfpok`". Otherwise what was expected and what came.
   */
  how: v.string(),
  /** The last line received over this protocol, shortened; null if there was none. */
  heard: v.nullable(v.string()),
  /** Until the result was known. */
  seconds: v.number(),
});
export type ProbeResult = Shape<typeof ProbeResult>;

export const ProbeEvent = v.variant('kind', [
  /** All protocols that are tried. */
  v.strictObject({ kind: v.literal('begins'), protocols: list(v.string()) }),
  /** A process is probed over it; these events and the results are in order of time. */
  v.strictObject({ kind: v.literal('trying'), protocol: v.string() }),
  v.strictObject({ kind: v.literal('tried'), result: ProbeResult }),
  v.strictObject({
    kind: v.literal('summary'),
    /** The protocols that it speaks, the best first. */
    speaks: list(v.string()),
    /** What the program is if it does not behave like an engine, and what to do, in sentences; else null. */
    hint: v.nullable(v.string()),
    seconds: v.number(),
  }),
  UnstartableEvent,
]);
export type ProbeEvent = Shape<typeof ProbeEvent>;
