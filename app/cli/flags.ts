import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Setup } from '../games/game.ts';
import { gameById, games } from '../games/registry.ts';
import { parseSetupFlag } from '../games/setup.ts';
import { Exit, exitCodes } from './exit.ts';
import type { GameLimits, Limit } from '../api/contract.ts';

export interface PositionFlags {
  readonly moves?: string;
  readonly position?: string;
  readonly [flag: string]: unknown;
}

/** A game in a file instead of moves and a position; `withRecord` reads it. */
export interface RecordFlags {
  readonly record?: string;
  readonly node?: string;
  readonly from?: string;
}

export const gameNames = [...games.keys()].join(', ');

/** Reads the id of a game. @throws Exit if there is no such game */
export function knownGameId(id: string): string {
  if (!games.has(id)) throw new Exit(exitCodes.usage, `There is no game "${id}"; known games: ${gameNames}.`);
  return id;
}

/** How an engine is named. */
export const engineHelp =
  'a bundled or registered name, a path, or "cmd=PATH protocol=ID name=… arg=… dir=… sandbox=off writable=on option.NAME=…"';

/** Defaults to the first engine's game. */
export interface GameFlag {
  readonly game?: string;
}

export interface LimitFlags {
  readonly depth?: number;
  readonly time?: number;
}

/** Adds the flags that describe a position; each game declares its setup flags. */
export const withPositionFlags = (command: Command): Command =>
  withSetupFlags(
    command
      .option('--moves <list>', 'moves from the start position')
      .option('--position <text>', 'start position (default: the initial position)')
      .addOption(
        new Option('--record <file>', 'moves and position from a game in this file, in any form').conflicts([
          'moves',
          'position',
        ]),
      )
      .option(
        '--node <node>',
        'of the record: a ply (24), of another game of the file (2:24), in a variation (24/2.3) (default: the end of the main line)',
      )
      .option('--from <form>', 'the form of the record (default: the one that fits the rules)'),
  );

/** Adds the setup flags of all games. */
export function withSetupFlags(command: Command): Command {
  const forms = new Map<string, Set<string>>();
  for (const { name, form } of [...games.values()].flatMap((game) => game.setupFlags)) {
    forms.set(name, (forms.get(name) ?? new Set()).add(form));
  }
  for (const [name, known] of forms)
    command.option(`--${name} <${[...known].join('|')}>`, 'setup of the game');
  return command;
}

export function withLimitFlags(command: Command): Command {
  return command
    .addOption(new Option('--depth <plies>', 'search depth in plies').argParser(plies).conflicts('time'))
    .addOption(
      new Option(
        '--time <seconds>',
        'search time in seconds (default: 1, where the protocol has a time limit)',
      ).argParser(seconds),
    );
}

/** Bounds for games whose rules set no end; if given, they apply to any game. */
export const withGameLimitFlags = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--max-plies <number>',
        'declare a draw after this many plies (default: 1000, where no rule ends the game)',
      ).argParser(mostPlies),
    )
    .addOption(
      new Option(
        '--max-repetitions <number>',
        'declare a draw when a position has occurred this often (default: 5, where no rule ends the game)',
      ).argParser(mostRepetitions),
    );

/** The values of `withGameLimitFlags`. */
export interface GameLimitFlags {
  readonly maxPlies?: number;
  readonly maxRepetitions?: number;
}

/** The given limits in the contract's form. */
export const gameLimitsOf = ({ maxPlies, maxRepetitions }: GameLimitFlags): Partial<GameLimits> => ({
  ...(maxPlies !== undefined && { plies: maxPlies }),
  ...(maxRepetitions !== undefined && { repetitions: maxRepetitions }),
});

/** An empty path would be the current folder, which is not meant. */
export function namedFolder(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must name a folder.');
  return text;
}

/** @param usual the default value @param parse throws InvalidArgumentError */
export const repeatable = (
  flags: string,
  description: string,
  usual = 'none',
  parse = (text: string): string => text,
): Option =>
  new Option(flags, `${description} (repeatable)`)
    .argParser((text, all: string[]) => [...all, parse(text)])
    .default([], usual);

export const withEngineFlags = (command: Command): Command =>
  command
    .option('--protocol <id>', "the protocol to use (default: the engine's own, or detected)")
    .addOption(repeatable('--arg <text>', 'an argument for the executable'))
    .addOption(repeatable('--setting <id=value>', 'a protocol setting, such as walls=token'))
    .option(
      '--sandbox',
      'run the executable in the sandbox: no network, most of the disk hidden or read-only',
    )
    .option('--no-sandbox', 'run it without the sandbox (default: the setting for new engines)')
    .option('--writable', 'in the sandbox, let it change and delete files in its own folder');

/** The values of `withEngineFlags`. */
export interface EngineFlags {
  readonly protocol?: string;
  readonly arg: readonly string[];
  readonly sandbox?: boolean;
  readonly writable?: boolean;
  readonly setting: readonly string[];
}

/** The contract's description of an engine. */
export const engineWords = (
  text: string,
  { protocol, arg, sandbox, writable, setting }: EngineFlags,
  folder = process.cwd(),
) => ({
  text,
  protocol,
  args: [...arg],
  sandbox,
  writesFolder: writable,
  dialect: settingsOf(setting),
  folder,
});

/** Parses settings such as `walls=token`. @throws Exit */
export function settingsOf(words: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    words.map((word) => {
      const [id, value] = word.split('=', 2);
      if (id && value) return [id, value] as const;
      throw new Exit(exitCodes.usage, `"${word}" is not a setting; write --setting id=value.`);
    }),
  );
}

/** @throws Exit if the game has no such flag or the value is invalid */
export function setupOf(gameId: string, flags: PositionFlags): Setup | undefined {
  const game = gameById(gameId);
  const known = new Set([...games.values()].flatMap((other) => other.setupFlags.map((flag) => flag.name)));
  let setup: Setup = {};
  for (const name of known) {
    const text = flags[name];
    if (typeof text !== 'string') continue;
    const flag = game.setupFlags.find((own) => own.name === name);
    if (!flag) throw new Exit(exitCodes.usage, `${game.name} has no --${name}.`);
    setup = { ...setup, ...parseSetupFlag(flag, text) };
  }
  if (Object.keys(setup).length === 0) return undefined;
  if (flags.position !== undefined) {
    throw new Exit(exitCodes.usage, 'A position sets its own size; omit the setup flags.');
  }
  return setup;
}

/** The contract's description of a position. */
export const positionOf = (game: string, flags: PositionFlags) => ({
  game,
  setup: setupOf(game, flags),
  position: flags.position,
  moves: flags.moves,
});

/** @param limited whether the engine accepts a limit; if not, there is none by default */
export function limitOf({ depth, time }: LimitFlags, limited: boolean): Limit {
  if (!limited && depth === undefined && time === undefined) return { kind: 'none' };
  return depth === undefined ? { kind: 'time', seconds: time ?? 1 } : { kind: 'depth', plies: depth };
}

export function whole(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  const value = Number(text);
  // Beyond, neighbours are the same number, and sums of counts become infinite.
  if (!Number.isSafeInteger(value)) {
    throw new InvalidArgumentError(`It must be at most ${Number.MAX_SAFE_INTEGER}.`);
  }
  return value;
}

export function atLeastOne(text: string): number {
  const number = whole(text);
  if (number < 1) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

/** Whole numbers from `least` to `most`. */
export const inRange =
  (least: number, most: number) =>
  (text: string): number =>
    within(least, most, /^\d+$/.test(text) ? Number(text) : whole(text));

/** Any numbers from `least` to `most`. */
export const between =
  (least: number, most: number) =>
  (text: string): number =>
    within(least, most, number(text));

function within(least: number, most: number, value: number): number {
  if (value >= least && value <= most) return value;
  throw new InvalidArgumentError(`It must be from ${least} to ${most}.`);
}

/** The range of plies after which a game is a draw. */
export const mostPlies = inRange(1, 100_000);

/** The range of repetitions that are a draw. */
export const mostRepetitions = inRange(2, 1000);

/** Parts of a whole. */
export const share = between(0, 1);

/** The range of a search depth in plies. */
export const plies = inRange(1, 1000);

/** The range of seconds that an answer may be late. */
export const margin = between(0, 3600);

export const marginHelp = 'how late an answer may be (default: 0.5; 5 where no limit is named)';

/** The ranges of a match. */
export const rounds = inRange(1, 1_000_000);
export const concurrency = inRange(1, 256);
export const seed = inRange(0, 2 ** 32 - 1);

/** The range of a picture's width. */
export const pixels = inRange(16, 16_384);

/** The range of parallel processes. */
export const jobs = inRange(1, 64);

export function port(text: string): number {
  const number = whole(text);
  if (number > 65_535) throw new InvalidArgumentError('A port is at most 65535.');
  return number;
}

/** Any finite number. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

export function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < Infinity))
    throw new InvalidArgumentError('It must be a number of seconds above 0.');
  return value;
}

/** Seconds for the truth about each position of a report. */
export const usualTruth = 5;

/** Reads `2s` or `12plies`. @throws InvalidArgumentError */
export function limitFlag(text: string, before: readonly Limit[]): readonly Limit[] {
  const time = /^(\d+(?:\.\d+)?)s$/.exec(text);
  if (time && Number(time[1]) >= 0.01 && Number(time[1]) <= 86_400) {
    return [...before, { kind: 'time', seconds: Number(time[1]) }];
  }
  const depth = /^(\d+)(?:ply|plies)$/.exec(text);
  if (depth && Number(depth[1]) >= 1 && Number(depth[1]) <= 1000) {
    return [...before, { kind: 'depth', plies: Number(depth[1]) }];
  }
  throw new InvalidArgumentError('Write a time such as 2s, or a depth such as 12plies.');
}
