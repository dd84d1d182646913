/** The file picker, and the engines found in a folder. */
import * as v from 'valibot';
import { count, Id, list } from '../../shapes/base.ts';

/** One entry of the picker; `id` stands for the path, which stays in the host. */
export const FileEntry = v.strictObject({
  id: Id,
  name: v.string(),
  kind: v.picklist(['folder', 'file']),
  /** Whether the system runs it without an interpreter. */
  executable: v.boolean(),
  /** The interpreter proposed for its file extension, for example `python3`; null if it needs none or none is known. */
  interpreter: v.nullable(v.string()),
});
export type FileEntry = v.InferOutput<typeof FileEntry>;

export const Folder = v.strictObject({
  id: Id,
  /** For display only. */
  path: v.string(),
  /** Null for a root. */
  parent: v.nullable(Id),
  entries: list(FileEntry),
  /** The number of entries beyond the limit. */
  omitted: count,
});
export type Folder = v.InferOutput<typeof Folder>;

/** The engines found in a folder. */
export const EngineFolder = v.strictObject({
  engines: list(
    v.strictObject({
      /** The picker's id of the file. */
      file: Id,
      /** Its name on disk. */
      fileName: v.string(),
      /** A proposed name that no other engine has; the file's name if the engine is registered. */
      name: v.string(),
      interpreter: v.nullable(v.string()),
      /** Whether an engine with this file is registered. */
      known: v.boolean(),
    }),
  ),
  /** The number of engines beyond the limit. */
  omitted: count,
  /** Programs and scripts that cannot be started; why, and what to do, in sentences that go on after a colon. */
  unfit: list(v.strictObject({ fileName: v.string(), reason: v.string() })),
});
export type EngineFolder = v.InferOutput<typeof EngineFolder>;
