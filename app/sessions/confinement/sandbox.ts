/**
 * What an engine sees in the sandbox, as options for bubblewrap (`man bwrap`). Pure: places.ts and confinement.ts look
 * up what exists.
 *
 * An engine in the sandbox has no network and sees only its own processes. Of the disk it sees the system's folders,
 * its program, its interpreter and its working folder, all read-only. It can write to a scratch folder, which HOME and
 * TMPDIR name, and to a home folder and a /tmp in memory, which end with it. Nothing else exists there.
 */
import { constants } from 'node:os';
import { posix } from 'node:path';
import type { Secrets } from './secrets.ts';

/** The bubblewrap of this system and its features; probed once per process. */
export interface Bubblewrap {
  readonly path: string;
  /** It can limit the size of a folder in memory (bubblewrap 0.7 and later). */
  readonly sized: boolean;
  /** It can forbid user namespaces inside (bubblewrap 0.8 and later, unless it is setuid). */
  readonly closes: boolean;
  /** The filter of system calls; null on a processor without one. */
  readonly filter: Uint8Array | null;
  /** Existing folders of the system, such as `/usr`. */
  readonly system: readonly string[];
  /** What of the system only its administrator can read, where we run as that one. */
  readonly secrets: Secrets;
  /** Folders that no engine may see as a whole: homes and our own files. The same holds for the folders above them. */
  readonly private: readonly string[];
}

/** The files and folders that a launch needs. All paths are absolute and exist. */
export interface Places {
  /** The program to run: the interpreter, or the file itself. */
  readonly command: string;
  /** Arguments before those of the launch. */
  readonly before: readonly string[];
  /** All paths of the user's file, as given and the targets of links; none where the engine can change it. */
  readonly files: readonly string[];
  /** For each interpreter the paths that could be shown, the widest first, the program alone last. */
  readonly interpreters: readonly (readonly string[])[];
  /** PATH inside, with the folders of the programs that shims run; null if none. */
  readonly path: string | null;
  /** Files and folders named by its arguments. */
  readonly named: readonly string[];
  /** All paths of the working folder. */
  readonly own: readonly string[];
  /** The home folder; null if none. */
  readonly home: string | null;
}

/** The parts of a launch that depend on settings. */
export interface Grants {
  readonly cwd: string;
  /** The engine's own variables; the wrapper is started without them. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether the engine may write to its working folder. */
  readonly writable: boolean;
  /** The folder for HOME and TMPDIR; null for one in memory, which ends with the engine. */
  readonly scratch: string | null;
}

/**
 * The scratch folder inside the sandbox. No program is below this path, and it is short enough for sockets (108 bytes).
 */
export const scratchPath = '/run/scratch';

/**
 * The size in bytes of each folder in memory: enough for caches and locks. Its files count as memory of no process; the
 * watchdog adds them.
 */
const memoryFolderBytes = 64 * 1024 * 1024;

/** Folders with unrelated content; a program directly in one of them is shown alone. */
const shared = ['/', '/home', '/root', '/tmp', '/var/tmp', '/var', '/run', '/mnt', '/media', '/srv', '/dev'];

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Whether an engine may see all of a folder: it neither is nor contains a private one. */
const isHarmless = (folder: string, { private: own }: Bubblewrap): boolean =>
  ![...shared, ...own].some((path) => isWithin(path, folder));

const isApart = (path: string, { system }: Bubblewrap): boolean =>
  !system.some((folder) => isWithin(path, folder));

/** The paths of the working folder that are shown, and writable if that was chosen. */
export const ownFolders = (own: readonly string[], bubblewrap: Bubblewrap): readonly string[] =>
  own.filter((folder) => isApart(folder, bubblewrap) && isHarmless(folder, bubblewrap));

type Mount = { readonly path: string; readonly writable: boolean };

/** What is shown of the disk besides the system; parents before their content. */
export function mountsFor(places: Places, bubblewrap: Bubblewrap, writable: boolean): readonly Mount[] {
  const firstHarmless = (paths: readonly string[]): string =>
    paths.slice(0, -1).find((path) => isHarmless(path, bubblewrap)) ?? paths.at(-1)!;
  const own = ownFolders(places.own, bubblewrap);
  const readable = [
    ...places.files.map((file) => firstHarmless([posix.dirname(file), file])),
    ...places.interpreters.map(firstHarmless),
    ...places.named.filter((path) => isHarmless(path, bubblewrap)),
    ...own,
  ].filter((path) => isApart(path, bubblewrap));
  const written = new Set(writable ? own : []);
  const all = [...new Set(readable)];
  return all
    .filter((path) => written.has(path) || !all.some((other) => other !== path && isWithin(path, other)))
    .sort()
    .map((path) => ({ path, writable: written.has(path) }));
}

/** The engine's variables inside: HOME and the temporary folder are the scratch folder. */
function variables(env: Grants['env'], { path }: Places): Readonly<Record<string, string>> {
  return {
    ...env,
    ...(path === null ? {} : { PATH: path }),
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, scratchPath])),
  };
}

/** Folders in memory that the engine can write to. */
export const foldersInMemory = ({ home }: Places, { scratch }: Grants): readonly string[] => [
  ...['/dev/shm', '/tmp'],
  ...(home === null ? [] : [home]),
  ...(scratch === null ? [scratchPath] : []),
];

/** Bubblewrap's options, without the command. */
export function sandboxOptions(places: Places, grants: Grants, bubblewrap: Bubblewrap): readonly string[] {
  const inMemory = (path: string): string[] => [
    ...(bubblewrap.sized ? ['--size', String(memoryFolderBytes)] : []),
    ...['--tmpfs', path],
  ];
  return [
    // Its own network, process, IPC, host name and user namespaces; it dies with us and gets no capabilities.
    ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    ...(bubblewrap.closes ? ['--unshare-user', '--disable-userns'] : []),
    // In its own session the engine is out of reach of signals to our group: TERM must reach the engine, not its
    // keeper.
    '--new-session',
    ...Object.entries(variables(grants.env, places)).flatMap(([name, value]) => ['--setenv', name, value]),
    ...bubblewrap.system.flatMap((path) => ['--ro-bind', path, path]),
    ...bubblewrap.secrets.files.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...bubblewrap.secrets.folders.flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    // Of a host that runs as root, the files of /proc/sys would be the engine's own.
    ...['--proc', '/proc', '--remount-ro', '/proc'],
    ...['--dev', '/dev', ...inMemory('/dev/shm'), '--remount-ro', '/dev'],
    ...inMemory('/tmp'),
    ...(places.home === null ? [] : inMemory(places.home)),
    // Nothing is mounted below it: links left there by an engine could redirect a mount.
    ...(grants.scratch === null ? inMemory(scratchPath) : ['--bind', grants.scratch, scratchPath]),
    ...['--dir', grants.cwd],
    ...mountsFor(places, bubblewrap, grants.writable).flatMap(({ path, writable }) => [
      writable ? '--bind' : '--ro-bind',
      path,
      path,
    ]),
    ...['--remount-ro', '/', '--chdir', grants.cwd],
  ];
}

/** Bubblewrap, like a shell, exits with 128 + N if signal N ended its command. */
export function exitInside(code: number | null): { code: number | null; signal: NodeJS.Signals | null } {
  const number = (code ?? 0) - 128;
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found ? { code: null, signal: found[0] as NodeJS.Signals } : { code, signal: null };
}
