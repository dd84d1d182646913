/**
 * What an engine in the sandbox sees, as arguments for bubblewrap (`man bwrap`). Pure: what is there was
 * looked up before (places.ts, confinement.ts).
 *
 * An engine in the sandbox has no network and sees no process but its own. Of the disk it sees the system's
 * folders read-only, the program and what runs it read-only, and its working folder, in which alone it can
 * write. Its home folder and /tmp are empty ones of its own that go with it. Whatever is not named here is
 * not there.
 */
import { constants } from 'node:os';
import { posix } from 'node:path';

/** Where bubblewrap runs; found once per process. */
export interface Bubblewrap {
  readonly path: string;
  /** It can bound the size of a folder in memory (bubblewrap 0.7 and later). */
  readonly sized: boolean;
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
  /** The user's file by every name: as it was given, and where links lead. */
  readonly files: readonly string[];
  /** Its interpreters likewise, also the one of a `#!` line. */
  readonly interpreters: readonly string[];
  /** Files and folders that its arguments name. */
  readonly named: readonly string[];
  /** The working folder by every name. */
  readonly own: readonly string[];
  /** The home folder; null when there is none. */
  readonly home: string | null;
}

/**
 * Bytes that the empty home folder and /tmp may hold each: room for caches and locks. They lie in memory,
 * where a file counts against no process.
 */
const scratchBytes = 64 * 1024 * 1024;

/** Folders that many share; a program in one of them brings no folder along. */
const shared = ['/', '/home', '/root', '/tmp', '/var/tmp', '/var', '/run', '/mnt', '/media', '/srv', '/dev'];

export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`);

/** Whether an engine may see all of a folder: it neither is nor holds what is private. */
const isHarmless = (folder: string, { private: own }: Bubblewrap): boolean =>
  ![...shared, ...own].some((path) => isWithin(path, folder));

/** The folder that an interpreter was installed in: a virtual environment is more than its `bin`. */
function prefixesOf(program: string): readonly string[] {
  const folder = posix.dirname(program);
  return posix.basename(folder) === 'bin' ? [posix.dirname(folder), folder] : [folder];
}

type Mount = { readonly path: string; readonly writable: boolean };

/** What is shown of the disk beyond the system, folders before what lies in them. */
export function mountsFor(places: Places, bubblewrap: Bubblewrap): readonly Mount[] {
  const apart = (path: string): boolean => !bubblewrap.system.some((folder) => isWithin(path, folder));
  const firstHarmless = (folders: readonly string[], otherwise: string): string =>
    folders.find((folder) => isHarmless(folder, bubblewrap)) ?? otherwise;
  const readable = [
    ...places.files.map((file) => firstHarmless([posix.dirname(file)], file)),
    ...places.interpreters.map((program) => firstHarmless(prefixesOf(program), program)),
    ...places.named.filter((path) => isHarmless(path, bubblewrap)),
  ].filter(apart);
  const own = places.own.filter((folder) => apart(folder) && isHarmless(folder, bubblewrap));
  const writable = new Set(own);
  const all = [...new Set([...readable, ...own])];
  return all
    .filter((path) => writable.has(path) || !all.some((other) => other !== path && isWithin(path, other)))
    .sort()
    .map((path) => ({ path, writable: writable.has(path) }));
}

/** Bubblewrap's arguments, the engine's command and its own arguments at their end. */
export function sandboxArgs(
  places: Places,
  cwd: string,
  args: readonly string[],
  bubblewrap: Bubblewrap,
): readonly string[] {
  const scratch = (path: string): string[] => [
    ...(bubblewrap.sized ? ['--size', String(scratchBytes)] : []),
    ...['--tmpfs', path],
  ];
  return [
    // Network, processes, IPC, host name and users of its own; it ends with us, and it has no rights but ours.
    ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL'],
    // A session of its own is out of reach of our signals to the group: TERM shall meet the engine, not its keeper.
    '--new-session',
    ...bubblewrap.system.flatMap((path) => ['--ro-bind', path, path]),
    ...bubblewrap.secrets.flatMap((path) => ['--ro-bind', '/dev/null', path]),
    ...['--proc', '/proc', '--dev', '/dev', ...scratch('/dev/shm'), '--remount-ro', '/dev'],
    ...scratch('/tmp'),
    ...(places.home === null ? [] : scratch(places.home)),
    ...['--dir', cwd],
    ...mountsFor(places, bubblewrap).flatMap(({ path, writable }) => [
      writable ? '--bind' : '--ro-bind',
      path,
      path,
    ]),
    ...['--remount-ro', '/', '--chdir', cwd, '--', places.command, ...args],
  ];
}

/** Bubblewrap exits with 128 + N where signal N ended what it ran, as shells do. */
export function exitInside(code: number | null): { code: number | null; signal: NodeJS.Signals | null } {
  const number = (code ?? 0) - 128;
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found ? { code: null, signal: found[0] as NodeJS.Signals } : { code, signal: null };
}
