/**
 * Files that survive a crash: writing and appending durably, and `Kept`, a value with a copy in a file that several
 * processes may change. A file that cannot be read is put aside, never overwritten.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { link, open, readdir, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';
import { makeFolder } from '../sessions/folder.ts';
import { issueWords, soundPart } from './sound-part.ts';

/**
 * Replaces a file atomically: after a crash it has either the old or the new content. The content is written to a
 * temporary file in the same folder and synced; then the file is renamed and the folder synced.
 * @throws the file system's own errors, with this path
 */
export async function writeDurably(path: string, content: string | readonly Uint8Array[]): Promise<void> {
  const made = makeFolder(dirname(path));
  if (made !== null) await syncFolder(dirname(made));
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
    // A write has no path of its own, and the temporary one tells nothing.
    throw Object.assign(error as Error, { path });
  }
  await syncFolder(dirname(path));
}

/**
 * Appends lines to a file, or begins it. A last line that a full disk or a killed process has torn is ended first, so that
 * it costs no line but itself.
 * @param lines without line ends
 * @throws the file system's own errors
 */
export function appendLines(path: string, lines: readonly string[]): void {
  const file = openSync(path, 'a+', 0o600);
  try {
    const last = Buffer.alloc(1, '\n');
    const { size } = fstatSync(file);
    if (size > 0) readSync(file, last, 0, 1, size - 1);
    const before = last.toString('latin1') === '\n' ? '' : '\n';
    appendFileSync(file, `${before}${lines.map((line) => `${line}\n`).join('')}`);
  } finally {
    closeSync(file);
  }
}

/** The name of a temporary file that will replace `path`. It contains the pid of the process that writes it. */
export const partOf = (path: string): string =>
  `${path}.${process.pid}-${randomBytes(6).toString('hex')}.part`;

/** Removes the temporary files and folders of processes that no longer run. */
export async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = /\.(\d+)-[0-9a-f]{12}\.part$/.exec(name)?.[1];
    if (pid === undefined || isTaken(Number(pid))) continue;
    await rm(join(folder, name), { recursive: true, force: true }).catch(() => undefined);
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

export async function syncFolder(path: string): Promise<void> {
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

/** The result of reading a kept file. `trouble` is a sentence for the user if the file had to be put aside. */
interface Found<T> {
  readonly value: T | null;
  readonly content: string | null;
  readonly trouble: string | null;
}

/** How a kept file is guarded, and how its writes are reported. */
export interface Keeping {
  /** Called after each attempt to write, with null if it succeeded, and if the file cannot be read. */
  readonly onWritten?: (error: Error | null) => void;
  /** Called with a sentence for the user if a file was put aside that another program had written meanwhile. */
  readonly onAside?: (sentence: string) => void;
  /** Runs the work while no other Plywire reads or writes the same file. */
  readonly exclusively?: (path: string, work: () => Promise<void>) => Promise<void>;
}

const defaultKeeping: Required<Keeping> = {
  onWritten: () => undefined,
  onAside: () => undefined,
  exclusively: (_, work) => work(),
};

/**
 * Reads a kept JSON file. An invalid file is put aside, so that it is not overwritten.
 * @param isFirst whether nothing of it is known yet: then a file takes its place that has what is sound of it
 * @throws the file system's own errors, except for a missing file
 */
async function readKept<T>(path: string, schema: Schema<T>, isFirst: boolean): Promise<Found<T>> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    // ENOTDIR: a parent is a file, not a folder. The next write reports it.
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return { value: null, content: null, trouble: null };
  }
  const read = parseKept(content, schema);
  if ('value' in read) return { value: read.value, content, trouble: null };
  if (!isFirst) {
    const trouble = await putAside(path, read.fault, 'what Plywire has took its place');
    return { value: null, content: null, trouble };
  }
  const sound = 'json' in read ? soundPart(read.json, schema) : null;
  if (sound === null) return { value: null, content: null, trouble: await putAside(path, read.fault) };
  const { value, leftOut } = sound;
  const more = leftOut.length > mostTold ? `; and ${leftOut.length - mostTold} more` : '';
  const fault = `${leftOut.slice(0, mostTold).join('; ')}${more}`;
  const trouble = await putAside(path, fault, 'Plywire goes on with the rest of it');
  const written = contentOf(value);
  await writeDurably(path, written);
  return { value, content: written, trouble };
}

/** The most unreadable parts of a file that are named. */
const mostTold = 3;

const contentOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function parseKept<T>(
  content: string,
  schema: Schema<T>,
): { readonly value: T } | { readonly fault: string; readonly json?: unknown } {
  try {
    const json = parseJson(content, { depth: 32 });
    const parsed = v.safeParse(schema, json);
    if (parsed.success) return { value: parsed.output };
    return { fault: issueWords(parsed.issues[0]), json };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}

/** Whether a file of this name in the home folder was put aside. */
export const isAside = (name: string): boolean => /\.(json|game|log)\.unreadable(-\d+)?$/.test(name);

/** The most files to put aside under different names; then the last one is replaced. */
const asideLimit = 1000;

/**
 * Renames a file without replacing files that were put aside before.
 * @param then how Plywire goes on, as the end of a sentence
 * @returns a sentence for the user
 */
export async function putAside(
  path: string,
  fault: string,
  then = 'Plywire uses the defaults',
): Promise<string> {
  for (let count = 1; ; count++) {
    const aside = count === 1 ? `${path}.unreadable` : `${path}.unreadable-${count}`;
    try {
      // Unlike a rename, a link fails if the name exists.
      await link(path, aside);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST' && count < asideLimit) continue;
      // The file system has no links, or all names are taken: the rename may replace a file put aside before.
      await rename(path, aside);
      return asideWords(path, fault, aside, then);
    }
    await unlink(path);
    return asideWords(path, fault, aside, then);
  }
}

const asideWords = (path: string, fault: string, aside: string, then: string): string =>
  `${path} could not be read (${fault}). It was kept as ${aside}; ${then}.`;

/** A change that is not on disk. */
interface Edit<T> {
  readonly apply: (value: T) => T;
  /** Whether the change stays in effect if it cannot be written; then the next write includes it. */
  readonly holds: boolean;
}

/**
 * A value in memory with a durable copy on disk. A change takes effect at once; its promise resolves when it has been
 * written. Pending changes are written together. If another Plywire has written the file in the meantime, our changes
 * are applied to its content, so that neither process loses a change.
 */
export class Kept<T> {
  readonly #path: string;
  readonly #schema: Schema<T>;
  readonly #keeping: Required<Keeping>;
  #value: T;
  /** The value without our changes that are not on disk. */
  #base: T;
  /** The content of the file when it was last read or written. */
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
   * Reads the file. The value is `missing` if the file does not exist, cannot be read (reported to `keeping.onWritten`)
   * or had to be put aside (`trouble` is then a sentence for the user). Of one that can be read in part, that part is the
   * value. Never rejects.
   */
  static async open<T>(
    path: string,
    schema: Schema<T>,
    missing: T,
    keeping: Keeping = {},
  ): Promise<{ kept: Kept<T>; trouble: string | null }> {
    const whole = { ...defaultKeeping, ...keeping };
    try {
      const { value, content, trouble } = await readKept(path, schema, true);
      return { kept: new Kept(path, schema, value ?? missing, content, whole), trouble };
    } catch (error) {
      whole.onWritten(error as Error);
      return { kept: new Kept(path, schema, missing, null, whole), trouble: null };
    }
  }

  get value(): T {
    return this.#value;
  }

  /**
   * @param edit depends on the value only; it may be applied again, to a newer value
   * @throws the file system's own errors; the change stays in effect
   */
  change(edit: (value: T) => T): Promise<void> {
    return this.#take({ apply: edit, holds: true });
  }

  /** As `change`, but undone if it cannot be written. @throws the file system's own errors */
  attempt(edit: (value: T) => T): Promise<void> {
    return this.#take({ apply: edit, holds: false });
  }

  /** Replaces the value; otherwise as `change`. */
  set(value: T): Promise<void> {
    this.#edits = [];
    return this.change(() => value);
  }

  /**
   * Takes over what another Plywire has written. A file that is gone or cannot be read changes nothing; the next write
   * reports it. Never rejects.
   * @returns whether the value changed
   */
  async look(): Promise<boolean> {
    await this.settled();
    const before = this.#content;
    const content = await readFile(this.#path, 'utf8').catch(() => null);
    // A write of ours that began meanwhile reads the file itself.
    const isOurs = this.#edits.length > 0 || this.#waiting !== null || this.#content !== before;
    if (content === null || content === before || isOurs) return false;
    const read = parseKept(content, this.#schema);
    if (!('value' in read)) return false;
    this.#value = this.#base = read.value;
    this.#content = content;
    return true;
  }

  /** Retries to write what is not on disk. Never rejects. */
  async save(): Promise<void> {
    await this.settled();
    if (this.#edits.length > 0) await this.#save().catch(() => undefined);
  }

  /** Resolves when no write is pending, whether writes succeeded or failed. */
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
    // Changes made while this write runs wait for the next one.
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
    const found = await readKept(this.#path, this.#schema, false);
    if (found.value !== null && found.content !== this.#content) {
      this.#base = found.value;
      this.#content = found.content;
      this.#apply();
    }
    // The value contains exactly these changes, since nothing is awaited until the content is made.
    const held = new Set(this.#edits);
    const value = this.#value;
    const content = contentOf(value);
    await writeDurably(this.#path, content);
    if (found.trouble !== null) this.#keeping.onAside(found.trouble);
    this.#content = content;
    this.#base = value;
    this.#edits = this.#edits.filter((edit) => !held.has(edit));
  }

  #apply(): void {
    this.#value = this.#edits.reduce((value, edit) => edit.apply(value), this.#base);
  }
}
