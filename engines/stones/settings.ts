/** What can be set: arguments of the program, since the protocol has no options. */
import {
  readFlags,
  searchDefaults,
  searchFlags,
  searchUsage,
  settingsWith,
  type SearchSettings,
} from '../shared/settings.ts';
import type { Level } from '../shared/skill.ts';

/** Playing below its strength; errors in C stones. */
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

/** It plays as well as it can. */
export const strongest = levels.length;

/** Well within the three seconds that a referee gives an action, for machines that have other things to do. */
export const defaultSettings: SearchSettings = { ...searchDefaults(strongest), time: 2 };

/** @throws BadArgument */
export const readArguments = (args: readonly string[]): SearchSettings =>
  settingsWith(defaultSettings, readFlags(args, searchFlags(strongest), searchUsage(defaultSettings)));
