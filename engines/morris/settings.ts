/** What can be set: arguments of the program, since the protocol has no options. */
import type { PointNotation } from '../../app/games/morris/index.ts';
import { readFlags } from '../shared/arguments.ts';
import {
  searchDefaults,
  searchFlags,
  searchUsage,
  settingsWith,
  type SearchSettings,
} from '../shared/settings.ts';
import { strongest } from './levels.ts';
import type { Limit } from '../../app/shapes/engines.ts';

export interface Settings extends SearchSettings {
  /** How it writes the points of its moves. It reads both. */
  readonly notation: PointNotation;
}

export const defaultSettings: Settings = { ...searchDefaults(strongest), notation: 'index' };

const usage = `${searchUsage(defaultSettings)}, --notation index|name (${defaultSettings.notation})`;

/** @throws BadArgument */
export const readArguments = (args: readonly string[]): Settings =>
  settingsWith(
    defaultSettings,
    readFlags(args, { ...searchFlags(strongest), notation: { words: ['index', 'name'] } } as const, usage),
  );

/** In doublings: longer than anybody waits. */
const mostDoublings = 20;

/** Twice as long each time that it is asked about the same position once more. */
export const limitOf = ({ time }: Settings, again: number): Limit =>
  Number.isFinite(time)
    ? { kind: 'time', seconds: time * 2 ** Math.min(again, mostDoublings) }
    : { kind: 'none' };
