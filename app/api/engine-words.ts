/**
 * An engine as a command line names it: a bundled or registered name, an executable's path, or one argument
 * of key=value words as the field's match runners have it (`cmd=./mine protocol=cfp arg=-x dir=.
 * option.Level=3`, quotes inside for blanks).
 */
import { existsSync } from 'node:fs';
import { basename, isAbsolute, resolve } from 'node:path';
import type { Engine, EngineRegistry, NewEngine } from '../library/engines.ts';
import { Refused } from '../library/refused.ts';
import { protocols } from '../protocols/registry.ts';
import { wayToRun } from './way-to-run.ts';

export interface EngineWords {
  readonly text: string;
  readonly protocol?: string | undefined;
  readonly args: readonly string[];
  /** The folder that relative paths start from. */
  readonly folder: string;
}

export type EngineMeant = { readonly protocol: string; readonly options: Record<string, string> } & (
  { readonly kind: 'known'; readonly engine: Engine } | { readonly kind: 'new'; readonly fields: NewEngine }
);

interface Parts {
  readonly command: string;
  readonly protocol: string | undefined;
  readonly args: readonly string[];
  readonly folder: string | null;
  readonly name: string | null;
  readonly options: Record<string, string>;
}

/** @throws Refused, NoSuchEngine in words */
export async function readEngineWords(words: EngineWords, engines: EngineRegistry): Promise<EngineMeant> {
  const parts = /(^|\s)cmd=/.test(words.text) ? readPairs(words) : plain(words);
  const { protocol, options } = parts;
  if (protocol !== undefined && !protocols.has(protocol)) {
    throw new Refused(`There is no protocol "${protocol}"; known are ${[...protocols.keys()].join(', ')}.`);
  }
  const known = engines.find(parts.command);
  if (known) return fromRegistry(known, parts);

  const file = isAbsolute(parts.command) ? parts.command : resolve(words.folder, parts.command);
  if (!/[\\/]/.test(parts.command) && !existsSync(file)) {
    const names = engines.list().map((engine) => engine.record.name);
    throw new Refused(
      `No engine is called "${parts.command}", and there is no such file here.`,
      `Known engines: ${names.join(', ')}. A path works too, with --protocol.`,
    );
  }
  if (protocol === undefined) {
    throw new Refused(
      `${parts.command} is an executable, and which protocol it speaks is not known.`,
      `Add --protocol ${[...protocols.keys()].join(' or --protocol ')}.`,
    );
  }
  const fields: NewEngine = {
    name: parts.name ?? basename(file),
    protocol,
    args: [...parts.args],
    environment: {},
    file,
    folder: parts.folder === null ? null : resolve(words.folder, parts.folder),
    ...(await wayToRun(file)),
  };
  return { kind: 'new', fields, protocol, options };
}

function fromRegistry(engine: Engine, { protocol, args, options, command }: Parts): EngineMeant {
  if (protocol !== undefined && !engine.protocols.includes(protocol)) {
    throw new Refused(
      `${engine.record.name} does not speak ${protocol}, but ${engine.protocols.join(' and ')}.`,
    );
  }
  if (args.length > 0) {
    throw new Refused(
      `${command} is a registered engine and brings its own arguments; --arg goes with a path.`,
    );
  }
  return { kind: 'known', engine, protocol: protocol ?? engine.record.protocol, options };
}

const plain = ({ text, protocol, args }: EngineWords): Parts => ({
  command: text,
  protocol,
  args,
  folder: null,
  name: null,
  options: {},
});

function readPairs({ text, protocol, args }: EngineWords): Parts {
  let command = '';
  let folder: string | null = null;
  let name: string | null = null;
  const allArgs: string[] = [];
  const options: Record<string, string> = {};
  for (const word of splitWords(text)) {
    const at = word.indexOf('=');
    const key = at < 0 ? word : word.slice(0, at);
    const value = at < 0 ? '' : word.slice(at + 1);
    if (at < 0)
      throw new Refused(`"${word}" is no key=value word.`, 'Quote values that have blanks: arg="two words".');
    if (key === 'cmd') command = value;
    else if (key === 'protocol') protocol = value;
    else if (key === 'arg') allArgs.push(value);
    else if (key === 'dir') folder = value;
    else if (key === 'name') name = value;
    else if (key.startsWith('option.') && key.length > 'option.'.length)
      options[key.slice('option.'.length)] = value;
    else {
      throw new Refused(
        `"${key}" is no key of an engine.`,
        'The keys are cmd, protocol, arg, dir, name and option.NAME.',
      );
    }
  }
  if (command === '') throw new Refused('The engine has an empty cmd.', 'Write cmd=PATH or cmd=NAME.');
  return { command, protocol, args: [...allArgs, ...args], folder, name, options };
}

/** Splits at blanks outside quotes; a quote may stand anywhere in a word. @throws Refused at an open quote */
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
  if (quote !== null) throw new Refused(`A quote (${quote}) is not closed in: ${text}`);
  if (word !== null) words.push(word);
  return words;
}
