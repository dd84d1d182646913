/** What can be set of an engine whose protocol has no options, and how a search keeps to it. */
import type { Flag } from './arguments.ts';
import type { Limit } from '../../app/shapes/engines.ts';

export interface SearchSettings {
  /** Seconds a move. */
  readonly time: number;
  /** Nodes a move, after which it answers; the same moves on every machine. */
  readonly nodes: number;
  /** 1 (weakest) to the engine's strongest. */
  readonly level: number;
  /** For the levels that misjudge; 0 takes another one each time. */
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
    // Any that a clock gives; the lowest 32 bits count.
    seed: { least: 0, most: 2 ** 53 - 1, whole: true },
    hash: { least: 1, most: 1024, whole: true },
  }) as const satisfies Readonly<Record<keyof SearchSettings, Flag>>;

export function searchUsage({ time, level, hash }: SearchSettings): string {
  return `options: --time SECONDS (a move, ${time}), --nodes N (a move; then without a limit of time, unless --time is given too), --level 1..${level} (${level}), --seed N (0: another each time), --hash MIB (${hash})`;
}

/** The settings that flags ask for. Nodes without a time mean no limit of time. */
export function settingsWith<S extends SearchSettings>(defaults: S, given: Partial<S>): S {
  const time = given.time ?? (given.nodes === undefined ? defaults.time : Infinity);
  return { ...defaults, ...given, time };
}

/** Of its time: after so much of it no further iteration is begun, which would seldom be finished. */
const beginsUntil = 0.6;

export interface SearchBounds {
  /** Whether time is up, nodes aside. */
  readonly isLate: () => boolean;
  readonly shouldStop: (nodes: number) => boolean;
  readonly mayDeepen: (nodes: number) => boolean;
}

/** How long the search that begins now may go on. @param now in milliseconds. */
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
    isLate,
    shouldStop: (searched) => searched >= nodes || isLate(),
    mayDeepen: (searched) => searched < nodes && !isCancelled() && now() < began + beginsUntil * milliseconds,
  };
}

/** Why an option that is none cannot be had. */
export const noOption = (name: string): string => `there is no option "${name}"`;
