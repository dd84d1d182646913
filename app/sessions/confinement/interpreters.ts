/**
 * Finds the installation of an interpreter. Many users have interpreters in their home folder: a shim of pyenv, rbenv
 * or asdf, which finds the program by files in the home; a link; an environment of conda; a folder of nvm or SDKMAN. A
 * sandbox must show the installation and nothing else of the home.
 */
import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { posix } from 'node:path';

/** The context in which an interpreter is looked up. */
export interface Lookup {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The home folder; null if none. */
  readonly home: string | null;
}

/** Files that identify a folder as the installation or environment of a language; all of a list must exist. */
const marks: readonly (readonly string[])[] = [
  ['pyvenv.cfg'],
  ['conda-meta'],
  ['host', 'shared', 'dotnet'],
  // Go.
  ['VERSION', 'pkg', 'src'],
];
const marksInLibrary =
  /^(python\d|pypy\d|ghc-|(node_modules|ruby|perl5|rustlib|lua|sbcl|julia|modules|jvm\.cfg|rt\.jar|ocaml|erlang)$)/;

/** Folders shared by many kinds of programs, with secrets beside them: only single programs of these are shown. */
const common: readonly string[] = [
  '.local',
  '.cargo',
  '.config',
  '.cache',
  '.ssh',
  '.gnupg',
  '.npm',
  '.docker',
  '.aws',
];

const namesIn = (folder: string): readonly string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a folder is the installation of a language. */
function isInstallation(folder: string, home: string | null): boolean {
  if (isCommon(folder, home)) return false;
  const names = namesIn(folder);
  return (
    marks.some((mark) => mark.every((name) => names.includes(name))) ||
    (names.includes('lib') && namesIn(posix.join(folder, 'lib')).some((name) => marksInLibrary.test(name)))
  );
}

/** Whether a folder is shared by many kinds of programs or must stay hidden. */
export const isCommon = (folder: string, home: string | null): boolean =>
  folder === '/' || folder === home || folder === `${home}/bin` || common.includes(posix.basename(folder));

/** The installation that a program belongs to; null if none is recognised. */
export function installationOf(program: string, home: string | null): string | null {
  const folder = posix.dirname(program);
  return [posix.dirname(folder), folder].find((candidate) => isInstallation(candidate, home)) ?? null;
}

/** Bytes read of a shim, which has a few lines. */
const shimBytes = 4096;

function textOf(path: string, most = shimBytes): string | null {
  try {
    const bytes = Buffer.alloc(most);
    // Without waiting: an engine may have put a pipe there, which nothing ever writes to.
    const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, most, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** The language of each version manager that works like rbenv. */
const languages: Readonly<Record<string, string>> = {
  pyenv: 'python',
  rbenv: 'ruby',
  nodenv: 'node',
  jenv: 'java',
  plenv: 'perl',
  goenv: 'go',
  luaenv: 'lua',
};

/** Whether a text is a valid version, which names a folder below that of versions and cannot lead out of it. */
const isVersion = (text: string): boolean =>
  /^[\w.+-]+(\/envs\/[\w.+-]+)?$/.test(text) && !text.includes('..');

/** The text of the nearest file of this name in the working folder or above; null if there is none. */
function nearest(name: string, cwd: string): string | null {
  for (let folder = cwd; ; folder = posix.dirname(folder)) {
    const text = textOf(posix.join(folder, name));
    if (text !== null || folder === '/') return text;
  }
}

/** The program that a shim of pyenv or a similar manager runs; null if the shim falls back to PATH. */
function programOfEnvManager(shim: string, manager: string, { cwd, env }: Lookup): string | null {
  const root = posix.dirname(posix.dirname(shim));
  const chosen =
    env[`${manager.toUpperCase()}_VERSION`] ??
    nearest(`.${languages[manager]!}-version`, cwd) ??
    textOf(posix.join(root, 'version')) ??
    '';
  const installed = namesIn(posix.join(root, 'versions'));
  for (const wanted of chosen.split(/[\s:]+/).filter(isVersion)) {
    // `3.12` means the newest 3.12.x.
    const newest = installed
      .filter((name) => name.startsWith(`${wanted}.`))
      .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
      .at(-1);
    for (const version of [
      wanted,
      wanted.replace(`${languages[manager]!}-`, ''),
      ...(newest ? [newest] : []),
    ]) {
      const program = posix.join(root, 'versions', version, 'bin', posix.basename(shim));
      if (isProgram(program)) return program;
    }
  }
  return null;
}

/** The program that a shim of asdf runs. Its comments list the plugins and versions that have the program. */
function programOfAsdf(shim: string, text: string, { cwd, home }: Lookup): string | null {
  const root = posix.dirname(posix.dirname(shim));
  const offered = [...text.matchAll(/^# asdf-plugin: ([\w-]+) (\S+)/gm)].map(([, plugin, version]) => ({
    plugin: plugin!,
    version: version!,
  }));
  const chosen =
    nearest('.tool-versions', cwd) ?? (home === null ? null : textOf(posix.join(home, '.tool-versions')));
  const isChosen = ({ plugin, version }: (typeof offered)[number]): boolean =>
    (chosen ?? '').split('\n').some((line) => {
      const [name, ...versions] = line.split('#')[0]!.trim().split(/\s+/);
      return name === plugin && versions.includes(version);
    });
  const { plugin, version } = offered.find(isChosen) ?? offered[0] ?? {};
  if (plugin === undefined || version === undefined || !isVersion(version)) return null;
  const program = posix.join(root, 'installs', plugin, version, 'bin', posix.basename(shim));
  return isProgram(program) ? program : null;
}

/** The program that a proxy of rustup runs: that of the default toolchain. */
function programOfRustup(proxy: string, { home, env }: Lookup): string | null {
  const root = env['RUSTUP_HOME'] ?? (home === null ? null : posix.join(home, '.rustup'));
  if (root === null) return null;
  const [, toolchain] =
    /^default_toolchain = "([^"]+)"/m.exec(textOf(posix.join(root, 'settings.toml')) ?? '') ?? [];
  if (toolchain === undefined || !isVersion(toolchain)) return null;
  const program = posix.join(root, 'toolchains', toolchain, 'bin', posix.basename(proxy));
  return isProgram(program) ? program : null;
}

/** The program that a shim runs, null if unknown; `none` if the file is not a shim. */
export type Shim = 'none' | { readonly program: string | null };

/** @param path absolute */
export function shimOf(path: string, lookup: Lookup): Shim {
  const folder = posix.dirname(path);
  if (folder.endsWith('/.cargo/bin')) {
    const program = programOfRustup(path, lookup);
    return program === null ? 'none' : { program };
  }
  if (posix.basename(folder) !== 'shims') return 'none';
  const text = textOf(path) ?? '';
  if (/\basdf exec\b/.test(text)) return { program: programOfAsdf(path, text, lookup) };
  const [, manager] = /\/(\w+env)"? exec\b/.exec(text) ?? [];
  if (manager === undefined || languages[manager] === undefined) return 'none';
  return { program: programOfEnvManager(path, manager, lookup) };
}

/** Programs that scripts and wrappers start by name alone. */
export const usualInterpreters = [
  ...[
    'python3',
    'python',
    'pypy3',
    'node',
    'java',
    'ruby',
    'perl',
    'lua',
    'luajit',
    'dotnet',
    'mono',
    'sbcl',
  ],
  ...[
    'go',
    'rustc',
    'cargo',
    'julia',
    'ghc',
    'racket',
    'guile',
    'php',
    'tclsh',
    'bun',
    'deno',
    'swipl',
    'ocaml',
    'escript',
    'scala',
  ],
];

/** The `home` of `pyvenv.cfg`: the folder of the Python that the environment was made from. */
export function homeOfEnvironment(folder: string): string | null {
  const found = /^home\s*=\s*(\/.*?)\s*$/m.exec(textOf(posix.join(folder, 'pyvenv.cfg')) ?? '');
  return found?.[1] ?? null;
}
