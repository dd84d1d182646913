/** `plywire suite`: asks engines about positions with known solutions. */
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { shortId, type BuildStore } from '../builds/build-store.ts';
import { runSuite, type SuiteAnswer } from '../builds/suite-run.ts';
import {
  BadSuite,
  isLines,
  isOpen,
  isOwnForm,
  mostPositions,
  positionsOf,
  provenOf,
  readLines,
  readOwnForm,
  suiteKey,
  suiteLine,
} from '../builds/suite.ts';
import { gameById } from '../games/registry.ts';
import type { Build, BuildSuite, SuitePosition } from '../shapes/builds.ts';
import { Exit, exitCodes, unreadable, type CommandContext } from './exit.ts';
import { limitOf, type EngineFlags } from './flags.ts';
import { gamesOf } from './games-of-file.ts';
import { keepBuild } from './keep-build.ts';
import { counted, type Output } from './output.ts';
import { engineMeant } from './probe.ts';

export interface SuiteFlags extends EngineFlags {
  readonly game?: string;
  readonly from: string;
  readonly st?: number;
  readonly depth?: number;
  /** Seconds to prove what solves a position that does not say it. */
  readonly truth: number;
}

type Ask = CommandContext<LocalClient>;

/** In bytes: texts of our own forms are read as a whole. */
const mostBytes = 64 * 1024 * 1024;

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

/** @throws Exit also, once everything is printed, if an engine failed at a position */
export async function suite(
  ask: Ask,
  core: Core,
  file: string,
  engines: readonly string[],
  flags: SuiteFlags,
): Promise<void> {
  const usual = async () => (await engineMeant(ask, engines[0]!, flags)).game;
  const positions = await readSuite(ask, core, file, flags, usual);
  const outcomes: SuiteOutcome[] = [];
  for (const text of engines) {
    outcomes.push(await runOn(ask, core, { file, positions, text, flags }));
    if (ask.signal.aborted) return;
  }
  if (ask.output.json) ask.output.object({ kind: 'summary', positions: positions.length, engines: outcomes });
  const failures = outcomes.flatMap(({ name, failed, total, fault }) =>
    failed === 0 ? [] : [`${name} failed at ${failed} of ${counted(total, 'position')}, first by: ${fault}`],
  );
  if (failures.length > 0) throw new Exit(exitCodes.failed, failures.join('; '));
}

/** Asks one engine, prints each answer and the outcome, and keeps both with its build. */
export async function runOn(
  ask: Ask,
  core: Core,
  of: {
    readonly file: string;
    readonly positions: readonly SuitePosition[];
    readonly text: string;
    readonly flags: SuiteFlags;
  },
): Promise<SuiteOutcome> {
  const { output, signal } = ask;
  const { file, positions, text, flags } = of;
  const { engine, name, protocol, options, limited } = await engineMeant(ask, text, flags);
  const other = positions.find(({ game }) => !core.engines.get(engine).games.includes(game));
  if (other !== undefined) {
    throw new Exit(
      exitCodes.usage,
      `${name} does not play ${gameById(other.game).name} over ${protocol}, which ${file} has.`,
    );
  }
  const build = await keepBuild(core, output, { engine, protocol });
  const { st, depth } = flags;
  const limit = limitOf(
    { ...(st !== undefined && { time: st }), ...(depth !== undefined && { depth }) },
    limited,
  );
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
  if (build !== null && !signal.aborted) {
    const words =
      limit.kind === 'time' ? `${limit.seconds} s` : limit.kind === 'depth' ? `depth ${limit.plies}` : 'none';
    core.builds.record({
      ...{ kind: 'suite', at: Date.now(), build: build.id, suite: resolve(file), limit: words, results },
    });
  }
  return outcome;
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

/**
 * @param usual the game of lines that say none, if no flag says it either
 * @throws Exit if the file has no position that can be asked about
 */
export async function readSuite(
  { output, signal }: Pick<Ask, 'output' | 'signal'>,
  core: Pick<Core, 'truth'>,
  file: string,
  { game, from, truth }: Pick<SuiteFlags, 'game' | 'from' | 'truth'>,
  usual: () => Promise<string>,
): Promise<readonly SuitePosition[]> {
  const read = await rawSuite(file, game, from, usual);
  const positions: SuitePosition[] = [];
  let open = 0;
  for (const [at, position] of read.entries()) {
    if (!isOpen(position)) {
      positions.push(position);
      continue;
    }
    output.passing(`proving what solves position ${at + 1} of ${read.length}`);
    const found = provenOf(position, await core.truth.ask(suiteLine(position, 'suite'), truth, signal));
    if (signal.aborted) break;
    if (found === null) open++;
    else positions.push(found);
  }
  output.passing('');
  if (open > 0) {
    output.remark(
      `${open} positions of ${file} say no best move, and none is proven to keep more than another: they are left out.`,
    );
  }
  if (positions.length === 0) throw new Exit(exitCodes.usage, `${file} has no position with a solution.`);
  return positions;
}

async function rawSuite(
  file: string,
  game: string | undefined,
  from: string,
  usual: () => Promise<string>,
): Promise<readonly SuitePosition[]> {
  const text = from === 'auto' ? smallText(file) : null;
  try {
    if (text !== null && isOwnForm(text)) return readOwnForm(text);
    if (text !== null && isLines(text)) return readLines(gameById(game ?? (await usual())), text);
  } catch (error) {
    if (error instanceof BadSuite) throw new Exit(exitCodes.usage, `${file}: ${error.message}`);
    throw error;
  }
  const found: SuitePosition[] = [];
  let number = 0;
  for await (const { whole } of gamesOf(file, { from, game })) {
    number++;
    if (whole !== null) found.push(...positionsOf(whole, `game ${number}`));
    if (found.length > mostPositions) {
      throw new Exit(exitCodes.usage, `${file} has more than ${mostPositions} positions.`);
    }
  }
  return found;
}

/** Null if it cannot be one of the forms of lines. @throws Exit */
function smallText(file: string): string | null {
  if (file === '-') return null;
  try {
    return statSync(file).size > mostBytes ? null : readFileSync(file, 'utf8');
  } catch (error) {
    throw unreadable(file, error);
  }
}
