/**
 * The settings. The protocol has no options, so settings are arguments of the program; those useful in the middle of a
 * session are private commands too, such as `level 3`.
 */
import {
  readFlags,
  noOption,
  searchDefaults,
  searchFlags,
  searchUsage,
  settingsWith,
  type SearchSettings,
} from '../shared/settings.ts';
import type { EngineOption } from '../../app/shapes/engines.ts';
import type { Level } from '../shared/skill.ts';

/** Levels below full strength; errors in steps. */
export const levels: readonly Level[] = [
  { depth: 1, error: 4 },
  { depth: 1, error: 2.5 },
  { depth: 2, error: 2 },
  { depth: 2, error: 1.2 },
  { depth: 3, error: 1 },
  { depth: 3, error: 0.4 },
  { depth: 4, error: 0.2 },
  { depth: 5, error: 0.1 },
  { depth: 7, error: 0.1 },
  { depth: 255, error: 0 },
];

/** The full strength. */
export const strongest = levels.length;

export const defaultSettings = searchDefaults(strongest);

type Spin = Extract<EngineOption, { type: 'spin' }>;

const spin = (name: 'time' | 'level' | 'seed', min: number, max: number): Spin => ({
  type: 'spin',
  name,
  default: defaultSettings[name],
  min,
  max,
});

/** The private commands; their `time` is in whole seconds. */
export const commandOptions: readonly Spin[] = [
  spin('time', 1, 86_400),
  spin('level', 1, strongest),
  spin('seed', 0, 2 ** 31 - 1),
];

/** Why a command's value is refused; null if it is accepted. */
export function optionFault(name: string, value: string): string | null {
  const option = commandOptions.find((known) => known.name === name);
  if (option === undefined) return noOption(name);
  const { min, max } = option;
  const fits = /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return fits ? null : `${name} takes a whole number from ${min} to ${max}, not "${value}"`;
}

/** The settings after a private command, whose value `optionFault` accepts. */
export const withOption = (settings: SearchSettings, name: string, value: string): SearchSettings => ({
  ...settings,
  [name]: Number(value),
});

/** @throws BadArgument */
export const readArguments = (args: readonly string[]): SearchSettings =>
  settingsWith(defaultSettings, readFlags(args, searchFlags(strongest), searchUsage(defaultSettings)));
