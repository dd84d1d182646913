/** The settings of an engine whose protocol has no options, its arguments, and the bounds they set to a search. */
import type { Limit } from '../../app/shapes/engines.ts';

export interface SearchSettings {
  /** Seconds per move. */
  readonly time: number;
  /** Nodes per move; gives the same moves on every machine. */
  readonly nodes: number;
  /** 1 (weakest) to the engine's strongest. */
  readonly level: number;
  /** For the levels that misjudge; 0 chooses another each time. */
  readonly seed: number;
  /** Memory of the transposition table, in MiB. */
  readonly hash: number;
}

export const searchDefaults = (strongest: number): SearchSettings => ({
  time: 5,
  nodes: Infinity,
  level: strongest,
  seed: 0,
  hash: 32,
});

export const searchFlags = (strongest: number) =>
  ({
    time: { least: 0.01, most: 86_400, whole: false },
    nodes: { least: 1, most: 1e12, whole: true },
    level: { least: 1, most: strongest, whole: true },
    // Any clock value is accepted; only the lowest 32 bits matter.
    seed: { least: 0, most: 2 ** 53 - 1, whole: true },
    hash: { least: 1, most: 1024, whole: true },
  }) as const satisfies Readonly<Record<keyof SearchSettings, Flag>>;

export function searchUsage({ time, level, hash }: SearchSettings): string {
  return `options: --time SECONDS (a move, ${time}), --nodes N (a move; then without a limit of time, unless --time is given too), --level 1..${level} (${level}), --seed N (0: another each time), --hash MIB (${hash})`;
}

/** The settings that flags ask for. Nodes without a time mean no time limit. */
export function settingsWith<S extends SearchSettings>(defaults: S, given: Partial<S>): S {
  const time = given.time ?? (given.nodes === undefined ? defaults.time : Infinity);
  return { ...defaults, ...given, time };
}

/** The share of its time after which no further iteration starts, since it would seldom finish. */
const beginsUntil = 0.6;

/** The share of its time that is spent on what may be known without a search. */
const knowsUntil = 0.5;

export interface SearchBounds {
  /** Whether the time is spent after which only a search still helps, regardless of nodes. */
  readonly mustSearch: () => boolean;
  readonly shouldStop: (nodes: number) => boolean;
  readonly mayDeepen: (nodes: number) => boolean;
}

/** The bounds of a search that starts now. @param now in milliseconds */
export function searchBounds(
  { time, nodes }: SearchSettings,
  limit: Limit,
  now: () => number,
  isCancelled: () => boolean,
): SearchBounds {
  const milliseconds = 1000 * (limit.kind === 'time' ? limit.seconds : time);
  const began = now();
  const isLate = (): boolean => isCancelled() || now() >= began + milliseconds;
  return {
    mustSearch: () => isCancelled() || now() >= began + knowsUntil * milliseconds,
    shouldStop: (searched) => searched >= nodes || isLate(),
    mayDeepen: (searched) => searched < nodes && !isCancelled() && now() < began + beginsUntil * milliseconds,
  };
}

/** The refusal of an unknown option. */
export const noOption = (name: string): string => `there is no option "${name}"`;

/** The arguments are invalid; `message` says why. */
export class BadArgument extends Error {
  override readonly name = 'BadArgument';
}

/** A number within bounds, or one of some words. */
export type Flag =
  | { readonly least: number; readonly most: number; readonly whole: boolean }
  | { readonly words: readonly string[] };

type Value<F extends Flag> = F extends { readonly words: readonly (infer Word)[] } ? Word : number;

/**
 * Reads `--time 2`, `--time=2` and, as referees start engines, `-time 2`; the last value of a repeated flag counts.
 *
 * @param flags by name, without the dashes
 * @param usage printed for an unknown flag
 * @throws BadArgument
 */
export function readFlags<F extends Readonly<Record<string, Flag>>>(
  args: readonly string[],
  flags: F,
  usage: string,
): { -readonly [Name in keyof F]?: Value<F[Name]> } {
  const given: Record<string, number | string> = {};
  const words = args.flatMap((arg) => {
    const equals = arg.indexOf('=');
    return arg.startsWith('-') && equals > 0 ? [arg.slice(0, equals), arg.slice(equals + 1)] : [arg];
  });
  for (let at = 0; at < words.length; at += 2) {
    const word = words[at]!;
    const value = words[at + 1];
    const name = /^--?(.*)$/.exec(word)?.[1] ?? '';
    if (!Object.hasOwn(flags, name)) throw new BadArgument(`there is no option "${word}"; ${usage}`);
    const flag = flags[name]!;
    if (value === undefined) {
      throw new BadArgument(`${word} wants ${'words' in flag ? flag.words.join(' or ') : 'a number'}`);
    }
    given[name] = 'words' in flag ? wordOf(word, flag.words, value) : numberOf(word, flag, value);
  }
  return given as { -readonly [Name in keyof F]?: Value<F[Name]> };
}

function wordOf(name: string, words: readonly string[], value: string): string {
  if (!words.includes(value)) throw new BadArgument(`${name} takes ${words.join(' or ')}, not "${value}"`);
  return value;
}

function numberOf(
  name: string,
  { least, most, whole }: Exclude<Flag, { words: readonly string[] }>,
  value: string,
): number {
  const number = Number(value);
  const fits = whole ? /^\d{1,16}$/.test(value) : /^\d{0,9}\.?\d{1,9}$|^\d{1,9}\.$/.test(value);
  if (!fits || number < least || number > most) {
    const kind = whole ? 'a whole number' : 'a number';
    throw new BadArgument(`${name} takes ${kind} from ${least} to ${most}, not "${value}"`);
  }
  return number;
}
