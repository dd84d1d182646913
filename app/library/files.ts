import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';

/**
 * Replaces a file so that after a crash either the old or the new content stands, never a part: written
 * beside it, synced, renamed over it, and the folder synced. @throws the file system's own errors
 */
export async function writeDurably(path: string, content: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const beside = `${path}.${randomBytes(6).toString('hex')}.part`;
  try {
    const file = await open(beside, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  } catch (error) {
    await unlink(beside).catch(() => undefined);
    throw error;
  }
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

type Schema<T> = v.BaseSchema<unknown, T, v.BaseIssue<unknown>>;

/** What was found of a kept file; `trouble` is a sentence for a person when it had to be put aside. */
interface Found<T> {
  readonly value: T | null;
  readonly content: string | null;
  readonly trouble: string | null;
}

/**
 * Reads a kept JSON file. One that cannot be understood is put aside rather than overwritten, so that
 * nothing is lost. @throws the file system's own errors, save that there is no such file
 */
async function readKept<T>(path: string, schema: Schema<T>): Promise<Found<T>> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { value: null, content: null, trouble: null };
  }
  const read = parseKept(content, schema);
  if ('value' in read) return { value: read.value, content, trouble: null };
  return { value: null, content: null, trouble: await putAside(path, read.fault) };
}

function parseKept<T>(content: string, schema: Schema<T>): { value: T } | { fault: string } {
  try {
    const parsed = v.safeParse(schema, JSON.parse(content));
    if (parsed.success) return { value: parsed.output };
    return { fault: v.summarize(parsed.issues).split('\n')[0]! };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

/** Files that can be put aside before someone has to look at them. */
const asideLimit = 1000;

/** Moves a file out of the way without touching what was put aside before; gives a sentence about it. */
export async function putAside(path: string, fault: string): Promise<string> {
  for (let count = 1; ; count++) {
    const aside = count === 1 ? `${path}.unreadable` : `${path}.unreadable-${count}`;
    try {
      // A link, unlike a rename, fails where the name is taken.
      await link(path, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && count < asideLimit) continue;
      // No links on this file system: what was put aside before gives way.
      await rename(path, aside);
      return asideWords(path, fault, aside);
    }
    await unlink(path);
    return asideWords(path, fault, aside);
  }
}

const asideWords = (path: string, fault: string, aside: string): string =>
  `${path} could not be understood (${fault}); it was kept as ${aside}, and defaults are used.`;

/**
 * A value in memory with its durable copy. A change holds at once; its promise resolves when it is on disk.
 * Changes that wait for the same file are written together. Where another Plywire has written the file
 * meanwhile, our changes are made to what it wrote, so that neither loses what the other did.
 */
export class Kept<T> {
  readonly #path: string;
  readonly #schema: Schema<T>;
  #value: T;
  /** The file as we know it. */
  #content: string | null;
  /** Changes that are not on disk. */
  #edits: ((value: T) => T)[] = [];
  #writing: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;

  private constructor(path: string, schema: Schema<T>, value: T, content: string | null) {
    this.#path = path;
    this.#schema = schema;
    this.#value = value;
    this.#content = content;
  }

  /**
   * Reads the file; `missing` is the value where there is none or it had to be put aside, which `trouble`
   * tells in a sentence. @throws the file system's own errors
   */
  static async open<T>(
    path: string,
    schema: Schema<T>,
    missing: T,
  ): Promise<{ kept: Kept<T>; trouble: string | null }> {
    const { value, content, trouble } = await readKept(path, schema);
    return { kept: new Kept(path, schema, value ?? missing, content), trouble };
  }

  get value(): T {
    return this.#value;
  }

  /** `edit` is a function of the value alone. @throws the file system's own errors; the change holds all the same */
  change(edit: (value: T) => T): Promise<void> {
    this.#value = edit(this.#value);
    this.#edits.push(edit);
    return this.#save();
  }

  /** As `change`, whatever the value was. */
  set(value: T): Promise<void> {
    this.#edits = [];
    return this.change(() => value);
  }

  /** Resolves when nothing is being written any more, well or badly. */
  async settled(): Promise<void> {
    while (this.#waiting) await this.#waiting.catch(() => undefined);
    await this.#writing.catch(() => undefined);
  }

  #save(): Promise<void> {
    this.#waiting ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        this.#writing = this.#write();
        return this.#writing;
      });
    return this.#waiting;
  }

  async #write(): Promise<void> {
    const found = await readKept(this.#path, this.#schema);
    if (found.value !== null && found.content !== this.#content) {
      this.#value = found.value;
      for (const edit of this.#edits) this.#value = edit(this.#value);
    }
    // From here to the write nothing is awaited: these are the changes that it holds.
    const held = new Set(this.#edits);
    const content = `${JSON.stringify(this.#value, null, 2)}\n`;
    await writeDurably(this.#path, content);
    this.#content = content;
    this.#edits = this.#edits.filter((edit) => !held.has(edit));
  }
}
