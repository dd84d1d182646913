/** The contents of the home folder by names that clients may use, and their sizes on disk. */
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readable, walk } from '../sessions/folder-walk.ts';
import { isAside } from './files.ts';
import type { Home } from './home.ts';
import { Refused } from '../shapes/refused.ts';
import { spoolFolder } from './replay-folder.ts';
import { keptPlaces, type KeptPlace, type Revealable } from './shapes.ts';

export interface Size {
  readonly files: number;
  readonly bytes: number;
}

/** The size of a place as measured so far; the last result of a place has `done` set. */
export interface Measured extends Size {
  readonly place: KeptPlace;
  /** The file, or the folder that contains it. */
  readonly path: string;
  readonly done: boolean;
}

/** Shows a file or folder to the user at this machine. @throws Refused if that is not possible */
export type Reveal = (path: string) => Promise<void>;

export const trashFolder = ({ folder }: Pick<Home, 'folder'>): string => join(folder, 'trash');

/** The folder with a scratch folder for each engine that has run in the sandbox. */
export const scratchFolders = ({ folder }: Pick<Home, 'folder'>): string => join(folder, 'scratch');

/** The path of a place; the home folder if the place has no path of its own. */
function pathOf(home: Home, place: Revealable): string {
  switch (place) {
    case 'settings':
    case 'engines':
    case 'journals':
    case 'evaluations':
    case 'builds':
    case 'library':
    case 'running':
    case 'games':
    case 'reports':
      return home[place];
    case 'window':
      return join(home.folder, 'window.json');
    case 'electron':
      return join(home.folder, 'electron');
    case 'trash':
      return trashFolder(home);
    case 'replays':
      return spoolFolder(home);
    case 'scratch':
      return scratchFolders(home);
    case 'home':
    case 'aside':
      return home.folder;
  }
}

/** Places with folders from which engines may have removed permissions; they are given back to measure them. */
const filledByEngines: readonly KeptPlace[] = ['scratch', 'trash'];

/**
 * Measures every place, with intermediate results for large folders. Files and folders that are unreadable even so count
 * as nothing.
 */
export async function* measure(home: Home): AsyncGenerator<Measured> {
  const aside = await asideFiles(home);
  const games = await readdir(home.games).catch((): string[] => []);
  const evaluations = await readdir(home.evaluations).catch((): string[] => []);
  const library = await readdir(home.library).catch((): string[] => []);
  const own: Partial<Record<KeptPlace, readonly string[]>> = {
    aside,
    settings: [home.settings, home.analyses, home.files, home.knownMatches],
    reports: [home.reports, home.reported],
    games: games.map((name) => join(home.games, name)).filter((path) => !aside.includes(path)),
    evaluations: evaluations
      .map((name) => join(home.evaluations, name))
      .filter((path) => !aside.includes(path)),
    library: library.map((name) => join(home.library, name)).filter((path) => !aside.includes(path)),
  };
  for (const place of keptPlaces) {
    const path = pathOf(home, place);
    const roots = own[place] ?? [path];
    let size: Size = { files: 0, bytes: 0 };
    for await (const more of sizesOf(roots, filledByEngines.includes(place) ? readable : 0)) {
      size = { files: size.files + more.files, bytes: size.bytes + more.bytes };
      yield { place, path, ...size, done: false };
    }
    yield { place, path, ...size, done: true };
  }
}

/** The sizes of the files below, in batches; links are not followed. @param mends as of `walk` */
async function* sizesOf(roots: readonly string[], mends: number): AsyncGenerator<Size> {
  for (const root of roots) {
    // The place itself may be a link, for example to a larger disk.
    const real = await realpath(root).catch(() => root);
    const found = await stat(real).catch(() => null);
    if (found?.isFile()) yield { files: 1, bytes: found.size };
    if (!found?.isDirectory()) continue;
    for await (const { files } of walk(real, mends)) if (files.length > 0) yield await total(files);
  }
}

/** The total size of the files; those deleted in the meantime do not count. */
async function total(paths: readonly string[]): Promise<Size> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  const there = found.flatMap((one) => (one?.isFile() ? [one] : []));
  return { files: there.length, bytes: there.reduce((sum, { size }) => sum + size, 0) };
}

/** The absolute paths of the files that were put aside. */
export async function asideFiles(home: Home): Promise<readonly string[]> {
  const found = [home.folder, home.games, home.evaluations, home.library].map(async (folder) => {
    const names = await readdir(folder).catch((): string[] => []);
    return names.filter(isAside).map((name) => join(folder, name));
  });
  return (await Promise.all(found)).flat();
}

/** The absolute paths of the existing scratch folders. */
export async function scratchFoldersOf(home: Home): Promise<readonly string[]> {
  const folder = scratchFolders(home);
  const names = await readdir(folder).catch((): string[] => []);
  return names.map((name) => join(folder, name));
}

/** Opens one file manager at a time, so that repeated requests do not open a hundred windows. */
export class Revealer {
  readonly #home: Home;
  readonly #reveal: Reveal | null;
  #busy = false;

  /** @param reveal null if this host cannot show files */
  constructor(home: Home, reveal: Reveal | null) {
    this.#home = home;
    this.#reveal = reveal;
  }

  /** Shows a place, or its parent folder if it does not exist yet. @throws Refused with the path */
  async show(place: Revealable): Promise<void> {
    const path = pathOf(this.#home, place);
    if (this.#reveal === null) {
      throw new Refused('This Plywire has no window, so it cannot open a folder.', `It is at ${path}.`);
    }
    if (this.#busy) throw new Refused('A folder is already being opened.', 'Wait until it is open.');
    this.#busy = true;
    try {
      const there = await nearest(path, this.#home.folder);
      if (there === null) throw new Refused('Nothing is stored yet.', `It will be at ${path}.`);
      await this.#reveal(there);
    } finally {
      this.#busy = false;
    }
  }
}

async function nearest(path: string, home: string): Promise<string | null> {
  for (const candidate of path === home ? [path] : [path, dirname(path)]) {
    if (await stat(candidate).catch(() => null)) return candidate;
  }
  return null;
}
