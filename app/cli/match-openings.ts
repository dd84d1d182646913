/** The openings of a match, from a file or the bundled ones, and their copy in its folder. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Game, Setup } from '../games/game.ts';
import { seededRandom } from '../games/random.ts';
import { writeDurably } from '../library/files.ts';
import { bundledOpenings } from '../matches/openings/bundled.ts';
import {
  BadOpening,
  initialMark,
  openingsOfGames,
  randomOpenings,
  readOpenings,
  type OpeningBook,
} from '../matches/openings.ts';
import { mainLine } from '../records/forms/played.ts';
import type { MatchPlan, Opening } from '../shapes/matches.ts';
import { Exit, exitCodes, unreadable } from './exit.ts';
import { gamesOf } from './games-of-file.ts';

export interface OpeningsRead {
  readonly openings: readonly Opening[];
  /** What the user should know, in sentences. */
  readonly remarks: readonly string[];
}

/** Random openings for boards without a bundled set: so many plies, and so many of them. */
const randomPlies = 4;
const randomCount = 200;

/** @throws Exit if a line is no opening */
export async function openingsFor(game: Game, plan: MatchPlan): Promise<OpeningsRead> {
  const { file, plies } = plan.openings;
  const setup = plan.setup as Setup | undefined;
  if (file !== null) {
    const { openings, duplicates } = await bookOf(game, setup, file, plies);
    if (openings.length === 0) throw new Exit(exitCodes.usage, `${file} has no opening.`);
    const remarks =
      duplicates === 0
        ? []
        : [
            `${duplicates} openings of ${file} repeat an earlier one, or its mirror image, and were left out.`,
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
  const openings = randomOpenings(game, setup, { plies: plies ?? randomPlies, count: randomCount, random });
  return {
    openings,
    remarks: [
      `There are no bundled openings for this board: ${openings.length} random ones of ${plies ?? randomPlies} plies are played. --openings FILE names others.`,
    ],
  };
}

/** Of a game in a form that holds games, where --plies does not say how many. */
const usualPlies = 8;

/** @throws Exit if the file has neither openings on its lines nor games in a form */
async function bookOf(
  game: Game,
  setup: Setup | undefined,
  file: string,
  plies: number | null,
): Promise<OpeningBook> {
  let fault: BadOpening;
  try {
    return readOpenings(game, setup, readFileSync(file, 'utf8').split('\n'), plies);
  } catch (error) {
    if (!(error instanceof BadOpening)) throw unreadable(file, error);
    fault = error;
  }
  try {
    return await openingsOfGames(game, setup, mainLines(file, game.id), plies ?? usualPlies);
  } catch (error) {
    if (error instanceof BadOpening) throw new Exit(exitCodes.usage, `${file}: ${error.message}`);
    if (error instanceof Exit) throw new Exit(exitCodes.usage, `${file}: ${fault.message} ${error.message}`);
    throw error;
  }
}

async function* mainLines(file: string, game: string) {
  for await (const { whole } of gamesOf(file, { from: 'auto', game })) {
    if (whole === null) continue;
    const [root, ...nodes] = mainLine(whole.root);
    yield { start: root!.position, moves: nodes.map(({ move }) => move) };
  }
}

export const copyName = 'openings.txt';

/** Keeps the openings with the match, so that it can be resumed without the file that they came from. */
export const storeOpenings = (folder: string, openings: readonly Opening[]): Promise<void> =>
  writeDurably(join(folder, copyName), `${openings.map(({ text }) => text || initialMark).join('\n')}\n`);

/** @throws Exit if the copy was changed */
export const storedOpenings = (folder: string, game: Game, setup: Setup | undefined): readonly Opening[] => {
  const path = join(folder, copyName);
  return reading(path, () => readOpenings(game, setup, readFileSync(path, 'utf8').split('\n'), null))
    .openings;
};

function reading<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof BadOpening) throw new Exit(exitCodes.usage, `${file}: ${error.message}`);
    throw error;
  }
}
