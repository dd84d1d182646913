/**
 * Which Plywires run on a home, and which engines each has started: one file a Plywire, written by it
 * alone, so that none waits for another. A file whose writer no longer runs was left behind by a crash.
 *
 * The first line says who writes: `{"plywire":1,"pid":…,"at":…,"exact":…}`. The others follow as it happens:
 * `began` and `left` for each engine, `wants` and `done` for what it needs for itself alone for a moment
 * (exclusive.ts), `holds` for the place of its game (slot.ts). A line that is torn or of a later version is
 * passed over.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, ftruncateSync, openSync, renameSync, unlinkSync } from 'node:fs';
import { writeFileSync, writeSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../games/plain-json.ts';
import type { Caretaker } from '../../sessions/managed-process.ts';
import { makeFolder } from '../../sessions/folder.ts';
import { partOf } from '../files.ts';
import { ProcessIdentity, identityOf } from './birth.ts';

/** An engine that was started: the head of a process group of its own. */
export type OwnedProcess = ProcessIdentity;

const Header = v.object({ plywire: v.literal(1), ...ProcessIdentity.entries });
const Slot = v.pipe(v.number(), v.integer(), v.minValue(1));
const Entry = v.union([
  v.object({ began: ProcessIdentity }),
  v.object({ left: v.number() }),
  v.object({ wants: v.string() }),
  v.object({ done: v.string() }),
  v.object({ holds: Slot }),
]);
type Entry = v.InferOutput<typeof Entry>;

/** What one file says. */
export interface Host {
  readonly path: string;
  readonly being: ProcessIdentity;
  readonly owned: readonly OwnedProcess[];
  readonly wants: ReadonlySet<string>;
  readonly holds: number | null;
}

/** What the marks of all engines begin with that the writer of this file has started. */
export const ownerOf = (path: string): string => basename(path, '.jsonl');

/** Bytes of a file past which it is written anew with what still holds. */
const growthLimit = 64 * 1024;

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Null where the text does not begin as a register does. */
export function parseHost(path: string, text: string): Host | null {
  const [first, ...rest] = text.split('\n').map(parseLine);
  const header = v.safeParse(Header, first);
  if (!header.success) return null;
  const { pid, at, exact } = header.output;
  const owned = new Map<number, OwnedProcess>();
  const wants = new Set<string>();
  let holds: number | null = null;
  for (const line of rest) {
    const entry = v.safeParse(Entry, line);
    if (!entry.success) continue;
    if ('began' in entry.output) owned.set(entry.output.began.pid, entry.output.began);
    else if ('left' in entry.output) owned.delete(entry.output.left);
    else if ('wants' in entry.output) wants.add(entry.output.wants);
    else if ('done' in entry.output) wants.delete(entry.output.done);
    else holds = entry.output.holds;
  }
  return { path, being: { pid, at, exact }, owned: [...owned.values()], wants, holds };
}

function parseLine(line: string): unknown {
  try {
    return parseJson(line, { depth: 8 });
  } catch {
    return undefined;
  }
}

/** All files of the folder that can be read, but for `own`. */
export async function readHosts(folder: string, own: string | null): Promise<readonly Host[]> {
  const names = await readdir(folder).catch(() => []);
  const hosts = names
    .filter((name) => name.endsWith('.jsonl') && join(folder, name) !== own)
    .map(async (name) => {
      const path = join(folder, name);
      const text = await readFile(path, 'utf8').catch(() => null);
      return text === null ? null : parseHost(path, text);
    });
  return (await Promise.all(hosts)).filter((host) => host !== null);
}

/** Our own file. It is made when there is first something to say, and goes when there is nothing left. */
export class Register implements Pick<Caretaker, 'owner' | 'entered' | 'left'> {
  readonly path: string;
  readonly #folder: string;
  readonly #onWritten: (error: Error | null) => void;
  readonly #owned = new Map<number, OwnedProcess>();
  readonly #wants = new Set<string>();
  #descriptor: number | null = null;
  /** Length of what is never taken back: the header, and the place that is held. */
  #base = 0;
  #length = 0;
  /** The place was written down, and from now on belongs to what is never taken back. */
  #rebase = false;
  /** What could not be written; the file may end in a part of it. */
  #missed: readonly Entry[] = [];

  /** `onWritten` hears of every write that fails, and of those that do not. */
  constructor(folder: string, onWritten: (error: Error | null) => void) {
    this.#folder = folder;
    this.#onWritten = onWritten;
    this.path = join(folder, `${process.pid}-${randomBytes(6).toString('hex')}.jsonl`);
  }

  /** The file is there before the process is: one that is started while we are killed is known by its mark. */
  owner(): string {
    this.#try(() => (this.#descriptor ??= this.#open()));
    return ownerOf(this.path);
  }

  /** The write is some 200 bytes, and is not synced: no process outlives the system. */
  entered(pid: number): void {
    const owned = identityOf(pid, Date.now());
    this.#owned.set(pid, owned);
    this.#try(() => this.#append({ began: owned }));
  }

  left(pid: number): void {
    if (this.#owned.delete(pid)) this.#try(() => this.#append({ left: pid }));
  }

  /** @throws the file system's own errors */
  wants(name: string): void {
    this.#wants.add(name);
    this.#append({ wants: name });
  }

  /** What could not be written is made up for by the next write; others meanwhile wait for longer than they must. */
  done(name: string): void {
    if (this.#wants.delete(name)) this.#try(() => this.#append({ done: name }));
  }

  /** @throws the file system's own errors */
  holds(slot: number): void {
    this.#rebase = true;
    this.#append({ holds: slot });
  }

  /** Removes the file, unless it tells of an engine that could not be ended. */
  close(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
    if (this.#owned.size > 0) return;
    try {
      unlinkSync(this.path);
    } catch {
      // The next start removes it.
    }
  }

  #try(write: () => void): void {
    try {
      write();
      this.#onWritten(null);
    } catch (error) {
      this.#onWritten(error as Error);
    }
  }

  #append(entry: Entry): void {
    this.#missed = [...this.#missed, entry];
    this.#descriptor ??= this.#open();
    this.#write((this.#missed.length > 1 ? '\n' : '') + this.#missed.map(lineOf).join(''));
    this.#missed = [];
    if (this.#wants.size > 0) return;
    if (this.#owned.size === 0 && this.#rebase) {
      this.#rebase = false;
      this.#base = this.#length;
    } else if (!this.#rebase && (this.#owned.size === 0 || this.#length > growthLimit)) {
      // What is over need not be told. Engines are missing for no longer than two calls take.
      ftruncateSync(this.#descriptor, this.#base);
      this.#length = this.#base;
      this.#write([...this.#owned.values()].map((began) => lineOf({ began })).join(''));
    }
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) {
      const count = writeSync(this.#descriptor!, bytes, written);
      written += count;
      this.#length += count;
    }
  }

  /** Others see the file only once its first line is whole. */
  #open(): number {
    makeFolder(this.#folder);
    const header = lineOf({ plywire: 1, ...identityOf(process.pid, Math.round(performance.timeOrigin)) });
    const part = partOf(this.path);
    try {
      writeFileSync(part, header, { flag: 'wx', mode: 0o600 });
      renameSync(part, this.path);
      const descriptor = openSync(this.path, 'a');
      this.#base = this.#length = Buffer.byteLength(header);
      return descriptor;
    } catch (error) {
      try {
        unlinkSync(part);
      } catch {
        // It was never made, or has its name by now.
      }
      throw error;
    }
  }
}
