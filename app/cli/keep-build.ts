/** Keeps the build of an engine that a command runs. */
import type { Core } from '../api/core.ts';
import { shortId } from '../builds/build-store.ts';
import { asScript } from '../builds/script.ts';
import { fullStop } from '../games/full-stop.ts';
import type { Build } from '../shapes/builds.ts';
import { Refused } from '../shapes/refused.ts';
import type { Output } from './output.ts';

export interface BuildAsked {
  readonly engine: string;
  readonly protocol: string;
}

/**
 * Copies the engine's program and its named files, and says so if it is a new build. A build that cannot be kept stops no
 * command: why is said.
 * @param isQuiet a new build is not told of: `plywire builds` lists it
 * @returns null if it is not kept
 */
export async function keepBuild(
  core: Core,
  output: Output,
  asked: BuildAsked,
  isQuiet = false,
): Promise<Build | null> {
  const own = core.launcher.factsOf(asked.engine, asked.protocol);
  const facts = { ...own, launch: asScript(own.launch) };
  const started = core.tellers.started(facts);
  const paths = started.files.map(({ path }) => path);
  // A program that is missing is reported by its start.
  if (paths.length === 0) return null;
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
