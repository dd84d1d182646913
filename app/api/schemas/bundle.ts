/** Bundles: the contents to preview, and the bytes of the zip. */
import * as v from 'valibot';
import { count, Id, list } from '../../shapes/base.ts';
import { BundleFile } from '../../shapes/recordings.ts';

/** Progress, 0 to 1. */
const progress = v.strictObject({ kind: v.literal('progress'), share: v.number() });

/** The contents of a bundle that is not written yet. */
export const BundleContents = v.strictObject({
  kind: v.literal('contents'),
  /** Identifies the preview, for `version` and `write`. */
  bundle: Id,
  /** The default name of the file. */
  name: v.string(),
  title: v.string(),
  files: list(BundleFile),
  /** The kinds of personal data that are masked in the journal, in words, with the number of places. */
  masked: list(v.strictObject({ what: v.string(), places: count })),
  /** The kinds that stay unmasked in lines of the conversation, in words. */
  left: list(v.string()),
  /** The size in bytes of the journal's two ends, which can replace the whole journal; null if the journal is short. */
  ends: v.nullable(count),
  /** Whether the program can be asked for its version. */
  askable: v.boolean(),
});
export type BundleContents = v.InferOutput<typeof BundleContents>;

export const BundleLook = v.variant('kind', [progress, BundleContents]);
export type BundleLook = v.InferOutput<typeof BundleLook>;

export const BundlePiece = v.variant('kind', [
  /** The next bytes of the zip, as base64. */
  v.strictObject({ kind: v.literal('piece'), bytes: v.string(), share: v.number() }),
  v.strictObject({ kind: v.literal('done'), bytes: count }),
]);
export type BundlePiece = v.InferOutput<typeof BundlePiece>;
