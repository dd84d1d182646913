/** A session as one file to send to others: what goes into it, and its bytes. */
import * as v from 'valibot';
import { count, Id, list } from '../../shapes/base.ts';
import { BundleFile } from '../../shapes/recordings.ts';

/** How far work has come, 0 to 1. */
const progress = v.strictObject({ kind: v.literal('progress'), share: v.number() });

/** What would go into a bundle. */
export const BundleContents = v.strictObject({
  kind: v.literal('contents'),
  /** Names what was looked at, for `write`. */
  bundle: Id,
  /** Of the file, by default. */
  name: v.string(),
  title: v.string(),
  files: list(BundleFile),
  /** What is masked in the journal, in words, with how often; and what is not in lines of the conversation. */
  masked: list(v.strictObject({ what: v.string(), places: count })),
  left: list(v.string()),
  /** Bytes of the two ends that can go in instead of the whole journal; null where it is short. */
  ends: v.nullable(count),
  /** Its program can be asked for its version. */
  askable: v.boolean(),
});
export type BundleContents = v.InferOutput<typeof BundleContents>;

export const BundleLook = v.variant('kind', [progress, BundleContents]);
export type BundleLook = v.InferOutput<typeof BundleLook>;

export const BundlePiece = v.variant('kind', [
  /** Bytes of the zip as base64, in their order. */
  v.strictObject({ kind: v.literal('piece'), bytes: v.string(), share: v.number() }),
  v.strictObject({ kind: v.literal('done'), bytes: count }),
]);
export type BundlePiece = v.InferOutput<typeof BundlePiece>;
