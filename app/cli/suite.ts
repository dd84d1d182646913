/** `plywire suite`: asks engines about positions with known solutions. */
import { resolve } from 'node:path';
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { requireChoices } from '../api/requirements.ts';
import { shortId, type BuildStore } from '../builds/build-store.ts';
import { runSuite, type SuiteAnswer } from '../builds/suite-run.ts';
import { suiteKey } from '../builds/suite.ts';
import { counted } from '../games/sentences.ts';
import { gameById } from '../games/registry.ts';
import type { Build, BuildSuite, SuitePosition } from '../shapes/builds.ts';
import type { Limit } from '../shapes/engines.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { limitOf, type EngineFlags } from './flags.ts';
import { keepAndName, keepBuild } from './keep-build.ts';
import type { Output } from './output.ts';
import { engineMeant } from './probe.ts';
import { noPosition, readSuite, requireGames, unreadPlaces, type SuiteFileFlags } from './suite-file.ts';

export interface SuiteFlags extends EngineFlags, SuiteFileFlags {
  readonly st?: number;
  readonly depth?: number;
}

type Ask = CommandContext<LocalClient>;

type Meant = Awaited<ReturnType<typeof engineMeant>>;

export interface SuiteOutcome {
  readonly name: string;
  readonly solved: number;
  readonly total: number;
  /** To the solutions, of the positions that are solved. */
  readonly seconds: number;
  /** Positions to which the engine gave no legal answer; and why it gave the first of them none, null without one. */
  readonly failed: number;
  readonly fault: string | null;
  /** Compared with the newest earlier build that was asked about the same suite. */
  readonly before: {
    readonly build: string;
    /** Numbers of positions from 1. */
    readonly gained: readonly number[];
    readonly lost: readonly number[];
  } | null;
}

/** @throws Exit also, once everything is printed, if an engine failed at a position or a place could not be read */
export async function suite(
  ask: Ask,
  core: Core,
  file: string,
  engines: readonly string[],
  flags: SuiteFlags,
): Promise<void> {
  const meant: Meant[] = [];
  for (const text of engines) meant.push(await engineMeant(ask, text, flags));
  const { positions, unread } = await readSuite(ask, core, file, flags, {
    usual: () => Promise.resolve(meant[0]!.game),
    require: (read) => {
      for (const each of meant) requireGames(core, each, read, file);
      for (const each of meant) limitFor(core, each, flags);
    },
  });
  if (positions.length === 0) throw noPosition(file);
  const named = await keepAndName(core, ask.output, meant);
  const outcomes: SuiteOutcome[] = [];
  for (const each of named) {
    outcomes.push(await runOn(ask, core, { file, positions, meant: each, flags }));
    if (ask.signal.aborted) return;
  }
  if (ask.output.json) ask.output.object({ kind: 'summary', positions: positions.length, engines: outcomes });
  const failures = outcomes.flatMap(({ name, failed, total, fault }) =>
    failed === 0 ? [] : [`${name} failed at ${failed} of ${counted(total, 'position')}, first by: ${fault}`],
  );
  if (failures.length > 0) throw new Exit(exitCodes.failed, failures.join('; '));
  if (unread > 0) throw unreadPlaces(file, unread);
}

/** Asks one engine, prints each answer and the outcome, and keeps both with its build. */
export async function runOn(
  ask: Ask,
  core: Core,
  of: {
    readonly file: string;
    readonly positions: readonly SuitePosition[];
    readonly meant: Meant;
    readonly flags: SuiteFlags;
  },
): Promise<SuiteOutcome> {
  const { output, signal } = ask;
  const { file, positions, flags } = of;
  const { engine, name, protocol, options, limited } = of.meant;
  // A match only watches the time of an engine that cannot be told it, and has the same flags.
  const limit = limitFor(core, of.meant, limited ? flags : {});
  requireGames(core, of.meant, positions, file);
  // It may have been built anew since another engine was asked.
  const build = await keepBuild(core, output, { engine, protocol, name });
  const before = build === null ? null : await earlier(core.builds, build, resolve(file));
  const results: Record<string, number | null> = {};
  const [gained, lost]: [number[], number[]] = [[], []];
  let [number, solved, seconds, failed] = [0, 0, 0, 0];
  let fault: string | null = null;
  output.line(`${name}, ${counted(positions.length, 'position')}`);
  const open = () => core.launcher.open(engine, protocol, 'command line', options);
  for await (const answer of runSuite(positions, open, limit, signal)) {
    number++;
    const key = suiteKey(answer.position);
    results[key] = answer.seconds;
    if (answer.fault !== null) {
      failed++;
      fault ??= answer.fault;
    }
    if (answer.isSolved) {
      solved++;
      seconds += answer.seconds ?? 0;
    }
    const was = before?.results[key];
    if (was === null && answer.isSolved) gained.push(number);
    if (typeof was === 'number' && !answer.isSolved) lost.push(number);
    printAnswer(output, name, number, answer);
    output.passing(`${number} of ${positions.length}, ${solved} solved`);
  }
  output.passing('');
  const outcome: SuiteOutcome = {
    ...{ name, solved, total: positions.length, seconds: Math.round(seconds * 1e6) / 1e6 },
    ...{ failed, fault },
    before: before === null ? null : { build: before.build, gained, lost },
  };
  output.line(outcomeWords(outcome));
  // Of no positions, there is nothing with which a later build could be compared.
  if (build !== null && !signal.aborted && positions.length > 0) {
    const words =
      limit.kind === 'time' ? `${limit.seconds} s` : limit.kind === 'depth' ? `depth ${limit.plies}` : 'none';
    core.builds.record({
      ...{ kind: 'suite', at: Date.now(), build: build.id, suite: resolve(file), limit: words, results },
    });
  }
  return outcome;
}

/** @throws Refused if the engine cannot be told this limit */
function limitFor(
  core: Core,
  { engine, protocol, options, game, limited }: Meant,
  { st, depth }: Pick<SuiteFlags, 'st' | 'depth'>,
): Limit {
  const limit = limitOf(
    { ...(st !== undefined && { time: st }), ...(depth !== undefined && { depth }) },
    limited,
  );
  requireChoices(core.engines.get(engine), gameById(game), { protocol, limit, options });
  return limit;
}

function printAnswer(
  output: Output,
  engine: string,
  number: number,
  { position, move, isSolved, seconds, fault }: SuiteAnswer,
): void {
  const { best, losing, from } = position;
  if (output.json) {
    return output.object({
      ...{ kind: 'position', engine, number, from, best, losing, move, solved: isSolved, seconds, fault },
    });
  }
  const wanted = best.length > 0 ? best.join(' or ') : `not ${losing.join(' or ')}`;
  const time = seconds === null ? '' : `  ${seconds.toFixed(2)} s`;
  const words = fault ?? `${move ?? 'no move'}${isSolved ? '' : `, wanted ${wanted}`}`;
  output.line(`${number}. ${isSolved ? 'solved' : 'not solved'}  ${words}${time}  (${from})`);
}

function outcomeWords({ name, solved, total, seconds, before }: SuiteOutcome): string {
  const mean = solved === 0 ? '' : `, ${(seconds / solved).toFixed(2)} s to a solution`;
  const change =
    before === null
      ? ''
      : `; against build ${shortId(before.build)}: +${before.gained.length} -${before.lost.length}` +
        (before.lost.length > 0 ? `, no longer ${before.lost.join(', ')}` : '');
  return `${name}: ${solved} of ${total} solved${mean}${change}`;
}

/** The newest outcome of another build of this engine at the same suite. */
async function earlier(builds: BuildStore, { id, engine }: Build, file: string): Promise<BuildSuite | null> {
  const found = (await builds.of(engine))
    .filter(({ build }) => build.id !== id)
    .flatMap(({ build }) => builds.events(build.id))
    .filter((event) => event.kind === 'suite' && event.suite === file);
  return (found.toSorted((one, other) => one.at - other.at).at(-1) as BuildSuite | undefined) ?? null;
}
