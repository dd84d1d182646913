/** What can be set: arguments of the program, since the protocol has no options. */
import { readFlags } from '../shared/arguments.ts';
import {
  searchDefaults,
  searchFlags,
  searchUsage,
  settingsWith,
  type SearchSettings,
} from '../shared/settings.ts';
import { strongest } from './levels.ts';

/** Well within the three seconds that a referee gives an action, for machines that have other things to do. */
export const defaultSettings: SearchSettings = { ...searchDefaults(strongest), time: 2 };

/** @throws BadArgument */
export const readArguments = (args: readonly string[]): SearchSettings =>
  settingsWith(defaultSettings, readFlags(args, searchFlags(strongest), searchUsage(defaultSettings)));
