/** The engines of a match: which ones its plan names, whether they can play it, and what limits each. */
import { setMaxListeners } from 'node:events';
import type { Core } from '../api/core.ts';
import { knownProtocol } from '../api/known.ts';
import { programHash, type MatchEngineOptions, type MatchEngines } from '../api/match-engines.ts';
import type { LocalClient } from '../api/transports/in-process.ts';
import type { Game, Setup } from '../games/game.ts';
import { makeLine, type Line } from '../games/line.ts';
import { startAt } from '../games/plies.ts';
import { limitsOf, type EngineLimits } from '../matches/engine-words.ts';
import { distinctNames } from '../library/distinct-names.ts';
import { initialMark } from '../matches/openings.ts';
import { limitPresets } from '../matches/time.ts';
import { capabilitiesOf } from '../protocols/registry.ts';
import { Turns } from '../sessions/turns.ts';
import type { MatchEngine, MatchPlan, MatchPlayer, Opening } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import type { SessionEnding } from '../shapes/sessions.ts';
import { Exit, exitCodes, exitOf, type CommandContext } from './exit.ts';
import type { MatchFlags } from './match-flags.ts';
import { engineMeant } from './probe.ts';

type Ask = CommandContext<LocalClient>;

/** Milliseconds: under the referee's clock no deadline of a session ends a game. */
const unlimited = 24 * 3600 * 1000;

/** An engine that a plan names. */
export interface Meant {
  /** Different from the names of the others. */
  readonly name: string;
  /** Its id in the library. */
  readonly engine: string;
  readonly protocol: string;
  readonly options: Record<string, string>;
  /** SHA-256 of its program; null if that cannot be read. */
  readonly program: string | null;
}

/**
 * The engines that a plan names.
 * @param folder to which the paths in the plan are relative
 * @throws Exit if one does not play the game, or speaks no protocol; Refused if one is unknown
 */
export async function enginesMeant(
  ask: Ask,
  core: Core,
  plan: Pick<MatchPlan, 'engines'>,
  game: Game,
  folder: string,
): Promise<readonly Meant[]> {
  const meant: Meant[] = [];
  for (const own of plan.engines) meant.push(await oneMeant(ask, core, own, game, folder));
  const names = distinctNames(meant);
  return meant.map((engine, at) => ({ ...engine, name: names[at]! }));
}

/**
 * The engines of a match without a game left to play, null for one that is not to be found any more. Their protocols are
 * those that they played with: nothing is started to detect them.
 */
export async function enginesPlayed(
  ask: Ask,
  core: Core,
  { engines }: Pick<MatchPlan, 'engines'>,
  players: readonly MatchPlayer[],
  game: Game,
  folder: string,
): Promise<readonly (Meant | null)[]> {
  const found: (Meant | null)[] = [];
  for (const [at, { name, protocol }] of players.entries()) {
    try {
      found.push({ ...(await oneMeant(ask, core, { ...engines[at]!, protocol }, game, folder)), name });
    } catch (error) {
      if (!(error instanceof Exit || error instanceof Refused)) throw error;
      found.push(null);
    }
  }
  return found;
}

/** @throws as above */
async function oneMeant(ask: Ask, core: Core, own: MatchEngine, game: Game, folder: string): Promise<Meant> {
  const found = await engineMeant(ask, own.engine, wordsFor(own), folder);
  const { record, games } = core.engines.get(found.engine);
  if (!games.includes(game.id)) {
    throw new Exit(
      exitCodes.usage,
      `${found.name} does not play ${game.name} over ${found.protocol}. Leave it out, or name its protocol with protocol=….`,
    );
  }
  return {
    ...{ name: own.name ?? record.name, engine: found.engine, protocol: found.protocol },
    ...{ options: found.options, program: await programHash(core, found.engine) },
  };
}

const wordsFor = ({ protocol }: MatchEngine) => ({
  ...{ arg: [], setting: [] },
  ...(protocol !== undefined && { protocol }),
});

/** The game that the flags name, or else that of the first engine. @throws as above */
export async function gameOf(ask: Ask, own: MatchEngine, flags: MatchFlags): Promise<string> {
  if (flags.game !== undefined) return flags.game;
  return (await engineMeant(ask, own.engine, wordsFor(own))).game;
}

/** The engines with their deadlines, as they are started; in the order of the plan. */
export const asStarted = (engines: readonly Meant[], plan: MatchPlan): readonly MatchEngineOptions[] =>
  engines.map(({ engine, protocol, options }, at) => {
    const own = plan.engines[at]!;
    const hasClock =
      own.st !== undefined || own.tc !== undefined || plan.st !== undefined || plan.tc !== undefined;
    const preset = plan.limits === 'text' ? null : limitPresets[plan.limits];
    const deadlines = {
      ...(hasClock || preset !== null ? { move: unlimited } : {}),
      ...(preset?.ready !== undefined && { ready: preset.ready }),
    };
    return { engine, protocol, options, deadlines };
  });

/** The match that its engines are tested for. */
interface Tested {
  readonly plan: MatchPlan;
  readonly game: Game;
  readonly engines: readonly Meant[];
  readonly openings: readonly Opening[];
  /** Games at once. */
  readonly concurrency: number;
  /** The players of the games that begin first, whose engines then go on. */
  readonly first: ReadonlySet<number>;
  /** Of a match that goes on, the number of engines that join it, the last ones; null of one that begins. */
  readonly joining: number | null;
}

/** An opening of each kind of start: of each setup, from its usual start or from another position. */
function startsOf(
  game: Game,
  openings: readonly Opening[],
): readonly { readonly opening: Opening; readonly line: Line }[] {
  const found = new Map<string, { readonly opening: Opening; readonly line: Line }>();
  for (const opening of openings) {
    const start = startAt(game, opening.start);
    const key = JSON.stringify([opening.start === null, game.setupOf(start)]);
    if (!found.has(key)) found.set(key, { opening, line: makeLine(game, 'match', start, []) });
  }
  return [...found.values()];
}

/** The outcomes of the tests of all engines, in their order. @throws Refused */
async function* testsOf(
  { engines, concurrency, first }: Pick<Tested, 'engines' | 'concurrency' | 'first'>,
  running: MatchEngines,
  signal: AbortSignal,
): AsyncGenerator<readonly [at: number, ending: SessionEnding | null]> {
  const left = new AbortController();
  const until = AbortSignal.any([signal, left.signal]);
  // Each engine that waits or is tested listens.
  setMaxListeners(0, until);
  const turns = new Turns(2 * concurrency);
  const tests = engines.map((_, at) => turns.run(() => running.test(at, first.has(at), until), until));
  // A rejection counts when it is the turn of its engine.
  for (const test of tests) test.catch(() => undefined);
  try {
    for (const [at, test] of tests.entries()) yield [at, await test] as const;
  } finally {
    // Where one cannot play, no further engine is started.
    left.abort();
  }
}

type PlayerLimits = EngineLimits & Pick<MatchPlan, 'restart'>;

/** What limits each engine of a plan, by its place in it. */
function limitsBy(plan: MatchPlan, game: Game, openings: readonly Opening[]) {
  const setup: Setup = plan.setup ?? {};
  const start = startAt(game, openings[0]!.start);
  const time =
    plan.limits === 'text'
      ? null
      : limitPresets[plan.limits].time(game, { ...game.setupOf(start), ...setup });
  return (at: number, facts: Parameters<typeof limitsOf>[3]): PlayerLimits => {
    const own = plan.engines[at]!;
    return { ...limitsOf(own, plan, time, facts), restart: own.restart ?? plan.restart };
  };
}

/** What limits the players where no engine is started, since no game is left to play. @throws Refused as `rulesOf` */
export function rulesUnstarted(
  { output }: Pick<Ask, 'output'>,
  { plan, game, openings }: Pick<Tested, 'plan' | 'game' | 'openings'>,
  all: readonly MatchPlayer[],
): { readonly players: readonly PlayerLimits[] } {
  const limited = limitsBy(plan, game, openings);
  const players = all.map(({ name, protocol }, at) =>
    limited(at, { name, protocol, capabilities: capabilitiesOf(knownProtocol(protocol)) }),
  );
  for (const warning of players.flatMap(({ warnings }) => warnings)) output.remark(warning);
  return { players };
}

/**
 * Why the games did not begin, below what each engine that failed has said.
 * @param failed the places of those that did @param of the number of all
 */
function unplayed(failed: readonly number[], of: number, joining: number | null): string {
  const them = failed.length === 1 ? 'it' : 'them';
  const what = joining === null ? 'No game' : 'No further game';
  // The match keeps those that it has.
  const canLeave = joining === null || failed.every((at) => at >= of - joining);
  const advice = canLeave ? `Fix ${them}, or leave ${them} out` : `Fix ${them} and resume again`;
  return `${what} was played: ${failed.length} of ${of} engines failed when first started. ${advice}.`;
}

/**
 * Starts each engine once, as many at once as will play at once, and says what limits it. Those that play first go on.
 * All that fail are named, in the order of the engines, since each may take its whole deadline.
 * @param running the same engines, not yet started
 * @returns the limits in the order of the engines; of fewer if the signal aborts
 * @throws Exit if one cannot play, Refused for an option that one does not accept
 */
export async function rulesOf(
  { signal, output }: Ask,
  { plan, game, engines, openings, joining, ...tested }: Tested,
  running: MatchEngines,
): Promise<{ readonly players: readonly PlayerLimits[] }> {
  const starts = startsOf(game, openings);
  const limited = limitsBy(plan, game, openings);
  const players: PlayerLimits[] = [];
  const scoring = new Set<string>();
  const failures: { readonly at: number; readonly exit: Exit }[] = [];
  for await (const [at, ending] of testsOf({ engines, ...tested }, running, signal)) {
    const { name, protocol } = engines[at]!;
    if (signal.aborted) return { players };
    if (ending !== null) {
      // Of a test before the games no journal is kept.
      const { code, message } = exitOf(ending, null);
      failures.push({ at, exit: new Exit(code, `${name}: ${message}`) });
      continue;
    }
    const { session } = running.tested(at);
    for (const { opening, line } of starts) {
      const refusal = session.accepts(line);
      if (refusal === null) continue;
      // Where the openings have one start, all of them are refused.
      const what =
        starts.length === 1 ? 'this match' : `opening ${opening.number}, ${opening.text || initialMark}`;
      throw new Exit(exitCodes.usage, `${name} cannot play ${what}: ${refusal}.`);
    }
    const limits = limited(at, { name, protocol, capabilities: session.capabilities });
    for (const warning of limits.warnings) output.remark(warning);
    if (!session.capabilities.score && (plan.draw !== null || plan.resign !== null)) {
      throw new Exit(
        exitCodes.usage,
        `${name} reports no scores: ${protocol} has none. Leave out --draw and --resign; --proof ends games that are proven.`,
      );
    }
    scoring.add(protocol);
    players.push(limits);
  }
  const [failure] = failures;
  if (failure !== undefined) {
    for (const { exit } of failures) output.remark(exit.message);
    const failed = failures.map(({ at }) => at);
    throw new Exit(failure.exit.code, unplayed(failed, engines.length, joining));
  }
  if (scoring.size > 1 && (plan.draw !== null || plan.resign !== null)) {
    throw new Exit(
      exitCodes.usage,
      `Scores of ${[...scoring].join(' and ')} cannot be compared. Leave out --draw and --resign; --proof ends games that are proven.`,
    );
  }
  return { players };
}
