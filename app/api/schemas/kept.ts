/** What is kept: its places, and an exported file. */
import * as v from 'valibot';
import { Settings } from '../../library/settings-table.ts';
import { keptPlaces, places } from '../../library/shapes.ts';
import { count, list } from '../../shapes/base.ts';

/** By name, never by path. */
export const StorePlace = v.picklist(places);
export type StorePlace = v.InferOutput<typeof StorePlace>;

export const StoredPlace = v.strictObject({
  place: v.picklist(keptPlaces),
  /** For reading only. */
  path: v.string(),
  files: count,
  bytes: count,
  /** The last word on it. */
  done: v.boolean(),
});
export type StoredPlace = v.InferOutput<typeof StoredPlace>;

/** What an exported file would change. */
export const ConfigPreview = v.strictObject({
  /** The file's, without what weakens protection; null where they are then as they are here. */
  settings: v.nullable(Settings),
  /** In the order of the file. */
  engines: list(
    v.strictObject({
      /** What it would be called. */
      name: v.string(),
      /** All that it would be started with, to be read by a person. */
      command: v.string(),
      /** `known` where the same program is registered with the same arguments. */
      state: v.picklist(['new', 'known', 'left out']),
      /** Why it is left out. */
      reason: v.nullable(v.string()),
      /** Variables that were exported without their values. */
      environmentLeftOut: list(v.string()),
    }),
  ),
  /** What of it weakens protection. It is taken only where it is accepted by its id. */
  weakens: list(
    v.strictObject({
      id: v.string(),
      /** The place of its engine in `engines`; null for a setting. */
      engine: v.nullable(count),
      /** A sentence or two, with words of the file. */
      words: v.string(),
    }),
  ),
});
export type ConfigPreview = v.InferOutput<typeof ConfigPreview>;
