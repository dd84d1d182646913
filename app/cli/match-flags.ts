/** The flags of `plywire match` as the plan of a match. */
import { splitWords } from '../api/engine-words.ts';
import { noNodes, readMatchEngine, withWords } from '../matches/engine-words.ts';
import { fileSource, wholeText } from '../library/text-source.ts';
import { readPlanFile } from '../matches/plan-file.ts';
import type { MatchPlanInput, Tournament, Keep, Restart } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { games as knownGames } from '../games/registry.ts';
import { unreadable } from './exit.ts';
import { gameNames, type EngineFlags } from './flags.ts';

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
    config === undefined ? {} : readPlanFile(await textOf(config, signal), config);
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
    sprt: flags.sprt === undefined ? undefined : sprtWords(flags.sprt),
    draw:
      flags.draw === undefined
        ? undefined
        : numbersIn('draw', flags.draw, ['movenumber', 'movecount', 'score']),
    resign: flags.resign === undefined ? undefined : resignWords(flags.resign),
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

/** The flags that apply to every engine, as words. */
function eachOf({ each, protocol, arg, setting, sandbox, writable }: MatchFlags): string[] {
  return [
    ...(each === undefined ? [] : splitWords(each)),
    ...(protocol === undefined ? [] : [`protocol=${protocol}`]),
    ...arg.map((text) => `arg=${text}`),
    ...setting.map((word) => `setting.${word}`),
    ...(sandbox === undefined ? [] : [`sandbox=${sandbox ? 'on' : 'off'}`]),
    ...(writable === undefined ? [] : [`writable=${writable ? 'on' : 'off'}`]),
  ];
}

function sprtWords(text: string): NonNullable<MatchPlanInput['sprt']> {
  const { model, ...rest } = pairsIn('sprt', text, ['elo0', 'elo1', 'alpha', 'beta', 'model']);
  if (model !== undefined && model !== 'logistic' && model !== 'normalized') {
    throw new Refused(`There is no model "${model}" of a test.`, 'Write model=normalized or model=logistic.');
  }
  const { elo0 = 0, elo1 = 5, ...errors } = asNumbers('sprt', rest);
  return { elo0, elo1, ...errors, ...(model !== undefined && { model }) };
}

function resignWords(text: string): Record<string, number | boolean> {
  const { twosided, ...rest } = pairsIn('resign', text, ['movecount', 'score', 'twosided']);
  return {
    ...asNumbers('resign', rest),
    ...(twosided !== undefined && { twosided: asBoolean('resign', 'twosided', twosided) }),
  };
}

/** @throws Refused for a value that says neither */
function asBoolean(flag: string, key: string, text: string): boolean {
  const value = text.toLowerCase();
  if (['true', 'on', 'yes', '1'].includes(value)) return true;
  if (['false', 'off', 'no', '0'].includes(value)) return false;
  throw new Refused(
    `--${flag} has ${key}=${text}, which is neither true nor false.`,
    `Write ${key}=true or ${key}=false.`,
  );
}

const numbersIn = (flag: string, text: string, keys: readonly string[]): Record<string, number> =>
  asNumbers(flag, pairsIn(flag, text, keys));

/** `key=value` words. @throws Refused for another word */
function pairsIn(flag: string, text: string, keys: readonly string[]): Record<string, string> {
  const words = splitWords(text);
  if (words.length === 0) {
    throw new Refused(
      `--${flag} has no words.`,
      `Leave it out, or write ${keys.map((known) => `${known}=…`).join(' ')}.`,
    );
  }
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf('=');
      const key = at < 0 ? word : word.slice(0, at);
      if (at < 0 || !keys.includes(key)) {
        throw new Refused(
          `--${flag} has no word "${word}".`,
          `The words are ${keys.map((known) => `${known}=…`).join(' ')}.`,
        );
      }
      return [key, word.slice(at + 1)];
    }),
  );
}

function asNumbers(flag: string, words: Readonly<Record<string, string>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(words).map(([key, text]) => {
      const value = Number(text);
      if (text.trim() === '' || !Number.isFinite(value)) {
        throw new Refused(`--${flag} has ${key}=${text}, which is not a number.`);
      }
      return [key, value];
    }),
  );
}

const defined = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
