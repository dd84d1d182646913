import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/**
 * Replaces a file so that after a crash either the old or the new content stands, never a part: written
 * beside it, synced, renamed over it, and the folder synced. @throws the file system's own errors
 */
export async function writeDurably(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${randomBytes(6).toString('hex')}.part`;
  const file = await open(beside, 'wx', 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } catch (error) {
    await file.close();
    await unlink(beside).catch(() => undefined);
    throw error;
  }
  await file.close();
  await rename(beside, path);
  await syncFolder(dirname(path));
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; there a rename is durable on its own terms.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What `readKept` found; `trouble` is a sentence for a person when a file had to be put aside. */
export interface Found<T> {
  readonly value: T | null;
  readonly trouble: string | null;
}

/**
 * Reads a kept JSON file. A file that cannot be understood is renamed to `….unreadable` rather than
 * overwritten, so that nothing is lost. @throws when the file exists and cannot be opened
 */
export async function readKept<T>(
  path: string,
  schema: v.BaseSchema<unknown, T, v.BaseIssue<unknown>>,
): Promise<Found<T>> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { value: null, trouble: null };
    throw error;
  }
  const cause = (() => {
    try {
      const parsed = v.safeParse(schema, JSON.parse(content));
      return parsed.success ? { value: parsed.output } : { fault: v.summarize(parsed.issues) };
    } catch (error) {
      return { fault: (error as Error).message };
    }
  })();
  if ('value' in cause) return { value: cause.value as T, trouble: null };
  const aside = `${path}.unreadable`;
  await rename(path, aside);
  return {
    value: null,
    trouble: `${path} could not be understood (${cause.fault.split('\n')[0]}); it was kept as ${aside} and defaults are used.`,
  };
}

/**
 * A value in memory with its durable copy. `set` resolves when the value it was given, or a newer one, is
 * on disk; writes that wait for the same file are folded into one.
 */
export class Kept<T> {
  #value: T;
  #written: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;
  readonly #path: string;

  constructor(path: string, value: T) {
    this.#path = path;
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  /** @throws the file system's own errors; the value in memory stands all the same. */
  set(value: T): Promise<void> {
    this.#value = value;
    this.#waiting ??= this.#written
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        this.#written = writeDurably(this.#path, `${JSON.stringify(this.#value, null, 2)}\n`);
        return this.#written;
      });
    return this.#waiting;
  }
}
