/** Plays a match that is ready to begin or to go on, and writes what comes of it. */
import { join } from 'node:path';
import type { Core } from '../api/core.ts';
import { MatchEngines } from '../api/match-engines.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import type { Game } from '../games/game.ts';
import type { KnownMatches } from '../library/known-matches.ts';
import { firstPlayers } from '../matches/game-queue.ts';
import { DiskFault, entryHash, isOdd, MatchLog } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { Match, type Stop } from '../matches/match.ts';
import { summaryLines, summaryObject } from '../matches/report/summary.ts';
import { openingOrder } from '../matches/schedule.ts';
import { limitsFor } from '../play/judge.ts';
import { typedWord } from '../sessions/launch/command-line.ts';
import type { MatchEngine, MatchHead, Opening } from '../shapes/matches.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { keepBuilds } from './keep-build.ts';
import { judgeMatch } from './match-accuracy.ts';
import { seating } from './match-affinity.ts';
import { recordMatch } from './match-builds.ts';
import { writeMatchFiles } from './match-files.ts';
import type { MatchFlags } from './match-flags.ts';
import { removeOthers, removeThese, removeUnbegun, wiresName } from './match-folder.ts';
import { headLines } from './match-head.ts';
import { storeOpenings } from './match-openings.ts';
import { LiveMatch, steerBy } from './match-output.ts';
import { writeMatchPage } from './match-page.ts';
import { asStarted, rulesOf, rulesUnstarted, type Meant } from './match-players.ts';
import { MatchWires } from './match-wires.ts';

/** A match that was played, as far as it went. */
export interface Played {
  readonly folder: string;
  readonly summary: ReturnType<typeof summaryObject>;
}

/** A match that can be played: its engines were found, and its openings read. */
export interface MatchOf {
  readonly folder: string;
  readonly flags: MatchFlags;
  readonly game: Game;
  /** None of a match that is over. */
  readonly engines: readonly Meant[];
  readonly openings: readonly Opening[];
  readonly head: MatchHead;
  /** Engines that join a match that has begun. */
  readonly added?: readonly { readonly engine: MatchEngine; readonly player: Meant }[];
  /** Takes what this match says about its engines, before its journal does. */
  readonly known: Pick<KnownMatches, 'remember'>;
  /**
   * The engines of a match without a game left to play, as far as they were found: none is started. None at all of a match
   * that this home does not know.
   */
  readonly played?: readonly (Meant | null)[];
}

/** @returns null if it was called off before it began @throws Exit, Refused */
export async function playMatch(
  ask: CommandContext<LocalClient>,
  core: Core,
  of: MatchOf,
): Promise<Played | null> {
  const { output, signal } = ask;
  const { folder, flags, game, engines, head, added = [], played } = of;
  const isOver = played !== undefined;
  const { plan } = head;
  const { keep } = plan;
  const wires = keep === 'none' ? null : join(folder, wiresName);
  const running = new MatchEngines(core, wires, asStarted(engines, plan), (sentence) =>
    output.remark(sentence),
  );
  const live = new LiveMatch(output, flags.ratingInterval);
  const kept = new Set<string>();
  /** Sessions of earlier runs, of games that may still end by a fault. */
  const undecided = new Set<string>();
  const record = new MatchRecord((line, ended) => {
    const needless = new Set<string>();
    for (const { session } of ended.sessions) {
      if (isOdd(ended)) kept.add(session);
      else if (undecided.has(session) && !kept.has(session)) needless.add(session);
    }
    if (wires !== null) removeThese(wires, needless);
    live.game(line);
  });
  live.mute(!flags.all);
  const log = await MatchLog.open(folder, (entry) => record.apply(entry));
  let hasBegun = flags.resume !== undefined;
  try {
    live.mute(false);
    if (wires !== null && keep === 'odd') {
      for (const { sessions } of record.open.values())
        for (const { session } of sessions) undecided.add(session);
      removeOthers(wires, new Set([...kept, ...undecided]));
    }
    const most = () => core.settings.value.journalsMiB * 1024 ** 2;
    const say = (sentence: string): void => output.remark(sentence);
    // Who asks for all of them has all of them, whatever they take.
    const journals = wires === null || keep === 'all' ? null : new MatchWires(wires, most, say);
    const put = (entry: Parameters<MatchLog['write']>[0]): void => {
      log.write(entry);
      record.apply(entry);
    };
    const joined: string[] = [];
    const extend = async (entry: Parameters<typeof put>[0]): Promise<void> => {
      if (entry.kind !== 'rounds') await of.known.remember([entryHash(entry)]);
      try {
        put(entry);
      } catch (error) {
        throw error instanceof DiskFault ? unwritten(error, joined) : error;
      }
    };
    if (record.isNew) {
      // The plan comes last: until it is written, the folder counts as new.
      await storeOpenings(folder, of.openings);
      await extend(head);
    }
    if (isOver && !record.isOver) {
      throw new Exit(exitCodes.usage, 'The match was extended meanwhile by another Plywire. Try again.');
    }
    const tested = {
      ...{ plan, game, engines, openings: of.openings, concurrency: head.concurrency },
      joining: flags.resume === undefined ? null : added.length,
      first: firstPlayers(record, head.concurrency),
    };
    const rules = isOver ? rulesUnstarted(ask, tested, record.players) : await rulesOf(ask, tested, running);
    hasBegun = true;
    if (signal.aborted) return null;
    // Only what can be played is added: the journal keeps it for good.
    for (const { engine, player } of added) {
      const { name, protocol, program } = player;
      await extend({
        ...{ kind: 'player', engine, first: record.schedule.total + 1 },
        player: { name, engine: engine.engine, protocol, program },
      });
      joined.push(name);
      output.remark(`${name} joins the match.`);
    }
    const more = flags.resume === undefined ? 0 : (flags.rounds ?? 0) - record.schedule.roundsInAll;
    if (more > 0) await extend({ kind: 'rounds', rounds: more });
    const builds = await keepBuilds(core, output, played ?? engines);
    output.remark(`the match is in ${folder}`);
    for (const line of headLines(head, record, rules.players)) output.line(line);
    const order = openingOrder(of.openings.length, { ...plan.openings, seed: plan.srand });
    const options = (stopped: string, isLast: boolean) => ({ plan: head.plan, isLast, stopped });
    const match = new Match(
      record,
      log,
      {
        ...{ players: rules.players, openings: order.map((at) => of.openings[at]!) },
        limits: limitsFor(game, core.settings.value.gameLimits, {
          ...(plan.maxPlies !== undefined && { plies: plan.maxPlies }),
          ...(plan.maxRepetitions !== undefined && { repetitions: plan.maxRepetitions }),
        }),
        ...{ concurrency: head.concurrency, replaysGames: flags.replayGame === true },
      },
      {
        open: (player) => running.open(player),
        ...(plan.useAffinity && { seat: seating(output) }),
        onClosed: (session, wasOdd) => {
          if (keep === 'odd' && !wasOdd && !isInOpenGame(record, session.id)) running.forget(session);
          else if (session.journalPath !== null) journals?.keep(session.journalPath);
        },
        say,
        onChange: () =>
          live.standing(record.standing.games, () => summaryLines(record, options('running', false))),
        prove: async (line, aborted) => {
          const { verdict } = await core.truth.ask(line, proofSeconds, aborted);
          return verdict.value === 'unknown' || verdict.how === null
            ? null
            : { value: verdict.value, how: verdict.how, plies: verdict.plies };
        },
      },
    );
    const release = steerBy(match, output);
    const began = performance.now();
    const before = record.standing.games;
    const stop: Stop = await match.run(signal).finally(release);
    if (stop !== 'interrupted') {
      const seconds = flags.accuracy ?? usualAccuracy((performance.now() - began) / 1000);
      await judgeMatch({ output, core, game, folder, record, put, builds }, seconds, signal);
    }
    live.end(summaryLines(record, options(stop, true)));
    const summary = summaryObject(record, options(stop, true));
    if (output.json) output.object(summary);
    await writeMatchFiles(folder, game, summary);
    await writeMatchPage(folder, record, options(stop, true));
    recordMatch(core, record, summary, builds, folder);
    if (hadEnded(stop, record.standing.games - before)) output.remark(ended[stop]);
    if (stop === 'interrupted') output.remark(`\`plywire match --resume ${typedWord(folder)}\` goes on.`);
    return { folder, summary };
  } finally {
    live.close();
    await running.close();
    await log.close();
    if (!hasBegun) removeUnbegun(folder, flags.out === undefined);
  }
}

/** Why no game was played of a match that had ended before. */
const ended = {
  complete: 'The match is complete: --rounds N with more rounds than it has, or further engines, extend it.',
  sprt: 'The test of the match is decided: no further game is played.',
} as const;

const hadEnded = (stop: Stop, played: number): stop is keyof typeof ended => played === 0 && stop in ended;

/** Whether the game of a session goes on in a later run, in which it may end by a fault. */
const isInOpenGame = (record: MatchRecord, id: string): boolean =>
  [...record.open.values()].some(({ sessions }) => sessions.some(({ session }) => session === id));

/** @param joined engines that the journal has since this run began */
function unwritten({ message }: DiskFault, joined: readonly string[]): Exit {
  const already =
    joined.length === 0
      ? ''
      : ` ${joined.join(', ')} ${joined.length === 1 ? 'has' : 'have'} joined the match already: do not name ${joined.length === 1 ? 'it' : 'them'} again.`;
  return new Exit(
    exitCodes.usage,
    `The journal of the match cannot be written (${message}). Check the free disk space, and try again.${already}`,
  );
}

/** Seconds to prove what was kept, from those that the games took. */
const usualAccuracy = (played: number): number => Math.min(10, Math.max(0.5, played / 10));

/** Seconds to prove a position in before each move. */
const proofSeconds = 0.1;
