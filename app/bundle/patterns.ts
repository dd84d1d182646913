/**
 * The patterns to mask, as sources of regular expressions over bytes: each character stands for one byte, as in
 * Latin-1, so that unmasked bytes stay as they are in any encoding.
 */
import { realpathSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';

export type MaskKind = 'plywire' | 'home' | 'other home' | 'environment' | 'user' | 'host';

export interface Pattern {
  readonly kind: MaskKind;
  /** With at most one group: the part that is replaced. */
  readonly source: string;
  readonly replacement: string;
  /** Whether the match and its replacement use two bytes per character. */
  readonly wide: boolean;
  /** A lower-case text in every match; null if none is worth searching for first. */
  readonly needle: string | null;
}

/** In characters. Longer texts are searched by their beginning. */
const longest = 1024;

/** In bytes: no match is longer in any encoding. */
export const longestMatch = 8 * longest;

/**
 * In bytes: no pattern looks further back. That is enough for `home` and `users` between two slashes, in two bytes per
 * character.
 */
export const longestLead = 32;

/** Shorter names occur in any text; they are masked only as parts of paths. */
const shortestName = 3;
/** The same for values of variables; from `plainValue` characters on they are masked inside words too. */
const shortestValue = 4;
const plainValue = 8;

/** These accounts and hosts say nothing about a person, and engines use the words. */
const commonNames = new Set(
  (
    'root user users admin administrator guest nobody daemon home local localhost system test node engine ' +
    'ubuntu debian fedora runner vscode docker build builder default'
  ).split(' '),
);
const commonValues = /^(true|false|yes|no|on|off|auto|none|null|default|info|debug|\d{1,6})$/i;

/** System folders that some accounts live in. */
const systemFolders =
  /^[\\/](bin|boot|dev|etc|home|lib|media|mnt|opt|proc|run|sbin|srv|sys|tmp|users|usr|var)[\\/]?$/i;

/** Slashes as written in paths, JSON, C and URLs. */
const slash = String.raw`(?:\\{1,2}|\\?/{1,2}|%2f|%5c)`;
/** The first slash of a path; anything may precede it. */
const firstSlash = String.raw`(?:\\?/|%2f|%5c)`;
const wideSlash = String.raw`(?:[\\/]\x00)`;

/** The other byte of an ASCII character in UTF-16. Not `\\0`, which means another byte before a digit. */
const zero = String.raw`\x00`;

/** The boundaries of a word or name. Bytes from 128 on are parts of letters. */
const before = String.raw`(?<![a-z0-9_\x80-\xff])`;
const after = String.raw`(?![a-z0-9_\x80-\xff])`;
/** The same for a folder, whose name may contain dots and dashes. */
const afterFolder = String.raw`(?![a-z0-9_\x80-\xff]|[.-][a-z0-9_\x80-\xff])`;

/** Ordered: of two matches at one place the first pattern wins. */
export function patternsFor(personal: PersonalData): readonly Pattern[] {
  const literal = [
    ...personal.plywire.flatMap((path) => folder('plywire', path, '<plywire>')),
    ...personal.environment.flatMap(([name, value]) => variable(name, value)),
    ...personal.homes.flatMap((path) => folder('home', path, '~')),
  ];
  const names = [
    ...personal.users.flatMap((name) => bare('user', name, '<user>')),
    ...personal.hosts.flatMap((name) => bare('host', name, '<host>')),
  ];
  const byLength = (all: readonly Needle[]): readonly Pattern[] =>
    [...all].sort((one, other) => other.length - one.length).map(({ pattern }) => pattern);
  return [...byLength(literal), ...otherHomes, ...byLength(names)];
}

interface Needle {
  readonly length: number;
  readonly pattern: Pattern;
}

function folder(kind: 'plywire' | 'home', path: string, replacement: string): readonly Needle[] {
  if (path.length > longest || systemFolders.test(path)) return [];
  const segments = path.split(/[\\/]+/);
  const names = segments.filter((segment) => segment !== '' && !/^[a-z]:$/i.test(segment));
  if (names.length === 0) return [];
  // A top-level folder has a name that occurs within other paths.
  const start = names.length === 1 ? before : '';
  const found = (source: string, wide: boolean): Needle => ({
    length: path.length,
    pattern: { kind, source, replacement, wide, needle: needleOf(path, wide) },
  });
  const [lead, ...more] = segments.map((segment) => (segment === '' ? '' : anyOf(spellings(segment))));
  const plain = lead === '' ? firstSlash + more.join(slash) : [lead, ...more].join(slash);
  const wide = segments.map((segment) => inTwoBytes(segment)).join(String.raw`\x00${wideSlash}`);
  return [found(`${start}${plain}${afterFolder}`, false), found(withoutLead(wide), true)];
}

/** Drops the zero byte before the leading slash of a path: it belongs to the preceding character, if there is one. */
const withoutLead = (source: string): string =>
  source.startsWith(zero) ? source.slice(zero.length) : source;

function variable(name: string, value: string): readonly Needle[] {
  return value
    .split(/[\r\n]+/)
    .map((line) => line.trim().slice(0, longest))
    .filter((line) => line.length >= shortestValue && !commonValues.test(line))
    .flatMap((line) => texts('environment', line, `<${name}>`, line.length < plainValue));
}

function bare(kind: 'user' | 'host', name: string, replacement: string): readonly Needle[] {
  if (name.length < shortestName || name.length > longest || commonNames.has(name.toLowerCase())) return [];
  return texts(kind, name, replacement, true);
}

function texts(kind: MaskKind, text: string, replacement: string, isWord: boolean): readonly Needle[] {
  const source = anyOf(spellings(text));
  const { length } = text;
  return [
    {
      length,
      pattern: {
        kind,
        source: isWord ? before + source + after : source,
        replacement,
        wide: false,
        needle: needleOf(text, false),
      },
    },
    {
      length,
      pattern: { kind, source: inTwoBytes(text), replacement, wide: true, needle: needleOf(text, true) },
    },
  ];
}

/**
 * Home folders of any account. A name with blanks is recognised by the backslash that follows it, so only on Windows.
 */
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

/** The part of a text that every spelling keeps: its longest run of letters and digits. */
function needleOf(text: string, wide: boolean): string | null {
  const runs = text.toLowerCase().match(/[a-z0-9]{3,}/g) ?? [];
  const longestRun = [...runs].sort((one, other) => other.length - one.length)[0];
  return longestRun === undefined ? null : wide ? [...longestRun].join('\0') : longestRun;
}

const anyOf = (sources: readonly string[]): string =>
  sources.length === 1 ? sources[0]! : `(?:${sources.join('|')})`;

/** The ways in which programs write a text, as bytes. */
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

/** UTF-16; both byte orders are the same except for the first or the last byte. */
const inTwoBytes = (text: string): string =>
  escape(Buffer.from(text, 'utf16le').toString('latin1').slice(0, -1)).replaceAll('\0', zero);

export const bytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

export interface PersonalData {
  /** Home folders of this account by every name; absolute. */
  readonly homes: readonly string[];
  /** Plywire's own home by every name; absolute. */
  readonly plywire: readonly string[];
  readonly users: readonly string[];
  readonly hosts: readonly string[];
  /** Names and values of environment variables. */
  readonly environment: readonly (readonly [name: string, value: string])[];
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Our own variables to mask: `PATH`, which an engine may have been given, and those whose names suggest a secret. */
const telling = /^path$|token|secret|passw|passphrase|credential|api_?key|private_?key|auth/i;

/**
 * @param plywire Plywire's home
 * @param engines the environment set for engines
 */
export function ownPersonal(
  plywire: string,
  engines: readonly Environment[],
  environment: Environment = process.env,
): PersonalData {
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

/** Null if it fails: a lone surrogate has no URL encoding, an account may have no entry, a path may not exist. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
