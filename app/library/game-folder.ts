/**
 * The games of a home: a log for each, in `games/`, and those that were closed in `games/closed/`. A game is held by one
 * host at a time, as the registers of the hosts say; one whose holder no longer runs is free.
 */
import { existsSync, type Stats } from 'node:fs';
import { readdir, rename, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { makeFolder } from '../sessions/folder.ts';
import { Id } from '../shapes/base.ts';
import { Refused } from '../shapes/refused.ts';
import { putAside } from './files.ts';
import { readLines } from './append-log.ts';
import type { Standing } from './file-links.ts';
import { BadGameLog, GameLog, readGame, type StoredGame } from './game-log.ts';
import { stillRunning } from './running/birth.ts';
import { exclusively } from './running/exclusive.ts';
import type { Host, Register } from './running/register.ts';

const nameEnd = '.game';

export interface HeldGame {
  readonly log: GameLog;
  readonly game: StoredGame;
  /** Milliseconds since 1970. */
  readonly touchedAt: number;
  /** A sentence about a part of its file that could not be read; null if all of it could. */
  readonly trouble: string | null;
}

/** A game on disk that is not open here. */
export interface GameFile {
  readonly key: string;
  readonly path: string;
  /** Milliseconds since 1970. */
  readonly touchedAt: number;
}

export interface OtherGame extends GameFile {
  readonly game: StoredGame;
  /** Another host has it open. */
  readonly isElsewhere: boolean;
}

interface OpenedGames {
  readonly held: readonly HeldGame[];
  readonly elsewhere: readonly GameFile[];
  readonly faults: readonly string[];
}

/** In milliseconds: a game that was not touched for so long is closed when a host starts, unless it has notes. */
const staysOpenMilliseconds = 30 * 24 * 3600 * 1000;

type GameRegister = Pick<Register, 'holds' | 'frees' | 'wants' | 'done'>;

export class GameFolder {
  readonly #folder: string;
  /** Keys of the games that are open here. */
  readonly #held = new Set<string>();
  readonly #register: GameRegister;
  readonly #others: () => Promise<readonly Host[]>;

  /** @param others reads what the other hosts of this home say, those that no longer run included */
  constructor(folder: string, register: GameRegister, others: () => Promise<readonly Host[]>) {
    this.#folder = folder;
    this.#register = register;
    this.#others = others;
  }

  /**
   * Opens all games that no other host holds. Games that have neither notes nor headers and were not touched for 30 days
   * are closed.
   * @returns the games that another host holds as `elsewhere`; in `faults`, the sentences about files that could not be read
   * or not wholly, which are put aside
   * @throws the file system's own errors
   */
  async openAll(): Promise<OpenedGames> {
    let began = false;
    const work = (): Promise<OpenedGames> => {
      began = true;
      return this.#openAll();
    };
    try {
      // Hosts that start at the same moment would see each other want a game, and none would open it.
      return await exclusively(this.#register, this.#others, 'games', work);
    } catch (error) {
      // A host that hangs keeps nothing but its own games.
      if (began) throw error;
      return await this.#openAll();
    }
  }

  async #openAll(): Promise<OpenedGames> {
    const held: HeldGame[] = [];
    const elsewhere: GameFile[] = [];
    const faults: string[] = [];
    // A home that cannot be written to is reported at once, not at the first move.
    makeFolder(this.#folder);
    for (const file of await this.#filesIn(this.#folder)) {
      const opened = await this.#open(file);
      if (opened === null) elsewhere.push(file);
      else if (typeof opened === 'string') faults.push(opened);
      else {
        if (opened.trouble !== null) faults.push(opened.trouble);
        if (isStale(opened)) await this.close(file.key, opened.log);
        else held.push(opened);
      }
    }
    return { held, elsewhere, faults };
  }

  /** Stores a new game. @throws the file system's own errors */
  async begin(game: StoredGame): Promise<GameLog> {
    const { key } = game.tree;
    this.#hold(key);
    try {
      makeFolder(this.#folder);
      return await GameLog.begin(this.#path(key), game);
    } catch (error) {
      this.#free(key);
      throw error;
    }
  }

  /** Stores a game of an older version, unless it was stored before. @throws the file system's own errors */
  async adopt(game: StoredGame, { atime, mtime }: Pick<Stats, 'atime' | 'mtime'>): Promise<void> {
    const path = this.#path(game.tree.key);
    if ((await stat(path).catch(() => null)) !== null) return;
    const log = await this.begin(game);
    await log.close();
    this.#free(game.tree.key);
    await utimes(path, atime, mtime);
  }

  /** Moves a game to those that are closed. @throws the file system's own errors; it stays open then */
  async close(key: string, log: GameLog): Promise<void> {
    makeFolder(this.#closed);
    // A snapshot on its way would make the file anew.
    await log.idle();
    await rename(this.#path(key), join(this.#closed, key + nameEnd));
    await log.close();
    this.#free(key);
  }

  /** Whether it has a game, and whether that is open, here or in another host, or was left open. */
  standingOf(key: string): Standing {
    if (existsSync(this.#path(key))) return 'open';
    return existsSync(join(this.#closed, key + nameEnd)) ? 'stored' : 'nowhere';
  }

  /** Whether the folder has no game, open or closed. */
  async isEmpty(): Promise<boolean> {
    const [open, closed] = await Promise.all([this.#filesIn(this.#folder), this.#filesIn(this.#closed)]);
    return open.length + closed.length === 0;
  }

  /** The games that are not open here, those touched last first; files that cannot be read are left out. */
  async *others(): AsyncGenerator<OtherGame> {
    const [open, closed] = await Promise.all([this.#filesIn(this.#folder), this.#filesIn(this.#closed)]);
    const elsewhere = await this.#heldElsewhere();
    for (const file of [...open, ...closed].toSorted((a, b) => b.touchedAt - a.touchedAt)) {
      if (this.#held.has(file.key)) continue;
      const game = await readOther(file);
      if (game !== null) yield { ...file, game, isElsewhere: elsewhere.has(file.key) };
    }
  }

  /** The game of a file, whether another host has it open or not. @throws Refused */
  async read(key: string): Promise<StoredGame> {
    for (const folder of v.is(Id, key) ? [this.#folder, this.#closed] : []) {
      const game = await readOther({ key, path: join(folder, key + nameEnd) });
      if (game !== null) return game;
    }
    throw new Refused('That game no longer exists.');
  }

  /** Opens a game that was closed, or takes over one whose holder no longer runs. @throws Refused */
  async take(key: string): Promise<HeldGame> {
    const [open, closed] = await Promise.all([this.#filesIn(this.#folder), this.#filesIn(this.#closed)]);
    const isClosed = !open.some((file) => file.key === key);
    const file = (isClosed ? closed : open).find((one) => one.key === key);
    if (file === undefined) throw new Refused('That game no longer exists.');
    // Another host may have moved it already.
    if (isClosed) await rename(file.path, this.#path(key)).catch(unlessGone);
    const opened = await this.#open({ ...file, path: this.#path(key) });
    if (opened === null) {
      throw new Refused('Another Plywire has this game open.', 'Close it there, or open a copy of it here.');
    }
    if (typeof opened === 'string') throw new Refused(opened);
    return opened;
  }

  #hold(key: string): void {
    this.#register.holds(key);
    this.#held.add(key);
  }

  #free(key: string): void {
    this.#register.frees(key);
    this.#held.delete(key);
  }

  get #closed(): string {
    return join(this.#folder, 'closed');
  }

  #path(key: string): string {
    return join(this.#folder, key + nameEnd);
  }

  /** Null if another host holds it, or has just closed it; in words, if it cannot be read. @throws Refused if it is open here */
  async #open({ key, path, touchedAt }: GameFile): Promise<HeldGame | string | null> {
    if (this.#held.has(key)) throw new Refused('This game is open already.');
    // Registered before the look: of two hosts that want a game at once, at least one sees the other.
    this.#hold(key);
    if ((await this.#heldElsewhere()).has(key)) {
      this.#free(key);
      return null;
    }
    try {
      // Opening would create an empty file, which would be put aside as damaged.
      await stat(path);
      const { log, game } = await GameLog.open(path);
      return { log, game: named(key, game), touchedAt, trouble: null };
    } catch (error) {
      if (error instanceof BadGameLog && error.before !== null) {
        return await this.#openBefore(error, error.before, { key, path, touchedAt });
      }
      this.#free(key);
      if (error instanceof BadGameLog) return putAside(path, error.message, 'this game is not opened');
      unlessGone(error);
      return null;
    }
  }

  /** Opens a game as it was before a line that cannot be read; the whole file is put aside. */
  async #openBefore(
    { message }: BadGameLog,
    before: StoredGame,
    { key, path, touchedAt }: GameFile,
  ): Promise<HeldGame> {
    const game = named(key, before);
    try {
      const trouble = await putAside(path, message, 'the game is opened as it was before that line');
      return { log: await GameLog.begin(path, game), game, touchedAt, trouble };
    } catch (error) {
      this.#free(key);
      throw error;
    }
  }

  /** Keys of the games that other running hosts have open. */
  async #heldElsewhere(): Promise<ReadonlySet<string>> {
    const holders = (await this.#others()).filter(({ holds }) => holds.size > 0);
    const running = await stillRunning(holders.map(({ being }) => being));
    return new Set(holders.flatMap(({ being, holds }) => (running.has(being.pid) ? [...holds] : [])));
  }

  async #filesIn(folder: string): Promise<readonly GameFile[]> {
    const names = await readdir(folder).catch(() => []);
    const files = names
      .filter((name) => name.endsWith(nameEnd))
      .map((name) => name.slice(0, -nameEnd.length))
      // Other names are never in a register.
      .filter((key) => v.is(Id, key))
      .map(async (key) => {
        const path = join(folder, key + nameEnd);
        const found = await stat(path).catch(() => null);
        return found && { key, path, touchedAt: found.mtimeMs };
      });
    return (await Promise.all(files)).filter((file) => file !== null);
  }
}

/** The key is the name of the file: one that was copied by hand is a game of its own. */
const named = (key: string, game: StoredGame): StoredGame =>
  game.tree.key === key ? game : { ...game, tree: { ...game.tree, key } };

function unlessGone(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
}

/** As far as it can be read; null if it is not a game. */
async function readOther({ key, path }: Pick<GameFile, 'key' | 'path'>): Promise<StoredGame | null> {
  const lines = await readLines(path).catch(() => null);
  try {
    return lines && named(key, readGame(lines));
  } catch (error) {
    if (error instanceof BadGameLog) return error.before && named(key, error.before);
    throw error;
  }
}

function isStale({ game: { tree }, touchedAt }: HeldGame): boolean {
  if (Date.now() - touchedAt < staysOpenMilliseconds || Object.keys(tree.headers).length > 0) return false;
  for (let id = 0; id < tree.nodes.length; id++) if (tree.nodes.get(id)!.comment !== '') return false;
  return true;
}
