/**
 * Who says something: an engine as it was started. The program and every argument that is a file are hashed; a program
 * that was rebuilt since the process was started is not taken for the one that runs.
 */
import { hash } from 'node:crypto';
import { statSync, type BigIntStats } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import * as v from 'valibot';
import { Kept, type Keeping } from '../library/files.ts';
import { sha256Of } from '../library/hash-file.ts';
import { Queue } from '../sessions/queue.ts';
import type { Launch } from '../sessions/types.ts';
import type { OptionValues } from '../shapes/engines.ts';
import type { Teller } from '../shapes/evaluations.ts';

/** What is known of an engine when it is started. */
export interface TellerFacts {
  /** The id in the library; null for an engine that exists for this process only. */
  readonly engine: string | null;
  readonly name: string;
  readonly protocol: string;
  readonly launch: Launch;
  /** The protocol's settings as chosen: a value that is found out counts as `auto`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly options: OptionValues;
}

/** The files of an engine when it was started. */
interface StartedFile {
  readonly path: string;
  readonly build: string;
  readonly stats: BigIntStats;
}

export interface Started {
  readonly facts: TellerFacts;
  readonly files: readonly StartedFile[];
}

/** The program changed or cannot be read, so that it is unknown which build speaks. `message` says so. */
export class UnknownBuild extends Error {
  override readonly name = 'UnknownBuild';
}

/** In bytes: larger files are not hashed. Weights of the largest networks have some gigabytes. */
const hashedBytes = 16 * 1024 ** 3;

/** The most files that are looked at, and of which the hashes are kept. */
const mostFiles = 64;
const mostKept = 2000;

/** In milliseconds: a file that was written so recently may be written again without a change of its times. */
const settled = 2000;

/** Arguments that name a file to write: it changes while the engine runs, and says nothing about it. */
const writes = /^--?(?:log|trace|debug|out)[a-z-]*(?:=|$)|\.(?:log|trace|tmp)$/i;

const KeptHashes = v.strictObject({
  version: v.literal(1),
  /** By build, that of the file hashed last at the end. */
  hashes: v.array(v.tuple([v.string(), v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))])),
});
type KeptHashes = v.InferOutput<typeof KeptHashes>;

export class Tellers {
  readonly #kept: Promise<Kept<KeptHashes>>;
  /** So that a start of many engines does not read many files at once. */
  readonly #hashing = new Queue();

  /** @param folder in which the hashes are kept */
  constructor(folder: string, keeping?: Keeping) {
    const path = join(folder, 'hashes.json');
    this.#kept = Kept.open<KeptHashes>(path, KeptHashes, { version: 1, hashes: [] }, keeping).then(
      ({ kept }) => kept,
    );
  }

  /** The engine and its files, as they are now: to be called when its process is started. */
  started(facts: TellerFacts): Started {
    const { file, args, folder } = facts.launch;
    const at = folder ?? dirname(file);
    const named = args.flatMap((arg, index) => {
      if (writes.test(arg) || (index > 0 && writes.test(args[index - 1]!))) return [];
      return [arg, ...(/^-.*?=(.+)$/.exec(arg)?.slice(1) ?? [])];
    });
    const paths = new Set([programOf(facts.launch)]);
    for (const name of named) if (name !== '') paths.add(resolve(at, name));
    const files: StartedFile[] = [];
    for (const path of paths) {
      if (files.length === mostFiles) break;
      const file = fileAt(path);
      if (file !== null) files.push(file);
    }
    return { facts, files };
  }

  /** SHA-256 of a program, or of the script that an interpreter runs; null if it cannot be read. */
  async programHash(launch: Launch): Promise<string | null> {
    const file = fileAt(programOf(launch));
    if (file === null) return null;
    try {
      return await this.#hashOf(file);
    } catch (error) {
      if (!(error instanceof UnknownBuild)) throw error;
      return null;
    }
  }

  /** @throws UnknownBuild */
  async identify({ facts, files }: Started): Promise<Teller> {
    const hashed: { name: string; sha256: string }[] = [];
    for (const file of files) hashed.push({ name: basename(file.path), sha256: await this.#hashOf(file) });
    if (files[0]?.path !== programOf(facts.launch))
      throw new UnknownBuild(`${facts.launch.file} cannot be read`);
    return tellerOf(facts, hashed);
  }

  #hashOf(file: StartedFile): Promise<string> {
    return this.#hashing.run(async () => {
      const kept = await this.#kept;
      const known = kept.value.hashes.find(([build]) => build === file.build)?.[1];
      if (known !== undefined) return known;
      const sha256 = await hashFile(file);
      if (Date.now() - Number(file.stats.mtimeMs) > settled) {
        const add = ({ hashes }: KeptHashes): KeptHashes => ({
          version: 1,
          hashes: [
            ...hashes.filter(([build]) => build !== file.build),
            [file.build, sha256] as [string, string],
          ].slice(-mostKept),
        });
        // A hash that cannot be kept is computed again.
        await kept.change(add).catch(() => undefined);
      }
      return sha256;
    });
  }
}

/** The program of a launch; with an interpreter, the script that it runs. */
const programOf = ({ file }: Launch): string => resolve(file);

function tellerOf(
  { engine, name, protocol, launch, settings, options }: TellerFacts,
  files: Teller['files'],
): Teller {
  const { interpreter, interpreterArgs } = launch;
  const args =
    interpreter === null
      ? launch.args
      : [basename(interpreter), ...interpreterArgs, basename(launch.file), ...launch.args];
  const sorted = (values: Readonly<Record<string, string>>): [string, string][] =>
    Object.entries(values).toSorted(([one], [other]) => (one < other ? -1 : 1));
  const all = [files.map(({ sha256 }) => sha256), args, protocol, sorted(settings), sorted(options)];
  const id = hash('sha256', JSON.stringify(all), 'hex');
  return {
    id,
    engine,
    name,
    protocol,
    files,
    args: [...args],
    settings: { ...settings },
    options: { ...options },
  };
}

const statOf = (path: string): BigIntStats | undefined => {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A name that is too long, or a folder that may not be entered.
    return undefined;
  }
};

/** Null if there is no such file. */
function fileAt(path: string): StartedFile | null {
  const stats = statOf(path);
  return stats?.isFile() ? { path, stats, build: buildOf(stats) } : null;
}

function buildOf(stats: BigIntStats): string {
  const { dev, ino, size, mtimeNs, ctimeNs } = stats;
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

/** @throws UnknownBuild if it is not the file that it was */
async function hashFile({ path, build, stats }: StartedFile): Promise<string> {
  if (stats.size > BigInt(hashedBytes)) throw new UnknownBuild(`${path} is too large to be hashed`);
  const file = await open(path, 'r').catch((error: Error) => {
    throw new UnknownBuild(`${path} cannot be read: ${error.message}`);
  });
  try {
    const sha256 = await sha256Of(file, Number(stats.size)).catch((error: Error) => {
      throw new UnknownBuild(`${path} cannot be read: ${error.message}`);
    });
    const after = await file.stat({ bigint: true });
    if (buildOf(after) !== build) throw new UnknownBuild(`${path} has changed since the engine was started`);
    return sha256;
  } finally {
    await file.close();
  }
}
