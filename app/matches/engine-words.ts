/** The words of an engine of a match: those that only a match knows, apart from those that name the engine. Pure. */
import { hasWords, isEngineKey, unknownKey } from '../library/engine-name.ts';
import type { Capabilities } from '../shapes/engines.ts';
import { Restart, type MatchEngine, type MatchPlan, type TimeAllowed } from '../shapes/matches.ts';
import { Refused } from '../shapes/refused.ts';
import { readTimeControl, usualMargin } from './time.ts';

/** The most that a default limit may be exceeded by: it is our choice, not the user's. */
const patientMargin = 5;

/** Seconds for a move where a protocol has such a limit and the user has named none. */
const usualSeconds = 1;

/**
 * Reads an engine of a match.
 * @param each words that apply to it unless its own say otherwise
 * @param split into words, with quotes
 * @throws Refused
 */
export function readMatchEngine(
  text: string,
  each: readonly string[],
  split: (text: string) => readonly string[],
): MatchEngine {
  const isPairs = hasWords(text);
  const own = isPairs ? split(text) : [];
  const rest: string[] = [];
  const read: Record<string, string> = {};
  // An engine's own words come first, and its own limits replace those of all engines.
  const keys = new Set<string>();
  const ownKeys = new Set(own.map((word) => parted(word).key));
  const hasLimit = limitWords.some((key) => ownKeys.has(key));
  for (const [at, word] of [...own, ...each].entries()) {
    const { key, value, isBare } = parted(word);
    if (key !== repeated && keys.has(key)) continue;
    if (at >= own.length && hasLimit && limitWords.includes(key)) continue;
    keys.add(key);
    if (key === 'nodes') throw noNodes();
    // Refused here, since the reader of the rest does not know the words of a match.
    if (!isBare && !isEngineKey(key) && !Object.hasOwn(ownWords, key)) {
      throw unknownKey(key, Object.keys(ownWords));
    }
    if (Object.hasOwn(ownWords, key)) read[ownWords[key]!] = value;
    // The name is that of the sessions, too.
    if (key === 'name' || !Object.hasOwn(ownWords, key)) rest.push(quotedWord(key, value, isBare));
  }
  const { name, protocol, st, tc, depth, timeMargin, restart } = read;
  const words = isPairs
    ? rest.join(' ')
    : rest.length === 0
      ? text
      : [quotedWord('cmd', text, false), ...rest].join(' ');
  return {
    engine: words,
    ...(name !== undefined && { name }),
    ...(protocol !== undefined && { protocol }),
    ...(st !== undefined && { st: number('st', st) }),
    ...(tc !== undefined && { tc }),
    ...(depth !== undefined && { depth: number('depth', depth) }),
    ...(timeMargin !== undefined && { timeMargin: number('time-margin', timeMargin) }),
    ...(restart !== undefined && { restart: restartOf(restart) }),
  };
}

/**
 * An engine of a configuration file with words of the command line, which replace its own of the same kind. Arguments
 * come after its own.
 * @throws Refused
 */
export function withWords(
  { engine, ...fields }: MatchEngine,
  words: readonly string[],
  split: (text: string) => readonly string[],
): MatchEngine {
  const keys = new Set(words.map((word) => parted(word).key));
  // Two limits would contradict each other.
  if (limitWords.some((key) => keys.has(key))) for (const key of limitWords) keys.add(key);
  keys.delete(repeated);
  const isReplaced = (field: string): boolean => [...keys].some((key) => ownWords[key] === field);
  const text = !hasWords(engine)
    ? engine
    : split(engine)
        .map(parted)
        .filter(({ key }) => !keys.has(key))
        .map(({ key, value, isBare }) => quotedWord(key, value, isBare))
        .join(' ');
  return {
    ...readMatchEngine(text, words, split),
    ...Object.fromEntries(Object.entries(fields).filter(([field]) => !isReplaced(field))),
  };
}

/** The only word that an engine may have several times. */
const repeated = 'arg';

/** The words of which an engine has those of one place, the command line or the file. */
const limitWords: readonly string[] = ['st', 'tc', 'depth'];

/** The words of a match, as other runners call them too. */
const ownWords: Readonly<Record<string, string>> = {
  name: 'name',
  protocol: 'protocol',
  st: 'st',
  tc: 'tc',
  depth: 'depth',
  'time-margin': 'timeMargin',
  restart: 'restart',
};

function parted(word: string): { readonly key: string; readonly value: string; readonly isBare: boolean } {
  const at = word.indexOf('=');
  return at < 0
    ? { key: word, value: '', isBare: true }
    : { key: word.slice(0, at), value: word.slice(at + 1), isBare: false };
}

/** A word that is split again as one. The key may have spaces, too: the name of an option has. */
export function quotedWord(key: string, value: string, isBare: boolean): string {
  if (isBare) return quoted(key);
  return isPlain(key) ? `${key}=${quoted(value)}` : quoted(`${key}=${value}`);
}

const isPlain = (text: string): boolean => !/[\s"']/.test(text);

function quoted(text: string): string {
  if (text !== '' && isPlain(text)) return text;
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  // Both quotes: each run in the other one.
  return text.replaceAll(/[^"]+|"+/g, (run) => (run.startsWith('"') ? `'${run}'` : `"${run}"`));
}

function number(word: string, text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) {
    throw new Refused(`${word}=${text} is not a number.`, `Write ${word}=1, for example.`);
  }
  return value;
}

function restartOf(text: string): Restart {
  const found = Restart.options.find((option) => option === text);
  if (found) return found;
  throw new Refused(`The key restart cannot be "${text}".`, 'Write restart=on, restart=off or restart=auto.');
}

export const noNodes = (): Refused =>
  new Refused(
    'No protocol here can limit the nodes of a search.',
    "Use the engine's own option, such as option.Nodes=…, or --st or --depth.",
  );

/** What limits an engine of a match. */
export interface EngineLimits {
  readonly time: TimeAllowed | null;
  readonly depth: number | null;
  /** What the user must know, in sentences. */
  readonly warnings: readonly string[];
}

/** Whether an engine has limits of its own, which replace those of the match as a whole. */
export const isLimited = ({ st, tc, depth }: Pick<MatchEngine, 'st' | 'tc' | 'depth'>): boolean =>
  st !== undefined || tc !== undefined || depth !== undefined;

/**
 * The limits of one engine by its own words, else by those of the match, else by the preset's, else as is usual.
 * @param preset the time of a preset; null without one
 * @throws Refused for a limit that it cannot have, saying what to use instead
 */
export function limitsOf(
  { st, tc, depth, timeMargin }: Pick<MatchEngine, 'st' | 'tc' | 'depth' | 'timeMargin'>,
  plan: Pick<MatchPlan, 'st' | 'tc' | 'depth' | 'timeMargin'>,
  preset: Omit<TimeAllowed, 'margin'> | null,
  {
    name,
    protocol,
    capabilities,
  }: {
    readonly name: string;
    readonly protocol: string;
    readonly capabilities: Pick<Capabilities, 'time' | 'depth' | 'stop'>;
  },
): EngineLimits {
  const words = isLimited({ st, tc, depth }) ? { st, tc, depth } : plan;
  const margin = timeMargin ?? plan.timeMargin ?? usualMargin;
  const warnings: string[] = [];
  if (words.depth !== undefined && !capabilities.depth) {
    throw new Refused(
      `${name} cannot be told a depth: ${protocol} has no word for it.`,
      capabilities.time
        ? `Use --st, or an option of the engine, such as option.Depth=${words.depth}.`
        : `Use an option or argument of the engine, such as arg=--depth; --st flags what takes too long.`,
    );
  }
  const time = timeOf(words, margin) ?? (preset === null ? null : { ...preset, margin });
  if (time !== null && !capabilities.time) {
    warnings.push(
      `${name} cannot be told its time: ${protocol} has no word for it, so that it is only flagged when its time is up.`,
    );
  }
  if (time !== null || words.depth !== undefined) {
    return { time, depth: words.depth ?? null, warnings };
  }
  // Our own choice of a limit should lose no game.
  const usual: TimeAllowed = {
    move: usualSeconds,
    first: null,
    game: null,
    increment: 0,
    margin: patientMargin,
  };
  return {
    time: capabilities.time ? { ...usual, margin: timeMargin ?? plan.timeMargin ?? patientMargin } : null,
    depth: null,
    warnings,
  };
}

/** @throws Refused for times that a match and its engines cannot have, whatever the engines are */
export function requireTimes(plan: Pick<MatchPlan, 'engines' | 'st' | 'tc'>): void {
  timeOf(plan, usualMargin);
  for (const own of plan.engines) timeOf(own, usualMargin, `The engine "${own.name ?? own.engine}"`);
}

/** @param owner of the words, to begin a sentence; null for the flags of the match */
function timeOf(
  { st, tc }: Pick<MatchPlan, 'st' | 'tc'>,
  margin: number,
  owner: string | null = null,
): TimeAllowed | null {
  if (st !== undefined && tc !== undefined) {
    throw new Refused(
      owner === null
        ? 'A match has --st or --tc, not both.'
        : `${owner} has st and tc, and can have one of them.`,
      'Leave one out.',
    );
  }
  if (st !== undefined) return { move: st, first: null, game: null, increment: 0, margin };
  if (tc === undefined) return null;
  const control = readTimeControl(tc);
  if (control === null) {
    throw new Refused(
      owner === null
        ? `"${tc}" is not a time control.`
        : `${owner} has tc=${tc}, which is not a time control.`,
      'Write seconds for the game and for each turn, such as --tc 60+0.5; --st has seconds for each move.',
    );
  }
  return { move: null, first: null, ...control, margin };
}
