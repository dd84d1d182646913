import { randomUUID } from 'node:crypto';
import type { Game, Seat, Setup } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import type { Player } from '../library/shapes.ts';
import { amend, commit, newHistory, redo, undo, type History } from '../records/history.ts';
import { goTo, newRecord, playMove, recordLine, type GameRecord } from '../records/record.ts';
import { readGameText, recordOfText } from '../records/text.ts';
import { endingByFault, endingByRule, type GameEnding } from './ending.ts';
import type { Decision } from './ask.ts';
import type { Line } from '../games/line.ts';
import { settle } from './play-game.ts';
import { Refused } from './refused.ts';

/** Names one position of one game. */
export interface Place {
  readonly key: string;
  readonly cursor: number;
}

/** What the table needs from the house: engines to ask, and a place to keep the game. */
export interface TableHands {
  /** Asks the engine that sits at `seat`; the process is opened when it is first needed. */
  ask(seat: Seat, player: EngineSeat, line: Line, signal: AbortSignal): Promise<Decision>;
  /** The engine of `seat` is wanted no longer. */
  dismiss(seat: Seat): void;
  /** Resolves when the game would survive a crash. */
  keep(record: GameRecord, players: readonly [Player, Player]): Promise<void>;
  onChange(): void;
}

export type EngineSeat = Extract<Player, { kind: 'engine' }>;

const humans: readonly [Player, Player] = [{ kind: 'human' }, { kind: 'human' }];

/**
 * The game on the board: its record with undo, who plays, and the engines' turns. Engines are asked after
 * a move is made or play is started, always about the position shown then; browsing asks nobody. An answer
 * is applied to the place that was asked about, or dropped when that place is gone.
 */
export class Table {
  readonly #hands: TableHands;
  #history: History;
  #players: readonly [Player, Player];
  #running = false;
  #asking: { readonly seat: Seat; readonly place: Place; readonly abort: AbortController } | null = null;
  #forfeit: { readonly place: Place; readonly ending: GameEnding } | null = null;

  constructor(hands: TableHands, record: GameRecord, players: readonly [Player, Player] = humans) {
    this.#hands = hands;
    this.#history = newHistory(record);
    this.#players = players;
  }

  get record(): GameRecord {
    return this.#history.present;
  }

  get players(): readonly [Player, Player] {
    return this.#players;
  }

  get running(): boolean {
    return this.#running;
  }

  get thinking(): Seat | null {
    return this.#asking?.seat ?? null;
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
    return this.#forfeit && this.#isAt(this.#forfeit.place) ? this.#forfeit.ending : null;
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
    await this.#edit(commit(this.#history, record));
  }

  /** Makes a person's move. @throws Refused when the game has moved on, IllegalMove, BadNotation */
  async play(at: Place, text: string): Promise<void> {
    if (!this.#isAt(at)) {
      throw new Refused(
        'The game has moved on since that move was chosen.',
        'Look at the board and move again.',
      );
    }
    const { position } = recordLine(this.record);
    const seat = this.game.seatToMove(position);
    if (this.#running && this.#asking?.seat === seat && this.#isAt(this.#asking.place)) {
      throw new Refused(
        `It is the turn of ${this.game.seats[seat].name}, which an engine plays.`,
        'Wait for its move, or stop the game to move yourself.',
      );
    }
    const record = playMove(this.record, this.game.parseMove(position, text));
    this.#cancel();
    await this.#edit(this.#after(record));
    this.#askNext();
  }

  async goTo(at: Place): Promise<void> {
    if (at.key !== this.record.key) throw new Refused('That game is no longer on the board.');
    await this.#edit(amend(this.#history, goTo(this.record, at.cursor)));
  }

  /**
   * Goes back to the last turn of a person: one turn where nobody else plays. The moves stay and can be
   * stepped through again until another move takes their place.
   */
  async takeBack(): Promise<void> {
    if (this.record.cursor === 0) throw new Refused('There is no move to take back.');
    this.#cancel();
    let record = this.record;
    do record = goTo(record, record.cursor - 1);
    while (record.cursor > 0 && !this.#isRestingPlace(record));
    await this.#edit(amend(this.#history, record));
  }

  undo(): Promise<void> {
    this.#halt();
    return this.#edit(undo(this.#history));
  }

  redo(): Promise<void> {
    this.#halt();
    return this.#edit(redo(this.#history));
  }

  async setPlayer(seat: Seat, player: Player): Promise<void> {
    const before = this.#players[seat];
    if (this.#asking?.seat === seat) this.#cancel();
    if (!sameProcess(before, player)) this.#hands.dismiss(seat);
    this.#players = seat === 0 ? [player, this.#players[1]] : [this.#players[0], player];
    await this.#edit(this.#history);
    this.#askNext();
  }

  /** Lets the engines move from the place shown. @throws Refused when the game is over there */
  async start(): Promise<void> {
    if (this.game.result(recordLine(this.record).position)) {
      throw new Refused('This game is over.', 'Take back some moves or begin a new game.');
    }
    if (this.#players.every((player) => player.kind === 'human')) {
      throw new Refused('Both sides are played by people.', 'Choose an engine for one side first.');
    }
    this.#running = true;
    if (this.#forfeit && this.#isAt(this.#forfeit.place)) this.#forfeit = null;
    this.#askNext();
    this.#hands.onChange();
  }

  stop(): void {
    this.#halt();
    this.#hands.onChange();
  }

  /** An engine has gone for good while it was wanted, or the house closes: nobody is asked any more. */
  close(): void {
    this.#halt();
  }

  #isAt(place: Place): boolean {
    return place.key === this.record.key && place.cursor === this.record.cursor;
  }

  /** Whether taking back may end here: a turn of a person begins, or any turn where only people play. */
  #isRestingPlace(record: GameRecord): boolean {
    const { position } = recordLine(record);
    if (!this.game.beginsTurn(position)) return false;
    const alone = this.#players.every((player) => player.kind === this.#players[0].kind);
    return alone || this.#players[this.game.seatToMove(position)].kind === 'human';
  }

  /** A step along the record is only looked at; a move that changes it can be undone. */
  #after(record: GameRecord): History {
    return record.moves === this.record.moves ? amend(this.#history, record) : commit(this.#history, record);
  }

  async #edit(history: History): Promise<void> {
    this.#history = history;
    this.#hands.onChange();
    await this.#hands.keep(history.present, this.#players);
  }

  #cancel(): void {
    this.#asking?.abort.abort();
    this.#asking = null;
  }

  #halt(): void {
    this.#running = false;
    this.#cancel();
  }

  /** Asks the engine whose turn it is where play goes on, if play is on and one is. */
  #askNext(at: GameRecord = this.record): void {
    if (!this.#running || this.#asking) return;
    const line = recordLine(at);
    if (this.game.result(line.position)) {
      this.#running = false;
      return this.#hands.onChange();
    }
    const seat = this.game.seatToMove(line.position);
    const player = this.#players[seat];
    if (player.kind === 'human') return;
    const asking = { seat, place: { key: at.key, cursor: at.cursor }, abort: new AbortController() };
    this.#asking = asking;
    this.#hands.onChange();
    void this.#hands.ask(seat, player, line, asking.abort.signal).then((decision) => {
      if (this.#asking !== asking) return;
      this.#asking = null;
      if (decision.kind !== 'cancelled') return this.#settle(line, seat, asking.place, decision);
    });
  }

  async #settle(
    line: Line,
    seat: Seat,
    place: Place,
    decision: Exclude<Decision, { kind: 'cancelled' }>,
  ): Promise<void> {
    const settled = settle(line, decision);
    if (settled.kind === 'fault') {
      this.#running = false;
      this.#forfeit = { place, ending: endingByFault(this.game, seat, settled.fault) };
      this.#history = amend(this.#history, goTo(this.record, place.cursor));
      return this.#hands.onChange();
    }
    const shown = this.record.cursor;
    const record = playMove(goTo(this.record, place.cursor), settled.move);
    // Whoever has browsed elsewhere meanwhile stays there, and play goes on at its own end.
    const browsing = shown !== place.cursor;
    await this.#edit(this.#after(browsing ? goTo(record, shown) : record)).catch(() => undefined);
    this.#askNext(record);
  }
}

/** Whether a seat's engine process can go on serving after the change. */
function sameProcess(a: Player, b: Player): boolean {
  return a.kind === 'engine' && b.kind === 'engine' && a.engine === b.engine && a.protocol === b.protocol;
}
