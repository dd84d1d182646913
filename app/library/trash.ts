/**
 * What was deleted and can still be brought back: each deletion is a folder of its own in `trash/`, into which
 * files are moved and from which they are moved back. It is really gone after a minute, or when Plywire ends; what
 * one that was killed has left goes at a later start.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Refused } from '../shapes/refused.ts';

/** Milliseconds in which a deletion can be taken back: five times as long as the message that offers it. */
const staysMilliseconds = 60_000;

/** Milliseconds after which a deletion cannot be that of a Plywire that still runs, even if its clock is wrong. */
const forgottenMilliseconds = 10 * staysMilliseconds;

const batchName = /^t-[0-9a-f]{16}$/;

interface Batch {
  /** Where the files were. */
  readonly paths: readonly string[];
  readonly timer: NodeJS.Timeout;
}

export class Trash {
  readonly #folder: string;
  readonly #stays: number;
  readonly #batches = new Map<string, Batch>();

  constructor(folder: string, stays: number = staysMilliseconds) {
    this.#folder = folder;
    this.#stays = stays;
  }

  /**
   * Moves files away. Those that cannot be moved stay where they are.
   * @returns what was moved, and the id that brings it back; null where nothing was
   * @throws the file system's own error where none could be moved
   */
  async take(paths: readonly string[]): Promise<{ moved: readonly string[]; id: string | null }> {
    if (paths.length === 0) return { moved: [], id: null };
    const id = `t-${randomBytes(8).toString('hex')}`;
    const folder = join(this.#folder, id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const moved: string[] = [];
    let fault: unknown = null;
    for (const path of paths) {
      try {
        await rename(path, join(folder, basename(path)));
        moved.push(path);
      } catch (error) {
        fault = error;
      }
    }
    if (moved.length === 0) {
      await this.#erase(id);
      throw fault;
    }
    this.#keep(id, moved);
    return { moved, id };
  }

  /**
   * Moves a deletion's files back. @throws Refused where it is too late, or another file has their place; or the
   * file system's own error, and then what is still in the trash can be asked for again
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
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(join(folder, basename(path)), path);
        left.shift();
      }
    } catch (error) {
      // What could not be moved can be asked for again: it is not in the trash yet.
      this.#keep(id, left);
      throw error;
    }
    await this.#erase(id);
  }

  /** Lets a deletion be taken back for a while. */
  #keep(id: string, paths: readonly string[]): void {
    const timer = setTimeout(() => void this.#erase(id), this.#stays);
    timer.unref();
    this.#batches.set(id, { paths, timer });
  }

  /** Really deletes what was deleted here. Never rejects. */
  async empty(): Promise<void> {
    await Promise.all([...this.#batches.keys()].map((id) => this.#erase(id)));
  }

  /** Really deletes what a Plywire that runs no more has left in the trash. Never rejects. */
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
    await rm(join(this.#folder, id), { recursive: true, force: true }).catch(() => undefined);
    // It goes with the last one in it.
    await rmdir(this.#folder).catch(() => undefined);
  }
}
