/** The settings: arguments of the program, since the protocol has no options. */
import {
  readFlags,
  searchDefaults,
  searchFlags,
  searchUsage,
  settingsWith,
  type SearchSettings,
} from '../shared/settings.ts';
import type { Level } from '../shared/skill.ts';

/** Levels below full strength; errors in C stones. */
export const levels: readonly Level[] = [
  { depth: 1, error: 25 },
  { depth: 1, error: 8 },
  { depth: 1, error: 2 },
  { depth: 2, error: 8 },
  { depth: 2, error: 0.5 },
  { depth: 3, error: 4 },
  { depth: 3, error: 0.2 },
  { depth: 4, error: 0.5 },
  { depth: 5, error: 0.1 },
  { depth: 255, error: 0 },
];

/** The full strength. */
export const strongest = levels.length;

/** Well within the referee's three seconds per action, for busy machines. */
export const defaultSettings: SearchSettings = { ...searchDefaults(strongest), time: 2 };

/** @throws BadArgument */
export const readArguments = (args: readonly string[]): SearchSettings =>
  settingsWith(defaultSettings, readFlags(args, searchFlags(strongest), searchUsage(defaultSettings)));
