import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';

/**
 * Replaces a file so that after a crash either the old or the new content stands, never a part: written
 * beside it, synced, renamed over it, and the folder synced. @throws the file system's own errors
 */
export async function writeDurably(path: string, content: string): Promise<void> {
  const made = await mkdir(dirname(path), { recursive: true });
  if (made !== undefined) await syncFolder(dirname(made));
  const beside = partOf(path);
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

/** A name for what is being written and will take the place of `path`; it tells who writes. */
export const partOf = (path: string): string =>
  `${path}.${process.pid}-${randomBytes(6).toString('hex')}.part`;

/** Removes what those were writing that run no more. */
export async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = /\.(\d+)-[0-9a-f]{12}\.part$/.exec(name)?.[1];
    if (pid !== undefined && !isTaken(Number(pid))) await unlink(join(folder, name)).catch(() => undefined);
  }
}

function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
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

/** What surrounds the keeping of a file. */
export interface Keeping {
  /** Hears of every try to write, and of a file that cannot even be read; null is success. */
  readonly onWritten?: (error: Error | null) => void;
  /** Does the work while no other program reads and writes the same file. */
  readonly exclusively?: (path: string, work: () => Promise<void>) => Promise<void>;
}

const alone: Required<Keeping> = {
  onWritten: () => undefined,
  exclusively: (_, work) => work(),
};

/**
 * Reads a kept JSON file. One that cannot be understood is put aside rather than overwritten, so that
 * nothing is lost. @throws the file system's own errors, save that there is no such file
 */
async function readKept<T>(path: string, schema: Schema<T>): Promise<Found<T>> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    // Where a file stands in the place of a folder, there is none below it; writing will tell.
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return { value: null, content: null, trouble: null };
  }
  const read = parseKept(content, schema);
  if ('value' in read) return { value: read.value, content, trouble: null };
  return { value: null, content: null, trouble: await putAside(path, read.fault) };
}

function parseKept<T>(content: string, schema: Schema<T>): { value: T } | { fault: string } {
  try {
    const parsed = v.safeParse(schema, parseJson(content, { depth: 32 }));
    if (parsed.success) return { value: parsed.output };
    return { fault: v.summarize(parsed.issues).split('\n')[0]! };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

/** Whether a file of this name in the home folder was put aside. */
export const isAside = (name: string): boolean => /\.json\.unreadable(-\d+)?$/.test(name);

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
  `${path} could not be read (${fault}). It was kept as ${aside}; Plywire uses the defaults.`;

/** A change that is not on disk. */
interface Edit<T> {
  readonly apply: (value: T) => T;
  /** It holds though it could not be written, and goes with the next write. */
  readonly holds: boolean;
}

/**
 * A value in memory with its durable copy. A change holds at once; its promise resolves when it is on disk.
 * Changes that wait for the same file are written together. Where another Plywire has written the file
 * meanwhile, our changes are made to what it wrote, so that neither loses what the other did.
 */
export class Kept<T> {
  readonly #path: string;
  readonly #schema: Schema<T>;
  readonly #keeping: Required<Keeping>;
  #value: T;
  /** The value without our edits that are not on disk. */
  #base: T;
  /** The file as we know it. */
  #content: string | null;
  /** Changes that are not on disk. */
  #edits: Edit<T>[] = [];
  #writing: Promise<void> = Promise.resolve();
  #waiting: Promise<void> | null = null;

  private constructor(
    path: string,
    schema: Schema<T>,
    value: T,
    content: string | null,
    keeping: Required<Keeping>,
  ) {
    this.#path = path;
    this.#schema = schema;
    this.#value = this.#base = value;
    this.#content = content;
    this.#keeping = keeping;
  }

  /**
   * Reads the file; `missing` is the value if it is absent, cannot be read (which `keeping.onWritten` is told),
   * or it had to be put aside, which `trouble` tells in a sentence. Never rejects.
   */
  static async open<T>(
    path: string,
    schema: Schema<T>,
    missing: T,
    keeping: Keeping = {},
  ): Promise<{ kept: Kept<T>; trouble: string | null }> {
    const whole = { ...alone, ...keeping };
    try {
      const { value, content, trouble } = await readKept(path, schema);
      return { kept: new Kept(path, schema, value ?? missing, content, whole), trouble };
    } catch (error) {
      whole.onWritten(error as Error);
      return { kept: new Kept(path, schema, missing, null, whole), trouble: null };
    }
  }

  get value(): T {
    return this.#value;
  }

  /** `edit` is a function of the value alone. @throws the file system's own errors; the change holds all the same */
  change(edit: (value: T) => T): Promise<void> {
    return this.#take({ apply: edit, holds: true });
  }

  /** As `change`, but what cannot be written is taken back. @throws the file system's own errors */
  attempt(edit: (value: T) => T): Promise<void> {
    return this.#take({ apply: edit, holds: false });
  }

  /** As `change`, regardless of the value before. */
  set(value: T): Promise<void> {
    this.#edits = [];
    return this.change(() => value);
  }

  /** Tries once more to write what is not on disk. Never rejects. */
  async save(): Promise<void> {
    await this.settled();
    if (this.#edits.length > 0) await this.#save().catch(() => undefined);
  }

  /** Resolves when nothing is being written any more, well or badly. */
  async settled(): Promise<void> {
    while (this.#waiting) await this.#waiting.catch(() => undefined);
    await this.#writing.catch(() => undefined);
  }

  #take(edit: Edit<T>): Promise<void> {
    this.#value = edit.apply(this.#value);
    this.#edits.push(edit);
    return this.#save();
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
    // A caller that comes while this runs waits for the next write, and is answered by that.
    const asked = new Set(this.#edits);
    try {
      await this.#keeping.exclusively(this.#path, () => this.#replace());
    } catch (error) {
      this.#edits = this.#edits.filter((edit) => edit.holds || !asked.has(edit));
      this.#apply();
      this.#keeping.onWritten(error as Error);
      throw error;
    }
    this.#keeping.onWritten(null);
  }

  async #replace(): Promise<void> {
    const found = await readKept(this.#path, this.#schema);
    if (found.value !== null && found.content !== this.#content) {
      this.#base = found.value;
      this.#content = found.content;
      this.#apply();
    }
    // From here to the write nothing is awaited: these are the changes that it holds.
    const held = new Set(this.#edits);
    const value = this.#value;
    const content = `${JSON.stringify(value, null, 2)}\n`;
    await writeDurably(this.#path, content);
    this.#content = content;
    this.#base = value;
    this.#edits = this.#edits.filter((edit) => !held.has(edit));
  }

  #apply(): void {
    this.#value = this.#edits.reduce((value, edit) => edit.apply(value), this.#base);
  }
}
