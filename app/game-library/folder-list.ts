/** The list of the library's folders on disk, which all hosts of a home and the command line share. */
import { randomBytes } from 'node:crypto';
import { sep } from 'node:path';
import * as v from 'valibot';
import { Kept, type Keeping } from '../library/files.ts';
import { Id, list } from '../shapes/base.ts';
import { Refused } from '../shapes/refused.ts';

const ListedFolder = v.strictObject({ id: Id, path: v.string() });
export type ListedFolder = v.InferOutput<typeof ListedFolder>;

const KeptFolders = v.strictObject({ version: v.literal(1), folders: list(ListedFolder) });
type KeptFolders = v.InferOutput<typeof KeptFolders>;

/** The most folders. */
const mostFolders = 100;

export class FolderList {
  readonly #kept: Kept<KeptFolders>;

  private constructor(kept: Kept<KeptFolders>) {
    this.#kept = kept;
  }

  /** An invalid file is put aside; `trouble` is then a sentence for the user. */
  static async open(
    path: string,
    keeping: Keeping,
  ): Promise<{ readonly list: FolderList; readonly trouble: string | null }> {
    const missing: KeptFolders = { version: 1, folders: [] };
    const { kept, trouble } = await Kept.open<KeptFolders>(path, KeptFolders, missing, keeping);
    return { list: new FolderList(kept), trouble };
  }

  /** Each path once: earlier versions could add a folder twice. */
  get folders(): readonly ListedFolder[] {
    const { folders } = this.#kept.value;
    return folders.filter(({ path }, at) => folders.findIndex((each) => each.path === path) === at);
  }

  /** Of all entries with a path. */
  idsOf(path: string): readonly string[] {
    return this.#kept.value.folders.filter((each) => each.path === path).map(({ id }) => id);
  }

  /** Takes over what another Plywire has changed. Never rejects. @returns whether the list changed */
  look(): Promise<boolean> {
    return this.#kept.look();
  }

  /**
   * @param path with links followed
   * @returns the folder's id
   * @throws Refused if it is there, or overlaps with one that is; the file system's own errors
   */
  async add(path: string): Promise<string> {
    await this.look();
    const id = `l${randomBytes(6).toString('hex')}`;
    const refuse = (folders: readonly ListedFolder[]): void => {
      const refusal = refusalOf(folders, path);
      if (refusal !== null) throw refusal;
    };
    refuse(this.folders);
    // Another Plywire may add it before this is written.
    await this.#kept.attempt((kept) =>
      refusalOf(kept.folders, path) === null ? { ...kept, folders: [...kept.folders, { id, path }] } : kept,
    );
    if (!this.folders.some((each) => each.id === id)) refuse(this.folders);
    return id;
  }

  /** @throws the file system's own errors; it is gone from the list all the same */
  remove(path: string): Promise<void> {
    return this.#kept.change((kept) => ({
      ...kept,
      folders: kept.folders.filter((each) => each.path !== path),
    }));
  }

  /** Retries to write what is not on disk. Never rejects. */
  save(): Promise<void> {
    return this.#kept.save();
  }
}

/** Why a folder cannot be added; null if it can. */
function refusalOf(folders: readonly ListedFolder[], path: string): Refused | null {
  for (const { path: other } of folders) {
    if (path === other) return new Refused(`${path} is in the library.`);
    if (isBelow(path, other)) return new Refused(`${path} is in the library, as a part of ${other}.`);
    if (isBelow(other, path))
      return new Refused(`${other} is in the library, and a part of this folder.`, 'Remove it first.');
  }
  return folders.length < mostFolders
    ? null
    : new Refused(`The library has ${mostFolders} folders.`, 'Add a folder that contains several.');
}

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
