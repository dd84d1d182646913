/**
 * The game library: folders of records whose games are indexed in the background. Only files that are new or have changed
 * are read; the index of a folder is kept, and made anew where it is damaged.
 */
import { createHash, randomBytes } from 'node:crypto';
import { lstat, realpath, stat, unlink } from 'node:fs/promises';
import { join, sep } from 'node:path';
import * as v from 'valibot';
import type { Game } from '../games/game.ts';
import { Kept, type Keeping } from '../library/files.ts';
import { candidatesOf, type Candidate } from '../records/forms/registry.ts';
import { Id, list } from '../shapes/base.ts';
import type { Explored, FaultyFile, LibraryFolder, LibraryGame, LibraryState } from '../shapes/library.ts';
import { Refused } from '../shapes/refused.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import { Catalogue, type ListQuery } from './catalogue.ts';
import { Indexer } from './indexer.ts';
import { readIndex, writeIndex } from './index-file.ts';
import { sharedRows, unread, type FileFacts, type IndexedFile } from './indexed-file.ts';
import type { SaidText } from './read-file.ts';
import { scanFolder } from './scan.ts';

const KeptFolders = v.strictObject({
  version: v.literal(1),
  folders: list(v.strictObject({ id: Id, path: v.string() })),
});
type KeptFolders = v.InferOutput<typeof KeptFolders>;

/** The most folders, and the most positions of all of them: 80 MB. */
const mostFolders = 100;
const mostPositions = 10_000_000;

/** In milliseconds between two events of a watcher. */
const tellMilliseconds = 300;

/** In milliseconds: an index that is being made is written so often. */
const keepMilliseconds = 10_000;

/** The share of the time of indexing that writing may take. */
const keepShare = 0.1;

export interface LibraryPorts {
  /** In which the list of folders and their indexes are kept. */
  readonly home: string;
  /** The file of the built `index-thread.ts`. */
  readonly thread: string;
  /** The folder in which this machine keeps its matches. */
  readonly matches: string;
  readonly keeping: Keeping;
  /** A file that was read says this of positions; the next one is read once it resolves. Never rejects. */
  readonly onSaid: (file: IndexedFile, said: readonly SaidText[]) => Promise<void>;
  /** The list of folders had to be put aside. */
  readonly trouble: (sentence: string) => void;
}

interface Entry {
  readonly id: string;
  readonly path: string;
  /** By path. */
  files: ReadonlyMap<string, IndexedFile>;
  state: LibraryFolder['state'];
  trouble: string;
  done: number;
  total: number;
  reading: string;
}

export interface FoundGame {
  readonly path: string;
  readonly candidate: Candidate;
  /** Its number in the file, from 0. */
  readonly at: number;
}

export class GameLibrary {
  readonly #ports: LibraryPorts;
  readonly #indexer: Indexer;
  #kept: Kept<KeptFolders> | null = null;
  readonly #entries = new Map<string, Entry>();
  #opening: Promise<void> | null = null;
  #offersMatches = false;
  #revision = 0;
  #catalogue: { readonly revision: number; readonly catalogue: Catalogue } | null = null;
  readonly #watchers = new Set<Wakeup>();
  /** Folders to be indexed, in order. */
  readonly #queue: Entry[] = [];
  #working: Promise<void> | null = null;
  #running: { readonly entry: Entry; readonly controller: AbortController } | null = null;
  /** Of all folders, while one is being indexed. */
  #positions = 0;
  #isClosed = false;

  constructor(ports: LibraryPorts) {
    this.#ports = ports;
    this.#indexer = new Indexer(ports.thread);
  }

  /** Reads what is kept, once, and looks for what has changed since. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** The state, and each later one, until the caller stops listening. */
  async *watch(signal?: AbortSignal): AsyncGenerator<LibraryState> {
    await this.open();
    const wakeup = new Wakeup();
    this.#watchers.add(wakeup);
    try {
      while (!this.#isClosed && signal?.aborted !== true) {
        wakeup.clear();
        yield this.state;
        await wakeup.sleep(Infinity, signal);
        await new Promise((resolve) => setTimeout(resolve, tellMilliseconds));
      }
    } finally {
      this.#watchers.delete(wakeup);
    }
  }

  get state(): LibraryState {
    const { doubles } = this.catalogue;
    return {
      revision: this.#revision,
      offersMatches: this.#offersMatches,
      folders: [...this.#entries.values()].map((entry) => {
        const files = [...entry.files.values()];
        const sum = (of: (file: IndexedFile) => number): number =>
          files.reduce((all, file) => all + of(file), 0);
        return {
          ...{ id: entry.id, path: entry.path, state: entry.state, trouble: entry.trouble },
          games: sum(({ rows }) => rows.length) - (doubles.get(entry.id) ?? 0),
          doubles: doubles.get(entry.id) ?? 0,
          positions: sum(({ columns }) => columns.low.length),
          files: files.length,
          faulty: sum(({ fault }) => (fault === '' ? 0 : 1)),
          ...{ done: entry.done, total: entry.total, reading: entry.reading },
        };
      }),
    };
  }

  /** Adds a folder, and begins to index it. @throws Refused, or the file system's own errors */
  async add(path: string): Promise<string> {
    await this.open();
    const real = await realpath(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
      throw new Refused(`There is no folder ${path}.`, 'Choose another one.');
    });
    if (!(await stat(real)).isDirectory()) {
      throw new Refused(`${path} is not a folder.`, 'Choose the folder that contains the file.');
    }
    for (const { path: other } of this.#entries.values()) {
      if (real === other) throw new Refused(`${real} is in the library.`);
      if (isBelow(real, other)) throw new Refused(`${real} is in the library, as a part of ${other}.`);
      if (isBelow(other, real))
        throw new Refused(`${other} is in the library, and a part of this folder.`, 'Remove it first.');
    }
    if (this.#entries.size >= mostFolders) {
      throw new Refused(`The library has ${mostFolders} folders.`, 'Add a folder that contains several.');
    }
    const id = `l${randomBytes(6).toString('hex')}`;
    await this.#kept!.attempt((kept) => ({ ...kept, folders: [...kept.folders, { id, path: real }] }));
    const entry = newEntry(id, real);
    this.#entries.set(id, entry);
    await this.#lookForMatches();
    this.#enqueue(entry);
    return id;
  }

  /** Adds the folder of this machine's matches. @throws Refused */
  async addMatches(): Promise<string> {
    const { matches } = this.#ports;
    if (!(await isFolder(matches))) throw new Refused('No match was played here yet.');
    return this.add(matches);
  }

  /** Removes a folder with its index; its files stay as they are. @throws Refused */
  async remove(id: string): Promise<void> {
    await this.open();
    const entry = this.#entryOf(id);
    this.#callOff(entry);
    this.#entries.delete(id);
    this.#changed();
    await this.#kept!.change((kept) => ({ ...kept, folders: kept.folders.filter((each) => each.id !== id) }));
    await unlink(this.#indexPath(entry)).catch(() => undefined);
    await this.#lookForMatches();
    this.#changed(false);
  }

  /** Looks for files that are new or have changed, in all folders or in one. @throws Refused */
  async refresh(id?: string): Promise<void> {
    await this.open();
    for (const entry of id === undefined ? this.#entries.values() : [this.#entryOf(id)]) this.#enqueue(entry);
    await this.#lookForMatches();
    this.#changed(false);
  }

  /** Stops indexing; what is indexed is kept. */
  stop(): void {
    for (const entry of this.#queue.splice(0)) entry.state = 'stopped';
    this.#running?.controller.abort(new Error('stopped'));
    this.#changed();
  }

  /** Resolves when nothing is being indexed. */
  async settled(): Promise<void> {
    await this.open();
    while (this.#working !== null) await this.#working;
  }

  /** Files that are not in the index, or not wholly. @throws Refused */
  async faulty(id: string): Promise<readonly FaultyFile[]> {
    await this.open();
    const files = [...this.#entryOf(id).files.values()];
    return files
      .filter(({ fault }) => fault !== '')
      .map(({ path, fault }) => ({ file: path, reason: fault }));
  }

  async list(
    query: ListQuery,
    from: number,
    count: number,
  ): Promise<{ readonly total: number; readonly games: readonly LibraryGame[]; readonly revision: number }> {
    await this.open();
    return { ...this.catalogue.list(query, from, count), revision: this.#revision };
  }

  async explore(game: Game, position: unknown): Promise<Explored> {
    await this.open();
    const { catalogue } = this;
    const begin = performance.now();
    const explored = catalogue.explore(game, position);
    return { ...explored, took: performance.now() - begin };
  }

  /** Where a game stands in its file. @throws Refused if the file is gone or was changed */
  async find(id: string): Promise<FoundGame> {
    await this.open();
    const [folder = '', name, number] = id.split('-');
    const entry = this.#entries.get(folder);
    const file = [...(entry?.files.values() ?? [])].find((each) => idOfFile(each) === name);
    const row = file?.rows.find(({ unit }) => unit === Number(number));
    if (entry === undefined || file === undefined || row === undefined) {
      throw new Refused('That game is no longer in the library.', 'Look it up again.');
    }
    const path = join(entry.path, file.path);
    const stats = await lstat(path).catch(() => null);
    if (stats === null) {
      throw new Refused(`${path} cannot be found.`, 'Its folder may be on a disk that is not connected.');
    }
    if (!stats.isFile() || stats.size !== file.size || stats.mtimeMs !== file.mtime) {
      this.#enqueue(entry);
      throw new Refused(
        `${file.path} has changed since it was indexed.`,
        'It is being indexed again; look the game up in a moment.',
      );
    }
    const [candidate] = candidatesOf(file.form, file.game);
    if (candidate === undefined) throw new Refused(`The form ${file.form} is unknown.`);
    return { candidate, path, at: row.unit };
  }

  /** Ends indexing; what is indexed is kept. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const wakeup of this.#watchers) wakeup.wake();
    this.stop();
    await this.#opening;
    await this.#working;
    this.#indexer.close();
    await this.#kept?.save();
  }

  get catalogue(): Catalogue {
    return this.#update();
  }

  /** The catalogue of the present revision. */
  #update(): Catalogue {
    if (this.#catalogue?.revision !== this.#revision) {
      const folders = [...this.#entries.values()].map(({ id, files }) => ({
        id,
        files: [...files.values()],
      }));
      this.#catalogue = { revision: this.#revision, catalogue: new Catalogue(folders, idOfFile) };
    }
    return this.#catalogue.catalogue;
  }

  async #open(): Promise<void> {
    const { home, keeping, trouble: tell } = this.#ports;
    const missing: KeptFolders = { version: 1, folders: [] };
    const path = join(home, 'folders.json');
    const { kept, trouble } = await Kept.open<KeptFolders>(path, KeptFolders, missing, keeping);
    if (trouble !== null) tell(trouble);
    this.#kept = kept;
    for (const { id, path: folder } of kept.value.folders) {
      const entry = newEntry(id, folder);
      const files = await readIndex(this.#indexPath(entry));
      if (files !== null) entry.files = new Map(files.map((file) => [file.path, file]));
      this.#entries.set(id, entry);
    }
    await this.#lookForMatches();
    this.#changed();
    for (const entry of this.#entries.values()) this.#enqueue(entry);
  }

  async #lookForMatches(): Promise<void> {
    const { matches } = this.#ports;
    // As it is kept: with links followed.
    const real = await realpath(matches).catch(() => null);
    const isAdded = [...this.#entries.values()].some((each) => each.path === real);
    this.#offersMatches = real !== null && !isAdded && (await isFolder(real));
  }

  #indexPath = ({ id }: Entry): string => join(this.#ports.home, `${id}.index`);

  /** @throws Refused */
  #entryOf(id: string): Entry {
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new Refused('That folder is no longer in the library.', 'Add it again.');
    return entry;
  }

  /** Another revision where lists may have changed. */
  #changed(isListed = true): void {
    if (isListed) this.#revision++;
    for (const wakeup of this.#watchers) wakeup.wake();
  }

  #enqueue(entry: Entry): void {
    if (this.#isClosed || this.#queue.includes(entry) || this.#running?.entry === entry) return;
    entry.state = 'waiting';
    this.#queue.push(entry);
    this.#changed(false);
    this.#working ??= this.#work().finally(() => (this.#working = null));
  }

  #callOff(entry: Entry): void {
    const at = this.#queue.indexOf(entry);
    if (at >= 0) this.#queue.splice(at, 1);
    if (this.#running?.entry === entry) this.#running.controller.abort(new Error('removed'));
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    for (let entry = this.#queue.shift(); entry !== undefined; entry = this.#queue.shift()) {
      const controller = new AbortController();
      this.#running = { entry, controller };
      entry.state = 'indexing';
      entry.trouble = '';
      const before = entry.files;
      try {
        await this.#index(entry, controller.signal);
        entry.state = 'ready';
      } catch (error) {
        entry.state = controller.signal.aborted ? 'stopped' : 'missing';
        if (!controller.signal.aborted) entry.trouble = (error as Error).message;
      }
      this.#running = null;
      entry.reading = '';
      entry.done = entry.total = 0;
      this.#changed(entry.files !== before);
      // Now, so that the next question does not wait for it.
      this.#update();
    }
    // A thread that waits for work costs memory.
    this.#indexer.close();
  }

  /** @throws the signal's reason, or an error of the file system */
  async #index(entry: Entry, signal: AbortSignal): Promise<void> {
    const { files: found } = await scanFolder(entry.path, signal);
    const files = new Map<string, IndexedFile>();
    const due: FileFacts[] = [];
    for (const facts of found) {
      const known = entry.files.get(facts.path);
      if (known !== undefined && known.size === facts.size && known.mtime === facts.mtime)
        files.set(facts.path, known);
      else due.push(facts);
    }
    if (due.length === 0 && files.size === entry.files.size) return;
    entry.files = files;
    this.#positions = 0;
    for (const each of this.#entries.values())
      for (const { columns } of each.files.values()) this.#positions += columns.low.length;
    entry.total = due.reduce((sum, { size }) => sum + size, 0);
    entry.done = 0;
    this.#changed();
    let keptAt = performance.now();
    let wait = keepMilliseconds;
    try {
      for (const facts of due) {
        entry.reading = facts.path;
        files.set(facts.path, await this.#read(entry, facts, signal));
        entry.done += facts.size;
        this.#changed();
        if (performance.now() < keptAt + wait) continue;
        const begin = performance.now();
        await this.#keep(entry);
        keptAt = performance.now();
        wait = Math.max(keepMilliseconds, (keptAt - begin) / keepShare);
      }
    } finally {
      if (this.#entries.has(entry.id)) await this.#keep(entry);
    }
  }

  async #read(entry: Entry, facts: FileFacts, signal: AbortSignal): Promise<IndexedFile> {
    if (this.#positions >= mostPositions) {
      return unread(facts, `The library is full: it holds ${mostPositions / 1e6} million positions.`);
    }
    const path = join(entry.path, facts.path);
    const { file, said } = await this.#indexer.read(path, facts, signal, () => this.#changed(false));
    if (said.length > 0) await this.#ports.onSaid(file, said);
    this.#positions += file.columns.low.length;
    return { ...file, rows: sharedRows(file.rows) };
  }

  /** The index can be made anew: that it cannot be written is told, and no more. */
  async #keep(entry: Entry): Promise<void> {
    try {
      await writeIndex(this.#indexPath(entry), [...entry.files.values()]);
      this.#ports.keeping.onWritten?.(null);
    } catch (error) {
      this.#ports.keeping.onWritten?.(error as Error);
    }
  }
}

const newEntry = (id: string, path: string): Entry => ({
  ...{ id, path, files: new Map(), state: 'waiting', trouble: '' },
  ...{ done: 0, total: 0, reading: '' },
});

const isBelow = (path: string, folder: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;

/** Of a file in its folder; 64 bits tell apart as many files as a folder may have. */
const idOfFile = ({ path }: Pick<IndexedFile, 'path'>): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 16);
