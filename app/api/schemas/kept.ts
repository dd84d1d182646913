/** Stored data: its places and sizes, and the preview of an exported file. */
import * as v from 'valibot';
import { Settings } from '../../library/settings-table.ts';
import { keptPlaces, places } from '../../library/shapes.ts';
import { count, list } from '../../shapes/base.ts';

/** A place by name, never by path. */
export const StorePlace = v.picklist(places);
export type StorePlace = v.InferOutput<typeof StorePlace>;

export const StoredPlace = v.strictObject({
  place: v.picklist(keptPlaces),
  /** For display only. */
  path: v.string(),
  files: count,
  bytes: count,
  /** Whether the size is final. */
  done: v.boolean(),
});
export type StoredPlace = v.InferOutput<typeof StoredPlace>;

/** What an exported file would change. */
export const ConfigPreview = v.strictObject({
  /** The file's settings without those that weaken protection; null if they are then the same as the current ones. */
  settings: v.nullable(Settings),
  /** In the order of the file. */
  engines: list(
    v.strictObject({
      /** The name that it would get. */
      name: v.string(),
      /** The whole command that would start it, for display. */
      command: v.string(),
      /** `known`: the same program is registered with the same protocol, arguments and working folder. */
      state: v.picklist(['new', 'known', 'left out']),
      /** Why it is left out; else null. */
      reason: v.nullable(v.string()),
      /** Variables that were exported without their values. */
      environmentLeftOut: list(v.string()),
    }),
  ),
  /** The items of the file that weaken protection. Each is imported only if its id is accepted. */
  weakens: list(
    v.strictObject({
      id: v.string(),
      /** The index of its engine in `engines`; null for a setting. */
      engine: v.nullable(count),
      /** One or two sentences, which quote the file. */
      words: v.string(),
    }),
  ),
});
export type ConfigPreview = v.InferOutput<typeof ConfigPreview>;
