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
  readonly #known = new Map<string, Reported>();
  readonly #onTrouble: (error: Error) => void;
  #isTorn = false;
  #isTroubled = false;

  private constructor(path: string, onTrouble: (error: Error) => void) {
    this.#path = path;
    this.#onTrouble = onTrouble;
  }

  /** Never rejects. @param onTrouble called at the first error of the file system; the reports go on */
  static async open(path: string, onTrouble: (error: Error) => void): Promise<ReportedLog> {
    const log = new ReportedLog(path, onTrouble);
    await log.#orTrouble(() => log.#read());
    return log;
  }

  find(key: string): Reported | null {
    return this.#known.get(key) ?? null;
  }

  /** Resolves when it is on disk, or cannot be written. */
  async add(entry: Reported): Promise<void> {
    this.#known.set(entry.key, entry);
    await this.#orTrouble(() => this.#append(entry));
  }

  async #read(): Promise<void> {
    const content = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return '';
    });
    this.#isTorn = content !== '' && !content.endsWith('\n');
    for (const line of content.split('\n')) {
      const entry = entryOf(line);
      if (entry !== null) this.#known.set(entry.key, entry);
    }
    if (content.length <= mostBytes) return;
    const entries = [...this.#known.values()];
    for (const { key } of entries.slice(0, entries.length / 2)) this.#known.delete(key);
    const kept = [...this.#known.values()].map((entry) => `${JSON.stringify(entry)}\n`);
    await writeDurably(this.#path, kept.join(''));
    this.#isTorn = false;
  }

  async #append(entry: Reported): Promise<void> {
    makeFolder(dirname(this.#path));
    const file = await open(this.#path, 'a', 0o600);
    try {
      await file.appendFile(`${this.#isTorn ? '\n' : ''}${JSON.stringify(entry)}\n`);
      this.#isTorn = false;
      await file.datasync();
    } catch (error) {
      // A part of it may have been written.
      this.#isTorn = true;
      throw error;
    } finally {
      await file.close();
    }
  }

  async #orTrouble(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!this.#isTroubled) this.#onTrouble(error as Error);
      this.#isTroubled = true;
    }
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
