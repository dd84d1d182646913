/** `plywire match`: which match is meant, one that begins or one that goes on, and whether it can be played. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Core } from '../api/core.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import { gameById, games } from '../games/registry.ts';
import { physicalCores } from '../matches/cores.ts';
import { translateFastchess } from '../matches/fastchess.ts';
import { journalName, lineHash, readEntries } from '../matches/match-log.ts';
import { MatchRecord } from '../matches/match-record.ts';
import { completePlan, planText } from '../matches/plan-file.ts';
import { makeFolder } from '../sessions/folder.ts';
import type { MatchEngine, MatchHead, MatchPlan, MatchPlanInput } from '../shapes/matches.ts';
import { Exit, exitCodes, type CommandContext } from './exit.ts';
import { setupOf } from './flags.ts';
import { requireAffinity } from './match-affinity.ts';
import { planOf, tellOverridden, type MatchFlags } from './match-flags.ts';
import { requireFresh, requireOwn } from './match-folder.ts';
import { requireLegal, requirePlayed } from './match-moves.ts';
import { openingsFor, openingsHash, storedOpenings } from './match-openings.ts';
import { requireCores, requireFlags, requirePlan, requireSeeds, requireStart } from './match-plan.ts';
import { enginesMeant, enginesPlayed, gameOf, type Meant } from './match-players.ts';
import { playMatch, type Played } from './match-run.ts';
import { areBundled, knownMatches, refuseUnknown } from './match-trust.ts';
import type { Output } from './output.ts';

type Ask = CommandContext<LocalClient>;

/** Answers fastchess's own command line with a configuration file. */
export function answerFastchess(output: Output, args: readonly string[]): void {
  const { plan, notes } = translateFastchess(args);
  output.piece(planText(plan));
  for (const note of notes) output.remark(note);
  output.remark('Save this as match.toml and run `plywire match --config match.toml`.');
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
  requireFlags(flags);
  const input = await planOf(texts, flags, ask.signal);
  tellOverridden(output, input.engines, flags);
  const first = input.engines[0];
  // The engine's game is asked for only where it matters.
  const gameId = input.game ?? (first === undefined ? undefined : await gameOf(ask, first, flags));
  const setup = gameId === undefined ? undefined : (setupOf(gameId, flags) ?? input.setup);
  const plan = completePlan({ ...input, game: gameId, setup });
  requirePlan(plan);
  requireSeeds(plan, flags);
  // Without a game no opening can be read.
  const readOpenings = async () => {
    const read = await openingsFor(gameById(gameId!), plan, ask.signal);
    requireStart(plan, read.openings.length);
    return read;
  };
  if (flags.printConfig) {
    if (gameId !== undefined) await readOpenings();
    output.piece(planText(plan));
    return null;
  }
  if (plan.engines.length < 2) {
    throw new Exit(exitCodes.usage, 'A match needs at least two engines.');
  }
  const folder = resolve(flags.out ?? newFolder(core, plan));
  const others = await requireFresh(folder);
  const game = gameById(gameId!);
  const engines = await enginesMeant(ask, core, plan, game, process.cwd());
  const openings = await readOpenings();
  if (others.length > 0) {
    output.remark(`${folder} has other files (${others.join(', ')}): the match adds its own.`);
  }
  for (const sentence of openings.remarks) output.remark(sentence);
  const cores = physicalCores();
  const head: MatchHead = {
    ...{ kind: 'match', version: 1, at: Date.now(), folder: process.cwd(), game: game.id, plan },
    players: engines.map(({ name, protocol, program }, at) => ({
      ...{ name, engine: plan.engines[at]!.engine, protocol, program },
    })),
    ...{ openings: openingsHash(openings.openings), namedFirst: true },
    ...{ concurrency: plan.concurrency ?? Math.max(1, cores - 1), cores },
  };
  requireCores(head);
  requireAffinity(plan);
  makeFolder(folder);
  return playMatch(ask, core, {
    ...{ folder, flags, game, engines, openings: openings.openings, head },
    known: await knownMatches(core),
  });
}

/** @throws Exit if games have ended, but none with a result: the match has shown nothing */
export function requireResult({ summary: { games, voids } }: Played): void {
  if (games === 0 || voids < games) return;
  throw new Exit(
    exitCodes.failed,
    'No game had a result. The reason is in the line of each game: use another board or limit, or another engine.',
  );
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
  requireOwn(folder);
  const record: MatchRecord = new MatchRecord((line, ended, { opening }) =>
    requirePlayed(gameById(record.head.game), line, ended, opening),
  );
  // Only read here: the folder is claimed for writing when its engines are known.
  const naming: string[] = [];
  await readEntries(join(folder, journalName), (entry, line) => {
    record.apply(entry);
    if (entry.kind === 'match' || entry.kind === 'player') naming.push(lineHash(line));
  });
  if (record.isNew) {
    throw new Exit(
      exitCodes.usage,
      `The match in ${folder} was ended before it began. Begin it again with the same command, without --resume.`,
    );
  }
  const { head } = record;
  const input = await planOf(texts, flags, ask.signal);
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
  tellOverridden(ask.output, added, flags, needless);
  if (flags.rounds !== undefined && flags.rounds < roundsInAll) {
    ask.output.remark(`The match has ${roundsInAll} rounds: --rounds ${flags.rounds} adds none.`);
  }
  const game = gameById(head.game);
  if (flags.replayGame !== true) requireLegal(join(folder, journalName), record, game);
  const known = await knownMatches(core);
  const isKnown = flags.trust === true || known.knows(naming);
  const isTrusted = isKnown || areBundled(core, plan.engines, head.folder);
  const isOver = record.isOver && added.length === 0 && rounds === roundsInAll;
  if (!isTrusted && !isOver) {
    await refuseUnknown(ask.output, core, plan.engines, { folder, from: head.folder });
  }
  // A match in use is not among the first to be forgotten.
  if (isKnown) await known.remember(naming);
  const engines = isOver ? [] : await enginesMeant(ask, core, plan, game, head.folder);
  const named = namedAs(record, engines, added, ask.output);
  const openings = storedOpenings(folder, game, plan.setup, head.openings);
  const concurrency = flags.concurrency ?? head.concurrency;
  requireCores({
    ...head,
    concurrency,
    plan: { ...plan, forceConcurrency: flags.forceConcurrency ?? plan.forceConcurrency },
  });
  return playMatch(ask, core, {
    ...{ folder, flags, game, engines: named, openings, known },
    ...(isOver && {
      // Of a match that others have begun no program is looked up, either.
      played: isTrusted ? await enginesPlayed(ask, core, plan, record.players, game, head.folder) : [],
    }),
    head: { ...head, plan: { ...head.plan, engines: plan.engines }, concurrency },
    added: added.map((engine, at) => ({ engine, player: named[record.players.length + at]! })),
  });
}

/** The engines by the names that they have in the match. @throws Exit as `requireNew` */
function namedAs(
  record: MatchRecord,
  engines: readonly Meant[],
  added: readonly MatchEngine[],
  output: Output,
): readonly Meant[] {
  requireNew(record, engines, added);
  return engines.map((engine, at) => {
    const player = record.players[at];
    if (player === undefined) return engine;
    const { name, program } = player;
    if (program !== engine.program) {
      output.remark(`${name} is not the program that it was when the match began.`);
    }
    return { ...engine, name };
  });
}

/** @throws Exit if an engine that is to join plays already: to repeat the first command would add it for good */
function requireNew(
  { players }: MatchRecord,
  engines: readonly Meant[],
  added: readonly MatchEngine[],
): void {
  added.forEach(({ engine }, at) => {
    const { program, protocol } = engines[players.length + at]!;
    const known = players.find(
      (player) => player.engine === engine && player.protocol === protocol && player.program === program,
    );
    if (known === undefined) return;
    throw new Exit(
      exitCodes.usage,
      `${known.name} plays in the match already. Leave the engines out to go on, or give this one a name of its own (name=…) to add it once more.`,
    );
  });
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

/** A new folder in the home's `matches`. */
function newFolder(core: Core, plan: MatchPlan): string {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-').slice(0, 19);
  const base = join(core.home.matches, `${stamp}-${plan.game ?? 'match'}`);
  let folder = base;
  for (let number = 2; existsSync(folder); number++) folder = `${base}-${number}`;
  return folder;
}
