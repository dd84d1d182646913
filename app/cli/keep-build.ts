/** Keeps the builds of the engines that a command runs. */
import type { Core } from '../api/core.ts';
import { programHash } from '../api/match-engines.ts';
import { argsWords, shortId } from '../builds/build-store.ts';
import { asScript } from '../builds/script.ts';
import type { TellerFacts } from '../evaluations/tellers.ts';
import { fullStop } from '../games/sentences.ts';
import { distinctNames, type Named } from '../library/distinct-names.ts';
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

/** What came of keeping a build. */
type Outcome =
  | {
      readonly build: Build;
      readonly isNew: boolean;
      /** Whether it has the arguments that it was kept with. */
      readonly isAsKept: boolean;
    }
  | {
      readonly build: null;
      /** Why, in sentences; null if there is nothing to say. */
      readonly fault: string | null;
    };

const unkept: Outcome = { build: null, fault: null };

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

async function keep(core: Keeping, asked: Omit<BuildAsked, 'name'>): Promise<Outcome> {
  // A program that cannot be started is reported by its start.
  const found = filesOf(core, asked);
  if (found === null) return unkept;
  try {
    return (await core.builds.keep(found.facts, found.paths, found.hashes)) ?? unkept;
  } catch (error) {
    const fault =
      error instanceof Refused
        ? `${error.message} ${error.advice}`.trim()
        : `The build was not kept: ${(error as Error).message}`;
    return { build: null, fault };
  }
}

/** One after the other: copies of large programs are not written at once. */
async function keepAll(
  core: Keeping,
  engines: readonly (Omit<BuildAsked, 'name'> | null)[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const asked of engines) outcomes.push(asked === null ? unkept : await keep(core, asked));
  return outcomes;
}

/**
 * Says which builds are new, and which could not be kept and why; then, once for each build, which engines are run with
 * other arguments.
 * @param names of the engines, as the command calls them
 */
function tell(core: Keeping, output: Output, outcomes: readonly Outcome[], names: readonly string[]): void {
  const otherwise = new Map<string, { readonly build: Build; readonly names: string[] }>();
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome.build === null) {
      if (outcome.fault !== null) output.remark(outcome.fault);
      continue;
    }
    const { build, isNew, isAsKept } = outcome;
    if (isNew) tellNew(output, build);
    if (isAsKept) continue;
    const alike = otherwise.get(build.id) ?? { build, names: [] };
    otherwise.set(build.id, alike);
    alike.names.push(names[at]!);
  }
  for (const { build, names } of otherwise.values()) tellOtherwise(core, output, build, names);
}

function tellNew(output: Output, { id, name, lacks }: Build): void {
  const said = [`${name} is kept as build ${shortId(id)}`, ...lacks];
  output.remark(lacks.length === 0 ? said[0]! : said.map(fullStop).join(' '));
}

/**
 * Copies the programs of engines and their named files, and says which are new builds. A build that cannot be kept stops
 * no command: why is said.
 * @param engines null for one that was not found
 * @returns null for what is not kept: also a bundled engine, a program that cannot be started, or no room for any build
 */
export async function keepBuilds(
  core: Keeping,
  output: Output,
  engines: readonly (BuildAsked | null)[],
): Promise<(Build | null)[]> {
  const outcomes = await keepAll(core, engines);
  const names = engines.map((engine) => engine?.name ?? '');
  tell(core, output, outcomes, names);
  return outcomes.map(({ build }) => build);
}

/**
 * The same of one engine.
 * @param options `isQuiet`: only why it was not kept is said; `plywire builds` lists a new one
 */
export async function keepBuild(
  core: Keeping,
  output: Output,
  asked: BuildAsked,
  { isQuiet = false }: { readonly isQuiet?: boolean } = {},
): Promise<Build | null> {
  const outcome = await keep(core, asked);
  if (outcome.build === null || !isQuiet) tell(core, output, [outcome], [asked.name]);
  return outcome.build;
}

/**
 * The same of engines that are asked side by side, as `keepBuilds`, and tells those of one name apart by their builds.
 * @returns the engines with names of their own, as what is said calls them
 */
export async function keepAndName<T extends BuildAsked>(
  core: Keeping & Pick<Core, 'engines'>,
  output: Output,
  engines: readonly T[],
): Promise<T[]> {
  const outcomes = await keepAll(core, engines);
  const marked: Named[] = [];
  for (const [at, { build }] of outcomes.entries()) {
    const { name, engine } = engines[at]!;
    const program = build === null ? await programHash(core, engine) : build.files[0]!.sha256;
    marked.push({ name, program, build: build && shortId(build.id) });
  }
  const names = distinctNames(marked);
  tell(core, output, outcomes, names);
  return engines.map((engine, at) => ({ ...engine, name: names[at]! }));
}
