/**
 * The folder for temporary files of open recordings. Each file is named after the Plywire that uses it and is removed
 * when the recording is closed. The files of a Plywire that was killed are removed at a later start.
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

/** The most attempts to create a file whose folder is removed each time. */
const mostAttempts = 20;

export class ReplayFolder {
  readonly #folder: string;
  readonly #owner: () => string;
  /** This Plywire's name; null until it creates a file. */
  #own: string | null = null;

  /** @param owner the name of this Plywire in the register, by which other Plywires see that it runs */
  constructor(folder: string, owner: () => string) {
    this.#folder = folder;
    this.#owner = owner;
  }

  /** Creates an empty file, open for reading and writing. @throws the file system's own error */
  async create(ending: string): Promise<ReplayIndexFile> {
    this.#own = this.#owner();
    const path = join(this.#folder, `${this.#own}-${randomBytes(8).toString('hex')}.${ending}`);
    for (let attempt = 1; ; attempt++) {
      try {
        makeFolder(this.#folder);
        return { path, file: await open(path, 'wx+', 0o600) };
      } catch (error) {
        // ENOENT: closing another recording, here or in another Plywire, removed the empty folder meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt === mostAttempts) throw error;
      }
    }
  }

  /** Removes the folder if it is empty. Never rejects. */
  async tidy(): Promise<void> {
    await rmdir(this.#folder).catch(() => undefined);
  }

  /** Removes the files of Plywires that no longer run. Never rejects. */
  async removeForgotten(others: () => Promise<readonly Host[]>): Promise<void> {
    // The names are read first: a Plywire registers itself before it creates a file.
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
