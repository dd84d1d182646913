/** `plywire suite`: asks engines about positions with known solutions. */
import { resolve } from 'node:path';
import type { Readable } from 'node:stream';
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { programHash } from '../api/match-engines.ts';
import { requireChoices } from '../api/requirements.ts';
import { shortId, type BuildStore } from '../builds/build-store.ts';
import { isOwnSuite } from '../builds/own-suite.ts';
import { runSuite, type SuiteAnswer } from '../builds/suite-run.ts';
import {
  BadSuite,
  isLines,
  isOpen,
  isOwnForm,
  mostPositions,
  positionsOf,
  provenOf,
  readGoodLines,
  readLines,
  readOwnForm,
  suiteKey,
  suiteLine,
} from '../builds/suite.ts';
import { counted } from '../games/counted.ts';
import { gameById } from '../games/registry.ts';
import { textSource, wholeText } from '../library/text-source.ts';
import { distinctNames } from '../library/distinct-names.ts';
import { faultWords, type Fault } from '../records/forms/reading.ts';
import type { Build, BuildSuite, SuitePosition } from '../shapes/builds.ts';
import type { Limit } from '../shapes/engines.ts';
import { Exit, exitCodes, unreadable, type CommandContext } from './exit.ts';
import { limitOf, type EngineFlags } from './flags.ts';
import { gamesOf } from './games-of-file.ts';
import { buildOf, keepBuild, keepBuilds } from './keep-build.ts';
import type { Output } from './output.ts';
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

type Meant = Awaited<ReturnType<typeof engineMeant>>;

/** In bytes: lines with solutions are read as a whole. */
const mostBytes = 64 * 1024 * 1024;

/** Of places that cannot be read; of further ones only the number is told. */
const mostTold = 10;

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
  const programs = await Promise.all(meant.map(({ engine }) => programHash(core.engines, engine)));
  const builds = await Promise.all(meant.map((each) => buildOf(core, each)));
  const names = distinctNames(
    meant.map(({ name }, at) => ({ name, program: programs[at]!, build: builds[at]! })),
  );
  const named = meant.map((each, at) => ({ ...each, name: names[at]! }));
  await keepBuilds(core, ask.output, named);
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

/** What a suite is too little for: some of it could not be read. */
export const unreadPlaces = (file: string, unread: number): Exit =>
  new Exit(
    exitCodes.usage,
    `${counted(unread, 'place')} of ${nameOf(file)} could not be read: correct ${unread === 1 ? 'it' : 'them'}, or delete the lines.`,
  );

/** @throws Exit if the engine does not play a game of these positions */
export function requireGames(
  core: Pick<Core, 'engines'>,
  { engine, name, protocol }: Pick<Meant, 'engine' | 'name' | 'protocol'>,
  positions: readonly SuitePosition[],
  file: string,
): void {
  const other = positions.find(({ game }) => !core.engines.get(engine).games.includes(game));
  if (other === undefined) return;
  throw new Exit(
    exitCodes.usage,
    `${name} does not play ${gameById(other.game).name} over ${protocol}, which ${nameOf(file)} has.`,
  );
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

export interface SuiteReading {
  /** The game of lines that say none, if no flag says it either. */
  readonly usual: () => Promise<string>;
  /** Called with all positions before it is proven what solves them: it throws if they cannot be asked about. */
  readonly require?: (positions: readonly SuitePosition[]) => void;
  /** The standard input, a parameter for tests. */
  readonly input?: Readable;
}

export interface SuiteRead {
  /** Empty only of a suite that Plywire has written, whose lines may all be torn. */
  readonly positions: readonly SuitePosition[];
  /** Places that could not be read; they are told. */
  readonly unread: number;
}

/**
 * @param file or `-` for the standard input
 * @throws Exit if a file that Plywire has not written has no position that can be asked about
 */
export async function readSuite(
  { output, signal }: Pick<Ask, 'output' | 'signal'>,
  core: Pick<Core, 'truth' | 'home'>,
  file: string,
  flags: Pick<SuiteFlags, 'game' | 'from' | 'truth'>,
  { usual, require, input = process.stdin }: SuiteReading,
): Promise<SuiteRead> {
  const { truth } = flags;
  const isOwn = flags.from === 'auto' && isOwnSuite(core.home.builds, file);
  const { positions: read, remarks, unread } = await rawSuite(file, isOwn, flags, usual, { input, signal });
  for (const remark of remarks) output.remark(remark);
  require?.(read);
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
      `${counted(open, 'position')} of ${nameOf(file)} left out: no best move is said, and none is proven to keep more than another.`,
    );
  }
  if (positions.length === 0 && !isOwn) throw noPosition(file);
  return { positions, unread };
}

const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

const noPosition = (file: string): Exit =>
  new Exit(exitCodes.usage, `${nameOf(file)} has no position with a solution.`);

interface RawSuite {
  readonly positions: readonly SuitePosition[];
  /** What the user should know, in sentences. */
  readonly remarks: readonly string[];
  /** As in `SuiteRead`. */
  readonly unread: number;
}

/** Forms that lines with solutions may be called: without their operations, they are moves or positions as we write them. */
const formsOfLines: readonly string[] = ['auto', 'moves', 'positions'];

/** @param isOwn whether Plywire has written it @throws Exit */
async function rawSuite(
  file: string,
  isOwn: boolean,
  { game, from }: Pick<SuiteFlags, 'game' | 'from'>,
  usual: () => Promise<string>,
  { input, signal }: { readonly input: Readable; readonly signal: AbortSignal },
): Promise<RawSuite> {
  const { text, source } = await textSource(file, input, signal)
    .then((opened) => wholeText(opened, mostBytes))
    .catch((error: unknown) => {
      throw unreadable(file, error);
    });
  if (text !== null && isOwn) return ownSuite(file, text);
  try {
    if (text !== null && from === 'auto' && isOwnForm(text))
      return { positions: readOwnForm(text), remarks: [], unread: 0 };
    if (text !== null && formsOfLines.includes(from) && isLines(text))
      return { positions: readLines(gameById(game ?? (await usual())), text), remarks: [], unread: 0 };
  } catch (error) {
    if (error instanceof BadSuite) throw new Exit(exitCodes.usage, `${nameOf(file)}: ${error.message}`);
    throw error;
  }
  const found: SuitePosition[] = [];
  const told: Fault[] = [];
  let [number, untold] = [0, 0];
  for await (const { whole, faults } of gamesOf(file, { from, game }, signal, source)) {
    number++;
    for (const fault of faults) {
      if (told.length < mostTold) told.push(fault);
      else untold++;
    }
    // The last position of a game that was not read to its end is not the one that was meant.
    if (whole !== null) found.push(...positionsOf(whole, `game ${number}`, faults.length > 0));
    if (found.length > mostPositions) {
      throw new Exit(exitCodes.usage, `${nameOf(file)} has more than ${mostPositions} positions.`);
    }
  }
  const remarks = told.map((fault) => `${nameOf(file)}, ${faultWords(fault)}`);
  if (untold > 0) {
    remarks.push(`${counted(untold, 'further place')} of ${nameOf(file)} could not be read.`);
  }
  return { positions: found, remarks, unread: told.length + untold };
}

/** A full disk or a killed process may have torn a line, which must not cost the others. */
function ownSuite(file: string, text: string): RawSuite {
  const { positions, bad } = readGoodLines(text);
  const [first] = bad;
  if (first === undefined) return { positions, remarks: [], unread: 0 };
  return {
    positions,
    remarks: [`${file}: ${counted(bad.length, 'line')} left out, first: ${first.message}`],
    // A torn line is not the fault of the user.
    unread: 0,
  };
}
