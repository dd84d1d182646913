/**
 * Where an interpreter really lives. Students have theirs in their home: a shim of pyenv, rbenv or asdf that looks for
 * the program by files in the home, a link, an environment of conda, a folder of nvm or SDKMAN. A sandbox must show
 * the installation, and no more of the home than that.
 */
import { accessSync, closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { posix } from 'node:path';

/** What an interpreter is looked up by. */
export interface Lookup {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The home folder; null if none. */
  readonly home: string | null;
}

/** Any of these says that a folder is the installation of a language, or an environment of one. */
const marks: readonly (readonly string[])[] = [
  ['pyvenv.cfg'],
  ['conda-meta'],
  ['host', 'shared', 'dotnet'],
  // Go.
  ['VERSION', 'pkg', 'src'],
];
const marksInLibrary =
  /^(python\d|pypy\d|ghc-|(node_modules|ruby|perl5|rustlib|lua|sbcl|julia|modules|jvm\.cfg|rt\.jar|ocaml|erlang)$)/;

/** Where programs of many kinds meet, and secrets lie beside them: nothing of these is shown but a program. */
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

/** Whether a folder is one where programs of many kinds meet, or lies out of sight. */
export const isCommon = (folder: string, home: string | null): boolean =>
  folder === '/' || folder === home || folder === `${home}/bin` || common.includes(posix.basename(folder));

/** The installation that a program belongs to; null where it is not known to be one. */
export function installationOf(program: string, home: string | null): string | null {
  const folder = posix.dirname(program);
  return [posix.dirname(folder), folder].find((candidate) => isInstallation(candidate, home)) ?? null;
}

/** Bytes of a shim: they are a few lines. */
const shimBytes = 4096;

function textOf(path: string, most = shimBytes): string | null {
  try {
    const bytes = Buffer.alloc(most);
    const descriptor = openSync(path, 'r');
    try {
      return bytes.toString('utf8', 0, readSync(descriptor, bytes, 0, most, 0));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return null;
  }
}

/** The language of each manager that is made like rbenv. */
const languages: Readonly<Record<string, string>> = {
  pyenv: 'python',
  rbenv: 'ruby',
  nodenv: 'node',
  jenv: 'java',
  plenv: 'perl',
  goenv: 'go',
  luaenv: 'lua',
};

/** A version as a name below a folder of versions: never a way out of it. */
const isVersion = (text: string): boolean =>
  /^[\w.+-]+(\/envs\/[\w.+-]+)?$/.test(text) && !text.includes('..');

/** A file of this name in the working folder or one above it. */
function nearest(name: string, cwd: string): string | null {
  for (let folder = cwd; ; folder = posix.dirname(folder)) {
    const text = textOf(posix.join(folder, name));
    if (text !== null || folder === '/') return text;
  }
}

/** What a shim of pyenv and those like it runs; null where that is what PATH has without it. */
function programOfEnvManager(shim: string, manager: string, { cwd, env }: Lookup): string | null {
  const root = posix.dirname(posix.dirname(shim));
  const chosen =
    env[`${manager.toUpperCase()}_VERSION`] ??
    nearest(`.${languages[manager]!}-version`, cwd) ??
    textOf(posix.join(root, 'version')) ??
    '';
  const installed = namesIn(posix.join(root, 'versions'));
  for (const wanted of chosen.split(/[\s:]+/).filter(isVersion)) {
    // `3.12` stands for the newest of its kind.
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

/** What a shim of asdf runs: it says in its comments which plugins have the program, and in which versions. */
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

/** What a proxy of rustup runs: the toolchain that is the default. */
function programOfRustup(proxy: string, { home, env }: Lookup): string | null {
  const root = env['RUSTUP_HOME'] ?? (home === null ? null : posix.join(home, '.rustup'));
  if (root === null) return null;
  const [, toolchain] =
    /^default_toolchain = "([^"]+)"/m.exec(textOf(posix.join(root, 'settings.toml')) ?? '') ?? [];
  if (toolchain === undefined || !isVersion(toolchain)) return null;
  const program = posix.join(root, 'toolchains', toolchain, 'bin', posix.basename(proxy));
  return isProgram(program) ? program : null;
}

/** Whether a program only looks for the one that is meant. */
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

/** Programs that scripts and wrappers start by their bare name. */
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

/** The first line of `pyvenv.cfg` that says where the Python lies that an environment was made of. */
export function homeOfEnvironment(folder: string): string | null {
  const found = /^home\s*=\s*(\/.*?)\s*$/m.exec(textOf(posix.join(folder, 'pyvenv.cfg')) ?? '');
  return found?.[1] ?? null;
}
