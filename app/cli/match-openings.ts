/** The openings of a match, from a file or the bundled ones, and their copy in its folder. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted } from '../games/sentences.ts';
import type { Game, Setup } from '../games/game.ts';
import { seededRandom } from '../games/random.ts';
import { writeDurably } from '../library/files.ts';
import { fileSource, wholeText, type TextSource } from '../library/text-source.ts';
import { bundledOpenings } from '../matches/openings/bundled.ts';
import {
  BadOpening,
  hasOpening,
  initialMark,
  openingsOfGames,
  randomOpenings,
  readOpenings,
  type OpeningBook,
} from '../matches/openings.ts';
import { mainLine } from '../records/forms/played.ts';
import { faultWords } from '../records/forms/reading.ts';
import type { MatchPlan, Opening } from '../shapes/matches.ts';
import { decideForm } from './deciding.ts';
import { Exit, exitCodes, unreadable } from './exit.ts';
import { readingsOf } from './games-of-file.ts';

export interface OpeningsRead {
  readonly openings: readonly Opening[];
  /** What the user should know, in sentences. */
  readonly remarks: readonly string[];
}

/** Random openings for boards without a bundled set: so many plies, and so many of them. */
const randomPlies = 4;
const randomCount = 200;

/** @throws Exit if a line is not an opening */
export async function openingsFor(game: Game, plan: MatchPlan, signal?: AbortSignal): Promise<OpeningsRead> {
  const { file, plies } = plan.openings;
  const setup = plan.setup as Setup | undefined;
  if (file !== null) {
    const { openings, duplicates } = await bookOf(game, setup, { file, plies }, signal);
    if (openings.length === 0) throw new Exit(exitCodes.usage, `${file} has no opening.`);
    const remarks =
      duplicates === 0
        ? []
        : [
            `${counted(duplicates, 'opening')} of ${file} left out: an earlier one is the same, or its mirror image.`,
          ];
    return { openings, remarks };
  }
  const isUsual =
    setup === undefined || game.positionText(game.initial(setup)) === game.positionText(game.initial());
  const bundled = isUsual ? bundledOpenings(game.id) : [];
  if (bundled.length > 0) {
    return { openings: readOpenings(game, undefined, bundled, plies).openings, remarks: [] };
  }
  const random = seededRandom(plan.srand);
  const length = plies ?? randomPlies;
  const { openings } = randomOpenings(game, setup, { plies: length, count: randomCount, random });
  if (openings.length === 0) {
    throw new Exit(
      exitCodes.usage,
      `No random opening was found: games on this board end within ${length} plies. Give --openings, or fewer --plies.`,
    );
  }
  return {
    openings,
    remarks: [
      `There are no bundled openings for this board: ${openings.length} random ones of ${length} plies are played. --openings FILE names others.`,
    ],
  };
}

/** The plies that are taken of a game in a form that holds games, where --plies does not say how many. */
const usualPlies = 8;

/** A beginning of SGF, or a tag of PGN: what holds games, of which a line may look like an opening. */
const container = /^\s*(?:\(\s*;|\[\s*\w+\s*")/m;

/** Forms whose texts are what a file of openings has on its lines. */
const plain: ReadonlySet<string> = new Set(['moves', 'positions']);

/** @throws Exit if the file has neither openings on its lines nor games in a form */
async function bookOf(
  game: Game,
  setup: Setup | undefined,
  { file, plies }: { readonly file: string; readonly plies: number | null },
  signal: AbortSignal | undefined,
): Promise<OpeningBook> {
  const { text, source } = await fileSource(file, signal)
    .then((opened) => wholeText(opened, Infinity))
    .catch((error: unknown) => {
      throw unreadable(file, error);
    });
  const lines = text!.split('\n');
  let fault: BadOpening;
  try {
    return readOpenings(game, setup, lines, plies);
  } catch (error) {
    if (!(error instanceof BadOpening)) throw error;
    fault = error;
  }
  // Another form would give the lines that are openings another meaning, or cut them.
  if (!container.test(text!) && hasOpening(game, setup, lines, plies)) {
    throw new Exit(exitCodes.usage, `${file}: ${fault.message}`);
  }
  try {
    return await openingsOfGames(game, setup, mainLines(source, game, fault, signal), plies ?? usualPlies);
  } catch (error) {
    if (error instanceof BadOpening) throw new Exit(exitCodes.usage, `${file}: ${error.message}`);
    if (error instanceof Exit) throw new Exit(exitCodes.usage, `${file}: ${fault.message} ${error.message}`);
    throw error;
  }
}

/** @param fault of the lines as openings @throws BadOpening if a game cannot be read as a whole */
async function* mainLines(
  source: TextSource,
  game: Game,
  fault: BadOpening,
  signal: AbortSignal | undefined,
) {
  const decided = await decideForm(source.name, { from: 'auto', game: game.id }, signal, source);
  const { form } = decided.candidate;
  let number = 0;
  for await (const { whole, faults } of readingsOf(decided)) {
    number++;
    const [first] = faults;
    if (first !== undefined) {
      throw plain.has(form.id)
        ? fault
        : new BadOpening(`Game ${number}, as ${form.name}: ${faultWords(first)}.`);
    }
    if (whole === null) continue;
    const [root, ...nodes] = mainLine(whole.root);
    yield { start: root!.position, moves: nodes.map(({ move }) => move) };
  }
}

export const copyName = 'openings.txt';

/** Keeps the openings with the match, so that it can be resumed without the file that they came from. */
export const storeOpenings = (folder: string, openings: readonly Opening[]): Promise<void> =>
  writeDurably(join(folder, copyName), copyOf(openings));

const copyOf = (openings: readonly Opening[]): string =>
  `${openings.map(({ text }) => text || initialMark).join('\n')}\n`;

/** What the openings of a match are recognized by: other line ends or notes in its copy do not matter. */
export const openingsHash = (openings: readonly Opening[]): string =>
  createHash('sha256').update(copyOf(openings)).digest('hex');

/**
 * @param hash of the openings as the match began; undefined if its journal does not say it
 * @throws Exit if the copy has other openings, or none
 */
export const storedOpenings = (
  folder: string,
  game: Game,
  setup: Setup | undefined,
  hash: string | undefined,
): readonly Opening[] => {
  const path = join(folder, copyName);
  const { openings } = reading(path, () =>
    readOpenings(game, setup, readFileSync(path, 'utf8').split('\n'), null),
  );
  if (openings.length === 0) {
    throw new Exit(exitCodes.usage, `${path} has no opening. Begin the match again, without --resume.`);
  }
  if (hash !== undefined && openingsHash(openings) !== hash) {
    throw new Exit(
      exitCodes.usage,
      `${path} has other openings than those that the match began with. Restore it, or begin the match again, without --resume.`,
    );
  }
  return openings;
};

function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadOpening) throw new Exit(exitCodes.usage, `${file}: ${error.message}`);
    throw error;
  }
}
