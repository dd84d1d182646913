/**
 * Files that are of use only while a Plywire has something open: they bear its process's name, go when they are done
 * with, and what one that was killed has left goes at a later start.
 */
import { randomBytes } from 'node:crypto';
import { open, readdir, rmdir, unlink, type FileHandle } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { makeFolder } from '../sessions/folder.ts';
import { stillRunning } from './running/birth.ts';
import type { Host } from './running/register.ts';
import type { Home } from './home.ts';

const spoolName = /^(\d{1,10}-[0-9a-f]{12})-[0-9a-f]{16}\.[a-z]{1,8}$/;

export const spoolFolder = ({ folder }: Pick<Home, 'folder'>): string => join(folder, 'replays');

export interface ReplayIndexFile {
  readonly path: string;
  readonly file: FileHandle;
}

/** How often a file is made anew whose folder is gone each time. */
const mostAttempts = 20;

export class ReplayFolder {
  readonly #folder: string;
  readonly #owner: () => string;
  /** This Plywire's name, once a file bears it. */
  #own: string | null = null;

  /** @param owner the name of this Plywire, by which others see that it runs */
  constructor(folder: string, owner: () => string) {
    this.#folder = folder;
    this.#owner = owner;
  }

  /** A new file, empty and open for both. @throws the file system's own error */
  async create(ending: string): Promise<ReplayIndexFile> {
    this.#own = this.#owner();
    const path = join(this.#folder, `${this.#own}-${randomBytes(8).toString('hex')}.${ending}`);
    for (let attempt = 1; ; attempt++) {
      try {
        makeFolder(this.#folder);
        return { path, file: await open(path, 'wx+', 0o600) };
      } catch (error) {
        // Another recording, or another Plywire, removed the folder with its last file, perhaps while it was being made.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === mostAttempts) throw error;
      }
    }
  }

  /** The folder goes with the last file in it. Never rejects. */
  async tidy(): Promise<void> {
    await rmdir(this.#folder).catch(() => undefined);
  }

  /** Removes what Plywires have left that run no more. Never rejects. */
  async removeForgotten(others: () => Promise<readonly Host[]>): Promise<void> {
    // In this order: the writer of each file had registered itself before it made the file.
    const names = await readdir(this.#folder).catch((): string[] => []);
    const hosts = await others();
    const alive = await stillRunning(hosts.map(({ being }) => being));
    const running = new Set(
      hosts.filter(({ being }) => alive.has(being.pid)).map(({ path }) => basename(path, '.jsonl')),
    );
    for (const name of names) {
      const [, owner] = spoolName.exec(name) ?? [];
      if (owner === undefined || owner === this.#own || running.has(owner)) continue;
      await unlink(join(this.#folder, name)).catch(() => undefined);
    }
    await this.tidy();
  }
}
