/** Keeps the build of an engine that a command runs. */
import type { Core } from '../api/core.ts';
import { argsWords, shortId } from '../builds/build-store.ts';
import { asScript } from '../builds/script.ts';
import { fullStop } from '../games/full-stop.ts';
import { inspectLaunch } from '../sessions/launch/check.ts';
import { ownHost, planLaunch } from '../sessions/launch/launch.ts';
import type { Build } from '../shapes/builds.ts';
import { Refused } from '../shapes/refused.ts';
import type { Output } from './output.ts';

export interface BuildAsked {
  readonly engine: string;
  readonly protocol: string;
}

/** What was told of the builds that a command runs more than once. */
const told = new WeakMap<Core, Set<string>>();

function tellOnce(core: Core, output: Output, sentence: string): void {
  const before = told.get(core) ?? new Set();
  if (!before.has(sentence)) output.remark(sentence);
  told.set(core, before.add(sentence));
}

/** Of a build that is run with other arguments than it was kept with. */
function otherwiseWords(build: Build): string {
  const { id, name } = build;
  return `${name} is build ${shortId(id)}, which was kept with other arguments (${argsWords(build) || 'none'}): a build is its files, and what is measured now joins its history.`;
}

/**
 * Copies the engine's program and its named files, and says so if it is a new build. A build that cannot be kept stops no
 * command: why is said.
 * @param isQuiet a new build is not told of: `plywire builds` lists it
 * @returns null if it is not kept: a bundled engine, a program that cannot be started, or no room for any build
 */
export async function keepBuild(
  core: Core,
  output: Output,
  asked: BuildAsked,
  isQuiet = false,
): Promise<Build | null> {
  const own = core.launcher.factsOf(asked.engine, asked.protocol);
  const facts = { ...own, launch: asScript(own.launch) };
  // A program that cannot be started is reported by its start.
  if (inspectLaunch(planLaunch(own.launch, ownHost())) !== null) return null;
  const started = core.tellers.started(facts);
  const paths = started.files.map(({ path }) => path);
  try {
    const kept = await core.builds.keep(facts, paths, async () => {
      const { files } = await core.tellers.identify(started);
      return files.map(({ sha256 }) => sha256);
    });
    if (kept === null) return null;
    if (kept.isNew && !isQuiet) {
      const { id, name, lacks } = kept.build;
      const said = [`${name} is kept as build ${shortId(id)}`, ...lacks];
      output.remark(lacks.length === 0 ? said[0]! : said.map(fullStop).join(' '));
    }
    if (!kept.isAsKept && !isQuiet) tellOnce(core, output, otherwiseWords(kept.build));
    return kept.build;
  } catch (error) {
    output.remark(
      error instanceof Refused
        ? `${error.message} ${error.advice}`.trim()
        : `The build was not kept: ${(error as Error).message}`,
    );
    return null;
  }
}
