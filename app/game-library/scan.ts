/** The files of a folder that may hold games. Links are not followed, so that a folder never contains itself. */
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { replacement } from '../library/encodings.ts';
import type { FaultyFile } from '../shapes/library.ts';
import type { FileFacts } from './indexed-file.ts';

/** Endings of the names of files with games; others are not looked at. */
const ending = /\.(?:sgf|pgn|txt|log|moves|games|pos|fen|epd|qdr|tzaar)$/i;

/** In the folder of a match: its journal, and the openings that it was given, which are not games. */
const journalName = 'match.jsonl';
const openingsName = 'openings.txt';

/** Levels of folders below the one that was chosen. */
const mostDepth = 16;
const tooDeep = `It is more than ${mostDepth} folders down. Add it to the library itself to have its games.`;

/** The most files of a folder; further ones are not in the library. */
export const mostFiles = 200_000;

/** Files looked at together: enough to keep the disk busy. */
const batch = 64;

export interface Scanned {
  /** By path. */
  readonly files: readonly FileFacts[];
  /** Folders that were not read to the end, and files that cannot be reached, by path. */
  readonly unreadable: readonly FaultyFile[];
  /** There are more files than were asked for. */
  readonly isCut: boolean;
}

/**
 * @param most files, a parameter for tests
 * @throws Error of the file system if the folder itself cannot be read
 */
export async function scanFolder(folder: string, signal?: AbortSignal, most = mostFiles): Promise<Scanned> {
  const scan = new Scan(folder, signal, most);
  await scan.run();
  return {
    files: scan.files.slice(0, most).toSorted((one, other) => (one.path < other.path ? -1 : 1)),
    unreadable: scan.unreadable.toSorted((one, other) => (one.file < other.file ? -1 : 1)),
    isCut: scan.isCut,
  };
}

class Scan {
  readonly files: FileFacts[] = [];
  readonly unreadable: FaultyFile[] = [];
  readonly #root: string;
  readonly #signal: AbortSignal | undefined;
  readonly #most: number;
  readonly #folders: { readonly path: string; readonly depth: number }[] = [{ path: '', depth: 0 }];

  constructor(root: string, signal: AbortSignal | undefined, most: number) {
    this.#root = root;
    this.#signal = signal;
    this.#most = most;
  }

  get isCut(): boolean {
    return this.files.length > this.#most;
  }

  async run(): Promise<void> {
    for (let next = this.#folders.pop(); next !== undefined && !this.isCut; next = this.#folders.pop()) {
      try {
        await this.#readFolder(next.path, next.depth);
      } catch (error) {
        this.#signal?.throwIfAborted();
        if (next.path === '') throw error;
        this.#leaveOut(next.path, 'The folder', error);
      }
    }
  }

  async #readFolder(path: string, depth: number): Promise<void> {
    let names: string[] = [];
    // Held back until the whole folder was seen: its entries come in any order.
    let openings: string | null = null;
    let isMatch = false;
    try {
      // Some folders can be opened, and fail at their entries.
      for await (const entry of await opendir(join(this.#root, path))) {
        this.#signal?.throwIfAborted();
        const name = path === '' ? entry.name : `${path}/${entry.name}`;
        if (entry.name.startsWith('.')) continue;
        if (entry.isDirectory()) {
          if (depth < mostDepth) this.#folders.push({ path: name, depth: depth + 1 });
          else this.unreadable.push({ file: name, reason: tooDeep });
        } else if (entry.isFile()) {
          if (entry.name === journalName) isMatch = true;
          else if (entry.name === openingsName) openings = name;
          else if (ending.test(name)) names.push(name);
        }
        if (names.length >= batch) {
          await this.#look(names);
          names = [];
        }
        if (this.isCut) return;
      }
    } finally {
      if (openings !== null && !isMatch) names.push(openings);
      await this.#look(names);
    }
  }

  async #look(names: readonly string[]): Promise<void> {
    const found = await Promise.all(names.map((name) => this.#factsOf(name)));
    for (const facts of found) if (facts !== null) this.files.push(facts);
  }

  /** Null if it is not a plain file any more, or cannot be reached. */
  async #factsOf(path: string): Promise<FileFacts | null> {
    try {
      const stats = await lstat(join(this.#root, path));
      return stats.isFile() ? { path, size: stats.size, mtime: stats.mtimeMs } : null;
    } catch (error) {
      this.#leaveOut(path, 'It', error);
      return null;
    }
  }

  /** What is gone by now is not a fault. Nothing is found by a name that is not UTF-8, which no text can hold. */
  #leaveOut(file: string, subject: string, error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const isGone = code === 'ENOENT' || code === 'ENOTDIR';
    if (isGone && !file.includes(replacement)) return;
    const why = isGone ? 'its name is not UTF-8. Rename it' : message;
    this.unreadable.push({ file, reason: `${subject} cannot be read: ${why}.` });
  }
}
