/**
 * The builds of engines that are kept: copies of their programs and of the files that their command lines name, in a folder
 * for each build, with what was measured of it. Above a limit the copies that were used least lately are deleted; what
 * was measured stays.
 */
import { chmodSync, constants, statSync } from 'node:fs';
import { copyFile, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import * as v from 'valibot';
import type { TellerFacts } from '../evaluations/tellers.ts';
import { fullStop } from '../games/sentences.ts';
import type { NewEngine } from '../library/engines.ts';
import { appendLines, partOf, removeParts, writeDurably } from '../library/files.ts';
import { sha256Of } from '../library/hash-file.ts';
import { makeFolder } from '../sessions/folder.ts';
import { shellWord } from '../sessions/launch/command-line.ts';
import { Build, BuildEvent } from '../shapes/builds.ts';
import { Refused } from '../shapes/refused.ts';
import { argsOf, buildOf, idOf, placesOf, type BuildFile } from './make-build.ts';
import { endOf, parsed, unlessMissing } from './read-back.ts';

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
  /** Takes sentences for the user: of deletions for the limit, of those that failed, and of builds that cannot be read. */
  readonly say: (sentence: string) => void;
}

const aboutName = 'build.json';
const eventsName = 'history.jsonl';
const filesName = 'files';

/** The most bytes of a history that are read, from its end. */
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

/** What is known of a build, or why it cannot be read. */
type Reading = { readonly kept: KeptBuild | null } | { readonly id: string; readonly fault: string };

export class BuildStore {
  readonly #options: BuildStoreOptions;
  /** Those that the user was told cannot be read. */
  readonly #told = new Set<string>();

  constructor(options: BuildStoreOptions) {
    this.#options = options;
  }

  /**
   * Copies an engine as it is now, unless this build is kept already.
   * @param paths its program and the files that its command line names, the program first
   * @param hashes of these files, which may be known without reading them
   * @returns null if builds are not kept, or the engine comes with Plywire. The path of the build is the one at which it
   * was found now; `isAsKept` is false where the engine has other arguments than it was kept with
   * @throws Refused if a file cannot be copied, or changes meanwhile
   */
  async keep(
    facts: TellerFacts,
    paths: readonly string[],
    hashes: () => Promise<readonly string[]>,
  ): Promise<{ build: Build; isNew: boolean; isAsKept: boolean } | null> {
    const { launch } = facts;
    if (launch.bundled || this.#options.limit() === 0) return null;
    const sizes = paths.map((path) => statSync(path).size);
    const total = sizes.reduce((sum, bytes) => sum + bytes, 0);
    if (total > this.#options.limit()) {
      throw new Refused(
        `${facts.name} was not kept: its files have ${mebibytes(total)} MiB, and all builds together may have ${mebibytes(this.#options.limit())}.`,
        'Raise "Builds of engines" in the settings.',
      );
    }
    const sums = await hashes();
    const files = placesOf(launch, paths).map((file, at) => ({
      ...{ file, path: paths[at]!, sha256: sums[at]!, bytes: sizes[at]! },
    }));
    const id = idOf(files);
    const known = await this.#read(id);
    const path = resolve(launch.file);
    // A copy that is run belongs to the engine that it was made of.
    const isCopy = path.startsWith(join(resolve(this.#options.folder), sep));
    const engine = isCopy && known !== null ? known.build.engine : path;
    if (known !== null && known.bytes > 0) {
      const build = foundAt(known.build, engine);
      if (build === known.build) await this.#touch(id);
      else await this.#write(build);
      const { interpreterArgs, args } = build;
      const isAsKept = isSame([interpreterArgs, args], [launch.interpreterArgs, argsOf(launch, files)]);
      return { build: { ...build, engine }, isNew: false, isAsKept };
    }
    const fresh = await buildOf(id, facts, files);
    // One whose copy was deleted keeps its place among the builds of its engine.
    const build = known === null ? fresh : { ...fresh, ...placeOf(foundAt(known.build, engine)) };
    await this.#copy(build, files);
    // What cannot be deleted takes nothing from the build that is kept now.
    await this.#prune(id).catch((error: unknown) => this.#tellUndeleted(error));
    return { build: { ...build, engine }, isNew: known === null, isAsKept: true };
  }

  /**
   * All builds, the oldest first. One that cannot be read stops nothing that needs the others: it is left out, and told
   * once.
   * @throws the file system's own errors, if the folder of all cannot be read
   */
  async list(): Promise<readonly KeptBuild[]> {
    const readings = await this.#readings();
    const all: KeptBuild[] = [];
    for (const reading of readings) {
      if ('kept' in reading) {
        if (reading.kept !== null) all.push(reading.kept);
        continue;
      }
      if (this.#told.has(reading.id)) continue;
      this.#told.add(reading.id);
      this.#options.say(`${unreadableWords(reading)} It is left out.`);
    }
    return all.sort((one, other) => one.build.at - other.build.at);
  }

  /** Whether a list has left out builds that cannot be read. */
  get hasLeftOut(): boolean {
    return this.#told.size > 0;
  }

  /** The builds of an engine, by the path of its program, the oldest first. */
  async of(program: string): Promise<readonly KeptBuild[]> {
    return (await this.list()).filter(({ build }) => pathsOf(build).includes(program));
  }

  /**
   * @param id the beginning of an id, of at least four characters
   * @throws Refused if it names none or several, or one that cannot be read
   */
  async find(id: string): Promise<KeptBuild> {
    const readings = /^[0-9a-f]{4,64}$/.test(id) ? await this.#readings() : [];
    const found = readings.filter((reading) => idIn(reading)?.startsWith(id) === true);
    const [only] = found;
    if (found.length === 1) {
      if ('kept' in only!) return only.kept!;
      throw new Refused(unreadableWords(only!));
    }
    throw new Refused(
      only === undefined
        ? `There is no build ${id}.`
        : `Several builds begin with ${id}: ${found.map((reading) => idIn(reading)!.slice(0, 16)).join(', ')}.`,
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

  /**
   * What was measured of a build, in order; of a match that was resumed, what it came to.
   * @throws the file system's own errors
   */
  events(id: string): readonly BuildEvent[] {
    const text = endOf(join(this.#options.folder, id, eventsName), mostHistory);
    // A line that a killed process has torn is left out, and one that is not read from its beginning.
    const all = text.split('\n').flatMap((line) => parsed(BuildEvent, line) ?? []);
    const last = new Map(all.flatMap((event) => (event.kind === 'match' ? [[event.folder, event]] : [])));
    return all.filter((event) => event.kind !== 'match' || last.get(event.folder) === event);
  }

  /** Deletes a build with what was measured of it. */
  async remove(id: string): Promise<void> {
    v.parse(Build.entries.id, id);
    await rm(join(this.#options.folder, id), { recursive: true, force: true });
  }

  async #readings(): Promise<readonly Reading[]> {
    const names = (await unlessMissing(readdir(this.#options.folder))) ?? [];
    return Promise.all(
      names.map((id) =>
        this.#read(id).then(
          (kept): Reading => ({ kept }),
          (error: Error): Reading => ({ id, fault: error.message }),
        ),
      ),
    );
  }

  /** @throws the file system's own errors */
  async #read(id: string): Promise<KeptBuild | null> {
    if (!/^[0-9a-f]{64}$/.test(id)) return null;
    const path = join(this.#options.folder, id, aboutName);
    const text = await unlessMissing(readFile(path, 'utf8'));
    const build = text === null ? null : parsed(Build, text);
    if (build?.id !== id) return null;
    const hasFiles = (await unlessMissing(stat(join(this.#options.folder, id, filesName)))) !== null;
    const bytes = hasFiles ? build.files.reduce((sum, file) => sum + file.bytes, 0) : 0;
    const about = await unlessMissing(stat(path));
    return about === null ? null : { build, bytes, used: about.mtimeMs };
  }

  #write(build: Build): Promise<void> {
    const path = join(this.#options.folder, build.id, aboutName);
    return writeDurably(path, `${JSON.stringify(build, null, 2)}\n`);
  }

  async #touch(id: string): Promise<void> {
    const now = new Date();
    await utimes(join(this.#options.folder, id, aboutName), now, now).catch(() => undefined);
  }

  /** Into a folder beside, which takes its place when it is whole. */
  async #copy(build: Build, files: readonly BuildFile[]): Promise<void> {
    const folder = join(this.#options.folder, build.id);
    await removeParts(this.#options.folder);
    const part = partOf(folder);
    makeFolder(part);
    try {
      for (const { file, path, sha256 } of files) {
        const copy = join(part, filesName, file);
        makeFolder(dirname(copy));
        await copyFile(path, copy, constants.COPYFILE_FICLONE).catch((error: Error) => {
          throw new Refused(`${path} cannot be copied: ${error.message}.`);
        });
        chmodSync(copy, (statSync(path).mode & 0o111) === 0 ? 0o600 : 0o700);
        if ((await hashOf(copy)) !== sha256) {
          throw new Refused(`${path} has changed while it was copied.`, 'Try again when it is built.');
        }
      }
      makeFolder(folder);
      await rm(join(folder, filesName), { recursive: true, force: true });
      await rename(join(part, filesName), join(folder, filesName));
      // The build exists once this is written.
      await this.#write(build);
    } finally {
      // What stays is cleared away by a later copy.
      await rm(part, { recursive: true, force: true }).catch(() => undefined);
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
      try {
        await rm(join(this.#options.folder, build.id, filesName), { recursive: true, force: true });
      } catch (error) {
        this.#tellUndeleted(error);
        continue;
      }
      total -= bytes;
      deleted.push(`${build.name} ${shortId(build.id)}`);
    }
    if (deleted.length > 0) {
      this.#options.say(`Builds over the limit were deleted, but for their figures: ${deleted.join(', ')}.`);
    }
  }

  #tellUndeleted(error: unknown): void {
    this.#options.say(`Builds over the limit could not be deleted: ${fullStop((error as Error).message)}`);
  }
}

/** The paths at which a build was found. */
export const pathsOf = ({ engine, elsewhere = [] }: Build): readonly string[] => [engine, ...elsewhere];

/** The most further paths of a build, as of a script that many engines are started with. */
const mostElsewhere = 100;

/** A build that was found at a path; the same one if that is known. */
function foundAt(build: Build, path: string): Build {
  if (pathsOf(build).includes(path)) return build;
  return { ...build, elsewhere: [...(build.elsewhere ?? []), path].slice(-mostElsewhere) };
}

/** What a build has of its own among those of its engines. */
const placeOf = ({ at, engine, elsewhere }: Build): Pick<Build, 'at' | 'engine' | 'elsewhere'> => ({
  ...{ at, engine },
  ...(elsewhere && { elsewhere }),
});

const unreadableWords = ({ id, fault }: { readonly id: string; readonly fault: string }): string =>
  `Build ${shortId(id)} cannot be read: ${fullStop(fault)}`;

const idIn = (reading: Reading): string | undefined =>
  'kept' in reading ? reading.kept?.build.id : reading.id;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

async function hashOf(path: string): Promise<string> {
  const file = await open(path, 'r');
  try {
    return await sha256Of(file);
  } finally {
    await file.close();
  }
}

const mebibytes = (bytes: number): string => (bytes / 1024 ** 2).toFixed(bytes < 10 * 1024 ** 2 ? 1 : 0);
