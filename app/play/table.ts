import { randomUUID } from 'node:crypto';
import type { Game, Seat, Setup } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import { gameById } from '../games/registry.ts';
import { Refused } from '../shapes/refused.ts';
import type { Player } from '../library/shapes.ts';
import {
  amend,
  commit,
  newHistory,
  redo,
  undo,
  goTo,
  newRecord,
  playMove,
  recordLine,
  type History,
  type GameRecord,
} from '../records/record.ts';
import { readGameText, recordOfText } from '../records/text.ts';
import type { Decision } from './ask.ts';
import { Adjudicator } from './judge.ts';
import { endingByFault, endingByRule } from './ending.ts';
import type { TablePorts } from './ports.ts';
import { Inquiry } from './inquiry.ts';
import { settle } from './play-game.ts';
import { humans, plays, samePosition, sameProcess, takenBack, without, type Players } from './seats.ts';
import type { Place } from '../shapes/analysis.ts';
import type { GameEnding } from '../shapes/games.ts';

/**
 * The game on the board: its record with undo, who plays, and the engines' turns. Engines are asked after
 * a move is made or play is started, always about the position shown then; browsing asks no engine. An answer
 * is applied to the place that was asked about, or dropped when that place is gone.
 */
export class Table {
  readonly #ports: TablePorts;
  #history: History;
  #players: Players;
  /** Who played the other games when they were last on the board, by game. */
  readonly #seated = new Map<string, Players>();
  #running = false;
  readonly #inquiry = new Inquiry();
  readonly #adjudicator = new Adjudicator();
  /** How the game ended where an engine failed, and the record as it stood there. */
  #forfeit: { readonly at: GameRecord; readonly ending: GameEnding } | null = null;

  constructor(ports: TablePorts, record: GameRecord, players: Players = humans) {
    this.#ports = ports;
    this.#history = newHistory(record);
    this.#players = players;
  }

  get record(): GameRecord {
    return this.#history.present;
  }

  get players(): Players {
    return this.#players;
  }

  get running(): boolean {
    return this.#running;
  }

  get thinking(): Seat | null {
    return this.#inquiry.seat;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  get game(): Game {
    return gameById(this.record.gameId);
  }

  get place(): Place {
    return { key: this.record.key, cursor: this.record.cursor };
  }

  /** How the game ended at the place shown; null while it goes on. */
  get ending(): GameEnding | null {
    const { position } = recordLine(this.record);
    const result = this.game.result(position);
    if (result) return endingByRule(result);
    if (this.#forfeit && samePosition(this.#forfeit.at, this.record)) return this.#forfeit.ending;
    return this.#adjudicatedAt(this.record);
  }

  /** A new game, from a pasted text where one is given. @throws BadNotation */
  async create(gameId: string, setup: Setup | undefined, text: string | undefined): Promise<void> {
    const game = gameById(gameId);
    const key = `g-${randomUUID()}`;
    const record =
      text === undefined
        ? newRecord(game, key, { setup })
        : recordOfText(game, key, readGameText(game, text, setup));
    this.#halt();
    this.#ports.finish();
    await this.#edit(commit(this.#history, record));
  }

  /** Makes a person's move. @throws Refused when the game has moved on, IllegalMove, BadNotation */
  async play(at: Place, text: string): Promise<void> {
    if (!this.#isAt(at)) {
      throw new Refused('The game changed before this move arrived.', 'Check the board and move again.');
    }
    const { position } = recordLine(this.record);
    const seat = this.game.seatToMove(position);
    if (this.#inquiry.isAt(this.record)) {
      throw new Refused(
        `${this.game.seats[seat].name} is to move, and an engine plays this side.`,
        'Wait for its move, or stop play to move yourself.',
      );
    }
    const record = playMove(this.record, this.game.parseMove(position, text));
    this.#inquiry.drop();
    this.#forgive(this.record);
    // A user who takes back a move and makes it again wants to see what the engine answers now.
    if (this.#forgive(record)) this.#playOn();
    await this.#editAndAsk(this.#after(record));
  }

  /** Shows another ply. @throws Refused when another game is on the board by now */
  async goTo(at: Place): Promise<void> {
    if (at.key !== this.record.key) throw new Refused('That game is no longer on the board.');
    await this.#edit(amend(this.#history, goTo(this.record, at.cursor)));
  }

  /**
   * Goes back to the last turn of a person: one turn where only people play. The moves stay and can be
   * stepped through again until another move takes their place. Where that leads to an engine's turn, the
   * game stops, since the engine would only move again.
   */
  async takeBack(): Promise<void> {
    if (this.record.cursor === 0) throw new Refused('No move to take back.');
    this.#inquiry.drop();
    const record = takenBack(this.record, this.#players);
    if (this.#players[this.game.seatToMove(recordLine(record).position)].kind === 'engine') {
      this.#running = false;
    }
    await this.#edit(amend(this.#history, record));
  }

  undo(): Promise<void> {
    this.#halt();
    return this.#edit(undo(this.#history));
  }

  /** Undoes until the game has these moves again. @throws Refused where that is too far back, or undone already */
  async restore({ key, moves }: Pick<GameRecord, 'key' | 'moves'>): Promise<void> {
    const isSame = (record: GameRecord): boolean =>
      record.key === key &&
      record.moves.length === moves.length &&
      record.moves.every((move, ply) => move === moves[ply]);
    let history = this.#history;
    do {
      if (history.past.length === 0) {
        throw new Refused('That game can no longer be restored.', 'Too much has changed since then.');
      }
      history = undo(history);
    } while (!isSame(history.present));
    this.#halt();
    await this.#edit(history);
  }

  redo(): Promise<void> {
    this.#halt();
    return this.#edit(redo(this.#history));
  }

  /** Changes who plays; an engine that was thinking at this seat is asked anew. */
  async setPlayer(seat: Seat, player: Player): Promise<void> {
    const before = this.#players[seat];
    const resume = this.interrupt(seat);
    if (!sameProcess(before, player)) this.#ports.dismiss(seat);
    this.#players = seat === 0 ? [player, this.#players[1]] : [this.#players[0], player];
    if (this.#players.every(({ kind }) => kind === 'human')) this.#running = false;
    const kept = this.#edit(this.#history);
    resume();
    // A user who looks at an earlier place wants to stay there.
    if (this.record.cursor === this.record.moves.length) this.#askNext();
    await kept;
  }

  /** People take the seats of an engine that is no longer to be had, in the games that are not on the board too. */
  async unseat(engine: string): Promise<void> {
    for (const [game, players] of this.#seated) this.#seated.set(game, without(players, engine));
    const seats = ([0, 1] as const).filter((seat) => plays(this.#players[seat], engine));
    await Promise.all(seats.map((seat) => this.setPlayer(seat, { kind: 'human' })));
  }

  /**
   * Takes back the question to the engine at `seat`, if one is open. The function it gives asks the same
   * again, unless the game has gone another way meanwhile.
   */
  interrupt(seat: Seat): () => void {
    const { at } = this.#inquiry;
    if (at === null || this.#inquiry.seat !== seat) return () => undefined;
    this.#inquiry.drop();
    return () => {
      if (at.key === this.record.key && at.moves === this.record.moves) this.#askNext(at);
    };
  }

  /** Lets the engines move from the place shown. @throws Refused when the game is over there */
  async start(): Promise<void> {
    if (this.game.result(recordLine(this.record).position)) {
      throw new Refused('This game is over.', 'Take back moves or start a new game.');
    }
    const adjudicated = this.#adjudicatedAt(this.record);
    if (adjudicated) {
      throw new Refused(
        `This game is over: ${adjudicated.reason}.`,
        'Take back moves, start a new game, or raise the limit in the settings.',
      );
    }
    if (this.#players.every((player) => player.kind === 'human')) {
      throw new Refused('No engine plays a side.', 'Choose an engine for one side first.');
    }
    if (!this.#inquiry.isAt(this.record)) this.#inquiry.drop();
    this.#forgive(this.record);
    this.#playOn();
    this.#askNext();
    this.#ports.onChange();
  }

  stop(): void {
    this.#halt();
    this.#ports.onChange();
  }

  /** The host closes: no engine is asked any more. */
  close(): void {
    this.#halt();
  }

  #isAt(place: Place): boolean {
    return place.key === this.record.key && place.cursor === this.record.cursor;
  }

  /** A step along the record is only looked at; a move that changes it can be undone. */
  #after(record: GameRecord): History {
    return record.moves === this.record.moves ? amend(this.#history, record) : commit(this.#history, record);
  }

  /** @throws what `keep` throws; the edit holds all the same. */
  #edit(history: History): Promise<void> {
    const before = this.record.gameId;
    this.#history = history;
    if (this.record.gameId !== before) this.#changeGame(before);
    this.#ports.onChange();
    return this.#ports.keep(history.present, this.#players);
  }

  /** Each game has its own players, for an engine plays one game. */
  #changeGame(before: string): void {
    this.#seated.set(before, this.#players);
    const players = this.#seated.get(this.record.gameId) ?? humans;
    for (const seat of [0, 1] as const) {
      if (!sameProcess(this.#players[seat], players[seat])) this.#ports.dismiss(seat);
    }
    this.#players = players;
  }

  /** The next engine is asked before the edit is on disk: a full disk delays no game. */
  #editAndAsk(history: History, next: GameRecord = history.present): Promise<void> {
    const kept = this.#edit(history);
    this.#askNext(next);
    return kept;
  }

  /** A game in which an engine plays is ended where its rules would not end it; people play on as they like. */
  #adjudicatedAt(at: GameRecord, line: Line = recordLine(at)): GameEnding | null {
    if (this.#players.every(({ kind }) => kind === 'human')) return null;
    return this.#adjudicator.endingAt(line, at.moves.slice(0, at.cursor), this.#ports.limits(line.game));
  }

  /** Whether a fault had ended the game at this place; it is forgotten. */
  #forgive(at: GameRecord): boolean {
    if (!this.#forfeit || !samePosition(this.#forfeit.at, at)) return false;
    this.#forfeit = null;
    return true;
  }

  #playOn(): void {
    if (!this.#running) this.#ports.begin();
    this.#running = true;
  }

  #halt(): void {
    this.#running = false;
    this.#inquiry.drop();
  }

  /** Tells the engines where play goes on, and asks the one whose turn it is, if play is on and one is. */
  #askNext(at: GameRecord = this.record): void {
    if (!this.#running || this.#inquiry.seat !== null) return;
    const line = recordLine(at);
    const { position } = line;
    const over = this.game.result(position) !== null || this.#adjudicatedAt(at, line) !== null;
    const seat = this.game.seatToMove(position);
    const player = this.#players[seat];
    // What a person can still take back within the turn is told when the turn is over. Where a game begins there is nothing.
    const isFirm = line.moves.length === 0 || this.game.beginsTurn(position);
    const committed = over || player.kind === 'engine' || isFirm;
    if (committed) this.#ports.follow(line, this.#players);
    if (over) {
      this.#running = false;
      this.#ports.finish();
      return this.#ports.onChange();
    }
    if (player.kind === 'human') return;
    this.#inquiry.open(
      seat,
      at,
      (signal) => this.#ports.ask(seat, player, line, signal),
      (decision) => this.#settle(line, seat, at, decision),
    );
    this.#ports.onChange();
  }

  #settle(line: Line, seat: Seat, at: GameRecord, decision: Exclude<Decision, { kind: 'cancelled' }>): void {
    const settled = settle(line, decision);
    if (settled.kind === 'fault') {
      this.#running = false;
      this.#ports.finish();
      const stopped = goTo(this.record, at.cursor);
      this.#forfeit = { at: stopped, ending: endingByFault(this.game, seat, settled.fault) };
      // Shown even where the user has browsed elsewhere: the game does not go on by itself.
      this.#history = amend(this.#history, stopped);
      return this.#ports.onChange();
    }
    const shown = this.record.cursor;
    const record = playMove(goTo(this.record, at.cursor), settled.move);
    // A user who has browsed elsewhere meanwhile stays there, and play goes on at its own end.
    const browsing = shown !== at.cursor;
    const history = this.#after(browsing ? goTo(record, shown) : record);
    this.#editAndAsk(history, record).catch(() => {
      // `keep` has told of it, and no caller waits for an engine's move to be on disk.
    });
  }
}
