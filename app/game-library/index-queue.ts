/**
 * Indexes the folders of the library, one after the other. Of a folder, only files that are new or have changed are read;
 * its index is written now and then meanwhile, so that little is lost where indexing ends early.
 */
import { join } from 'node:path';
import type { Keeping } from '../library/files.ts';
import type { FormChoice } from '../shapes/files.ts';
import type { FaultyFile, LibraryFolder } from '../shapes/library.ts';
import { Indexer } from './indexer.ts';
import { writeIndex } from './index-file.ts';
import { choiceText, sharedRows, unread, type FileFacts, type IndexedFile } from './indexed-file.ts';
import type { SaidText } from './read-file.ts';
import { mostFiles, scanFolder } from './scan.ts';

/** The most positions of all folders, those of copies included, which take memory too: 80 MB. */
const mostPositions = 10_000_000;

/** In milliseconds: an index that is being made is written so often. */
const keepMilliseconds = 10_000;

/** The share of the time of indexing that writing may take. */
const keepShare = 0.1;

/** A folder of the library with its index. While it is in the queue, only the queue changes it. */
export interface IndexedFolder {
  readonly id: string;
  readonly path: string;
  /** By path. */
  files: ReadonlyMap<string, IndexedFile>;
  /** What its last scan could not look at. */
  unreadable: readonly FaultyFile[];
  state: LibraryFolder['state'];
  trouble: string;
  /** In bytes, of the files that have to be read. */
  done: number;
  total: number;
  reading: string;
}

/** A folder that has not been looked at. */
export const newFolder = (id: string, path: string): IndexedFolder => ({
  ...{ id, path, files: new Map(), unreadable: [], state: 'waiting', trouble: '' },
  ...{ done: 0, total: 0, reading: '' },
});

export interface IndexQueuePorts {
  /** The file of the built `index-thread.ts`. */
  readonly thread: string;
  /** All folders of the library, by id. The index of one that was removed is not written. */
  readonly folders: ReadonlyMap<string, IndexedFolder>;
  /** The file in which the index of a folder is kept. */
  readonly indexPath: (folder: IndexedFolder) => string;
  readonly keeping: Pick<Keeping, 'onWritten'>;
  /** The form that the user has chosen for a file, by its absolute path; null if none. */
  readonly choiceOf: (path: string) => FormChoice | null;
  /** A file that was read says this of positions; the next one is read once it resolves. Never rejects. */
  readonly onSaid: (file: IndexedFile, said: readonly SaidText[]) => Promise<void>;
  /** A folder has changed. @param isListed whether its files may have changed too */
  readonly onChange: (isListed: boolean) => void;
  /** Called when a folder is indexed, or its indexing has failed or was stopped. */
  readonly onDone: () => void;
}

export class IndexQueue {
  readonly #ports: IndexQueuePorts;
  readonly #indexer: Indexer;
  /** Folders to be indexed, in order. */
  readonly #queue: IndexedFolder[] = [];
  #working: Promise<void> | null = null;
  #running: {
    readonly folder: IndexedFolder;
    readonly controller: AbortController;
    /** Resolves when nothing is written for the folder any more. Never rejects. */
    readonly ended: Promise<void>;
  } | null = null;
  /** The positions of all folders, while one is being indexed. */
  #positions = 0;
  #isClosed = false;

  constructor(ports: IndexQueuePorts) {
    this.#ports = ports;
    this.#indexer = new Indexer(ports.thread);
  }

  /** Has a folder indexed, unless it waits for that or is being indexed. */
  add(folder: IndexedFolder): void {
    if (this.#isClosed || this.#queue.includes(folder) || this.#running?.folder === folder) return;
    folder.state = 'waiting';
    this.#queue.push(folder);
    this.#ports.onChange(false);
    this.#working ??= this.#work().finally(() => (this.#working = null));
  }

  /**
   * Indexes a folder no further, because it is being removed. Never rejects.
   * @returns resolves when its index is not being written
   */
  async callOff(folder: IndexedFolder): Promise<void> {
    const at = this.#queue.indexOf(folder);
    if (at >= 0) this.#queue.splice(at, 1);
    if (this.#running?.folder !== folder) return;
    this.#running.controller.abort(new Error('removed'));
    await this.#running.ended;
  }

  /** Stops indexing; what is indexed is kept. */
  stop(): void {
    for (const folder of this.#queue.splice(0)) folder.state = 'stopped';
    this.#running?.controller.abort(new Error('stopped'));
    this.#ports.onChange(true);
  }

  /** Resolves when nothing is being indexed. Never rejects. */
  async settled(): Promise<void> {
    while (this.#working !== null) await this.#working;
  }

  /** Stops for good; what is indexed is kept. Never rejects. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.stop();
    await this.#working;
    this.#indexer.close();
  }

  /** Never rejects. */
  async #work(): Promise<void> {
    for (let folder = this.#queue.shift(); folder !== undefined; folder = this.#queue.shift()) {
      const controller = new AbortController();
      folder.state = 'indexing';
      folder.trouble = '';
      const before = folder.files;
      const work = this.#index(folder, controller.signal);
      const ended = work.catch(() => undefined);
      this.#running = { folder, controller, ended };
      try {
        await work;
        folder.state = 'ready';
      } catch (error) {
        folder.state = controller.signal.aborted ? 'stopped' : 'missing';
        if (!controller.signal.aborted) folder.trouble = (error as Error).message;
      }
      this.#running = null;
      folder.reading = '';
      folder.done = folder.total = 0;
      this.#ports.onChange(folder.files !== before);
      this.#ports.onDone();
    }
    // A thread that waits for work costs memory.
    this.#indexer.close();
  }

  /** @throws the signal's reason, or an error of the file system */
  async #index(folder: IndexedFolder, signal: AbortSignal): Promise<void> {
    const { files: found, unreadable, isCut } = await scanFolder(folder.path, signal);
    folder.unreadable = unreadable;
    if (isCut) folder.trouble = `only the first ${mostFiles} files with games that were found are listed`;
    const files = new Map<string, IndexedFile>();
    const due: FileFacts[] = [];
    for (const facts of found) {
      const known = folder.files.get(facts.path);
      const isSame = known !== undefined && known.size === facts.size && known.mtime === facts.mtime;
      if (isSame && !this.#isChosenAnew(folder, known)) files.set(facts.path, known);
      else due.push(facts);
    }
    if (due.length === 0 && files.size === folder.files.size) return;
    folder.files = files;
    this.#positions = 0;
    for (const each of this.#ports.folders.values())
      for (const { columns } of each.files.values()) this.#positions += columns.low.length;
    folder.total = due.reduce((sum, { size }) => sum + size, 0);
    folder.done = 0;
    this.#ports.onChange(true);
    let keptAt = performance.now();
    let wait = keepMilliseconds;
    try {
      for (const facts of due) {
        folder.reading = facts.path;
        files.set(facts.path, await this.#read(folder, facts, signal));
        folder.done += facts.size;
        this.#ports.onChange(true);
        if (performance.now() < keptAt + wait) continue;
        const begin = performance.now();
        await this.#keep(folder);
        keptAt = performance.now();
        wait = Math.max(keepMilliseconds, (keptAt - begin) / keepShare);
      }
    } finally {
      if (this.#ports.folders.has(folder.id)) await this.#keep(folder);
    }
  }

  async #read(folder: IndexedFolder, facts: FileFacts, signal: AbortSignal): Promise<IndexedFile> {
    if (this.#positions >= mostPositions) {
      return unread(facts, `The library is full: it holds ${mostPositions / 1e6} million positions.`);
    }
    const path = join(folder.path, facts.path);
    const question = { path, facts, choice: this.#ports.choiceOf(path) };
    const { file, said } = await this.#indexer.read(question, signal, () => this.#ports.onChange(false));
    if (said.length > 0) await this.#ports.onSaid(file, said);
    this.#positions += file.columns.low.length;
    return { ...file, rows: sharedRows(file.rows) };
  }

  /** Whether several forms fit a file, and the user has chosen another one since, or forgotten the choice. */
  #isChosenAnew(folder: IndexedFolder, { choice, path }: IndexedFile): boolean {
    return choice !== null && choice !== choiceText(this.#ports.choiceOf(join(folder.path, path)));
  }

  /** The index can be made anew: that it cannot be written is told, and no more. */
  async #keep(folder: IndexedFolder): Promise<void> {
    try {
      await writeIndex(this.#ports.indexPath(folder), [...folder.files.values()]);
      this.#ports.keeping.onWritten?.(null);
    } catch (error) {
      this.#ports.keeping.onWritten?.(error as Error);
    }
  }
}
