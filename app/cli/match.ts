/** `plywire match`: plays a match, prints each game as it ends, and keeps everything in one folder. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Core } from '../api/core.ts';
import { MatchEngines } from '../api/match-engines.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import type { Game } from '../games/game.ts';
import { gameById, games } from '../games/registry.ts';
import { physicalCores } from '../matches/cores.ts';
import { translateFastchess } from '../matches/fastchess.ts';
import { DiskFault, isOdd, journalName, MatchLog, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { Match, type Stop } from '../matches/match.ts';
import { openingOrder } from '../matches/schedule.ts';
import { completePlan, planText } from '../matches/plan-file.ts';
import { summaryLines, summaryObject } from '../matches/report/summary.ts';
import { faultInPlan } from '../matches/statistics/sprt.ts';
import { limitsFor } from '../play/judge.ts';
import { makeFolder } from '../sessions/folder.ts';
import type { MatchEngine, MatchHead, MatchPlan, MatchPlanInput, Opening } from '../shapes/matches.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { setupOf } from './flags.ts';
import { planOf, type MatchFlags } from './match-flags.ts';
import { openingsFor, storedOpenings, storeOpenings } from './match-openings.ts';
import { LiveMatch, steerBy } from './match-output.ts';
import { judgeMatch } from './match-accuracy.ts';
import { requireAffinity, seating } from './match-affinity.ts';
import { keepBuilds, recordMatch } from './match-builds.ts';
import { headLines } from './match-head.ts';
import { writeMatchFiles } from './match-files.ts';
import { removeOthers, removeThese, removeUnbegun, requireFresh, wiresName } from './match-folder.ts';
import { writeMatchPage } from './match-page.ts';
import { asStarted, enginesMeant, gameOf, rulesOf, type Meant } from './match-players.ts';
import type { Output } from './output.ts';

type Ask = CommandContext<LocalClient>;

/** Answers fastchess's own command line with a configuration file. */
export function answerFastchess(output: Output, args: readonly string[]): void {
  const { plan, notes } = translateFastchess(args);
  output.piece(planText(plan));
  for (const note of notes) output.remark(note);
  output.remark('Save this as match.toml and run `plywire match --config match.toml`.');
}

/** A match that was played, as far as it went. */
export interface Played {
  readonly folder: string;
  readonly summary: ReturnType<typeof summaryObject>;
}

/** @returns null if nothing was played @throws Exit, Refused */
export async function match(
  ask: Ask,
  core: Core,
  texts: readonly string[],
  flags: MatchFlags,
): Promise<Played | null> {
  const { output } = ask;
  if (flags.resume !== undefined) return resume(ask, core, texts, flags);
  const input = planOf(texts, flags, undefined);
  const first = input.engines[0];
  // The engine's game is asked for only where it matters.
  const gameId = input.game ?? (first === undefined ? undefined : await gameOf(ask, first, flags));
  const setup = gameId === undefined ? undefined : (setupOf(gameId, flags) ?? input.setup);
  const plan = completePlan({ ...input, game: gameId, setup });
  requirePlan(plan);
  if (flags.printConfig) {
    output.piece(planText(plan));
    return null;
  }
  if (plan.engines.length < 2) {
    throw new Exit(exitCodes.usage, 'A match needs at least two engines.');
  }
  const folder = resolve(flags.out ?? newFolder(core, plan));
  await requireFresh(folder);
  const game = gameById(gameId!);
  const engines = await enginesMeant(ask, core, plan, game, process.cwd());
  const openings = await openingsFor(game, plan);
  for (const sentence of openings.remarks) output.remark(sentence);
  const cores = physicalCores();
  const head: MatchHead = {
    ...{ kind: 'match', version: 1, at: Date.now(), folder: process.cwd(), game: game.id, plan },
    players: engines.map(({ name, protocol, program }, at) => ({
      ...{ name, engine: plan.engines[at]!.engine, protocol, program },
    })),
    ...{ concurrency: plan.concurrency ?? Math.max(1, cores - 1), cores },
  };
  requireCores(head);
  requireAffinity(plan);
  makeFolder(folder);
  return play(ask, core, { folder, flags, game, engines, openings: openings.openings, head });
}

/** Goes on with the match of a folder. */
async function resume(
  ask: Ask,
  core: Core,
  texts: readonly string[],
  flags: MatchFlags,
): Promise<Played | null> {
  if (flags.printConfig) {
    throw new Exit(
      exitCodes.usage,
      '--print-config plays nothing, and --resume goes on with a match. Leave out one of them.',
    );
  }
  if (flags.config !== undefined) {
    throw new Exit(
      exitCodes.usage,
      'With --resume the match keeps its configuration. Leave out --config; name engines that are to join on the command line.',
    );
  }
  const folder = resolve(flags.resume!);
  if (!existsSync(join(folder, journalName))) {
    throw new Exit(exitCodes.usage, `There is no match in ${folder}.`);
  }
  const record = new MatchRecord();
  // Only read here: the folder is claimed for writing when its engines are known.
  await readEntries(join(folder, journalName), (entry) => record.apply(entry));
  if (record.isNew) {
    throw new Exit(
      exitCodes.usage,
      `The match in ${folder} was ended before it began. Begin it again with the same command, without --resume.`,
    );
  }
  const { head } = record;
  const input = planOf(texts, flags, undefined);
  const added = input.engines;
  const plan = { ...head.plan, engines: [...head.plan.engines, ...record.added, ...added] };
  const { roundsInAll } = record.schedule;
  const rounds = Math.max(flags.rounds ?? 0, roundsInAll);
  if (added.length > 0 && plan.tournament === 'swiss') {
    throw new Exit(exitCodes.usage, 'A Swiss tournament takes no engine once it has begun.');
  }
  // What is not extended goes on as it began.
  if (added.length > 0 || rounds > roundsInAll) requirePlan({ ...plan, rounds });
  const needless = withoutEffect(input, flags);
  if (needless.length > 0) {
    ask.output.remark(
      `With --resume the match keeps its own: ${needless.map((name) => `--${name}`).join(', ')} ${needless.length === 1 ? 'has' : 'have'} no effect.`,
    );
  }
  if (flags.rounds !== undefined && flags.rounds < roundsInAll) {
    ask.output.remark(`The match has ${roundsInAll} rounds: --rounds ${flags.rounds} adds none.`);
  }
  const game = gameById(head.game);
  const engines = await enginesMeant(ask, core, plan, game, head.folder);
  record.players.forEach(({ name, program }, at) => {
    if (program === engines[at]!.program) return;
    ask.output.remark(`${name} is not the program that it was when the match began.`);
  });
  const names = record.players.map(({ name }) => name);
  const named = engines.map((engine, at) => ({ ...engine, name: names[at] ?? engine.name }));
  const openings = storedOpenings(folder, game, plan.setup);
  const concurrency = flags.concurrency ?? head.concurrency;
  requireCores({
    ...head,
    concurrency,
    plan: { ...plan, forceConcurrency: flags.forceConcurrency ?? plan.forceConcurrency },
  });
  return play(ask, core, {
    ...{ folder, flags, game, engines: named, openings },
    head: { ...head, plan: { ...head.plan, engines: plan.engines }, concurrency },
    added: added.map((engine, at) => ({ engine, player: named[record.players.length + at]! })),
  });
}

interface MatchOf {
  readonly folder: string;
  readonly flags: MatchFlags;
  readonly game: Game;
  readonly engines: readonly Meant[];
  readonly openings: readonly Opening[];
  readonly head: MatchHead;
  /** Engines that join a match that has begun. */
  readonly added?: readonly { readonly engine: MatchEngine; readonly player: Meant }[];
}

async function play(ask: Ask, core: Core, of: MatchOf): Promise<Played | null> {
  const { output, signal } = ask;
  const { folder, flags, game, engines, head, added = [] } = of;
  const { plan } = head;
  const { keep } = plan;
  const wires = keep === 'none' ? null : join(folder, wiresName);
  const running = new MatchEngines(core, wires, asStarted(engines, plan));
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
    const put = (entry: Parameters<MatchLog['write']>[0]): void => {
      log.write(entry);
      record.apply(entry);
    };
    const joined: string[] = [];
    const extend: typeof put = (entry) => {
      try {
        put(entry);
      } catch (error) {
        throw error instanceof DiskFault ? unwritten(error, joined) : error;
      }
    };
    if (record.isNew) {
      // The plan comes last: until it is written, the folder counts as new.
      await storeOpenings(folder, of.openings);
      extend(head);
    }
    const rules = await rulesOf(ask, { plan, game, engines, openings: of.openings }, running);
    hasBegun = true;
    if (signal.aborted) return null;
    // Only what can be played is added: the journal keeps it for good.
    for (const { engine, player } of added) {
      const { name, protocol, program } = player;
      extend({
        ...{ kind: 'player', engine, first: record.schedule.total + 1 },
        player: { name, engine: engine.engine, protocol, program },
      });
      joined.push(name);
    }
    const more = flags.resume === undefined ? 0 : (flags.rounds ?? 0) - record.schedule.roundsInAll;
    if (more > 0) extend({ kind: 'rounds', rounds: more });
    const builds = await keepBuilds(core, output, engines);
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
        },
        say: (sentence) => output.remark(sentence),
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
    if (stop === 'interrupted') output.remark(`\`plywire match --resume ${folder}\` goes on.`);
    return { folder, summary };
  } finally {
    live.close();
    await running.close();
    await log.close();
    if (!hasBegun) removeUnbegun(folder, flags.out === undefined);
  }
}

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

/** The names of the flags that change nothing in a match that has begun. */
function withoutEffect(input: MatchPlanInput, flags: MatchFlags): readonly string[] {
  const special = new Set(['engines', 'rounds', 'concurrency', 'forceConcurrency', 'openings', 'swap']);
  const { file, ...openings } = input.openings ?? {};
  // These are for engines that join.
  const { each, protocol, arg, setting, sandbox, writable } = flags;
  const own = {
    ...{ each, protocol, sandbox, writable },
    ...{ arg: arg.length > 0 || undefined, setting: setting.length > 0 || undefined },
  };
  const setups = [...games.values()].flatMap((game) => game.setupFlags.map(({ name }) => name));
  const given = {
    ...Object.fromEntries(Object.entries(input).filter(([name]) => !special.has(name))),
    ...{ ...openings, openings: file ?? undefined, noSwap: input.swap === false || undefined },
    ...(input.engines.length === 0 && own),
    ...Object.fromEntries(setups.map((name) => [name, flags[name]])),
    out: flags.out,
  };
  return Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)],
  );
}

/** Seconds to prove what was kept, from those that the games took. */
const usualAccuracy = (played: number): number => Math.min(10, Math.max(0.5, played / 10));

/** Seconds to prove a position in before each move. */
const proofSeconds = 0.1;

/** @throws Exit for a plan that cannot be played */
function requirePlan(plan: MatchPlan): void {
  const { sprt, tournament, rounds, engines, seeds } = plan;
  const fault = sprt === null ? null : faultInPlan(sprt);
  if (fault !== null) throw new Exit(exitCodes.usage, fault);
  if (sprt !== null && engines.length !== 2) {
    throw new Exit(
      exitCodes.usage,
      '--sprt compares two engines. Leave it out, or play them in matches of two.',
    );
  }
  // Of an odd number each rests once.
  const most = Math.max(1, engines.length - 1 + (engines.length % 2));
  if (tournament === 'swiss' && rounds > most) {
    throw new Exit(
      exitCodes.usage,
      `${engines.length} engines can meet in at most ${most} Swiss rounds; use --tournament round-robin.`,
    );
  }
  if (tournament === 'gauntlet' && seeds >= engines.length) {
    throw new Exit(exitCodes.usage, '--seeds must leave an engine for the others to meet.');
  }
}

function requireCores({ concurrency, cores, plan }: Pick<MatchHead, 'concurrency' | 'cores' | 'plan'>): void {
  if (concurrency <= cores || plan.forceConcurrency) return;
  throw new Exit(
    exitCodes.usage,
    `This machine has ${cores} ${cores === 1 ? 'core' : 'cores'}: ${concurrency} games at once would disturb each other. Lower --concurrency, or add --force-concurrency.`,
  );
}

/** A new folder in the home's `matches`. */
function newFolder(core: Core, plan: MatchPlan): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-').slice(0, 19);
  const base = join(core.home.matches, `${stamp}-${plan.game ?? 'match'}`);
  let folder = base;
  for (let number = 2; existsSync(folder); number++) folder = `${base}-${number}`;
  return folder;
}
