/** Which protocols a program speaks: what is found out, as it is told protocol by protocol. */
import * as v from 'valibot';

/** The fields of `ProbeResult`. */
export const ProbeResult = v.strictObject({
  protocol: v.string(),
  speaks: v.boolean(),
  sure: v.boolean(),
  how: v.string(),
  heard: v.nullable(v.string()),
  seconds: v.number(),
});
export type ProbeResult = v.InferOutput<typeof ProbeResult>;

export const ProbeEvent = v.variant('kind', [
  v.strictObject({ kind: v.literal('begins'), protocols: v.array(v.string()) }),
  v.strictObject({ kind: v.literal('trying'), protocol: v.string() }),
  v.strictObject({ kind: v.literal('tried'), result: ProbeResult }),
  /** Those that it speaks, the best first. */
  v.strictObject({
    kind: v.literal('summary'),
    speaks: v.array(v.string()),
    /** What it is where it is no engine, and what to do, in sentences; else null. */
    hint: v.nullable(v.string()),
    seconds: v.number(),
  }),
  /** There is nobody to ask. */
  v.strictObject({ kind: v.literal('unstartable'), reason: v.string(), advice: v.string() }),
]);
export type ProbeEvent = v.InferOutput<typeof ProbeEvent>;
