import { BadNotation, otherSeat, type Game, type Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { GameLimits } from '../library/settings-table.ts';
import type { Player } from '../library/shapes.ts';
import { StaleEdit, TreeIsFull } from '../records/edits.ts';
import { changed, playedAt, redoneShown, showing, undoneShown, type OpenTree } from '../records/open-tree.ts';
import { Positions } from '../records/positions.ts';
import { gameOf, nodeOf, pathTo, rootId, type GameTree } from '../records/tree.ts';
import type { GameEnding } from '../shapes/games.ts';
import { Refused } from '../shapes/refused.ts';
import type { Clock } from '../sessions/clock.ts';
import type { Change, GameStep, NodeId } from '../shapes/tree.ts';
import type { Decision } from './ask.ts';
import { endingByFault, endingByRule } from './ending.ts';
import { Inquiry } from './inquiry.ts';
import { Adjudicator } from './judge.ts';
import { settle } from './play-game.ts';
import { TipClock, type GameClocks } from './tip-clock.ts';
import { humans, isRestingPlace, plays, sameProcess, type EngineSeat, type Players } from './seats.ts';

/** What an open game needs from the host: engines to ask, and a file to be stored in. */
export interface GamePorts {
  /** Play begins: an engine that has ended before is started once more when it is needed. */
  begin(): void;
  /** Play has reached the end of this line: for engines that follow a whole game. */
  follow(line: Line, players: Players): void;
  /** Asks the engine that sits at `seat`; its process is started when it is first needed. */
  ask(seat: Seat, player: EngineSeat, line: Line, signal: AbortSignal): Promise<Decision>;
  /** The engine of `seat` is no longer needed. */
  dismiss(seat: Seat): void;
  /** Play is over: engines that serve one match alone are no longer needed. */
  finish(): void;
  /** Resolves when the step would survive a crash; reports a failure itself if no caller waits for it. */
  keep(step: GameStep, open: OpenTree): Promise<void>;
  /** The same for the players and the node shown, which are not edits. */
  keepSeats(players: Players, shown: NodeId): Promise<void>;
  /** Tells the user why play has stopped by itself. */
  notice(sentence: string): void;
  /** The limits at which a game ends on the board if its rules set no end. */
  limits(game: Game): Partial<GameLimits>;
  onChange(): void;
  /** Of the game's clock; by default that of the system. */
  readonly clock?: Clock;
}

/**
 * A game that is open: its tree with undo, who plays, and the engines' turns. Play goes on at a tip of its own: a node
 * that is shown elsewhere, or edited elsewhere, does not disturb it. An answer is played at the node that was asked
 * about; an edit that takes this node out of the game stops play.
 */
export class OpenGame {
  readonly game: Game;
  readonly #ports: GamePorts;
  readonly #positions: Positions;
  readonly #inquiry = new Inquiry();
  /** Each follows one growing line: that of play, and the one shown. */
  readonly #adjudicators = { tip: new Adjudicator(), shown: new Adjudicator() };
  #open: OpenTree;
  #players: Players;
  /** The node at which play goes on; null while it does not run. */
  #tip: NodeId | null = null;
  readonly #clock: TipClock;
  /** How the game ended at a node where an engine failed or a clock ran out. */
  #forfeit: { readonly node: NodeId; readonly ending: GameEnding } | null = null;

  /**
   * Shows the start if the node shown cannot be played, as in a damaged file.
   * @throws BadNotation if the start position cannot be read
   */
  constructor(ports: GamePorts, open: OpenTree, players: Players = humans) {
    this.#ports = ports;
    this.#players = players;
    this.game = gameOf(open.tree);
    this.#positions = new Positions(open.tree);
    this.#clock = new TipClock({
      ...{ game: this.game, positions: this.#positions, clock: ports.clock },
      tree: () => this.tree,
      onFlag: (seat) => this.#flag(seat),
    });
    this.#open = this.#canShow(open) ? open : showing(open, rootId);
  }

  get key(): string {
    return this.tree.key;
  }

  get tree(): GameTree {
    return this.#open.tree;
  }

  get open(): OpenTree {
    return this.#open;
  }

  get shown(): NodeId {
    return this.#open.shown;
  }

  get players(): Players {
    return this.#players;
  }

  get running(): boolean {
    return this.#tip !== null;
  }

  get tip(): NodeId | null {
    return this.#tip;
  }

  /** The side whose engine is being asked, and the node it is asked about. */
  get thinking(): { readonly seat: Seat; readonly at: NodeId } | null {
    return this.#inquiry.question;
  }

  /** The clocks at the tip, or at the node shown while play does not run; null if the game has none. */
  get clocks(): GameClocks | null {
    return this.#clock.clocksAt(this.#tip ?? this.shown);
  }

  get canUndo(): boolean {
    return this.#open.undo !== null;
  }

  get canRedo(): boolean {
    return this.#open.redo !== null;
  }

  /** The line of play that leads to a node. */
  line(node: NodeId = this.shown): Line {
    return this.#positions.line(this.tree, node);
  }

  /** How the game ended at a node; null if it goes on there. */
  endingAt(node: NodeId = this.shown): GameEnding | null {
    const result = this.game.result(this.#positions.at(this.tree, node));
    if (result) return endingByRule(result);
    return this.#forfeit?.node === node ? this.#forfeit.ending : this.#adjudicatedAt(node);
  }

  /**
   * Makes the user's move after a node: the child that has it, or a new variation. At the tip play goes on with it.
   * @throws Refused if the node is gone, or an engine is asked for its move there; IllegalMove, BadNotation
   */
  async play(at: NodeId, text: string): Promise<void> {
    this.#require(at);
    const position = this.#positions.at(this.tree, at);
    const seat = this.game.seatToMove(position);
    if (this.#inquiry.question?.at === at) {
      throw new Refused(
        `${this.game.seats[seat].name} is to move, and an engine plays this side.`,
        'Wait for its move, or stop play to move yourself.',
      );
    }
    const move = this.game.moveText(position, this.#legal(position, text));
    const { open, node, change } = this.#applied(() =>
      playedAt(this.#open, at, move, this.#clock.stampAt(at, move)),
    );
    this.#forgive(at);
    // A user who takes back a move and makes it again wants to see what the engine answers now.
    if (this.#forgive(node) && this.#tip === null) this.#playOn(node);
    if (this.#tip === at) this.#tip = node;
    const kept = this.#set(open, change.length > 0 ? { do: change } : null);
    if (this.#tip === node) this.#askNext();
    await kept;
  }

  /** Shows a node. @throws Refused if it is gone, or a move before it is illegal, as in a damaged file */
  async show(node: NodeId): Promise<void> {
    this.#require(node);
    try {
      this.#positions.at(this.tree, node);
    } catch (error) {
      if (!(error instanceof BadNotation)) throw error;
      throw new Refused(`This move cannot be shown: ${error.message}.`, 'Delete it from the list of moves.');
    }
    await this.#set(showing(this.#open, node), null);
  }

  /** Edits the tree. @throws Refused if a node of the change is gone; BadNotation, IllegalMove for a line that is illegal */
  async edit(change: Change): Promise<void> {
    const open = this.#applied(() => {
      for (const edit of change) if (edit.kind === 'play') this.#requireLegal(edit.at, edit.moves);
      return changed(this.#open, change);
    });
    await this.#set(open, { do: change });
  }

  async undo(): Promise<void> {
    this.#halt();
    const open = undoneShown(this.#open);
    if (open !== null) await this.#set(open, { undo: true });
    else this.#ports.onChange();
  }

  async redo(): Promise<void> {
    this.#halt();
    const open = redoneShown(this.#open);
    if (open !== null) await this.#set(open, { redo: true });
    else this.#ports.onChange();
  }

  /**
   * Goes back to the last turn of the user: one turn if no engine plays. The moves stay in the tree. Play goes on
   * there, unless an engine is to move, which would only repeat its move.
   */
  async takeBack(): Promise<void> {
    const from = this.#tip ?? this.shown;
    if (from === rootId) throw new Refused('No move to take back.');
    this.#inquiry.drop();
    let node = from;
    do node = this.tree.nodes.get(node)!.parent!;
    while (node !== rootId && !isRestingPlace(this.game, this.#positions.at(this.tree, node), this.#players));
    const { kind } = this.#players[this.game.seatToMove(this.#positions.at(this.tree, node))];
    if (this.#tip !== null) this.#tip = kind === 'engine' ? null : node;
    await this.#set(showing(this.#open, node), null);
  }

  /** Changes who plays; an engine that was thinking at this seat is asked again. */
  async setPlayer(seat: Seat, player: Player): Promise<void> {
    const before = this.#players[seat];
    const resume = this.interrupt(seat);
    if (!sameProcess(before, player)) this.#ports.dismiss(seat);
    this.#players = seat === 0 ? [player, this.#players[1]] : [this.#players[0], player];
    if (this.#isIdle) this.#tip = null;
    this.#clock.follow(this.#tip);
    this.#ports.onChange();
    const kept = this.#ports.keepSeats(this.#players, this.shown);
    resume();
    this.#askNext();
    await kept;
  }

  /** The user takes the seats of an engine that has left the library. */
  async unseat(engine: string): Promise<void> {
    const seats = ([0, 1] as const).filter((seat) => plays(this.#players[seat], engine));
    await Promise.all(seats.map((seat) => this.setPlayer(seat, { kind: 'human' })));
  }

  /**
   * Takes back the question to the engine at `seat`, if there is one. @returns a function that asks it again, unless
   * play has gone on elsewhere meanwhile
   */
  interrupt(seat: Seat): () => void {
    const { question } = this.#inquiry;
    if (question?.seat !== seat) return () => undefined;
    this.#inquiry.drop();
    return () => {
      if (this.#tip === question.at) this.#askNext();
    };
  }

  /** Lets the engines play on from the node shown. @throws Refused if the game is over there, or no engine plays */
  async start(): Promise<void> {
    const node = this.shown;
    if (this.game.result(this.#positions.at(this.tree, node))) {
      throw new Refused('This game is over.', 'Take back moves or start a new game.');
    }
    const adjudicated = this.#adjudicatedAt(node);
    if (adjudicated) {
      throw new Refused(
        `This game is over: ${adjudicated.reason}.`,
        'Take back moves, start a new game, or raise the limit in the settings.',
      );
    }
    if (this.#isIdle) {
      throw new Refused('No engine plays a side.', 'Choose an engine for one side first.');
    }
    if (this.#inquiry.question?.at !== node) this.#inquiry.drop();
    this.#forgive(node);
    this.#playOn(node);
    this.#askNext();
    this.#clock.follow(this.#tip);
    this.#ports.onChange();
  }

  stop(): void {
    this.#halt();
    this.#ports.onChange();
  }

  /** The game closes, or the host does: no engine is asked any more. */
  close(): void {
    this.#halt();
  }

  #canShow({ tree, shown }: OpenTree): boolean {
    try {
      this.#positions.at(tree, shown);
      return true;
    } catch (error) {
      if (error instanceof BadNotation) return false;
      throw error;
    }
  }

  /** @throws Refused */
  #require(node: NodeId): void {
    if (nodeOf(this.tree, node) === null) throw gone();
  }

  /** @throws IllegalMove | BadNotation */
  #legal(position: unknown, text: string): unknown {
    const move = this.game.parseMove(position, text);
    this.game.play(position, move);
    return move;
  }

  /** @throws IllegalMove | BadNotation */
  #requireLegal(at: NodeId, moves: readonly string[]): void {
    this.#require(at);
    let position = this.#positions.at(this.tree, at);
    for (const text of moves) position = this.game.play(position, this.game.parseMove(position, text));
  }

  /** @throws Refused for an edit that the tree does not take */
  #applied<T>(edit: () => T): T {
    try {
      return edit();
    } catch (error) {
      if (error instanceof StaleEdit) throw gone();
      if (error instanceof TreeIsFull) throw new Refused(`${error.message}.`, 'Start a new game from here.');
      throw error;
    }
  }

  /** @throws what `keep` throws; the edit is applied all the same */
  #set(open: OpenTree, step: GameStep | null): Promise<void> {
    const before = this.#open;
    this.#open = open;
    this.#clock.follow(this.#tip);
    if (this.#tip !== null && nodeOf(open.tree, this.#tip) === null) {
      this.#halt();
      this.#ports.notice('Play has stopped: the position where it went on is no longer in the game.');
    }
    this.#ports.onChange();
    if (step !== null) return this.#ports.keep(step, open);
    return open.shown === before.shown ? Promise.resolve() : this.#ports.keepSeats(this.#players, open.shown);
  }

  /** A game in which an engine plays is ended at the limits of the settings; people play on as they like. */
  #adjudicatedAt(node: NodeId): GameEnding | null {
    if (this.#players.every(({ kind }) => kind === 'human')) return null;
    const texts = pathTo(this.tree, node).map(({ move }) => move);
    const { tip, shown } = this.#adjudicators;
    return (node === this.#tip ? tip : shown).endingAt(this.line(node), texts, this.#ports.limits(this.game));
  }

  /** Forgets a fault that ended the game at this node. @returns whether there was one */
  #forgive(node: NodeId): boolean {
    if (this.#forfeit?.node !== node) return false;
    this.#forfeit = null;
    return true;
  }

  #playOn(node: NodeId): void {
    if (this.#tip === null) this.#ports.begin();
    this.#tip = node;
  }

  #halt(): void {
    this.#tip = null;
    this.#clock.stop();
    this.#inquiry.drop();
  }

  /** Tells the engines where play goes on, and asks the one to move, if play runs and an engine is to move. */
  #askNext(): void {
    const at = this.#tip;
    if (at === null || this.#inquiry.question !== null) return;
    const line = this.line(at);
    const { position } = line;
    const over = this.game.result(position) !== null || this.#adjudicatedAt(at) !== null;
    const seat = this.game.seatToMove(position);
    const player = this.#players[seat];
    // What the user can still take back within the turn is reported when the turn is over.
    const isFirm = line.moves.length === 0 || this.game.beginsTurn(position);
    if (over || player.kind === 'engine' || isFirm) this.#ports.follow(line, this.#players);
    if (over) {
      this.#tip = null;
      this.#clock.stop();
      this.#ports.finish();
      return this.#ports.onChange();
    }
    if (player.kind === 'human') return;
    this.#inquiry.open(
      { seat, at },
      (signal) => this.#ports.ask(seat, player, line, signal),
      (decision) => this.#settle(line, seat, at, decision),
    );
    this.#ports.onChange();
  }

  /** No engine plays, and no clock runs: there is nothing to start. */
  get #isIdle(): boolean {
    return this.#clock.control === null && this.#players.every(({ kind }) => kind === 'human');
  }

  /** Play ends at the tip though the rules would go on. */
  #lose(at: NodeId, ending: GameEnding): void {
    this.#halt();
    this.#ports.finish();
    this.#forfeit = { node: at, ending };
    // Shown even if the user looks elsewhere: the game does not go on by itself.
    void this.#set(showing(this.#open, at), null).catch(reported);
  }

  #flag(seat: Seat): void {
    const at = this.#tip;
    if (at === null) return;
    const isEngine = this.#players[seat].kind === 'engine';
    this.#lose(at, {
      word: 'time',
      winner: otherSeat(seat),
      fault: isEngine ? seat : null,
      reason: `${this.game.seats[seat].name} ran out of time`,
      advice: '',
    });
  }

  #settle(line: Line, seat: Seat, at: NodeId, decision: Exclude<Decision, { kind: 'cancelled' }>): void {
    const settled = settle(line, decision);
    if (settled.kind === 'fault') return this.#lose(at, endingByFault(this.game, seat, settled.fault));
    const move = this.game.moveText(line.position, settled.move);
    try {
      const { open, node, change } = playedAt(this.#open, at, move, this.#clock.stampAt(at, move));
      this.#tip = node;
      const kept = this.#set(open, change.length > 0 ? { do: change } : null);
      this.#askNext();
      kept.catch(reported);
    } catch (error) {
      if (!(error instanceof TreeIsFull)) throw error;
      this.#halt();
      this.#ports.notice(`Play has stopped: ${error.message}.`);
      this.#ports.onChange();
    }
  }
}

const gone = (): Refused =>
  new Refused('That move is no longer in the game.', 'Choose another move in the list and try again.');

/** `keep` has reported the failure, and no caller waits for an engine's move to be on disk. */
const reported = (): void => {};
