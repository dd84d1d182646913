/** What lies in the home folder, by names that a client may use; how much of the disk it takes. */
import { lstat, opendir, readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAside } from './files.ts';
import type { Home } from './home.ts';
import { Refused } from '../shapes/refused.ts';
import { spoolFolder } from './replay-folder.ts';
import { keptPlaces, type KeptPlace, type Revealable } from './shapes.ts';

export interface Size {
  readonly files: number;
  readonly bytes: number;
}

/** What is known of a place so far; the last word has `done`. */
export interface Measured extends Size {
  readonly place: KeptPlace;
  /** The file, or the folder it is in. */
  readonly path: string;
  readonly done: boolean;
}

/** Shows a file or folder to the person at this machine. @throws Refused where that cannot be done */
export type Reveal = (path: string) => Promise<void>;

/** Entries that are looked at together: the disk is kept busy, and other work gets its turn. */
const batch = 64;

const isGame = (name: string): boolean => /^game(-\d+)?\.json$/.test(name);

export const trashFolder = ({ folder }: Pick<Home, 'folder'>): string => join(folder, 'trash');

/** With a folder for each engine that has run in the sandbox. */
export const scratchFolders = ({ folder }: Pick<Home, 'folder'>): string => join(folder, 'scratch');

/** Where a place is; what has no file of its own is in the home folder. */
function pathOf(home: Home, place: Revealable): string {
  switch (place) {
    case 'settings':
    case 'engines':
    case 'journals':
    case 'running':
      return home[place];
    case 'games':
      return home.game;
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

/** Tells of every place, a large folder again and again while it is gone through. What cannot be read counts nothing. */
export async function* measure(home: Home): AsyncGenerator<Measured> {
  const names = await readdir(home.folder).catch((): string[] => []);
  for (const place of keptPlaces) {
    const path = pathOf(home, place);
    const own = place === 'games' ? names.filter(isGame) : place === 'aside' ? names.filter(isAside) : null;
    const roots = own?.map((name) => join(home.folder, name)) ?? [path];
    let size: Size = { files: 0, bytes: 0 };
    for await (const more of sizesOf(roots)) {
      size = { files: size.files + more.files, bytes: size.bytes + more.bytes };
      yield { place, path, ...size, done: false };
    }
    yield { place, path, ...size, done: true };
  }
}

/** Sizes of what lies below, some files at a time; links are not followed. */
async function* sizesOf(roots: readonly string[]): AsyncGenerator<Size> {
  const folders: string[] = [];
  let files: string[] = [];
  for (const root of roots) {
    // The place itself may be a link, to a larger disk for example.
    const found = await stat(root).catch(() => null);
    if (found?.isDirectory()) folders.push(root);
    else if (found?.isFile()) yield { files: 1, bytes: found.size };
  }
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await opendir(folder).catch(() => null);
    if (entries === null) continue;
    for await (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
      if (files.length < batch) continue;
      yield await total(files);
      files = [];
    }
  }
  if (files.length > 0) yield total(files);
}

/** Bytes of files together; one that has gone meanwhile counts nothing. */
async function total(paths: readonly string[]): Promise<Size> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  const there = found.filter((one) => one !== null);
  return { files: there.length, bytes: there.reduce((sum, { size }) => sum + size, 0) };
}

/** The files that were put aside; absolute paths. */
export async function asideFiles(home: Home): Promise<readonly string[]> {
  const names = await readdir(home.folder).catch((): string[] => []);
  return names.filter(isAside).map((name) => join(home.folder, name));
}

/** The scratch folders that there are; absolute paths. */
export async function scratchFoldersOf(home: Home): Promise<readonly string[]> {
  const folder = scratchFolders(home);
  const names = await readdir(folder).catch((): string[] => []);
  return names.map((name) => join(folder, name));
}

/** One file manager at a time: repeated requests do not open a hundred windows. */
export class Revealer {
  readonly #home: Home;
  readonly #reveal: Reveal | null;
  #busy = false;

  /** `reveal` is null where there is no way to show anything. */
  constructor(home: Home, reveal: Reveal | null) {
    this.#home = home;
    this.#reveal = reveal;
  }

  /** What is not there yet is shown by the folder that it will be in. @throws Refused with the path */
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
