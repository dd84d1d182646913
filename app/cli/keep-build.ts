/** Keeps the builds of the engines that a command runs. */
import type { Core } from '../api/core.ts';
import { argsWords, shortId } from '../builds/build-store.ts';
import { asScript } from '../builds/script.ts';
import type { TellerFacts } from '../evaluations/tellers.ts';
import { fullStop } from '../games/full-stop.ts';
import { inspectLaunch } from '../sessions/launch/check.ts';
import { ownHost, planLaunch } from '../sessions/launch/launch.ts';
import type { Build } from '../shapes/builds.ts';
import { Refused } from '../shapes/refused.ts';
import type { Output } from './output.ts';

export interface BuildAsked {
  readonly engine: string;
  readonly protocol: string;
  /** As the command calls it. */
  readonly name: string;
}

/** What of a core a build takes. */
type Keeping = Pick<Core, 'builds' | 'launcher' | 'tellers'>;

interface Kept {
  readonly build: Build;
  /** Whether it has the arguments that it was kept with. */
  readonly isAsKept: boolean;
}

/** By their builds, the engines that a command was told of to have other arguments. */
const told = new WeakMap<Keeping, Set<string>>();

/** The most engines of one build that are named. */
const mostNamed = 10;

/** Says once of engines of one build that they are run with other arguments than it was kept with. */
function tellOtherwise(core: Keeping, output: Output, build: Build, engines: readonly string[]): void {
  const before = told.get(core) ?? new Set();
  const keyOf = (name: string): string => `${build.id} ${name}`;
  const names = engines.filter((name) => !before.has(keyOf(name)));
  told.set(core, new Set([...before, ...names.map(keyOf)]));
  if (names.length === 0) return;
  const listed = names.slice(0, mostNamed);
  if (names.length > mostNamed) listed.push(`${names.length - mostNamed} more`);
  const [last, ...others] = listed.toReversed();
  const subject = others.length === 0 ? `${last} is` : `${others.toReversed().join(', ')} and ${last} are`;
  output.remark(
    `${subject} build ${shortId(build.id)}, which was kept with other arguments (${argsWords(build) || 'none'}): a build is its files, and what is measured now joins its history.`,
  );
}

/** The files of an engine as it is now; null if it cannot be started. */
function filesOf(core: Keeping, { engine, protocol }: Omit<BuildAsked, 'name'>) {
  const own = core.launcher.factsOf(engine, protocol);
  if (inspectLaunch(planLaunch(own.launch, ownHost())) !== null) return null;
  const facts: TellerFacts = { ...own, launch: asScript(own.launch) };
  const started = core.tellers.started(facts);
  return {
    facts,
    paths: started.files.map(({ path }) => path),
    hashes: async () => (await core.tellers.identify(started)).files.map(({ sha256 }) => sha256),
  };
}

/** The build that would be kept of an engine as it is now, by as much of its id as is shown; null if none would be. */
export async function buildOf(core: Keeping, asked: Omit<BuildAsked, 'name'>): Promise<string | null> {
  try {
    const found = filesOf(core, asked);
    const id = found && (await core.builds.idOf(found.facts, found.paths, found.hashes));
    return id && shortId(id);
  } catch {
    // Why it cannot be read is told when it is kept.
    return null;
  }
}

async function keep(
  core: Keeping,
  output: Output,
  asked: BuildAsked,
  isQuiet: boolean,
): Promise<Kept | null> {
  // A program that cannot be started is reported by its start.
  const found = filesOf(core, asked);
  if (found === null) return null;
  try {
    const kept = await core.builds.keep(found.facts, found.paths, found.hashes);
    if (kept === null) return null;
    if (kept.isNew && !isQuiet) {
      const { id, name, lacks } = kept.build;
      const said = [`${name} is kept as build ${shortId(id)}`, ...lacks];
      output.remark(lacks.length === 0 ? said[0]! : said.map(fullStop).join(' '));
    }
    return kept;
  } catch (error) {
    output.remark(
      error instanceof Refused
        ? `${error.message} ${error.advice}`.trim()
        : `The build was not kept: ${(error as Error).message}`,
    );
    return null;
  }
}

/**
 * Copies the engine's program and its named files, and says so if it is a new build. A build that cannot be kept stops no
 * command: why is said.
 * @param isQuiet a new build is not told of: `plywire builds` lists it
 * @returns null if it is not kept: a bundled engine, a program that cannot be started, or no room for any build
 */
export async function keepBuild(
  core: Keeping,
  output: Output,
  asked: BuildAsked,
  isQuiet = false,
): Promise<Build | null> {
  const kept = await keep(core, output, asked, isQuiet);
  if (kept === null) return null;
  if (!kept.isAsKept && !isQuiet) tellOtherwise(core, output, kept.build, [asked.name]);
  return kept.build;
}

/** The same of several engines; what is to be said of one build is said once. */
export async function keepBuilds(
  core: Keeping,
  output: Output,
  engines: readonly BuildAsked[],
): Promise<(Build | null)[]> {
  const builds: (Build | null)[] = [];
  const otherwise = new Map<string, { readonly build: Build; readonly names: string[] }>();
  for (const asked of engines) {
    const kept = await keep(core, output, asked, false);
    builds.push(kept?.build ?? null);
    if (kept === null || kept.isAsKept) continue;
    const { build } = kept;
    const alike = otherwise.get(build.id) ?? { build, names: [] };
    otherwise.set(build.id, alike);
    alike.names.push(asked.name);
  }
  for (const { build, names } of otherwise.values()) tellOtherwise(core, output, build, names);
  return builds;
}
