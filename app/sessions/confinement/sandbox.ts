/**
 * What an engine in the sandbox sees, as options for bubblewrap (`man bwrap`). Pure: what is there was
 * looked up before (places.ts, confinement.ts).
 *
 * An engine in the sandbox has no network and sees no process but its own. Of the disk it sees the system's
 * folders, its program, what runs it and its working folder, all of them read-only. It can write in a scratch
 * folder, to which HOME and TMPDIR lead, and in a home folder and a /tmp in memory that go with it. What is not
 * named here is not there.
 */
import { constants } from 'node:os';
import { posix } from 'node:path';

/** Where bubblewrap runs; found once per process. */
export interface Bubblewrap {
  readonly path: string;
  /** It can bound the size of a folder in memory (bubblewrap 0.7 and later). */
  readonly sized: boolean;
  /** It can close user namespaces to what runs inside (bubblewrap 0.8 and later, not where it is setuid). */
  readonly closes: boolean;
  /** The filter of system calls; null on a processor without one. */
  readonly filter: Uint8Array | null;
  /** Folders of the system that are there, for example `/usr`. */
  readonly system: readonly string[];
  /** Files and folders of the system that only its administrator reads, where they are there. */
  readonly secrets: readonly string[];
  /** Folders that no engine may see whole: homes, our own files, and those above them. */
  readonly private: readonly string[];
}

/** What of the disk a launch is about. All paths are absolute and there. */
export interface Places {
  /** What is run: the interpreter, or the file itself. */
  readonly command: string;
  /** Arguments before the launch's own. */
  readonly before: readonly string[];
  /** The user's file by every name: as it was given, and where links lead. */
  readonly files: readonly string[];
  /** For each of its interpreters what may be shown of it, the most first and at the end the program alone. */
  readonly interpreters: readonly (readonly string[])[];
  /** PATH inside, with what stands for shims before them; null if none. */
  readonly path: string | null;
  /** Files and folders that its arguments name. */
  readonly named: readonly string[];
  /** The working folder by every name. */
  readonly own: readonly string[];
  /** The home folder; null if none. */
  readonly home: string | null;
}

/** What of a launch is a matter of choice. */
export interface Grants {
  readonly cwd: string;
  /** The engine's own variables; the wrapper is started without any. */
  readonly env: Readonly<Record<string, string>>;
  /** It may write in its working folder. */
  readonly writable: boolean;
  /** The folder that HOME and TMPDIR lead to; null is one in memory that goes with it. */
  readonly scratch: string | null;
}

/** Where an engine finds its scratch folder: no program lies below it, and a socket's path (108 bytes) has room. */
export const scratchPath = '/run/scratch';

/**
 * Bytes that each folder in memory may hold: room for caches and locks. A file in one counts against no process.
 */
const memoryFolderBytes = 64 * 1024 * 1024;

/** Folders that many share; a program in one of them brings no folder along. */
const shared = ['/', '/home', '/root', '/tmp', '/var/tmp', '/var', '/run', '/mnt', '/media', '/srv', '/dev'];

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Whether an engine may see all of a folder: it neither is nor holds what is private. */
const isHarmless = (folder: string, { private: own }: Bubblewrap): boolean =>
  ![...shared, ...own].some((path) => isWithin(path, folder));

type Mount = { readonly path: string; readonly writable: boolean };

/** What is shown of the disk beyond the system, folders before what lies in them. */
export function mountsFor(places: Places, bubblewrap: Bubblewrap, writable: boolean): readonly Mount[] {
  const apart = (path: string): boolean => !bubblewrap.system.some((folder) => isWithin(path, folder));
  const firstHarmless = (paths: readonly string[]): string =>
    paths.slice(0, -1).find((path) => isHarmless(path, bubblewrap)) ?? paths.at(-1)!;
  const own = places.own.filter((folder) => apart(folder) && isHarmless(folder, bubblewrap));
  const readable = [
    ...places.files.map((file) => firstHarmless([posix.dirname(file), file])),
    ...places.interpreters.map(firstHarmless),
    ...places.named.filter((path) => isHarmless(path, bubblewrap)),
    ...own,
  ].filter(apart);
  const written = new Set(writable ? own : []);
  const all = [...new Set(readable)];
  return all
    .filter((path) => written.has(path) || !all.some((other) => other !== path && isWithin(path, other)))
    .sort()
    .map((path) => ({ path, writable: written.has(path) }));
}

/** The engine's variables inside: its home and its folder for what is temporary are the scratch folder. */
function variables(env: Grants['env'], { path }: Places): Readonly<Record<string, string>> {
  return {
    ...env,
    ...(path === null ? {} : { PATH: path }),
    ...Object.fromEntries(['HOME', 'TMPDIR', 'TMP', 'TEMP'].map((name) => [name, scratchPath])),
  };
}

/** Where an engine can write in memory. */
export const foldersInMemory = ({ home }: Places, { scratch }: Grants): readonly string[] => [
  ...['/dev/shm', '/tmp'],
  ...(home === null ? [] : [home]),
  ...(scratch === null ? [scratchPath] : []),
];

/** Bubblewrap's options, without what it runs. */
export function sandboxOptions(places: Places, grants: Grants, bubblewrap: Bubblewrap): readonly string[] {
  const inMemory = (path: string): string[] => [
    ...(bubblewrap.sized ? ['--size', String(memoryFolderBytes)] : []),
    ...['--tmpfs', path],
  ];
  return [
    // Network, processes, IPC, host name and users of its own; it ends with us, and it has no rights but ours.
    ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    ...(bubblewrap.closes ? ['--unshare-user', '--disable-userns'] : []),
    // A session of its own is out of reach of our signals to the group: TERM shall meet the engine, not its keeper.
    '--new-session',
    ...Object.entries(variables(grants.env, places)).flatMap(([name, value]) => ['--setenv', name, value]),
    ...bubblewrap.system.flatMap((path) => ['--ro-bind', path, path]),
    ...bubblewrap.secrets.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...['--proc', '/proc', '--dev', '/dev', ...inMemory('/dev/shm'), '--remount-ro', '/dev'],
    ...inMemory('/tmp'),
    ...(places.home === null ? [] : inMemory(places.home)),
    // Nothing is mounted below it: what an engine has left there could lead a mount astray.
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

/** Bubblewrap exits with 128 + N where signal N ended what it ran, as shells do. */
export function exitInside(code: number | null): { code: number | null; signal: NodeJS.Signals | null } {
  const number = (code ?? 0) - 128;
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found ? { code: null, signal: found[0] as NodeJS.Signals } : { code, signal: null };
}
