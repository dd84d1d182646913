/** After the games of a match: what its engines kept of proven values, and the positions for their suites. */
import { join } from 'node:path';
import type { Core } from '../api/core.ts';
import { addToSuite, suitePath } from '../builds/own-suite.ts';
import { counted } from '../games/sentences.ts';
import type { Game } from '../games/game.ts';
import { judgeGame, type GamePlayed } from '../matches/accuracy.ts';
import { DiskFault, journalName, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { longestTimer } from '../sessions/clock.ts';
import type { Build, SuitePosition } from '../shapes/builds.ts';
import type { JudgedGame, MatchEntry } from '../shapes/matches.ts';
import type { Output } from './output.ts';

/** Seconds for one position: most that can be proven at all near the end of a game are proven by then. */
const positionSeconds = 0.2;

/** The most games that are read to be judged at once. */
const mostGames = 5000;

export interface JudgedMatch {
  readonly output: Output;
  readonly core: Pick<Core, 'truth' | 'home'>;
  readonly game: Game;
  readonly folder: string;
  readonly record: MatchRecord;
  readonly put: (entry: MatchEntry) => void;
  /** Of the players, null for one that is not kept. */
  readonly builds: readonly (Build | null)[];
}

/** Judges games that are not judged yet, in the order of their ending, for so many seconds. */
export async function judgeMatch(of: JudgedMatch, seconds: number, signal: AbortSignal): Promise<void> {
  if (!(seconds > 0)) return;
  const { output, core, game, folder, record, put } = of;
  const games = await gamesIn(folder, record);
  const until = performance.now() + seconds * 1000;
  let added = 0;
  for (const [at, played] of games.entries()) {
    if (signal.aborted || performance.now() > until) break;
    output.passing(`proving what was kept: ${at} of ${games.length} games`);
    const timed = AbortSignal.any([
      signal,
      AbortSignal.timeout(Math.min(longestTimer, Math.max(1, Math.ceil(until - performance.now())))),
    ]);
    const judged = await judgeGame(game, played, core.truth.ask, positionSeconds, timed);
    if (judged === null) break;
    try {
      put({ kind: 'judged', ...judged });
    } catch (error) {
      if (!(error instanceof DiskFault)) throw error;
      output.remark(
        `The journal of the match cannot be written (${error.message}): no more games are judged.`,
      );
      break;
    }
    added += toSuites(of, played, judged);
  }
  output.passing('');
  if (added > 0) {
    output.remark(
      `The suites of the engines have ${counted(added, 'new position')}, in which one gave away a proven value; \`plywire regress\` asks them.`,
    );
  }
}

/** Finished games without a judgement. */
async function gamesIn(folder: string, record: MatchRecord): Promise<readonly GamePlayed[]> {
  const games: GamePlayed[] = [];
  const again = new MatchRecord((line, { ending }, { players, opening }) => {
    if (ending === 'void' || record.isJudged(line.number) || games.length === mostGames) return;
    games.push({ number: line.number, players: [players[0], players[1]], opening, texts: line.moves });
  });
  await readEntries(join(folder, journalName), (entry) => again.apply(entry));
  return games;
}

/** Adds what was given away to the suites of the engines that did. @returns how many positions are new */
function toSuites(
  { core, game, folder, builds }: JudgedMatch,
  played: GamePlayed,
  judged: JudgedGame,
): number {
  let added = 0;
  for (const seat of [0, 1] as const) {
    const build = builds[played.players[seat]];
    if (build === null || build === undefined) continue;
    const positions = judged.lost
      .filter((lost) => lost.seat === seat)
      .map(({ ply, best }): SuitePosition => {
        const { opening, texts, number } = played;
        return {
          ...{ game: game.id, start: opening.start, moves: texts.slice(0, ply - 1) },
          ...{ best, losing: best.length > 0 ? [] : [texts[ply - 1]!] },
          from: `${folder}:${number}, ply ${ply}`,
        };
      });
    added += addToSuite(suitePath(core.home.builds, build.engine), positions);
  }
  return added;
}
