/** Reads the file of a suite: lines with solutions, our own form, or games of any form. */
import type { Readable } from 'node:stream';
import type { Core } from '../api/core.ts';
import { isOwnSuite } from '../builds/own-suite.ts';
import { BadSuite, isLines, isOwnForm, readGoodLines, readLines, readOwnForm } from '../builds/suite-text.ts';
import { isOpen, mostPositions, positionsOf, provenOf, suiteLine } from '../builds/suite.ts';
import { counted } from '../games/sentences.ts';
import { gameById } from '../games/registry.ts';
import { textSource, wholeText } from '../library/text-source.ts';
import { faultWords, type Fault } from '../records/forms/reading.ts';
import type { SuitePosition } from '../shapes/builds.ts';
import { Exit, exitCodes, unreadable, type CommandContext } from './exit.ts';
import { gamesOf } from './games-of-file.ts';
import type { BuildAsked } from './keep-build.ts';

/** What is said of a suite's file. */
export interface SuiteFileFlags {
  readonly game?: string;
  readonly from: string;
  /** Seconds to prove what solves a position that does not say it. */
  readonly truth: number;
}

/** In bytes: lines with solutions are read as a whole. */
const mostBytes = 64 * 1024 * 1024;

/** The most unreadable places that are listed; further ones are counted. */
const mostTold = 10;

const nameOf = (file: string): string => (file === '-' ? 'standard input' : file);

export const noPosition = (file: string): Exit =>
  new Exit(exitCodes.usage, `${nameOf(file)} has no position with a solution.`);

/** The error for places of a suite that could not be read. */
export const unreadPlaces = (file: string, unread: number): Exit =>
  new Exit(
    exitCodes.usage,
    `${counted(unread, 'place')} of ${nameOf(file)} could not be read: correct ${unread === 1 ? 'it' : 'them'}, or delete the lines.`,
  );

/** @throws Exit if the engine does not play a game of these positions */
export function requireGames(
  core: Pick<Core, 'engines'>,
  { engine, name, protocol }: BuildAsked,
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
  { output, signal }: Pick<CommandContext<unknown>, 'output' | 'signal'>,
  core: Pick<Core, 'truth' | 'home'>,
  file: string,
  flags: SuiteFileFlags,
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
  { game, from }: Pick<SuiteFileFlags, 'game' | 'from'>,
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
