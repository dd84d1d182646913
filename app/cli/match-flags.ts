/** The flags of `plywire match` as the plan of a match. */
import { splitWords } from '../api/engine-words.ts';
import { knownProtocol } from '../api/known.ts';
import { isLimited, noNodes, readMatchEngine, withWords } from '../matches/engine-words.ts';
import { hasWords } from '../library/engine-name.ts';
import { fileSource, wholeText } from '../library/text-source.ts';
import { readPlanFile } from '../matches/plan-file.ts';
import { drawWords, resignWords, sprtWords } from '../matches/rule-words.ts';
import type { MatchEngine, MatchPlanInput, Tournament, Keep, Restart } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { games as knownGames } from '../games/registry.ts';
import { unreadable } from './exit.ts';
import { gameNames, type EngineFlags } from './flags.ts';
import type { Output } from './output.ts';

export interface MatchFlags extends EngineFlags {
  readonly config?: string;
  readonly printConfig?: boolean;
  readonly each?: string;
  readonly game?: string;
  readonly tournament?: Tournament;
  readonly seeds?: number;
  readonly rounds?: number;
  readonly games?: number;
  readonly swap: boolean;
  readonly concurrency?: number;
  readonly forceConcurrency?: boolean;
  readonly useAffinity?: boolean;
  readonly openings?: string;
  readonly order?: 'sequential' | 'random';
  readonly plies?: number;
  readonly start?: number;
  readonly srand?: number;
  readonly sprt?: string;
  readonly st?: number;
  readonly tc?: string;
  readonly depth?: number;
  readonly nodes?: string;
  readonly timeMargin?: number;
  readonly limits?: 'text' | 'cup' | 'contest';
  readonly draw?: string;
  readonly resign?: string;
  readonly proof?: boolean;
  readonly maxPlies?: number;
  readonly maxRepetitions?: number;
  readonly restart?: Restart;
  readonly keep?: Keep;
  readonly wait?: number;
  readonly out?: string;
  readonly resume?: string;
  readonly all?: boolean;
  readonly replayGame?: boolean;
  /** Starts the engines of a match that this home does not know. */
  readonly trust?: boolean;
  readonly ratingInterval: number;
  /** Seconds after the games to prove what they kept. */
  readonly accuracy?: number;
  readonly json?: boolean;
  readonly [flag: string]: unknown;
}

/** The plan that the flags and a configuration file ask for; flags come first. @throws Refused, Exit */
export async function planOf(
  texts: readonly string[],
  flags: MatchFlags,
  signal: AbortSignal,
): Promise<MatchPlanInput> {
  if (flags.nodes !== undefined) throw noNodes();
  const { config } = flags;
  const file: Partial<MatchPlanInput> =
    config === undefined ? {} : readPlanFile(await textOf(config, signal), config, splitWords);
  if (file.game !== undefined && !knownGames.has(file.game)) {
    throw new Refused(`In ${config}, there is no game "${file.game}"; known games: ${gameNames}.`);
  }
  const each = eachOf(flags);
  const named = texts.map((text) => readMatchEngine(text, each, splitWords));
  const written = (file.engines ?? []).map((engine) => withWords(engine, each, splitWords));
  const { openings, order, plies, start } = flags;
  const ownOpenings = { ...defined({ file: openings, order, plies, start }) };
  const { game, tournament, seeds, rounds, games, concurrency, srand, st, tc, depth, timeMargin } = flags;
  const { limits, maxPlies, maxRepetitions, restart, keep, wait } = flags;
  const own = defined({
    ...{ game, tournament, seeds, rounds, games, concurrency, srand, st, tc, depth, timeMargin },
    ...{ limits, maxPlies, maxRepetitions, restart, keep, wait },
    swap: flags.swap ? undefined : false,
    forceConcurrency: flags.forceConcurrency,
    useAffinity: flags.useAffinity,
    proof: flags.proof,
    sprt: flags.sprt === undefined ? undefined : sprtWords('--sprt', flags.sprt, splitWords),
    draw: flags.draw === undefined ? undefined : drawWords('--draw', flags.draw, splitWords),
    resign: flags.resign === undefined ? undefined : resignWords('--resign', flags.resign, splitWords),
  });
  const timed = st !== undefined || tc !== undefined || depth !== undefined;
  // A limit of the command line replaces that of the file as a whole.
  const { st: _st, tc: _tc, depth: _depth, ...untimed } = file;
  return {
    ...(timed ? untimed : file),
    ...own,
    ...(Object.keys(ownOpenings).length > 0 && { openings: { ...file.openings, ...ownOpenings } }),
    engines: [...written, ...named],
  } as MatchPlanInput;
}

/** @throws Exit */
async function textOf(file: string, signal: AbortSignal): Promise<string> {
  try {
    const { text } = await wholeText(await fileSource(file, signal), Infinity);
    return text!;
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Flags that engines may have words of their own for, as their plans call them. */
const ownKeys = ['protocol', 'st', 'tc', 'depth', 'timeMargin', 'restart'] as const;

/** The same, that are on or off and among the words that name an engine. */
const switches = ['sandbox', 'writable'] as const;

/**
 * The flags that no engine of a match plays by, since each has words of its own.
 * @param engines of the plan that the flags ask for
 */
export function overridden(
  engines: readonly MatchEngine[],
  flags: Pick<MatchFlags, (typeof ownKeys)[number] | (typeof switches)[number]>,
): readonly string[] {
  if (engines.length === 0) return [];
  const values = ownKeys.flatMap((key) => {
    const value = flags[key];
    const isLimit = key === 'st' || key === 'tc' || key === 'depth';
    const hasOther = (engine: MatchEngine): boolean =>
      engine[key] !== value && (engine[key] !== undefined || (isLimit && isLimited(engine)));
    const isNeedless = value !== undefined && engines.every(hasOther);
    return isNeedless ? [key === 'timeMargin' ? 'time-margin' : key] : [];
  });
  const turned = switches.flatMap((key) => {
    const value = flags[key];
    if (value === undefined) return [];
    const other = `${key}=${value ? 'off' : 'on'}`;
    const isNeedless = engines.every(({ engine }) => hasWords(engine) && splitWords(engine).includes(other));
    return isNeedless ? [value ? key : `no-${key}`] : [];
  });
  return [...values, ...turned];
}

/** Names flags as above, but for those that are named otherwise. */
export function tellOverridden(
  output: Output,
  engines: readonly MatchEngine[],
  flags: MatchFlags,
  named: readonly string[] = [],
): void {
  for (const flag of overridden(engines, flags)) {
    if (named.includes(flag)) continue;
    output.remark(`--${flag} has no effect: each engine has words of its own.`);
  }
}

const protocolWord = 'protocol=';

/** The flags that apply to every engine, as words. @throws Refused for a protocol that does not exist */
function eachOf({ each, protocol, arg, setting, sandbox, writable }: MatchFlags): string[] {
  const words = each === undefined ? [] : splitWords(each);
  // Also one that the engines' own words replace.
  const named = words.filter((word) => word.startsWith(protocolWord));
  for (const word of named) knownProtocol(word.slice(protocolWord.length));
  if (protocol !== undefined) knownProtocol(protocol);
  return [
    ...words,
    ...(protocol === undefined ? [] : [`${protocolWord}${protocol}`]),
    ...arg.map((text) => `arg=${text}`),
    ...setting.map((word) => `setting.${word}`),
    ...(sandbox === undefined ? [] : [`sandbox=${sandbox ? 'on' : 'off'}`]),
    ...(writable === undefined ? [] : [`writable=${writable ? 'on' : 'off'}`]),
  ];
}

const defined = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
