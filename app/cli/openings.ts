/**
 * `plywire openings`: makes balanced openings, the same ones for the same seed, or chooses those of matches that leave most
 * to the engines. Loads no host.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as pause } from 'node:timers/promises';
import { counted } from '../games/sentences.ts';
import { gameById } from '../games/registry.ts';
import { seededRandom } from '../games/random.ts';
import { journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { OpeningTally } from '../matches/opening-choice.ts';
import { initialMark, openingLooks, playoutScore, type Miss } from '../matches/openings.ts';
import type { Opening } from '../shapes/matches.ts';
import { makeProver } from '../truth/registry.ts';
import { Exit, exitCodes } from './exit.ts';
import { setupOf, type PositionFlags } from './flags.ts';
import type { Output } from './output.ts';
import { interruptibly } from './run.ts';

export interface OpeningsFlags extends PositionFlags {
  /** Of none, as many of the usual number as there are. */
  readonly count?: number;
  readonly plies: number;
  readonly srand: number;
  /** In seconds of proving, about: see `looksASecond` of a prover. Meanwhile no interruption is noticed. */
  readonly time: number;
  readonly playouts: number;
  readonly balance: number;
  /** Folders of matches to choose from. */
  readonly match: readonly string[];
  readonly decided: number;
  readonly drawn: number;
  readonly pairs: number;
}

/** Where --count does not say how many. */
const usualCount = 100;

/** @throws Exit if there are fewer than were asked for */
function requireEnough(found: number, { count }: Pick<OpeningsFlags, 'count'>): void {
  if (found >= (count ?? 1)) return;
  // Why is told before.
  throw new Exit(
    exitCodes.failed,
    count === undefined
      ? 'No opening was found.'
      : `Only ${found} of ${counted(count, 'opening')} were found.`,
  );
}

/** Prints the openings of matches whose pairs they do not decide themselves, and that are not always drawn. */
async function chosenOpenings(output: Output, gameId: string, flags: OpeningsFlags): Promise<void> {
  const tally = new OpeningTally();
  for (const folder of flags.match) {
    const path = join(folder, journalName);
    if (!existsSync(path)) throw new Exit(exitCodes.usage, `There is no match in ${folder}.`);
    const record = new MatchRecord((line, { result }, { opening, pair, isPaired }) =>
      tally.add(opening, isPaired ? `${folder} ${pair}` : null, line.result === '*' ? '*' : result),
    );
    await readEntries(path, (entry) => record.apply(entry));
    if (record.head.game !== gameId) {
      throw new Exit(exitCodes.usage, `The match in ${folder} is of ${gameById(record.head.game).name}.`);
    }
  }
  const found = tally.chosen(flags).slice(0, flags.count ?? usualCount);
  if (output.json) {
    output.objects(
      found.map(({ opening, ...figures }) => ({ opening: opening.text, moves: opening.moves, ...figures })),
    );
  } else output.lines(found.map(({ opening }) => (opening.text === '' ? initialMark : opening.text)));
  output.remark(
    `${found.length} of ${counted(tally.all.length, 'opening')}: in at least ${counted(flags.pairs, 'pair')} they decide at most ${share(flags.decided)} and are drawn in at most ${share(flags.drawn)}.`,
  );
  requireEnough(found.length, flags);
}

const share = (value: number): string => `${Math.round(value * 100)} %`;

/**
 * Prints openings, one on each line, that no proof calls lost for a side and that random games do not decide.
 * @throws Exit with 1 if there are fewer than were asked for
 * @param signal ends the search for more; those found until then are printed
 */
export async function openings(
  output: Output,
  gameId: string,
  flags: OpeningsFlags,
  signal?: AbortSignal,
): Promise<void> {
  if (flags.match.length > 0) return chosenOpenings(output, gameId, flags);
  if (signal !== undefined) return makeOpenings(output, gameId, flags, signal);
  return interruptibly((own) => makeOpenings(output, gameId, flags, own));
}

/** Random games between two pauses, in which an interruption is noticed. */
const playoutsAtOnce = 40;

async function makeOpenings(
  output: Output,
  gameId: string,
  flags: OpeningsFlags,
  signal: AbortSignal,
): Promise<void> {
  const game = gameById(gameId);
  const { count = usualCount, plies, srand, time, playouts, balance } = flags;
  const prover = makeProver(gameId);
  const random = seededRandom(srand);
  /** As in one go: each chunk has whole and half points. Null if interrupted. */
  const scoreOf = async (position: unknown): Promise<number | null> => {
    let points = 0;
    for (let played = 0; played < playouts; played += playoutsAtOnce) {
      const some = Math.min(playoutsAtOnce, playouts - played);
      points += Math.round(2 * some * playoutScore(game, position, some, random)) / 2;
      await pause();
      if (signal.aborted) return null;
    }
    return points / playouts;
  };
  const accepts = async (position: unknown): Promise<boolean> => {
    if (playouts > 0) {
      const score = await scoreOf(position);
      if (score === null || Math.abs(score - 0.5) > balance) return false;
    }
    // Counted instead of milliseconds, which makes the openings a function of the seed, whatever else the machine does.
    let left = time * prover.looksASecond;
    const { verdict } = prover.prove(position, () => --left < 0);
    return verdict.value === 'unknown' || verdict.value === 'draw';
  };
  const found: Opening[] = [];
  const looks = openingLooks(game, setupOf(gameId, flags), { plies, count, random }, found);
  let step = looks.next();
  for (let seen = 1; step.done !== true && !signal.aborted; seen++) {
    output.passing(`${found.length} of ${count} found, ${seen} looked at`);
    const isOpen = step.value !== undefined && (await accepts(step.value));
    await pause();
    step = looks.next(isOpen);
  }
  output.passing('');
  if (output.json) output.objects(found.map(({ text, moves }) => ({ opening: text, moves })));
  else output.lines(found.map(({ text }) => text));
  const lack = step.done === true ? step.value.lack : null;
  if (lack !== null)
    output.remark(lackWords[lack](`${found.length} of ${counted(count, 'opening')}`, game.name, plies));
  if (!signal.aborted) requireEnough(found.length, flags);
}

const lackWords: Readonly<Record<Miss, (found: string, game: string, plies: number) => string>> = {
  repeated: (found, game, plies) =>
    `${found} found: ${game} has hardly any more of ${plies} plies; raise --plies or --balance.`,
  early: (found, game, plies) =>
    `${found} found: nearly every random game of ${game} ends within ${plies} plies; lower --plies.`,
  refused: (found, _, plies) =>
    `${found} found: nearly all others of ${plies} plies favour a side; raise --balance.`,
};
