/**
 * Deleted files that can be restored. Each deletion has a folder of its own in `trash/`; its files are moved there and
 * back. They are deleted permanently after a minute or when Plywire exits. What a killed Plywire has left is deleted at
 * a later start.
 */
import { randomBytes } from 'node:crypto';
import { readdir, rename, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { mend, removable } from '../sessions/folder-walk.ts';
import { makeFolder } from '../sessions/folder.ts';
import { Refused } from '../shapes/refused.ts';
import { removeTree } from './remove-tree.ts';

/** In milliseconds: how long a deletion can be undone, five times as long as the message that offers it is shown. */
const staysMilliseconds = 60_000;

/** In milliseconds: an older deletion is not one of a running Plywire, even if a clock is wrong. */
const forgottenMilliseconds = 10 * staysMilliseconds;

const batchName = /^t-[0-9a-f]{16}$/;

interface Batch {
  /** The files' former paths. */
  readonly paths: readonly string[];
  readonly timer: NodeJS.Timeout;
}

export class Trash {
  readonly #folder: string;
  readonly #stays: number;
  readonly #tell: (sentence: string) => void;
  readonly #batches = new Map<string, Batch>();

  /** @param tell takes a sentence for the user about what could not be deleted */
  constructor(
    folder: string,
    tell: (sentence: string) => void = () => undefined,
    stays: number = staysMilliseconds,
  ) {
    this.#folder = folder;
    this.#tell = tell;
    this.#stays = stays;
  }

  /**
   * Moves files to the trash. Those that cannot be moved stay in place, of which the user is told.
   * @returns the moved paths, and the id to restore them with; null if there was nothing to move
   * @throws the file system's own error if none could be moved
   */
  async take(paths: readonly string[]): Promise<{ moved: readonly string[]; id: string | null }> {
    if (paths.length === 0) return { moved: [], id: null };
    const id = `t-${randomBytes(8).toString('hex')}`;
    const folder = join(this.#folder, id);
    makeFolder(folder);
    const moved: string[] = [];
    let fault: { path: string; error: Error } | null = null;
    for (const path of paths) {
      try {
        await moveFrom(path, join(folder, basename(path)));
        moved.push(path);
      } catch (error) {
        fault ??= { path, error: error as Error };
      }
    }
    if (moved.length === 0) {
      await this.#erase(id);
      throw fault!.error;
    }
    if (fault !== null) this.#tell(stayWords(fault.path, fault.error));
    this.#keep(id, moved);
    return { moved, id };
  }

  /**
   * Moves a deletion's files back.
   * @throws Refused if it is too late or another file has taken a path; or the file system's own error, after which the
   * files that are still in the trash can be restored by another call
   */
  async restore(id: string): Promise<void> {
    const batch = this.#batches.get(id);
    if (batch === undefined) {
      throw new Refused('The deleted files are gone.', 'You can undo a deletion for one minute.');
    }
    const taken = await Promise.all(batch.paths.map((path) => stat(path).catch(() => null)));
    const there = batch.paths.filter((_, index) => taken[index] !== null);
    if (there.length > 0) {
      throw new Refused(`There is already another ${basename(there[0]!)}.`, 'Move it away first.');
    }
    clearTimeout(batch.timer);
    this.#batches.delete(id);
    const folder = join(this.#folder, id);
    const left = [...batch.paths];
    try {
      for (let path = left[0]; path !== undefined; path = left[0]) {
        makeFolder(dirname(path));
        await rename(join(folder, basename(path)), path);
        left.shift();
      }
    } catch (error) {
      // The files that were not moved back can be restored later.
      this.#keep(id, left);
      throw error;
    }
    await this.#erase(id);
  }

  /** Allows a deletion to be undone for a while. */
  #keep(id: string, paths: readonly string[]): void {
    const timer = setTimeout(() => void this.#erase(id), this.#stays);
    timer.unref();
    this.#batches.set(id, { paths, timer });
  }

  /** Permanently deletes all deletions of this Plywire. Never rejects. */
  async empty(): Promise<void> {
    await Promise.all([...this.#batches.keys()].map((id) => this.#erase(id)));
  }

  /** Permanently deletes what Plywires that no longer run have left in the trash. Never rejects. */
  async removeForgotten(now: number = Date.now()): Promise<void> {
    const names = await readdir(this.#folder).catch((): string[] => []);
    for (const name of names) {
      if (!batchName.test(name) || this.#batches.has(name)) continue;
      const found = await stat(join(this.#folder, name)).catch(() => null);
      if (found !== null && now - found.ctimeMs > forgottenMilliseconds) await this.#erase(name);
    }
  }

  async #erase(id: string): Promise<void> {
    clearTimeout(this.#batches.get(id)?.timer);
    this.#batches.delete(id);
    const folder = join(this.#folder, id);
    await removeTree(folder).catch((error: Error) => this.#tell(stayWords(folder, error)));
    // Removes the trash folder too if it is empty.
    await rmdir(this.#folder).catch(() => undefined);
  }
}

/** Moves a file or folder. An engine may have removed the permission to move its folder. */
async function moveFrom(path: string, to: string): Promise<void> {
  try {
    await rename(path, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    await mend(path, removable);
    await rename(path, to);
  }
}

/** That something could not be deleted, as a sentence for the user. */
export const stayWords = (path: string, { message, code = message }: NodeJS.ErrnoException): string =>
  `${path} could not be deleted (${code}). Check its permissions, or delete it yourself.`;
