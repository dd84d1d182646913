/**
 * The builds of engines that are kept: copies of their programs and of the files that their command lines name, in a folder
 * for each build, with what was measured of it. Above a limit the copies that were used least lately are deleted; what
 * was measured stays.
 */
import { createHash } from 'node:crypto';
import { chmodSync, constants, createReadStream, readFileSync, statSync } from 'node:fs';
import { copyFile, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import type { TellerFacts } from '../evaluations/tellers.ts';
import type { NewEngine } from '../library/engines.ts';
import { appendLines, partOf, removeParts, writeDurably } from '../library/files.ts';
import { makeFolder } from '../sessions/folder.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import { Build, BuildEvent } from '../shapes/builds.ts';
import { Refused } from '../shapes/refused.ts';

/** A build with what is known of its copy. */
export interface KeptBuild {
  readonly build: Build;
  /** Of its files; 0 if they were deleted for the limit. */
  readonly bytes: number;
  /** When it was last kept or run, in milliseconds since 1970. */
  readonly used: number;
}

export interface BuildStoreOptions {
  readonly folder: string;
  /** Of all copies together, in bytes; 0 keeps none. */
  readonly limit: () => number;
  /** Deletions for the limit, in a sentence. */
  readonly say: (sentence: string) => void;
}

const aboutName = 'build.json';
const eventsName = 'history.jsonl';
const filesName = 'files';

/** The most characters of a history that are read, from its end. */
const mostHistory = 16 * 1024 * 1024;

/** As many characters of an id as are shown. */
export const shortId = (id: string): string => id.slice(0, 8);

/** The arguments that a build is started with, as words of a shell; files that it keeps by their places in it. */
export const argsWords = ({ args }: Pick<Build, 'args'>): string =>
  args.map((arg) => shellWord(typeof arg === 'string' ? arg : `${arg.before}${arg.file}`)).join(' ');

/** What starts a build: its program as it was found, with its arguments. */
export function commandWords({ interpreter, interpreterArgs, engine, args }: Build): string {
  const before =
    interpreter === null || interpreterArgs.length === 0 ? [] : [interpreter, ...interpreterArgs];
  return [...before.map(shellWord), engine, argsWords({ args })].join(' ').trimEnd();
}

export class BuildStore {
  readonly #options: BuildStoreOptions;

  constructor(options: BuildStoreOptions) {
    this.#options = options;
  }

  /** The id of the build that `keep` makes of an engine as it is now; null if it would keep none. Throws as it does. */
  async idOf(
    { launch }: Pick<TellerFacts, 'launch'>,
    paths: readonly string[],
    hashes: () => Promise<readonly string[]>,
  ): Promise<string | null> {
    const limit = this.#options.limit();
    if (launch.bundled || limit === 0 || sum(sizesOf(paths)) > limit) return null;
    const sums = await hashes();
    return idOf(paths.map((path, at) => ({ file: placeOf(rootOf(launch), path, at), sha256: sums[at]! })));
  }

  /**
   * Copies an engine as it is now, unless this build is kept already.
   * @param paths its program and the files that its command line names, the program first
   * @param hashes of these files, which may be known without reading them
   * @returns null if builds are not kept, or the engine comes with Plywire; `isAsKept` is false where the engine has other
   * arguments than it was kept with
   * @throws Refused if a file cannot be copied, or changes meanwhile
   */
  async keep(
    facts: TellerFacts,
    paths: readonly string[],
    hashes: () => Promise<readonly string[]> = () => Promise.all(paths.map(hashOf)),
  ): Promise<{ build: Build; isNew: boolean; isAsKept: boolean } | null> {
    const { launch } = facts;
    if (launch.bundled || this.#options.limit() === 0) return null;
    const root = rootOf(launch);
    const sizes = sizesOf(paths);
    const total = sum(sizes);
    if (total > this.#options.limit()) {
      throw new Refused(
        `${facts.name} was not kept: its files have ${mebibytes(total)} MiB, and all builds together may have ${mebibytes(this.#options.limit())}.`,
        'Raise "Builds of engines" in the settings.',
      );
    }
    const sums = await hashes();
    const files = paths.map((path, at) => ({
      ...{ file: placeOf(root, path, at), path, sha256: sums[at]!, bytes: sizes[at]! },
    }));
    const id = idOf(files);
    const known = await this.#read(id);
    const fresh = buildOf(id, facts, files);
    if (known !== null && known.bytes > 0) {
      await this.#touch(id);
      return { build: known.build, isNew: false, isAsKept: argsOf(known.build) === argsOf(fresh) };
    }
    // One whose copy was deleted keeps its place among the builds of its engine.
    const build = known === null ? fresh : { ...fresh, at: known.build.at };
    await this.#copy(build, files);
    await this.#prune(id);
    return { build, isNew: known === null, isAsKept: true };
  }

  /** All builds, the oldest first. */
  async list(): Promise<readonly KeptBuild[]> {
    const names = await readdir(this.#options.folder).catch((): string[] => []);
    const all = await Promise.all(names.map((name) => this.#read(name)));
    return all.filter((each) => each !== null).sort((one, other) => one.build.at - other.build.at);
  }

  /** The builds of an engine, by the path of its program, the oldest first. */
  async of(program: string): Promise<readonly KeptBuild[]> {
    return (await this.list()).filter(({ build }) => build.engine === program);
  }

  /** @param id the beginning of an id, of at least four characters @throws Refused if it names none or several */
  async find(id: string): Promise<KeptBuild> {
    const found = /^[0-9a-f]{4,64}$/.test(id)
      ? (await this.list()).filter(({ build }) => build.id.startsWith(id))
      : [];
    if (found.length === 1) return found[0]!;
    throw new Refused(
      found.length === 0
        ? `There is no build ${id}.`
        : `Several builds begin with ${id}: ${found.map(({ build }) => build.id.slice(0, 16)).join(', ')}.`,
      '`plywire builds` lists them.',
    );
  }

  /** A kept build as an engine that can be started. @throws Refused as `find`, and if its files were deleted */
  async engineOf(id: string): Promise<NewEngine> {
    const { build, bytes } = await this.find(id);
    if (bytes === 0) {
      throw new Refused(
        `The files of build ${shortId(build.id)} were deleted for the limit on builds.`,
        'Its figures are still listed by `plywire builds`.',
      );
    }
    await this.#touch(build.id);
    const at = (file: string): string => join(this.#options.folder, build.id, filesName, file);
    return {
      ...{ name: build.name, protocol: build.protocol, file: at(build.program) },
      ...{ interpreter: build.interpreter, interpreterArgs: [...build.interpreterArgs] },
      args: build.args.map((arg) => (typeof arg === 'string' ? arg : `${arg.before}${at(arg.file)}`)),
      ...{ folder: null, environment: { ...build.environment }, sandbox: build.sandbox },
      dialect: { ...build.settings },
    };
  }

  /** Adds to what was measured of a build. @throws the file system's own errors */
  record(event: BuildEvent): void {
    const line = JSON.stringify(v.parse(BuildEvent, event));
    appendLines(join(this.#options.folder, event.build, eventsName), [line]);
  }

  /** What was measured of a build, in order; of a match that was resumed, what it came to. */
  events(id: string): readonly BuildEvent[] {
    let text: string;
    try {
      text = readFileSync(join(this.#options.folder, id, eventsName), 'utf8').slice(-mostHistory);
    } catch {
      return [];
    }
    // A line that a killed process has torn is left out.
    const all = text.split('\n').flatMap((line) => {
      try {
        const parsed = v.safeParse(BuildEvent, JSON.parse(line));
        return parsed.success ? [parsed.output] : [];
      } catch {
        return [];
      }
    });
    const last = new Map(all.flatMap((event) => (event.kind === 'match' ? [[event.folder, event]] : [])));
    return all.filter((event) => event.kind !== 'match' || last.get(event.folder) === event);
  }

  /** Deletes a build with what was measured of it. */
  async remove(id: string): Promise<void> {
    v.parse(Build.entries.id, id);
    await rm(join(this.#options.folder, id), { recursive: true, force: true });
  }

  async #read(id: string): Promise<KeptBuild | null> {
    if (!/^[0-9a-f]{64}$/.test(id)) return null;
    const folder = join(this.#options.folder, id);
    try {
      const path = join(folder, aboutName);
      const build = v.parse(Build, JSON.parse(await readFile(path, 'utf8')));
      if (build.id !== id) return null;
      const hasFiles = await stat(join(folder, filesName)).then(
        () => true,
        () => false,
      );
      const bytes = hasFiles ? build.files.reduce((sum, file) => sum + file.bytes, 0) : 0;
      return { build, bytes, used: (await stat(path)).mtimeMs };
    } catch {
      return null;
    }
  }

  async #touch(id: string): Promise<void> {
    const now = new Date();
    await utimes(join(this.#options.folder, id, aboutName), now, now).catch(() => undefined);
  }

  /** Into a folder beside, which takes its place when it is whole. */
  async #copy(
    build: Build,
    files: readonly { readonly file: string; readonly path: string }[],
  ): Promise<void> {
    const folder = join(this.#options.folder, build.id);
    await removeParts(this.#options.folder);
    const part = partOf(folder);
    makeFolder(part);
    try {
      for (const [at, { file, path }] of files.entries()) {
        const copy = join(part, filesName, file);
        makeFolder(dirname(copy));
        await copyFile(path, copy, constants.COPYFILE_FICLONE).catch((error: Error) => {
          throw new Refused(`${path} cannot be copied: ${error.message}.`);
        });
        chmodSync(copy, (statSync(path).mode & 0o111) === 0 ? 0o600 : 0o700);
        if ((await hashOf(copy)) !== build.files[at]!.sha256) {
          throw new Refused(`${path} has changed while it was copied.`, 'Try again when it is built.');
        }
      }
      makeFolder(folder);
      await rm(join(folder, filesName), { recursive: true, force: true });
      await rename(join(part, filesName), join(folder, filesName));
      // The build exists once this is written.
      await writeDurably(join(folder, aboutName), `${JSON.stringify(build, null, 2)}\n`);
    } finally {
      await rm(part, { recursive: true, force: true });
    }
  }

  /** Deletes copies over the limit, those used least lately first. @param kept is not deleted */
  async #prune(kept: string): Promise<void> {
    const all = (await this.list()).filter(({ bytes }) => bytes > 0);
    let total = all.reduce((sum, { bytes }) => sum + bytes, 0);
    const deleted: string[] = [];
    for (const { build, bytes } of all.toSorted((one, other) => one.used - other.used)) {
      if (total <= this.#options.limit()) break;
      if (build.id === kept) continue;
      await rm(join(this.#options.folder, build.id, filesName), { recursive: true, force: true });
      total -= bytes;
      deleted.push(`${build.name} ${shortId(build.id)}`);
    }
    if (deleted.length > 0) {
      this.#options.say(`Builds over the limit were deleted, but for their figures: ${deleted.join(', ')}.`);
    }
  }
}

const argsOf = ({ interpreterArgs, args }: Build): string => JSON.stringify([interpreterArgs, args]);

/** The folder beside whose files those of an engine lie. */
const rootOf = ({ file }: TellerFacts['launch']): string => dirname(resolve(file));

const sizesOf = (paths: readonly string[]): readonly number[] => paths.map((path) => statSync(path).size);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const idOf = (files: readonly { readonly file: string; readonly sha256: string }[]): string =>
  createHash('sha256')
    .update(JSON.stringify(files.map(({ file, sha256 }) => [file, sha256])))
    .digest('hex');

/** The path of a copy: as it lies beside the program, or in a folder of its own. */
function placeOf(root: string, path: string, number: number): string {
  const beside = relative(root, path);
  if (beside !== '' && !beside.startsWith('..') && !isAbsolute(beside)) return beside.split(sep).join('/');
  return `named-${number}/${basename(path)}`;
}

function buildOf(
  id: string,
  { name, protocol, launch, settings }: TellerFacts,
  files: readonly {
    readonly file: string;
    readonly path: string;
    readonly sha256: string;
    readonly bytes: number;
  }[],
): Build {
  const folder = launch.folder ?? dirname(launch.file);
  const args = launch.args.map((arg) => {
    const [, before, named] = /^(-.*?=)(.+)$/s.exec(arg) ?? [];
    for (const [start, word] of [
      ['', arg],
      [before ?? '', named],
    ] as const) {
      const found = word === undefined ? undefined : files.find(({ path }) => path === resolve(folder, word));
      if (found !== undefined) return { before: start, file: found.file };
    }
    return arg;
  });
  return {
    ...{ version: 1, id, at: Date.now(), engine: resolve(launch.file), name, protocol },
    ...{ program: files[0]!.file, files: files.map(({ file, sha256, bytes }) => ({ file, sha256, bytes })) },
    ...{ interpreter: launch.interpreter, interpreterArgs: [...launch.interpreterArgs], args },
    ...{ environment: { ...launch.environment }, settings: { ...settings }, sandbox: launch.sandbox },
    lacks: lacksOf(files[0]!.path, folder, launch.args),
  };
}

/** What a copy of a program may need beside its named files, as far as that can be seen. */
function lacksOf(program: string, folder: string, args: readonly string[]): string[] {
  const lacks: string[] = [];
  const bytes = beginningOf(program);
  if (
    bytes.subarray(0, 2).toString('latin1') === '#!' ||
    /\.(?:py|js|mjs|cjs|jar|rb|pl|sh|lua)$/i.test(program)
  ) {
    lacks.push('It is a script: what it imports or reads is not copied.');
  } else if (bytes.includes('$ORIGIN')) {
    lacks.push('It loads libraries from beside its program, which are not copied.');
  }
  for (const arg of args) {
    const named = /^-.*?=(.+)$/s.exec(arg)?.[1] ?? arg;
    const found = named === '' ? undefined : statSync(resolve(folder, named), { throwIfNoEntry: false });
    if (found?.isDirectory()) lacks.push(`The folder ${named} that it is started with is not copied.`);
  }
  return lacks;
}

/** Bytes that are looked through for what a program needs. */
const mostLooked = 64 * 1024 * 1024;

function beginningOf(path: string): Buffer {
  try {
    return readFileSync(path).subarray(0, mostLooked);
  } catch {
    return Buffer.alloc(0);
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    throw new Refused(`${path} cannot be read: ${(error as Error).message}.`);
  }
  return hash.digest('hex');
}

const mebibytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0);
