/** The settings: arguments of the program, since the protocol has no options. */
import type { PointNotation } from '../../app/games/morris/index.ts';
import {
  readFlags,
  searchDefaults,
  searchFlags,
  searchUsage,
  settingsWith,
  type SearchSettings,
} from '../shared/settings.ts';
import type { Limit } from '../../app/shapes/engines.ts';
import type { Level } from '../shared/skill.ts';

/** Levels below full strength; errors in men. */
export const levels: readonly Level[] = [
  { depth: 1, error: 1.5 },
  { depth: 1, error: 0.8 },
  { depth: 2, error: 0.8 },
  { depth: 2, error: 0.5 },
  { depth: 3, error: 0.5 },
  { depth: 4, error: 0.4 },
  { depth: 5, error: 0.3 },
  { depth: 6, error: 0.2 },
  { depth: 8, error: 0.1 },
  { depth: 255, error: 0 },
];

/** The full strength. */
export const strongest = levels.length;

export interface MorrisSettings extends SearchSettings {
  /** The notation of points in the moves that it sends. It reads both notations. */
  readonly notation: PointNotation;
}

export const defaultSettings: MorrisSettings = { ...searchDefaults(strongest), notation: 'index' };

const usage = `${searchUsage(defaultSettings)}, --notation index|name (${defaultSettings.notation})`;

/** @throws BadArgument */
export const readArguments = (args: readonly string[]): MorrisSettings =>
  settingsWith(
    defaultSettings,
    readFlags(args, { ...searchFlags(strongest), notation: { words: ['index', 'name'] } } as const, usage),
  );

/** In doublings: beyond any practical wait. */
const mostDoublings = 20;

/** Doubled each time the same position is asked about again. */
export const limitOf = ({ time }: MorrisSettings, again: number): Limit =>
  Number.isFinite(time)
    ? { kind: 'time', seconds: time * 2 ** Math.min(again, mostDoublings) }
    : { kind: 'none' };
