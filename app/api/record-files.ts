/**
 * The user's files with games: opened by ids, never written unless the user saves. A game knows which file it is from, and
 * whether it is still as the file has it; a file that another program writes is noticed.
 */
import { basename, dirname } from 'node:path';
import { BadNotation, type Setup } from '../games/game.ts';
import { games } from '../games/registry.ts';
import type { EvaluationStore } from '../evaluations/store.ts';
import type { FileLink, FileLinks } from '../library/file-links.ts';
import { bytesAt, withFile } from '../library/record-file.ts';
import { sameStamp, stampOf, type FileStamp } from '../library/replace-file.ts';
import type { OpenGame } from '../play/open-game.ts';
import { mainLine, resultText, treeOf, wentOnAt } from '../records/forms/played.ts';
import { faultWords } from '../records/forms/reading.ts';
import { candidatesOf, formToKeep, type Candidate } from '../records/forms/registry.ts';
import { readGameText, type GameText } from '../records/text.ts';
import { mainLineFrom, rootId, type GameTree } from '../records/tree.ts';
import {
  pastedName,
  type FormChoice,
  type GameFile,
  type ListedGame,
  type Opening,
  type RecentFile,
} from '../shapes/files.ts';
import { Refused } from '../shapes/refused.ts';
import { digestOfBytes, GameSources, type GameSource, type Origin } from './game-sources.ts';
import { freshKey, type Games } from './games.ts';
import type { Picker } from './picker.ts';
import { keepSaidOf } from './said-in-files.ts';
import { contentDigest, isDigestible } from './saved-record.ts';

export interface RecordFilesPorts {
  readonly picker: Picker;
  readonly games: Games;
  readonly links: FileLinks;
  readonly evaluations: EvaluationStore;
  /** What is told about a game's file may have changed. */
  onChange(): void;
  /** In milliseconds since 1970. */
  now(): number;
}

export interface OpenOptions {
  /** Of several, counted from 1; without it, the user chooses. */
  readonly number?: number | undefined;
  /** The form that the user has chosen. */
  readonly as?: FormChoice | undefined;
  /** The client knows the form: the user has chosen nothing. */
  readonly isKnown?: boolean;
}

/** A game on the board, and its size. */
export interface Like {
  readonly game: string;
  readonly setup: Setup;
}

/** What was found of a game's file when it was looked at last. */
interface Looked {
  readonly stamp: FileStamp | null;
  readonly outside: GameFile['outside'];
}

export class RecordFiles {
  readonly ports: RecordFilesPorts;
  readonly sources = new GameSources();
  /** By the keys of games. */
  readonly #looked = new Map<string, Looked>();
  /** The trees that are as their files have them; null for a large game of which there is none. */
  readonly #saved = new Map<string, GameTree | null>();
  #looking: Promise<void> | null = null;

  constructor(ports: RecordFilesPorts) {
    this.ports = ports;
  }

  /** Opens a file that the picker showed. @throws Refused, or the file system's own errors */
  async open(file: string, options: OpenOptions = {}, signal?: AbortSignal): Promise<Opening> {
    const origin = this.sources.textOf(file);
    if (origin !== null) return this.#open(origin, options, signal);
    const path = await this.ports.picker.path(file);
    return this.#open(this.originOf(path), options, signal);
  }

  /**
   * Opens a game whose file is known, or shows it where it is open.
   * @param at its number in the file, from 0
   * @param ply of its main line that is shown
   * @returns its key
   * @throws Refused, or the file system's own errors
   */
  async openAt(
    { path, candidate, at }: { readonly path: string; readonly candidate: Candidate; readonly at: number },
    ply: number,
  ): Promise<string> {
    const source = await this.sources.read(this.originOf(path), candidate);
    const { game } = await this.#openGame(source, at, false);
    const open = this.ports.games.list().find((each) => each.game.key === game)!.game;
    const line = mainLineFrom(open.tree, rootId);
    await open.show((line[ply] ?? line.at(-1)!).id);
    return game;
  }

  /**
   * Opens a text that was pasted, or dropped with its name.
   * @param like the game on the board, of whose size a list of moves is if it fits
   * @throws Refused
   */
  async paste(
    text: string,
    { name = null, as, like }: { name?: string | null; as?: FormChoice | undefined; like?: Like | undefined },
    signal?: AbortSignal,
  ): Promise<Opening> {
    const sized = like === undefined || as !== undefined ? null : ofSize(text, like);
    if (sized !== null) {
      const game = await this.ports.games.create(like!.game, { text, setup: like!.setup });
      const told = { name: name ?? pastedName, form: 'moves', games: 1, number: 1, isKnown: false };
      return { kind: 'opened', game, source: null, ...told, faults: [], note: null, isRemembered: false };
    }
    return this.#open(this.sources.text(text, name), { as, isKnown: true }, signal);
  }

  /** The games of a text, from one on. @param from counted from 0 @throws Refused */
  async list(id: string, as: FormChoice, from: number, count: number): Promise<readonly ListedGame[]> {
    const source = await this.#source(id, as);
    const listed: ListedGame[] = [];
    for (let at = from; at < Math.min(from + count, source.games); at++) {
      const { reading } = await source.find(at);
      const [fault] = reading.faults;
      const { whole } = reading;
      listed.push({
        ...{ number: at + 1, line: fault?.line ?? 0, gameId: (whole?.game ?? source.candidate.game).id },
        headers: shortened(whole?.headers ?? {}),
        plies: whole === null ? 0 : mainLine(whole.root).length - 1,
        result: whole === null ? '*' : resultText(whole),
        fault: fault === undefined ? null : faultWords(fault),
      });
    }
    return listed;
  }

  /** The files that were opened or saved lately and can be reached from here. */
  async recent(): Promise<readonly RecentFile[]> {
    const found: RecentFile[] = [];
    for (const { path, openedAt } of this.ports.links.recent) {
      if (!(await this.ports.picker.reaches(path))) continue;
      found.push({
        file: this.ports.picker.idOf(path),
        name: basename(path),
        folder: dirname(path),
        inFolder: await this.folderOf(path),
        openedAt,
      });
    }
    return found;
  }

  /** The id of the folder where a game's file is, or the one opened last, if the picker shows it. */
  async folderFor(game: OpenGame): Promise<string | null> {
    const path = this.ports.links.linkOf(game.key)?.path ?? this.ports.links.recent[0]?.path;
    return path === undefined ? null : this.folderOf(path);
  }

  /** The id of a file's folder, if the picker shows it. */
  async folderOf(path: string): Promise<string | null> {
    const folder = dirname(path);
    return (await this.ports.picker.reaches(folder)) ? this.ports.picker.idOf(folder) : null;
  }

  /** Forgets a file that was opened lately; the file stays. @throws Refused */
  async forget(file: string): Promise<void> {
    await this.ports.links.remember(await this.ports.picker.path(file), null);
  }

  /** Asks again which form a source is of, the next time it is opened. @throws Refused */
  async forgetForm(file: string): Promise<void> {
    const origin = this.sources.textOf(file);
    await this.ports.links.choose(origin?.key ?? (await this.ports.picker.path(file)), null);
  }

  /** The file of a game; null if it is from none. */
  fileOf(game: OpenGame): GameFile | null {
    const link = this.ports.links.linkOf(game.key);
    if (link === null) return null;
    return {
      ...{ file: this.ports.picker.idOf(link.path), name: basename(link.path), folder: dirname(link.path) },
      ...{ form: link.form, number: link.at + 1, isUnsaved: this.isUnsaved(game) },
      outside: this.#looked.get(game.key)?.outside ?? 'same',
    };
  }

  /** Whether a game is from a file, and not as the file has it. */
  isUnsaved({ key, tree }: OpenGame): boolean {
    const link = this.ports.links.linkOf(key);
    if (link === null || this.#saved.get(key) === tree) return false;
    if (!isDigestible(tree) && this.#saved.has(key)) return true;
    if (contentDigest(tree) !== link.saved) {
      if (!isDigestible(tree)) this.#saved.set(key, null);
      return true;
    }
    this.#saved.set(key, tree);
    return false;
  }

  /** Open games with changes that are not in their files. */
  unsaved(): readonly OpenGame[] {
    return this.ports.games
      .list()
      .map(({ game }) => game)
      .filter((game) => this.isUnsaved(game));
  }

  /** A game is as its file has it. */
  async linked(tree: GameTree, link: FileLink, stamp: FileStamp | null): Promise<void> {
    this.#saved.set(tree.key, tree);
    this.#looked.set(tree.key, { stamp, outside: 'same' });
    await this.ports.links.link(tree.key, link, (key) => this.ports.games.standingOf(key));
    await this.ports.links.remember(link.path, this.ports.now());
    this.ports.onChange();
  }

  /** Looks whether other programs have written files of open games. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#look()
      .catch(() => undefined)
      .finally(() => (this.#looking = null));
    return this.#looking;
  }

  async #look(): Promise<void> {
    let isNew = false;
    const open = new Set<string>();
    for (const { game } of this.ports.games.list()) {
      open.add(game.key);
      const link = this.ports.links.linkOf(game.key);
      if (link === null) continue;
      const before = this.#looked.get(game.key);
      const stamp = await stampOf(link.path).catch(() => null);
      if (before !== undefined && sameStamp(before.stamp, stamp)) continue;
      const outside = stamp === null ? 'gone' : (await this.#holds(link)) ? 'same' : 'changed';
      // It was saved meanwhile.
      if (this.ports.links.linkOf(game.key) !== link) continue;
      this.#looked.set(game.key, { stamp, outside });
      isNew ||= (before?.outside ?? 'same') !== outside;
    }
    for (const key of [...this.#looked.keys(), ...this.#saved.keys()]) {
      if (open.has(key)) continue;
      this.#looked.delete(key);
      this.#saved.delete(key);
    }
    if (isNew) this.ports.onChange();
  }

  /** Whether a file still has a game where it was, as it was. */
  async #holds({ path, form, at, written }: FileLink): Promise<boolean> {
    const [candidate] = candidatesOf(form, null);
    if (candidate === undefined) return false;
    try {
      const index = await this.sources.index(path, candidate);
      if (at >= index.games) return false;
      return await withFile(path, index, async (file) => {
        return digestOfBytes(await bytesAt(file, index.span(at))) === written;
      });
    } catch {
      return false;
    }
  }

  async #open(
    origin: Origin,
    { number, as, isKnown = false }: OpenOptions,
    signal?: AbortSignal,
  ): Promise<Opening> {
    if (as !== undefined) requireCandidate(as);
    let sought = await this.sources.seek(origin, as ?? null, signal);
    // What was chosen before answers this question alone: the source may have other games by now.
    const remembered = sought.kind === 'ask' ? this.ports.links.choiceOf(origin.key) : null;
    const isRemembered =
      sought.kind === 'ask' &&
      sought.fits.some(({ form, game }) => form === remembered?.form && game === remembered.game);
    if (isRemembered) sought = await this.sources.seek(origin, remembered, signal);
    const { id, name } = origin;
    if (sought.kind === 'recording') return { kind: 'recording', name };
    if (sought.kind === 'ask')
      return {
        ...{ kind: 'ask', source: id, name },
        number: sought.game + 1,
        ply: sought.ply,
        fits: sought.fits,
      };
    const { source } = sought;
    const { form, game } = source.candidate;
    // Only where there was something to choose; a client that says what it was told chooses nothing.
    if (as !== undefined && number === undefined && !isKnown)
      await this.ports.links.choose(origin.key, { form: form.id, game: game.id });
    if (source.games !== 1 && number === undefined) {
      return {
        ...{ kind: 'games', source: id, name, form: form.id, formName: form.name, game: game.id },
        ...{ games: source.games, isCut: source.isCut, isInFile: source.path !== null, isRemembered },
      };
    }
    return this.#openGame(source, (number ?? 1) - 1, isRemembered);
  }

  async #openGame(
    source: GameSource,
    at: number,
    isRemembered: boolean,
  ): Promise<Extract<Opening, { kind: 'opened' }>> {
    const { id, name, path, candidate } = source;
    const { reading, digest, stamp, doubt } = await source.find(at);
    const { whole, faults } = reading;
    const told = {
      kind: 'opened',
      source: id,
      ...{ name, form: candidate.form.id, games: source.games, number: at + 1, isRemembered },
      faults: faults.map(faultWords),
    } as const;
    if (whole === null)
      throw new Refused(
        `A game of ${name} cannot be read: ${told.faults[0] ?? 'it has no start'}.`,
        'Nothing was changed.',
      );
    const known = path === null ? null : this.#openedAs(path, at, digest);
    if (known !== null) {
      this.ports.games.show(known);
      return { ...told, game: known, isKnown: true, note: null };
    }
    const tree = treeOf(whole, freshKey());
    const wentOn = wentOnAt(whole);
    // What is pasted is shown at its end; a file begins at its start.
    const shown = path === null ? mainLineFrom(tree, rootId).at(-1)!.id : rootId;
    // One of many is a look at first: it is kept once it is edited.
    await this.ports.games.open(tree, shown, source.games === 1 || path === null);
    if (path !== null) {
      keepSaidOf(this.ports.evaluations, whole, path, stamp?.modifiedAt ?? this.ports.now());
      const unread = told.faults.length === 0 ? null : told.faults.slice(0, 3).join('; ').slice(0, 1000);
      const form = formToKeep(candidate.form, whole).id;
      const link = { path, form, at, written: digest, saved: contentDigest(tree) };
      await this.linked(tree, { ...link, unread, accepted: [] }, stamp);
    }
    const notes = [
      ...(doubt === null || doubt.isFault ? [] : [`The file ${doubt.words}.`]),
      ...(wentOn === null ? [] : [`The game goes on after ply ${wentOn.ply}, a draw (${wentOn.reason}).`]),
    ];
    return { ...told, game: tree.key, isKnown: false, note: notes.length === 0 ? null : notes.join(' ') };
  }

  originOf(path: string): Origin {
    return { id: this.ports.picker.idOf(path), name: basename(path), from: { path }, key: path };
  }

  /** The open game that is this one of a file, as it is there. */
  #openedAs(path: string, at: number, digest: string): string | null {
    for (const { game } of this.ports.games.list()) {
      const link = this.ports.links.linkOf(game.key);
      if (link?.path === path && link.at === at && link.written === digest) return game.key;
    }
    return null;
  }

  async #source(id: string, as: FormChoice): Promise<GameSource> {
    const candidate = requireCandidate(as);
    const text = this.sources.textOf(id);
    if (text !== null) return this.sources.read(text, candidate);
    const path = await this.ports.picker.path(id);
    return this.sources.read(this.originOf(path), candidate);
  }
}

/** @throws Refused */
export function requireCandidate({ form, game }: FormChoice): Candidate {
  const [candidate] = candidatesOf(form, game);
  if (candidate === undefined)
    throw new Refused('There is no such form of this game.', 'Choose another one.');
  return candidate;
}

/** Moves on a board of another size than the usual one; null if the text is anything else. */
function ofSize(text: string, { game: id, setup }: Like): GameText | null {
  const game = games.get(id);
  if (game === undefined) return null;
  try {
    const usual = JSON.stringify(game.setupOf(game.initial()));
    if (JSON.stringify(game.setupOf(game.initial(setup))) === usual) return null;
    const read = readGameText(game, text, setup);
    return read.kind === 'moves' ? read : null;
  } catch (error) {
    if (error instanceof BadNotation) return null;
    throw error;
  }
}

/** In characters: what a list shows of a header. */
const mostShown = 200;

const listedHeaders = ['white', 'black', 'event', 'site', 'date', 'round'] as const;

const shortened = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    listedHeaders.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value.slice(0, mostShown)]];
    }),
  );
