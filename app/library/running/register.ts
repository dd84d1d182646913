/**
 * The register of the Plywires that run on a home, and of the engines that each has started. Each Plywire writes a file
 * of its own, so that none waits for another. A file whose writer no longer runs was left by a crash.
 *
 * The first line says who writes: `{"plywire":1,"pid":…,"at":…,"exact":…}`. The others follow as it happens:
 * `began` and `left` for each engine, `wants` and `done` for what it needs for itself alone for a moment
 * (exclusive.ts), `holds` and `frees` for the games that it has open (game-folder.ts). A line that is torn or of a later
 * version is passed over, as is the number that an earlier version held.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, renameSync, unlinkSync, writeFileSync, writeSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../games/plain-json.ts';
import type { Caretaker } from '../../sessions/managed-process.ts';
import { Id } from '../../shapes/base.ts';
import { makeFolder } from '../../sessions/folder.ts';
import { partOf } from '../files.ts';
import { ProcessIdentity, identityOf } from './birth.ts';

/** A started engine: the leader of a process group of its own. */
export type OwnedProcess = ProcessIdentity;

const Header = v.object({ plywire: v.literal(1), ...ProcessIdentity.entries });
const Entry = v.union([
  v.object({ began: ProcessIdentity }),
  v.object({ left: v.number() }),
  v.object({ wants: v.string() }),
  v.object({ done: v.string() }),
  v.object({ holds: Id }),
  v.object({ frees: Id }),
]);
type Entry = v.InferOutput<typeof Entry>;

/** The content of one file. */
export interface Host {
  readonly path: string;
  readonly being: ProcessIdentity;
  readonly owned: readonly OwnedProcess[];
  readonly wants: ReadonlySet<string>;
  /** Keys of games. */
  readonly holds: ReadonlySet<string>;
}

/** The name of the file's writer. The marks of all engines that it has started begin with this name. */
export const ownerOf = (path: string): string => basename(path, '.jsonl');

/** In bytes: a longer file is cut back to its current content. */
const growthLimit = 64 * 1024;

const lineOf = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** Null if the text does not begin with the header of a register file. */
export function parseHost(path: string, text: string): Host | null {
  const [first, ...rest] = text.split('\n').map(parseLine);
  const header = v.safeParse(Header, first);
  if (!header.success) return null;
  const { pid, at, exact } = header.output;
  const owned = new Map<number, OwnedProcess>();
  const wants = new Set<string>();
  const holds = new Set<string>();
  for (const line of rest) {
    const entry = v.safeParse(Entry, line);
    if (!entry.success) continue;
    if ('began' in entry.output) owned.set(entry.output.began.pid, entry.output.began);
    else if ('left' in entry.output) owned.delete(entry.output.left);
    else if ('wants' in entry.output) wants.add(entry.output.wants);
    else if ('done' in entry.output) wants.delete(entry.output.done);
    else if ('holds' in entry.output) holds.add(entry.output.holds);
    else holds.delete(entry.output.frees);
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

/** Reads all readable register files of the folder except `own`. */
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

/** This Plywire's file. It is created by the first write, and removed by `close` if all its engines have ended. */
export class Register implements Pick<Caretaker, 'owner' | 'entered' | 'left'> {
  readonly path: string;
  readonly #folder: string;
  readonly #onWritten: (error: Error | null) => void;
  readonly #owned = new Map<number, OwnedProcess>();
  readonly #wants = new Set<string>();
  readonly #holds = new Set<string>();
  #descriptor: number | null = null;
  #length = 0;
  /** What could not be written; the file may end in a part of it. */
  #missed: readonly Entry[] = [];

  /** @param onWritten called with null or the error after each write by a method that does not throw */
  constructor(folder: string, onWritten: (error: Error | null) => void) {
    this.#folder = folder;
    this.#onWritten = onWritten;
    this.path = join(folder, `${process.pid}-${randomBytes(6).toString('hex')}.jsonl`);
  }

  /**
   * The name of this Plywire; creates the file if it does not exist. It is called before a process is started, so that
   * the next Plywire finds that process by its mark if we are killed meanwhile.
   */
  owner(): string {
    this.#try(() => (this.#descriptor ??= this.#open()));
    return ownerOf(this.path);
  }

  /** Writes about 200 bytes, not synced: if the system crashes, the process ends too. */
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

  /** An entry that cannot be written goes with the next write; until then, others wait longer than needed. */
  done(name: string): void {
    if (this.#wants.delete(name)) this.#try(() => this.#append({ done: name }));
  }

  /** @throws the file system's own errors */
  holds(game: string): void {
    this.#holds.add(game);
    this.#append({ holds: game });
  }

  frees(game: string): void {
    if (this.#holds.delete(game)) this.#try(() => this.#append({ frees: game }));
  }

  /** Removes the file unless it records an engine that could not be ended. */
  close(): void {
    if (this.#descriptor === null) return;
    closeSync(this.#descriptor);
    this.#descriptor = null;
    if (this.#owned.size > 0) return;
    try {
      unlinkSync(this.path);
    } catch {
      // The next start of a Plywire removes it.
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
    if (this.#length > growthLimit) this.#rewrite();
  }

  /** Drops what is over. Others see the whole file of before, or the new one. */
  #rewrite(): void {
    const before = this.#descriptor!;
    this.#descriptor = this.#open([
      ...[...this.#owned.values()].map((began) => ({ began })),
      ...[...this.#wants].map((wants) => ({ wants })),
      ...[...this.#holds].map((holds) => ({ holds })),
    ]);
    closeSync(before);
  }

  #write(text: string): void {
    const bytes = Buffer.from(text);
    for (let written = 0; written < bytes.length;) {
      const count = writeSync(this.#descriptor!, bytes, written);
      written += count;
      this.#length += count;
    }
  }

  /** Others see the file only once these lines are whole. */
  #open(entries: readonly Entry[] = []): number {
    makeFolder(this.#folder);
    const header = { plywire: 1, ...identityOf(process.pid, Math.round(performance.timeOrigin)) };
    const text = [header, ...entries].map(lineOf).join('');
    const part = partOf(this.path);
    try {
      writeFileSync(part, text, { flag: 'wx', mode: 0o600 });
      renameSync(part, this.path);
      const descriptor = openSync(this.path, 'a');
      this.#length = Buffer.byteLength(text);
      return descriptor;
    } catch (error) {
      try {
        unlinkSync(part);
      } catch {
        // It was not created, or has already been renamed.
      }
      throw error;
    }
  }
}
