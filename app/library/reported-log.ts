/**
 * Reports on games of files that are finished, so that the same command goes on after the last one. A line is written with
 * one append and synced, by any number of processes; one that is torn costs its game alone.
 */
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';
import { makeFolder } from '../sessions/folder.ts';
import { text } from '../shapes/base.ts';
import { writeDurably } from './files.ts';

const Entry = v.strictObject({
  key: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** As `--json` prints it. */
  summary: v.record(v.string(), v.unknown()),
  /** As they are printed otherwise. */
  lines: v.array(text(10_000)),
});
export type Reported = v.InferOutput<typeof Entry>;

/** In bytes: beyond it, the older half is dropped. */
const mostBytes = 32 * 1024 * 1024;

const bounds = { depth: 16, values: 100_000 };

export class ReportedLog {
  readonly #path: string;
  readonly #known: Map<string, Reported>;
  #isTorn: boolean;

  private constructor(path: string, known: Map<string, Reported>, isTorn: boolean) {
    this.#path = path;
    this.#known = known;
    this.#isTorn = isTorn;
  }

  /** @throws the file system's own errors, except for a missing file */
  static async open(path: string): Promise<ReportedLog> {
    makeFolder(dirname(path));
    const content = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return '';
    });
    const known = new Map<string, Reported>();
    for (const line of content.split('\n')) {
      const entry = entryOf(line);
      if (entry !== null) known.set(entry.key, entry);
    }
    if (content.length > mostBytes) {
      const entries = [...known.values()];
      for (const { key } of entries.slice(0, entries.length / 2)) known.delete(key);
      await writeDurably(path, [...known.values()].map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    }
    return new ReportedLog(path, known, content !== '' && !content.endsWith('\n'));
  }

  find(key: string): Reported | null {
    return this.#known.get(key) ?? null;
  }

  /** Resolves when it is on disk. @throws the file system's own errors */
  async add(entry: Reported): Promise<void> {
    const file = await open(this.#path, 'a', 0o600);
    try {
      await file.appendFile(`${this.#isTorn ? '\n' : ''}${JSON.stringify(entry)}\n`);
      await file.datasync();
    } finally {
      await file.close();
    }
    this.#isTorn = false;
    this.#known.set(entry.key, entry);
  }
}

/** Null for a line that is torn, or that another version wrote. */
function entryOf(line: string): Reported | null {
  if (line === '') return null;
  try {
    const parsed = v.safeParse(Entry, parseJson(line, bounds));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
