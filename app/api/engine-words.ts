/**
 * Reads how a command line names an engine: a bundled or registered name, the path of an executable, or one argument
 * of key=value words as in other match runners (`cmd=./mine protocol=cfp arg=-x dir=. sandbox=off option.Level=3`;
 * values with spaces are quoted). `build:` and the beginning of an id name a build that is kept.
 */
import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { readScale } from '../records/engine-scale.ts';
import type { EngineScale } from '../shapes/report.ts';
import type { BuildStore } from '../builds/build-store.ts';
import { buildPrefix, hasWords, isEngineKey, unknownKey } from '../library/engine-name.ts';
import { NoSuchEngine, type Engine, type EngineRegistry, type NewEngine } from '../library/engines.ts';
import { Refused } from '../shapes/refused.ts';
import { protocols } from '../protocols/registry.ts';
import { settingsFault } from '../protocols/settings.ts';
import { findProgram } from '../sessions/launch/check.ts';
import { reducedEnvironment } from '../sessions/launch/launch.ts';
import { spokenBy } from './engine-launcher.ts';
import { knownProtocol } from './known.ts';
import { wayToRun } from './way-to-run.ts';

export interface EngineWords {
  readonly text: string;
  readonly protocol?: string | undefined;
  readonly args: readonly string[];
  /** Whether it runs in the sandbox; by default as new engines do. */
  readonly sandbox?: boolean | undefined;
  /** Whether it may write to its working folder in the sandbox. */
  readonly writesFolder?: boolean | undefined;
  /** Settings of its protocol, by id. */
  readonly dialect?: Readonly<Record<string, string>> | undefined;
  /** The folder that relative paths start from. */
  readonly folder: string;
}

/** A program whose protocol need not be known. */
export type ProgramMeant =
  | { readonly kind: 'known'; readonly engine: Engine; readonly parts: Parts }
  | { readonly kind: 'new'; readonly fields: Omit<NewEngine, 'protocol'>; readonly parts: Parts };

export type EngineMeant = {
  readonly protocol: string;
  readonly options: Record<string, string>;
  /** For this run, instead of the engine's own; undefined if none is named. */
  readonly scale: EngineScale | undefined;
} & (
  | { readonly kind: 'known'; readonly engine: Engine }
  | { readonly kind: 'new'; readonly fields: NewEngine }
);

interface Parts {
  readonly command: string;
  readonly protocol: string | undefined;
  readonly args: readonly string[];
  readonly folder: string | null;
  readonly name: string | null;
  readonly options: Record<string, string>;
  readonly dialect: Record<string, string>;
  readonly scale: EngineScale | undefined;
  /** As in `EngineWords`. */
  readonly sandbox: boolean | undefined;
  readonly writesFolder: boolean | undefined;
  /** Whether it was given as `cmd=`, so that PATH is searched for it. */
  readonly onPath: boolean;
}

/**
 * The engine that the words describe.
 * @param sandboxNew whether new engines run in the sandbox by default
 * @throws Refused, NoSuchEngine
 */
export async function readEngineWords(
  words: EngineWords,
  engines: EngineRegistry,
  builds: Pick<BuildStore, 'engineOf'>,
  sandboxNew: boolean,
): Promise<EngineMeant> {
  const { parts, ...meant } = await readProgramWords(words, engines, builds, sandboxNew);
  const { options, protocol, scale } = parts;
  if (meant.kind === 'known') {
    return { ...meant, protocol: spokenBy(meant.engine, protocol).id, options, scale };
  }
  if (protocol === undefined) {
    throw new Refused(
      `${parts.command} is an executable, and its protocol is unknown.`,
      `Add --protocol ${[...protocols.keys()].join(' or --protocol ')}; \`plywire engines probe\` finds out.`,
    );
  }
  const fault = settingsFault(knownProtocol(protocol), meant.fields.dialect ?? {});
  if (fault !== null) throw new Refused(`${fault}.`);
  return { kind: 'new', fields: { ...meant.fields, protocol }, protocol, options, scale };
}

/** As `readEngineWords`, but the protocol may be missing. @throws Refused, NoSuchEngine */
export async function readProgramWords(
  words: EngineWords,
  engines: EngineRegistry,
  builds: Pick<BuildStore, 'engineOf'>,
  sandboxNew: boolean,
): Promise<ProgramMeant> {
  const parts = partsOf(words);
  if (parts.command.startsWith(buildPrefix)) return readBuild(parts, words, builds);
  const { protocol } = parts;
  if (protocol !== undefined) knownProtocol(protocol);
  const known = engines.find(parts.command);
  const dialect = { ...words.dialect, ...parts.dialect };
  if (known) {
    requireOwnSettings(known, { ...parts, dialect });
    return { kind: 'known', engine: known, parts };
  }

  const file = fileOf(parts, words.folder);
  const [, key] = /^([\w.-]+)=/.exec(words.text) ?? [];
  // A word whose key is misspelt reads as a path.
  if (key !== undefined && !hasWords(words.text) && (file === null || !existsSync(file)))
    throw wordsWithoutCommand(key);
  if (file === null) {
    const names = engines.list().map(({ record, bundled }) => (bundled ? record.id : record.name));
    throw new NoSuchEngine(
      `There is no engine called "${parts.command}", and no such file.`,
      `Known engines: ${names.join(', ')}. A path works too.`,
    );
  }
  const fields = {
    name: parts.name ?? basename(file),
    args: [...parts.args],
    environment: {},
    sandbox: parts.sandbox ?? sandboxNew,
    writesFolder: parts.writesFolder ?? false,
    dialect,
    scale: parts.scale ?? null,
    file,
    folder: parts.folder === null ? null : resolve(words.folder, parts.folder),
    ...(await wayToRun(file)),
  };
  return { kind: 'new', fields, parts };
}

/** @param key of the first word */
const wordsWithoutCommand = (key: string): Refused =>
  isEngineKey(key)
    ? new Refused('The words of the engine have no cmd.', 'Write cmd=PATH or cmd=NAME.')
    : unknownKey(key);

/** A build that is kept, with further arguments and settings. @throws Refused */
async function readBuild(
  parts: Parts,
  words: EngineWords,
  builds: Pick<BuildStore, 'engineOf'>,
): Promise<ProgramMeant> {
  const kept = await builds.engineOf(parts.command.slice(buildPrefix.length));
  const { name, sandbox, writesFolder, scale, protocol } = parts;
  const fields = {
    ...kept,
    ...{ name: name ?? kept.name, args: [...kept.args, ...parts.args], sandbox: sandbox ?? kept.sandbox },
    ...{ writesFolder: writesFolder ?? false, scale: scale ?? null },
    dialect: { ...kept.dialect, ...words.dialect, ...parts.dialect },
  };
  return { kind: 'new', fields, parts: { ...parts, protocol: protocol ?? kept.protocol } };
}

/** The path of the executable; null if the command can only be a name and no engine has it. */
function fileOf({ command, onPath, protocol }: Parts, folder: string): string | null {
  const file = resolve(folder, command);
  if (/[\\/]/.test(command) || existsSync(file)) return file;
  const { platform } = process;
  const env = reducedEnvironment(process.env, platform);
  const program = onPath ? findProgram(command, { env, platform, cwd: folder }) : null;
  // A name with a protocol means an executable; if it is missing, its start reports that.
  return program ?? (protocol === undefined ? null : file);
}

/** @throws Refused if the words change how a bundled or registered engine is run */
function requireOwnSettings(
  engine: Engine,
  { args, folder, dialect, command, sandbox, writesFolder }: Parts,
): void {
  if (engine.bundled && (Object.keys(dialect).length > 0 || args.length > 0 || folder !== null)) {
    throw new Refused(
      `${command} comes with Plywire, and takes no protocol settings, arguments or folder.`,
      'Leave them out; its options are words such as "cmd=connect4 option.NAME=…".',
    );
  }
  if (Object.keys(dialect).length > 0) {
    throw new Refused(
      `${command} is a registered engine and has its own protocol settings.`,
      'Change them in its settings, or remove it and add it again.',
    );
  }
  if (args.length > 0 || folder !== null) {
    throw new Refused(
      `${command} is a registered engine and has its own arguments and folder.`,
      'Pass these to an executable instead: "cmd=./mine protocol=cfp arg=-x dir=.".',
    );
  }
  if (sandbox !== undefined && sandbox !== engine.record.sandbox) {
    throw new Refused(
      engine.bundled
        ? `${command} comes with Plywire and runs without a sandbox.`
        : `${command} is a registered engine, and ${engine.record.sandbox ? 'it runs in the sandbox' : 'it runs without a sandbox'}.`,
      engine.bundled
        ? 'Omit the sandbox option.'
        : 'Change that in its settings, or remove it and add it again.',
    );
  }
  if (writesFolder !== undefined && writesFolder !== engine.record.writesFolder) {
    throw new Refused(
      engine.bundled
        ? `${command} comes with Plywire and writes to no folder.`
        : `${command} is registered, and ${engine.record.writesFolder ? 'may' : 'may not'} write to its own folder in the sandbox.`,
      engine.bundled
        ? 'Omit the writable option.'
        : 'Change that in its settings, or remove it and add it again.',
    );
  }
}

/** What the words say, without a look at engines or files. @throws Refused */
export const partsOf = (words: EngineWords): Parts =>
  hasWords(words.text) ? readPairs(words) : plain(words);

const plain = ({ text, protocol, args, sandbox, writesFolder }: EngineWords): Parts => ({
  command: text,
  protocol,
  args,
  folder: null,
  name: null,
  options: {},
  dialect: {},
  scale: undefined,
  sandbox,
  writesFolder,
  onPath: false,
});

function readPairs({ text, protocol, args, sandbox, writesFolder }: EngineWords): Parts {
  let command = '';
  let folder: string | null = null;
  let name: string | null = null;
  const allArgs: string[] = [];
  const options: [string, string][] = [];
  const dialect: [string, string][] = [];
  let scale: EngineScale | undefined;
  for (const word of splitWords(text)) {
    const at = word.indexOf('=');
    const key = at < 0 ? word : word.slice(0, at);
    const value = at < 0 ? '' : word.slice(at + 1);
    if (at < 0)
      throw new Refused(
        `"${word}" is not a key=value word.`,
        'Quote values that contain spaces: arg="two words".',
      );
    if (key === 'cmd') command = value;
    else if (key === 'protocol') protocol = value;
    else if (key === 'arg') allArgs.push(value);
    else if (key === 'dir') folder = value;
    else if (key === 'name') name = value;
    else if (key === 'scale') scale = readScale(value);
    else if (key === 'sandbox') sandbox = onOrOff('sandbox', value);
    else if (key === 'writable') writesFolder = onOrOff('writable', value);
    else if (key.startsWith('option.') && key.length > 'option.'.length)
      options.push([key.slice('option.'.length), value]);
    else if (key.startsWith('setting.') && key.length > 'setting.'.length)
      dialect.push([key.slice('setting.'.length), value]);
    else throw unknownKey(key);
  }
  if (command === '') throw new Refused('The engine has an empty cmd.', 'Write cmd=PATH or cmd=NAME.');
  return {
    command,
    protocol,
    args: [...allArgs, ...args],
    folder,
    name,
    options: Object.fromEntries(options),
    dialect: Object.fromEntries(dialect),
    scale,
    sandbox,
    writesFolder,
    onPath: true,
  };
}

/** @throws Refused */
function onOrOff(key: string, value: string): boolean {
  if (value === 'on' || value === 'off') return value === 'on';
  throw new Refused(`The key ${key} cannot be "${value}".`, `Write ${key}=on or ${key}=off.`);
}

/** Splits at white space outside quotes; a quote may begin anywhere in a word. @throws Refused for an unclosed quote */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const char of text) {
    if (quote !== null) {
      if (char === quote) quote = null;
      else word += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (quote !== null) throw new Refused(`Unclosed quote (${quote}): ${text}`);
  if (word !== null) words.push(word);
  return words;
}
