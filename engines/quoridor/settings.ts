/**
 * What can be set. The protocol has no options, so that settings are arguments of the program; those that matter
 * in the middle of a session are commands of our own as well, `level 3` and the like.
 */
import type { EngineOption } from '../../app/protocols/protocol.ts';
import { strongest } from './levels.ts';

export interface Settings {
  /** Seconds a move. */
  readonly time: number;
  /** Nodes a move, after which it answers; the same moves on every machine. */
  readonly nodes: number;
  /** 1 (weakest) to `strongest`. */
  readonly level: number;
  /** For the levels that misjudge; 0 takes another one each time. */
  readonly seed: number;
  /** Memory of the transposition table, in MiB. */
  readonly hash: number;
}

export const defaultSettings: Settings = {
  time: 5,
  nodes: Infinity,
  level: strongest,
  seed: 0,
  hash: 32,
};

type Spin = Extract<EngineOption, { type: 'spin' }>;

const spin = (name: 'time' | 'level' | 'seed', min: number, max: number): Spin => ({
  type: 'spin',
  name,
  default: defaultSettings[name],
  min,
  max,
});

/** The commands of our own; `time` in whole seconds there. */
export const commandOptions: readonly Spin[] = [
  spin('time', 1, 86_400),
  spin('level', 1, strongest),
  spin('seed', 0, 2 ** 31 - 1),
];

/** Why a command's value cannot be had, in words, or null. */
export function optionFault(name: string, value: string): string | null {
  const option = commandOptions.find((known) => known.name === name);
  if (option === undefined) return `there is no option "${name}"`;
  const { min, max } = option;
  const fits = /^\d{1,10}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return fits ? null : `${name} takes a whole number from ${min} to ${max}, not "${value}"`;
}

/** The settings after a command of our own, whose value `optionFault` finds nothing wrong with. */
export const withOption = (settings: Settings, name: string, value: string): Settings => ({
  ...settings,
  [name]: Number(value),
});

/** The arguments make no sense. `message` says why, in words. */
export class BadArgument extends Error {
  override readonly name = 'BadArgument';
}

interface Flag {
  readonly key: keyof Settings;
  readonly least: number;
  readonly most: number;
  readonly whole: boolean;
}

const flags: Readonly<Record<string, Flag>> = {
  '--time': { key: 'time', least: 0.01, most: 86_400, whole: false },
  '--nodes': { key: 'nodes', least: 1, most: 1e12, whole: true },
  '--level': { key: 'level', least: 1, most: strongest, whole: true },
  '--seed': { key: 'seed', least: 0, most: 2 ** 31 - 1, whole: true },
  '--hash': { key: 'hash', least: 1, most: 1024, whole: true },
};

export const usage = `options: --time SECONDS (a move, ${defaultSettings.time}), --nodes N (a move; then without a limit of time, unless --time is given too), --level 1..${strongest} (${strongest}), --seed N (0: another each time), --hash MIB (${defaultSettings.hash})`;

/**
 * Reads `--time 2` and `--time=2` alike. Nodes without a time mean no limit of time.
 *
 * @throws BadArgument
 */
export function readArguments(args: readonly string[]): Settings {
  const given: Partial<Record<keyof Settings, number>> = {};
  const words = args.flatMap((arg) => {
    const equals = arg.indexOf('=');
    return arg.startsWith('--') && equals > 0 ? [arg.slice(0, equals), arg.slice(equals + 1)] : [arg];
  });
  for (let at = 0; at < words.length; at += 2) {
    const name = words[at];
    const value = words[at + 1];
    const flag = Object.hasOwn(flags, name) ? flags[name] : undefined;
    if (flag === undefined) throw new BadArgument(`there is no option "${name}"; ${usage}`);
    if (value === undefined) throw new BadArgument(`${name} wants a number`);
    given[flag.key] = numberOf(name, flag, value);
  }
  const time = given.time ?? (given.nodes === undefined ? defaultSettings.time : Infinity);
  return { ...defaultSettings, ...given, time };
}

function numberOf(name: string, { least, most, whole }: Flag, value: string): number {
  const number = Number(value);
  const fits = whole ? /^\d{1,13}$/.test(value) : /^\d{0,9}\.?\d{1,9}$|^\d{1,9}\.$/.test(value);
  if (!fits || number < least || number > most) {
    const kind = whole ? 'a whole number' : 'a number';
    throw new BadArgument(`${name} takes ${kind} from ${least} to ${most}, not "${value}"`);
  }
  return number;
}
