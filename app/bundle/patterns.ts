/**
 * What is looked for in order to be masked, as sources of regular expressions over bytes: each character stands for one
 * byte, as Latin-1 has it, so that whatever encoding an engine writes, what is not masked stays as it was.
 */
import { realpathSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';

export type MaskKind = 'plywire' | 'home' | 'other home' | 'environment' | 'user' | 'host';

export interface Pattern {
  readonly kind: MaskKind;
  /** With one group at most: the part that is replaced. */
  readonly source: string;
  readonly replacement: string;
  /** It is written in two bytes a character, and so is what takes its place. */
  readonly wide: boolean;
  /** Stands in every match, in small letters; null where nothing does that is worth looking for first. */
  readonly needle: string | null;
}

/** In characters. What is longer is looked for by its beginning. */
const longest = 1024;

/** In bytes: no match is longer, whatever its encoding. */
export const longestMatch = 8 * longest;

/** In bytes: no pattern looks further back, which is for `home` and `users` between two slashes, in two bytes each. */
export const longestLead = 32;

/** Names that are too short are found in any text; they are masked as parts of paths alone. */
const shortestName = 3;
/** Values of variables likewise; from `plainValue` on they are found inside of words, too. */
const shortestValue = 4;
const plainValue = 8;

/** Accounts and hosts of this name say nothing of a person, and their names are words of engines. */
const commonNames = new Set(
  (
    'root user users admin administrator guest nobody daemon home local localhost system test node engine ' +
    'ubuntu debian fedora runner vscode docker build builder default'
  ).split(' '),
);
const commonValues = /^(true|false|yes|no|on|off|auto|none|null|default|info|debug|\d{1,6})$/i;

/** Folders of the system, where some accounts live. */
const systemFolders =
  /^[\\/](bin|boot|dev|etc|home|lib|media|mnt|opt|proc|run|sbin|srv|sys|tmp|users|usr|var)[\\/]?$/i;

/** Slashes as paths, JSON, C and addresses write them. */
const slash = String.raw`(?:\\{1,2}|\\?/{1,2}|%2f|%5c)`;
/** A path begins with one of them, whatever stands before. */
const firstSlash = String.raw`(?:\\?/|%2f|%5c)`;
const wideSlash = String.raw`(?:[\\/]\x00)`;

/** The other byte of an ASCII character in UTF-16. Not `\\0`, which means another byte before a digit. */
const zero = String.raw`\x00`;

/** Neither a word nor a name goes on here. Bytes from 128 on are parts of letters. */
const before = String.raw`(?<![a-z0-9_\x80-\xff])`;
const after = String.raw`(?![a-z0-9_\x80-\xff])`;
/** The same for a folder, whose name may have a dot or a dash in it. */
const afterFolder = String.raw`(?![a-z0-9_\x80-\xff]|[.-][a-z0-9_\x80-\xff])`;

/** Ordered: of two that begin at one place the first is taken. */
export function patternsFor(personal: Personal): readonly Pattern[] {
  const literal = [
    ...personal.plywire.flatMap((path) => folder('plywire', path, '<plywire>')),
    ...personal.environment.flatMap(([name, value]) => variable(name, value)),
    ...personal.homes.flatMap((path) => folder('home', path, '~')),
  ];
  const names = [
    ...personal.users.flatMap((name) => bare('user', name, '<user>')),
    ...personal.hosts.flatMap((name) => bare('host', name, '<host>')),
  ];
  const byLength = (all: readonly Found[]): readonly Pattern[] =>
    [...all].sort((one, other) => other.length - one.length).map(({ pattern }) => pattern);
  return [...byLength(literal), ...otherHomes, ...byLength(names)];
}

interface Found {
  readonly length: number;
  readonly pattern: Pattern;
}

function folder(kind: 'plywire' | 'home', path: string, replacement: string): readonly Found[] {
  if (path.length > longest || systemFolders.test(path)) return [];
  const segments = path.split(/[\\/]+/);
  const names = segments.filter((segment) => segment !== '' && !/^[a-z]:$/i.test(segment));
  if (names.length === 0) return [];
  // A folder at the top has a name that is met within other paths.
  const start = names.length === 1 ? before : '';
  const found = (source: string, wide: boolean): Found => ({
    length: path.length,
    pattern: { kind, source, replacement, wide, needle: needleOf(path, wide) },
  });
  const [lead, ...more] = segments.map((segment) => (segment === '' ? '' : anyOf(spellings(segment))));
  const plain = lead === '' ? firstSlash + more.join(slash) : [lead, ...more].join(slash);
  const wide = segments.map((segment) => inTwoBytes(segment)).join(String.raw`\x00${wideSlash}`);
  return [found(`${start}${plain}${afterFolder}`, false), found(withoutLead(wide), true)];
}

/** A path begins with its slash, before which nothing stands. */
const withoutLead = (source: string): string =>
  source.startsWith(zero) ? source.slice(zero.length) : source;

function variable(name: string, value: string): readonly Found[] {
  return value
    .split(/[\r\n]+/)
    .map((line) => line.trim().slice(0, longest))
    .filter((line) => line.length >= shortestValue && !commonValues.test(line))
    .flatMap((line) => texts('environment', line, `<${name}>`, line.length < plainValue));
}

function bare(kind: 'user' | 'host', name: string, replacement: string): readonly Found[] {
  if (name.length < shortestName || name.length > longest || commonNames.has(name.toLowerCase())) return [];
  return texts(kind, name, replacement, true);
}

function texts(kind: MaskKind, text: string, replacement: string, isWord: boolean): readonly Found[] {
  const source = anyOf(spellings(text));
  const { length } = text;
  return [
    {
      length,
      pattern: {
        ...{ kind, source: isWord ? before + source + after : source, replacement, wide: false },
        needle: needleOf(text, false),
      },
    },
    {
      length,
      pattern: { kind, source: inTwoBytes(text), replacement, wide: true, needle: needleOf(text, true) },
    },
  ];
}

/** Whoever it belongs to. A name with blanks is told by the backslash that follows it, as on Windows alone. */
const otherHomes: readonly Pattern[] = ['home', 'users'].flatMap((folder) => {
  const letter = String.raw`[^\\/:*?"'<>|\s\x00]`;
  const wideFolder = [...folder].join(zero);
  const one = { kind: 'other home', replacement: '<someone>' } as const;
  return [
    {
      ...one,
      source:
        String.raw`(?<=${slash}${folder}${slash})` +
        String.raw`(?:[^\\/:*?"'<>|\x00-\x1f]{1,64}(?=\\)|[^\\/:*?"'<>|,;()\[\]{}%\x00-\x20]{1,128})`,
      wide: false,
      needle: folder,
    },
    {
      ...one,
      source: String.raw`(?<=[\\/]\x00${wideFolder}\x00[\\/]\x00)${letter}(?:\x00${letter}){0,127}`,
      wide: true,
      needle: [...folder].join('\0'),
    },
  ];
});

/** What no way to write a text down changes: its longest run of letters and digits. */
function needleOf(text: string, wide: boolean): string | null {
  const runs = text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  const longestRun = [...runs].sort((one, other) => other.length - one.length)[0];
  return longestRun === undefined ? null : wide ? [...longestRun].join('\0') : longestRun;
}

const anyOf = (sources: readonly string[]): string =>
  sources.length === 1 ? sources[0]! : `(?:${sources.join('|')})`;

/** The ways in which programs write a text down, as bytes. */
function spellings(text: string): readonly string[] {
  const latin = [...text].every((character) => character.codePointAt(0)! < 256)
    ? [Buffer.from(text, 'latin1').toString('latin1')]
    : [];
  const encoded = [text.normalize('NFC'), text.normalize('NFD'), text].map(bytes);
  const json = bytes(JSON.stringify(text).slice(1, -1));
  const address = [attempt(() => encodeURI(text)), attempt(() => encodeURIComponent(text))].flatMap(
    (one) => one ?? [],
  );
  return [...new Set([...encoded, ...latin, json, ...address])].map(escape);
}

/** UTF-16, whose bytes are the same in either order but for the first or the last. */
const inTwoBytes = (text: string): string =>
  escape(Buffer.from(text, 'utf16le').toString('latin1').slice(0, -1)).replaceAll('\0', zero);

export const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

export interface Personal {
  /** Home folders of this person by every name; absolute. */
  readonly homes: readonly string[];
  /** Plywire's own home by every name; absolute. */
  readonly plywire: readonly string[];
  readonly users: readonly string[];
  readonly hosts: readonly string[];
  /** Names and values of environment variables. */
  readonly environment: readonly (readonly [name: string, value: string])[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables of ours whose values an engine may have been given, or that say by their name that they are secret. */
const telling = /^path$|token|secret|passw|passphrase|credential|api_?key|private_?key|auth/i;

/**
 * @param plywire Plywire's home
 * @param engines what persons set in the environment of engines
 */
export function ownPersonal(
  plywire: string,
  engines: readonly Environment[],
  environment: Environment = process.env,
): Personal {
  const account = attempt(() => userInfo());
  const of = (...names: readonly string[]): readonly string[] =>
    names.flatMap((name) => environment[name] ?? []);
  const host = hostname();
  const values = [
    ...engines.flatMap((one) => Object.entries(one)),
    ...Object.entries(environment).filter(([name]) => telling.test(name)),
  ];
  return {
    homes: byEveryName([homedir(), ...of('HOME', 'USERPROFILE'), ...(account ? [account.homedir] : [])]),
    plywire: byEveryName([plywire]),
    users: unique([...of('USER', 'LOGNAME', 'USERNAME'), ...(account ? [account.username] : [])]),
    hosts: unique([host, host.split('.')[0]!, ...of('COMPUTERNAME', 'HOSTNAME')]),
    environment: values.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  };
}

function byEveryName(paths: readonly string[]): readonly string[] {
  return unique(paths.flatMap((path) => [path, attempt(() => realpathSync(path)) ?? path]));
}

const unique = (texts: readonly string[]): readonly string[] => [
  ...new Set(texts.filter((text) => text !== '')),
];

/** What may fail: a lone surrogate is no address, an account may have no entry, a path may lead nowhere. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
