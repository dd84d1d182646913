/**
 * The game library: folders of records whose games are indexed in the background. The list of folders is kept, and so is
 * the index of each, which is made anew where it is damaged.
 */
import { createHash } from 'node:crypto';
import { lstat, opendir, realpath, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Game } from '../games/game.ts';
import type { Keeping } from '../library/files.ts';
import { candidatesOf, type Candidate } from '../records/forms/registry.ts';
import type { Explored, FaultyFile, LibraryGame, LibraryState } from '../shapes/library.ts';
import { Refused } from '../shapes/refused.ts';
import { Queue } from '../sessions/queue.ts';
import { Wakeup } from '../sessions/wakeup.ts';
import { Catalogue, type ListQuery } from './catalogue.ts';
import { FolderList } from './folder-list.ts';
import { readIndex } from './index-file.ts';
import { IndexQueue, newFolder, type IndexedFolder, type IndexQueuePorts } from './index-queue.ts';
import type { IndexedFile } from './indexed-file.ts';

/** In milliseconds between two events of a watcher. */
const tellMilliseconds = 300;

export interface LibraryPorts extends Pick<IndexQueuePorts, 'thread' | 'choiceOf' | 'onSaid'> {
  /** In which the list of folders and their indexes are kept. */
  readonly home: string;
  /** The folder in which this machine keeps its matches. */
  readonly matches: string;
  readonly keeping: Keeping;
  /** The list of folders had to be put aside. */
  readonly trouble: (sentence: string) => void;
}

export interface FoundGame {
  readonly path: string;
  readonly candidate: Candidate;
  /** Its number in the file, from 0. */
  readonly at: number;
}

export class GameLibrary {
  readonly #ports: LibraryPorts;
  readonly #queue: IndexQueue;
  #list: FolderList | null = null;
  readonly #folders = new Map<string, IndexedFolder>();
  /** Two calls that follow the list at once would read a folder twice. */
  readonly #following = new Queue();
  /** The paths of folders that were removed in this run, by their ids. */
  readonly #removed = new Map<string, string>();
  #opening: Promise<void> | null = null;
  #offersMatches = false;
  #revision = 0;
  #catalogue: { readonly revision: number; readonly catalogue: Catalogue } | null = null;
  readonly #watchers = new Set<Wakeup>();
  #isClosed = false;

  constructor(ports: LibraryPorts) {
    this.#ports = ports;
    const { thread, keeping, choiceOf, onSaid } = ports;
    this.#queue = new IndexQueue({
      ...{ thread, keeping, choiceOf, onSaid, folders: this.#folders, indexPath: this.#indexPath },
      onChange: (isListed) => this.#changed(isListed),
      // Now, so that the next question does not wait for it.
      onDone: () => void this.#update(),
    });
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
      folders: [...this.#folders.values()].map((folder) => {
        const files = [...folder.files.values()];
        const sum = (of: (file: IndexedFile) => number): number =>
          files.reduce((all, file) => all + of(file), 0);
        return {
          ...{ id: folder.id, path: folder.path, state: folder.state, trouble: folder.trouble },
          games: sum(({ rows }) => rows.length) - (doubles.get(folder.id) ?? 0),
          doubles: doubles.get(folder.id) ?? 0,
          positions: sum(({ columns }) => columns.low.length),
          files: files.length,
          faulty: folder.unreadable.length + sum(({ fault }) => (fault === '' ? 0 : 1)),
          ...{ done: folder.done, total: folder.total, reading: folder.reading },
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
    try {
      await (await opendir(real)).close();
    } catch (error) {
      const advice = 'Check its permissions, or choose another one.';
      throw new Refused(`${path} cannot be read: ${(error as Error).message}.`, advice);
    }
    try {
      return await this.#list!.add(real);
    } finally {
      // One that is refused may be one that another Plywire has added.
      await this.#follow();
    }
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
    const folder = this.#folderOf(id);
    this.#removed.set(id, folder.path);
    const others = this.#list!.idsOf(folder.path).filter((each) => each !== id);
    const dropped = this.#drop(folder);
    await this.#list!.remove(folder.path);
    await dropped;
    for (const other of others) await unlink(this.#indexPath({ id: other })).catch(() => undefined);
    await this.#lookForMatches();
    this.#changed(false);
  }

  /** Adds a folder again that was removed in this run, and indexes it anew. @throws Refused, as `add` does too */
  async restore(id: string): Promise<string> {
    const path = this.#removed.get(id);
    if (path === undefined)
      throw new Refused('That folder was not removed in this run, or is already restored.');
    const added = await this.add(path);
    this.#removed.delete(id);
    return added;
  }

  /** Looks for files that are new or have changed, in all folders or in one. @throws Refused */
  async refresh(id?: string): Promise<void> {
    await this.open();
    await this.look();
    for (const folder of id === undefined ? this.#folders.values() : [this.#folderOf(id)])
      this.#queue.add(folder);
    await this.#lookForMatches();
    this.#changed(false);
  }

  /** Takes over the folders that another Plywire has added or removed, if the library is open. Never rejects. */
  async look(): Promise<void> {
    if ((await this.#list?.look()) === true) await this.#follow();
  }

  /** Stops indexing; what is indexed is kept. */
  stop(): void {
    this.#queue.stop();
  }

  /** Resolves when nothing is being indexed. */
  async settled(): Promise<void> {
    await this.open();
    await this.#queue.settled();
  }

  /** Folders and files that are not in the index, or not wholly. @throws Refused */
  async faulty(id: string): Promise<readonly FaultyFile[]> {
    await this.open();
    const { files, unreadable } = this.#folderOf(id);
    const faulty = [...files.values()].filter(({ fault }) => fault !== '');
    return [...unreadable, ...faulty.map(({ path, fault }) => ({ file: path, reason: fault }))];
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
    const [folderId = '', name, number] = id.split('-');
    const folder = this.#folders.get(folderId);
    const file = [...(folder?.files.values() ?? [])].find((each) => idOfFile(each) === name);
    const row = file?.rows.find(({ unit }) => unit === Number(number));
    if (folder === undefined || file === undefined || row === undefined) {
      throw new Refused('That game is no longer in the library.', 'Look it up again.');
    }
    const path = join(folder.path, file.path);
    const stats = await lstat(path).catch(() => null);
    if (stats === null) {
      throw new Refused(`${path} cannot be found.`, 'Its folder may be on a disk that is not connected.');
    }
    if (!stats.isFile() || stats.size !== file.size || stats.mtimeMs !== file.mtime) {
      this.#queue.add(folder);
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
    const ended = this.#queue.close();
    await this.#opening;
    await this.#following.idle();
    await ended;
    await this.#list?.save();
  }

  get catalogue(): Catalogue {
    return this.#update();
  }

  /** The catalogue of the present revision. */
  #update(): Catalogue {
    if (this.#catalogue?.revision !== this.#revision) {
      const folders = [...this.#folders.values()].map(({ id, files }) => ({
        id,
        files: [...files.values()],
      }));
      this.#catalogue = { revision: this.#revision, catalogue: new Catalogue(folders, idOfFile) };
    }
    return this.#catalogue.catalogue;
  }

  async #open(): Promise<void> {
    const { home, keeping, trouble: tell } = this.#ports;
    const { list, trouble } = await FolderList.open(join(home, 'folders.json'), keeping);
    if (trouble !== null) tell(trouble);
    this.#list = list;
    await this.#follow();
  }

  /** Has the folders of the list, and no others; those that are new are indexed. Never rejects. */
  #follow(): Promise<void> {
    return this.#following.run(async () => {
      const isListed = (id: string): boolean => this.#list!.folders.some((each) => each.id === id);
      for (const folder of [...this.#folders.values()]) if (!isListed(folder.id)) await this.#drop(folder);
      const added: IndexedFolder[] = [];
      for (const { id, path } of this.#list!.folders) {
        if (this.#folders.has(id)) continue;
        const folder = newFolder(id, path);
        const files = await readIndex(this.#indexPath(folder));
        if (files !== null) folder.files = new Map(files.map((file) => [file.path, file]));
        // It may have been removed meanwhile.
        if (!isListed(id)) continue;
        this.#folders.set(id, folder);
        added.push(folder);
      }
      await this.#lookForMatches();
      this.#changed(added.length > 0);
      for (const folder of added) if (this.#folders.has(folder.id)) this.#queue.add(folder);
    });
  }

  /** Forgets a folder with its index. Never rejects. */
  async #drop(folder: IndexedFolder): Promise<void> {
    const calledOff = this.#queue.callOff(folder);
    this.#folders.delete(folder.id);
    this.#changed();
    await calledOff;
    await unlink(this.#indexPath(folder)).catch(() => undefined);
  }

  async #lookForMatches(): Promise<void> {
    const { matches } = this.#ports;
    // As it is kept: with links followed.
    const real = await realpath(matches).catch(() => null);
    const isAdded = [...this.#folders.values()].some((each) => each.path === real);
    this.#offersMatches = real !== null && !isAdded && (await isFolder(real));
  }

  #indexPath = ({ id }: Pick<IndexedFolder, 'id'>): string => join(this.#ports.home, `${id}.index`);

  /** @throws Refused */
  #folderOf(id: string): IndexedFolder {
    const folder = this.#folders.get(id);
    if (folder === undefined) throw new Refused('That folder is no longer in the library.', 'Add it again.');
    return folder;
  }

  /** Another revision where lists may have changed. */
  #changed(isListed = true): void {
    if (isListed) this.#revision++;
    for (const wakeup of this.#watchers) wakeup.wake();
  }
}

const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;

/** The id of a file in its folder; 64 bits tell apart as many files as a folder may have. */
const idOfFile = ({ path }: Pick<IndexedFile, 'path'>): string =>
  createHash('sha256').update(path).digest('hex').slice(0, 16);
