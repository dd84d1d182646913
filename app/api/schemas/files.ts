/** The file picker, and the engines found in a folder. */
import * as v from 'valibot';
import { count, Id, list } from '../../shapes/base.ts';

/** One row of the picker; `id` stands for the path, which stays in the host. */
export const FileEntry = v.strictObject({
  id: Id,
  name: v.string(),
  kind: v.picklist(['folder', 'file']),
  /** The system would run it as it is. */
  executable: v.boolean(),
  /** The program that would run it, proposed by its ending: `python3`. */
  interpreter: v.nullable(v.string()),
});
export type FileEntry = v.InferOutput<typeof FileEntry>;

export const Folder = v.strictObject({
  id: Id,
  /** For reading only. */
  path: v.string(),
  parent: v.nullable(Id),
  entries: list(FileEntry),
  /** Entries that did not fit. */
  omitted: count,
});
export type Folder = v.InferOutput<typeof Folder>;

/** The engines that were found in a folder. */
export const EngineFolder = v.strictObject({
  engines: list(
    v.strictObject({
      /** The id that the picker has for the file. */
      file: Id,
      /** What it is called on disk. */
      fileName: v.string(),
      /** A proposal that no other engine has. */
      name: v.string(),
      interpreter: v.nullable(v.string()),
      /** An engine of this file is registered. */
      known: v.boolean(),
    }),
  ),
  /** Engines that were too many. */
  omitted: count,
});
export type EngineFolder = v.InferOutput<typeof EngineFolder>;
