/**
 * The games that are open in this host: each with its engines and its log, and the one that is shown. There is always
 * one of each kind. A game is stored with its first edit. Until then, an empty one is dropped when it is left, and one
 * that was opened for a look when others are opened for a look.
 */
import { randomUUID } from 'node:crypto';
import type { Game, Seat, Setup } from '../games/game.ts';
import { gameById, games as kinds } from '../games/registry.ts';
import type { Standing } from '../library/file-links.ts';
import type { GameFolder, HeldGame } from '../library/game-folder.ts';
import type { GameLog, StoredGame } from '../library/game-log.ts';
import type { GameLimits } from '../library/settings-table.ts';
import type { Player } from '../library/shapes.ts';
import { OpenGame } from '../play/open-game.ts';
import { humans, type Players } from '../play/seats.ts';
import type { SessionOwner } from '../play/session-owner.ts';
import { timeControlHeader } from '../play/time-control.ts';
import { changed, opened, type OpenTree } from '../records/open-tree.ts';
import { recordOfText, readGameText } from '../records/text.ts';
import { isBare, newTree, rootId, type GameTree } from '../records/tree.ts';
import { Queue } from '../sessions/queue.ts';
import type { Session } from '../sessions/session.ts';
import type { Place } from '../shapes/analysis.ts';
import { Refused } from '../shapes/refused.ts';
import type { GameStep, NodeId } from '../shapes/tree.ts';
import type { EngineLauncher } from './engine-launcher.ts';
import type { OtherGame } from './contract.ts';
import { Seating } from './seating.ts';
import { summaryOf } from './state.ts';

export interface GamesPorts {
  readonly launcher: EngineLauncher;
  /** Null if this host stores no games. */
  readonly folder: GameFolder | null;
  limits(game: Game): Partial<GameLimits>;
  /** Tells the user about something that happened by itself. */
  notice(sentence: string): void;
  /** Called after each write, with its error or null. */
  written(error: Error | null): void;
  /** Another game is shown, or this one has changed. */
  onChange(key: string): void;
  /** These games are gone: they were stored nowhere. */
  onGone(keys: readonly string[]): void;
}

export interface NewGame {
  readonly setup?: Setup | undefined;
  /** A list of moves, a position or both, as the user pastes it. */
  readonly text?: string | undefined;
  /** If absent, those of the last game of its kind, or people for a text. */
  readonly players?: Players | undefined;
  /** As `readTimeControl` reads it; absent means no clock. */
  readonly timeControl?: string | undefined;
}

/** An engine at a side of a game. */
export interface PlayingEngine {
  /** In the library. */
  readonly engine: string;
  readonly name: string;
  /** Whether it has made a move in this game; null if that is unknown, since moves were made before it was opened here. */
  readonly hasMoved: boolean | null;
}

/** By seat. */
export type PlayingEngines = readonly [PlayingEngine | null, PlayingEngine | null];

interface Entry {
  readonly game: OpenGame;
  readonly seating: Seating;
  /** Null until the first edit. */
  log: Promise<GameLog> | null;
  /** Milliseconds since 1970. */
  touchedAt: number;
  /** By seat, the engine that moved last since the game was opened here. */
  readonly moved: [PlayingEngine | null, PlayingEngine | null];
  /** It was played before, by players that are unknown now. */
  isFromBefore: boolean;
  /** It was opened to look at: it is stored, as the user's own, once the user changes it. */
  readonly isLook: boolean;
}

export class Games {
  readonly #ports: GamesPorts;
  readonly #entries = new Map<string, Entry>();
  #shown: string;
  #touchedAt = 0;
  readonly #example: string | null;
  /** Closing and reopening, which two clients may ask for at once: the second one finds what the first one has done. */
  readonly #changing = new Queue();

  /**
   * @param held what was open before
   * @param example shown at first; it is stored, as the user's own, once the user changes it
   */
  constructor(ports: GamesPorts, held: readonly HeldGame[], example: StoredGame | null = null) {
    this.#ports = ports;
    this.#example = example?.tree.key ?? null;
    if (example !== null) this.#add(example, null, this.#touch());
    for (const { game, log, touchedAt } of held) this.#add(game, Promise.resolve(log), touchedAt);
    for (const kind of kinds.values()) if (this.#newestOf(kind.id) === undefined) this.#addNew(kind);
    this.#shown = this.#byTouch()[0]!.game.key;
  }

  /** The game that all windows of this host show. */
  get shown(): OpenGame {
    return this.#entries.get(this.#shown)!.game;
  }

  get place(): Place {
    return { game: this.#shown, node: this.shown.shown };
  }

  /** Whether a game is the example, as it was. */
  isExample(key: string): boolean {
    return key === this.#example && this.#entries.get(key)?.log === null;
  }

  /** Whether nothing was done in a game, so that nothing is lost with it. */
  isUntouched(key: string): boolean {
    const { log, game } = this.#entryOf(key);
    return log === null && !game.running && !game.canUndo;
  }

  /** Those touched last first. */
  list(): readonly { readonly game: OpenGame; readonly touchedAt: number }[] {
    return this.#byTouch();
  }

  /** @throws Refused */
  get(key: string): OpenGame {
    return this.#entryOf(key).game;
  }

  /** The engine of each side: the one that moved last, or else the one that is seated. @throws Refused */
  enginesOf(key: string): PlayingEngines {
    const { game, moved, isFromBefore } = this.#entryOf(key);
    const hasMoved = isFromBefore ? null : false;
    const engineOf = (seat: Seat): PlayingEngine | null =>
      moved[seat] ?? this.#named(game.players[seat], hasMoved);
    return [engineOf(0), engineOf(1)];
  }

  /** What there is of a game. */
  standingOf(key: string): Standing {
    return this.#entries.has(key) ? 'open' : (this.#ports.folder?.standingOf(key) ?? 'nowhere');
  }

  seating(key: string): Seating {
    return this.#entryOf(key).seating;
  }

  /** Shows a game. @throws Refused */
  show(key: string): void {
    this.#entryOf(key);
    const before = this.#shown;
    this.#shown = key;
    if (before !== key) this.#leave(before);
    this.#ports.onChange(key);
  }

  /** Shows the game of a kind that was touched last. */
  showKind(gameId: string): void {
    this.show(this.#newestOf(gameId)!.game.key);
  }

  /** Opens a new game and shows it; those that are open stay. @throws BadNotation */
  async create(gameId: string, { setup, text, players, timeControl }: NewGame = {}): Promise<string> {
    const kind = gameById(gameId);
    const key = freshKey();
    let tree =
      text === undefined
        ? opened(newTree(kind, key, { ...(setup && { setup }) }))
        : treeOfText(kind, key, text, setup);
    if (timeControl !== undefined) {
      tree = {
        ...tree,
        tree: { ...tree.tree, headers: { ...tree.tree.headers, [timeControlHeader]: timeControl } },
      };
    }
    // Who played a game that is written down was not who played the last one here.
    const last = text === undefined ? this.#newestOf(gameId)?.game.players : undefined;
    const seated = players ?? last ?? humans;
    const entry = this.#add({ ...tree, players: seated }, null, this.#touch());
    this.show(key);
    this.#closeEmpty();
    if (text !== undefined) await this.#begin(entry);
    return key;
  }

  /**
   * Opens a game that was read from a file or a text, and shows it. No engine is seated: it did not play this game.
   * @param isKept whether it is stored at once; otherwise it is a look. The look that the user comes from stays, so that
   * there is a way back to it
   */
  async open(tree: GameTree, shown: NodeId, isKept = true): Promise<string> {
    const before = this.#shown;
    const game = { ...opened(tree, shown), players: humans };
    const entry = this.#add(game, null, this.#touch(), !isKept);
    this.show(tree.key);
    this.#closeEmpty();
    if (!isKept) this.#closeLooks([before, tree.key]);
    if (isKept) await this.#begin(entry);
    return tree.key;
  }

  /** The games that are not open here. */
  async *others(): AsyncGenerator<OtherGame> {
    for await (const { game, touchedAt, isElsewhere } of this.#ports.folder?.others() ?? []) {
      yield { ...summaryOf(game.tree), touchedAt, isElsewhere };
    }
  }

  /** Closes a game, which can be opened again; another one is shown if it was. @throws Refused, or the file system's own errors */
  close(key: string): Promise<void> {
    return this.#changing.run(() => this.#close(key));
  }

  async #close(key: string): Promise<void> {
    const entry = this.#entryOf(key);
    const { gameId } = entry.game.tree;
    entry.game.close();
    if (entry.log !== null) await this.#ports.folder?.close(key, await entry.log);
    dismissAll(entry.seating);
    this.#entries.delete(key);
    if (entry.log === null) this.#ports.onGone([key]);
    if (this.#newestOf(gameId) === undefined) this.#addNew(gameById(gameId));
    if (this.#shown === key) this.#shown = this.#newestOf(gameId)!.game.key;
    this.#ports.onChange(this.#shown);
  }

  /** Opens a game that was closed, or whose holder no longer runs, and shows it. @throws Refused */
  reopen(key: string): Promise<void> {
    return this.#changing.run(() => this.#reopen(key));
  }

  async #reopen(key: string): Promise<void> {
    if (this.#entries.has(key)) return this.show(key);
    const held = await this.#ports.folder?.take(key);
    if (held === undefined) throw new Refused('This Plywire stores no games.');
    this.#add(held.game, Promise.resolve(held.log), this.#touch());
    if (held.trouble !== null) this.#ports.notice(held.trouble);
    this.show(key);
  }

  /** Opens a copy of a game that is not open here, and shows it. @throws Refused, or the file system's own errors */
  async copy(key: string): Promise<void> {
    const { folder } = this.#ports;
    if (folder === null) throw new Refused('This Plywire stores no games.');
    const { players, tree, shown } = await folder.read(key);
    const entry = this.#add({ ...opened({ ...tree, key: freshKey() }, shown), players }, null, this.#touch());
    entry.isFromBefore = true;
    this.show(entry.game.key);
    await this.#begin(entry);
  }

  async unseat(engine: string): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ game }) => game.unseat(engine)));
  }

  /** Whose players a session serves. */
  ownerOf(session: Session): SessionOwner | null {
    for (const { seating } of this.#entries.values()) if (seating.owns(session)) return seating;
    return null;
  }

  /** The game that a session served last as a player; null if none. */
  servedBy(session: Session): OpenGame | null {
    for (const { game, seating } of this.#entries.values())
      if (seating.gameOf(session) === game.key) return game;
    return null;
  }

  /** No engine is asked any more. @returns resolves when everything is on disk */
  async end(): Promise<void> {
    for (const { game } of this.#entries.values()) game.close();
    // A game that is being opened has a log, too.
    await this.#changing.idle();
    await Promise.all(
      [...this.#entries.values()].map(async ({ log }) => {
        await log?.then((each) => each.close()).catch(() => undefined);
      }),
    );
    this.#ports.onGone([...this.#entries].flatMap(([key, { log }]) => (log === null ? [key] : [])));
  }

  #entryOf(key: string): Entry {
    const entry = this.#entries.get(key);
    if (entry === undefined)
      throw new Refused('That game is no longer open.', 'Open it from the list of games.');
    return entry;
  }

  /** The time, in ms: later than all that was given before, so that the order is never left open. */
  #touch(): number {
    this.#touchedAt = Math.max(Date.now(), this.#touchedAt + 1);
    return this.#touchedAt;
  }

  #byTouch(): readonly Entry[] {
    return [...this.#entries.values()].toSorted((a, b) => b.touchedAt - a.touchedAt);
  }

  #newestOf(gameId: string): Entry | undefined {
    return this.#byTouch().find(({ game }) => game.tree.gameId === gameId);
  }

  #addNew(kind: Game): Entry {
    return this.#add({ ...opened(newTree(kind, freshKey())), players: humans }, null, 0);
  }

  #add(stored: StoredGame, log: Promise<GameLog> | null, touchedAt: number, isLook = false): Entry {
    const { players, ...open } = stored;
    const { key } = open.tree;
    const { launcher, notice, limits, onChange } = this.#ports;
    const seating = new Seating(launcher, { notice, interrupt: (seat) => game.interrupt(seat) });
    const game: OpenGame = new OpenGame(
      {
        begin: () => seating.begin(),
        follow: (line, seated) => seating.follow(line, seated),
        ask: async (seat, player, line, signal) => {
          const decision = await seating.ask(seat, player, line, signal);
          if (decision.kind === 'report') entry.moved[seat] = this.#named(player, true);
          return decision;
        },
        dismiss: (seat) => seating.dismiss(seat),
        forfeit: (seat, ending) => seating.forfeit(seat, ending),
        finish: () => {
          seating.finish();
          if (key !== this.#shown) dismissAll(seating);
        },
        keep: (step) => this.#keep(entry, step),
        keepSeats: (seated, shown) => this.#keepSeats(entry, { players: seated }, { shown }),
        notice,
        limits,
        onChange: () => onChange(key),
      },
      open,
      players,
    );
    const entry: Entry = {
      ...{ game, seating, log, touchedAt },
      moved: [null, null],
      isFromBefore: log !== null,
      isLook,
    };
    this.#entries.set(key, entry);
    return entry;
  }

  /** Null for a person, and for an engine that has left the library. */
  #named(player: Player, hasMoved: boolean | null): PlayingEngine | null {
    if (player.kind === 'human') return null;
    const { engine, protocol } = player;
    try {
      return { engine, name: this.#ports.launcher.factsOf(engine, protocol).name, hasMoved };
    } catch (error) {
      if (error instanceof Refused) return null;
      throw error;
    }
  }

  async #keep(entry: Entry, step: GameStep): Promise<void> {
    entry.touchedAt = this.#touch();
    if (entry.log === null) return this.#begin(entry);
    await this.#append(entry.log, step, storedOf(entry.game));
  }

  /** Players and the node shown alone are not worth a file. */
  async #keepSeats(entry: Entry, ...lines: Parameters<GameLog['append']>[0][]): Promise<void> {
    const { log } = entry;
    if (log === null) return;
    const after = storedOf(entry.game);
    await Promise.all(lines.map((line) => this.#append(log, line, after)));
  }

  /** @param after the state at the call; later changes have lines of their own */
  async #append(
    log: Promise<GameLog>,
    line: Parameters<GameLog['append']>[0],
    after: StoredGame,
  ): Promise<void> {
    await this.#written(log.then((each) => each.append(line, after)));
  }

  async #begin(entry: Entry): Promise<void> {
    const { folder } = this.#ports;
    if (folder === null) return;
    entry.log = folder.begin(storedOf(entry.game));
    // The next edit tries again.
    entry.log.catch(() => (entry.log = null));
    await this.#written(entry.log);
  }

  async #written(writing: Promise<unknown>): Promise<void> {
    try {
      await writing;
      this.#ports.written(null);
    } catch (error) {
      this.#ports.written(error as Error);
      throw error;
    }
  }

  /** Another game is shown: the engines of one that does not run are started again when it goes on. */
  #leave(key: string): void {
    const entry = this.#entries.get(key);
    if (entry?.game.running === false) dismissAll(entry.seating);
    this.#closeEmpty();
  }

  /** Drops the games without an edit that have nothing to come back to. The one shown stays. */
  #closeEmpty(): void {
    for (const { game } of this.#byTouch()) if (isBare(game.tree)) this.#drop(game.key);
  }

  /** Drops the looks without an edit, but these. */
  #closeLooks(kept: readonly string[]): void {
    for (const { game, isLook } of this.#byTouch())
      if (isLook && !kept.includes(game.key)) this.#drop(game.key);
  }

  /** Drops a game, unless the user has changed it, or it is shown or the only one of its kind. */
  #drop(key: string): void {
    if (key === this.#shown || !this.isUntouched(key)) return;
    const { gameId } = this.get(key).tree;
    const others = [...this.#entries.values()].filter(({ game }) => game.tree.gameId === gameId);
    if (others.length <= 1) return;
    this.#entries.delete(key);
    this.#ports.onGone([key]);
  }
}

/** @throws BadNotation */
function treeOfText(kind: Game, key: string, text: string, setup: Setup | undefined): OpenTree {
  const record = recordOfText(kind, key, readGameText(kind, text, setup));
  const tree = opened(newTree(kind, key, record));
  const { moves } = record;
  return moves.length === 0 ? tree : changed(tree, [{ kind: 'play', at: rootId, moves }]);
}

function dismissAll(seating: Seating): void {
  for (const seat of [0, 1] as const) seating.dismiss(seat);
}

const storedOf = ({ open, players }: OpenGame): StoredGame => ({ ...open, players });

export const freshKey = (): string => `g-${randomUUID()}`;
