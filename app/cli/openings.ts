/**
 * `plywire openings`: makes balanced openings, the same ones for the same seed, or chooses those of matches that leave most
 * to the engines. Loads no host.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gameById } from '../games/registry.ts';
import { seededRandom } from '../games/random.ts';
import { journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { OpeningTally } from '../matches/opening-choice.ts';
import { initialMark, playoutScore, randomOpenings } from '../matches/openings.ts';
import { makeProver } from '../truth/registry.ts';
import { Exit, exitCodes } from './exit.ts';
import { setupOf, type PositionFlags } from './flags.ts';
import type { Output } from './output.ts';

export interface OpeningsFlags extends PositionFlags {
  readonly count: number;
  readonly plies: number;
  readonly srand: number;
  readonly time: number;
  readonly playouts: number;
  readonly balance: number;
  /** Folders of matches to choose from. */
  readonly match: readonly string[];
  readonly decided: number;
  readonly drawn: number;
  readonly pairs: number;
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
  const found = tally.chosen(flags).slice(0, flags.count);
  if (output.json) {
    output.objects(
      found.map(({ opening, ...figures }) => ({ opening: opening.text, moves: opening.moves, ...figures })),
    );
  } else output.lines(found.map(({ opening }) => (opening.text === '' ? initialMark : opening.text)));
  output.remark(
    `${found.length} of ${tally.all.length} openings: in at least ${flags.pairs} pairs they decide at most ${share(flags.decided)} and are drawn in at most ${share(flags.drawn)}.`,
  );
}

const share = (value: number): string => `${Math.round(value * 100)} %`;

/** Prints openings, one on each line, that no proof calls lost for a side and that random games do not decide. */
export function openings(output: Output, gameId: string, flags: OpeningsFlags): Promise<void> {
  if (flags.match.length > 0) return chosenOpenings(output, gameId, flags);
  makeOpenings(output, gameId, flags);
  return Promise.resolve();
}

function makeOpenings(output: Output, gameId: string, flags: OpeningsFlags): void {
  const game = gameById(gameId);
  const { count, plies, srand, time, playouts, balance } = flags;
  const setup = setupOf(gameId, flags);
  const prover = makeProver(gameId);
  const random = seededRandom(srand);
  let seen = 0;
  let kept = 0;
  const accepts = (position: unknown): boolean => {
    output.passing(`${kept} of ${count} found, ${++seen} looked at`);
    if (playouts > 0) {
      const score = playoutScore(game, position, playouts, random);
      if (Math.abs(score - 0.5) > balance) return false;
    }
    const until = performance.now() + time * 1000;
    const { verdict } = prover.prove(position, () => performance.now() > until);
    const isOpen = verdict.value === 'unknown' || verdict.value === 'draw';
    if (isOpen) kept++;
    return isOpen;
  };
  const found = randomOpenings(game, setup, { plies, count, random }, accepts);
  output.passing('');
  if (output.json) output.objects(found.map(({ text, moves }) => ({ opening: text, moves })));
  else output.lines(found.map(({ text }) => text));
  if (found.length < count) {
    output.remark(
      `${game.name} has only ${found.length} such openings of ${plies} plies; raise --plies or --balance.`,
    );
  }
}
