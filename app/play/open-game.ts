/**
 * A game that is open: its tree with undo, who plays, and the engines' turns. Play goes on at a tip of its own: a node
 * that is shown elsewhere, or edited elsewhere, does not disturb it. An answer is played at the node that was asked
 * about; an edit that takes this node out of the game stops play.
 */
import { otherSeat, type Game, type Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { GameLimits } from '../library/settings-table.ts';
import type { Player } from '../library/shapes.ts';
import { TreeIsFull } from '../records/edits.ts';
import {
  isMadeLast,
  playedAt,
  redoneShown,
  showing,
  undoneShown,
  type OpenTree,
} from '../records/open-tree.ts';
import { Positions } from '../records/positions.ts';
import { gameOf, nodeOf, pathTo, rootId, type GameTree } from '../records/tree.ts';
import type { GameEnding } from '../shapes/games.ts';
import { Refused } from '../shapes/refused.ts';
import type { Change, GameStep, NodeId } from '../shapes/tree.ts';
import type { Decision } from './ask.ts';
import { endingByFault, endingByRule } from './ending.ts';
import type { Question } from './inquiry.ts';
import { Adjudicator } from './judge.ts';
import { LegalEdits } from './legal-edits.ts';
import { settle } from './play-game.ts';
import { humans, isRestingPlace, plays, sameProcess, type Players } from './seats.ts';
import { Tip, type PlayPorts } from './tip.ts';
import type { GameClocks } from './tip-clock.ts';

/** What an open game needs from the host: engines to ask, and a file to be stored in. */
export interface GamePorts extends PlayPorts {
  /** The engine of `seat` is no longer needed. */
  dismiss(seat: Seat): void;
  /** The clock has run out for the engine of `seat`, which has lost by that. */
  forfeit(seat: Seat, ending: GameEnding): void;
  /** Resolves when the step would survive a crash; reports a failure itself if no caller waits for it. */
  keep(step: GameStep, open: OpenTree): Promise<void>;
  /** The same for the players and the node shown, which are not edits. */
  keepSeats(players: Players, shown: NodeId): Promise<void>;
  /** Tells the user why play has stopped by itself. */
  notice(sentence: string): void;
  /** The limits at which a game between engines ends on the board if its rules set no end. */
  limits(game: Game): Partial<GameLimits>;
}

export class OpenGame {
  readonly game: Game;
  readonly #ports: GamePorts;
  readonly #positions: Positions;
  readonly #edits: LegalEdits;
  readonly #tip: Tip;
  /** Each follows one growing line: that of play, and the one shown. */
  readonly #adjudicators = { tip: new Adjudicator(), shown: new Adjudicator() };
  #open: OpenTree;
  #revision = 0;
  #players: Players;
  /** How the game ended at a node where an engine failed or a clock ran out. */
  #forfeit: { readonly node: NodeId; readonly ending: GameEnding; readonly flagged: Seat | null } | null =
    null;
  /** The node that an undo has shown while play ran: a move made there lets it go on. */
  #undoneAt: NodeId | null = null;

  /**
   * Shows the start if the node shown cannot be played, as in a damaged file.
   * @throws BadNotation if the start position cannot be read
   */
  constructor(ports: GamePorts, open: OpenTree, players: Players = humans) {
    this.#ports = ports;
    this.#players = players;
    this.game = gameOf(open.tree);
    this.#positions = new Positions(open.tree);
    this.#edits = new LegalEdits(this.game, this.#positions);
    this.#tip = new Tip({
      ...{ game: this.game, positions: this.#positions, host: ports },
      tree: () => this.tree,
      players: () => this.#players,
      isAdjudicated: (at) => this.#adjudicatedAt(at) !== null,
      onAnswer: (line, question, decision) => this.#settle(line, question, decision),
      onFlag: (seat, at) => this.#flag(seat, at),
    });
    this.#open = this.#edits.canShow(open) ? open : showing(open, rootId);
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

  /** The number of times that the tree or the node shown was set. */
  get revision(): number {
    return this.#revision;
  }

  get players(): Players {
    return this.#players;
  }

  get running(): boolean {
    return this.#tip.node !== null;
  }

  /** The node at which play goes on; null while it does not run. */
  get tip(): NodeId | null {
    return this.#tip.node;
  }

  /** The side whose engine is being asked, and the node it is asked about. */
  get thinking(): Question | null {
    return this.#tip.question;
  }

  /** The clocks at the tip, or at the node shown while play does not run; null if the game has none. */
  get clocks(): GameClocks | null {
    const clocks = this.#tip.clocks(this.shown);
    const flagged = this.running || this.#forfeit?.node !== this.shown ? null : this.#forfeit.flagged;
    if (clocks === null || flagged === null) return clocks;
    return { ...clocks, left: flagged === 0 ? [0, clocks.left[1]] : [clocks.left[0], 0] };
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
   * @returns the node of the move
   * @throws Refused if the node is gone, or an engine is asked for its move there; IllegalMove, BadNotation
   */
  async play(at: NodeId, text: string): Promise<NodeId> {
    this.#edits.require(this.tree, at);
    const seat = this.game.seatToMove(this.#positions.at(this.tree, at));
    if (this.#tip.question?.at === at) {
      throw new Refused(
        `${this.game.seats[seat].name} is to move, and an engine plays this side.`,
        'Wait for its move, or stop play to move yourself.',
      );
    }
    const move = this.#edits.moveAt(this.tree, at, text);
    const { open, node, change } = this.#edits.playedAt(this.#open, at, move, this.#tip.stampAt(at, move));
    this.#forgive(at);
    // The move that takes the place of one that was undone is one of play, too.
    if (this.#undoneAt === at && this.#tip.node === null) this.#tip.begin(at);
    this.#undoneAt = null;
    // A user who takes back a move and makes it again wants to see what the engine answers now.
    if (this.#forgive(node) && this.#tip.node === null) this.#tip.begin(node);
    if (this.#tip.node === at) this.#tip.moveTo(node);
    const kept = this.#set(open, change.length > 0 ? { do: change } : null);
    if (this.#tip.node === node) this.#tip.askNext();
    await kept;
    return node;
  }

  /** Shows a node. @throws Refused if it is gone, or a move before it is illegal, as in a damaged file */
  async show(node: NodeId): Promise<void> {
    await this.#set(this.#edits.showing(this.#open, node), null);
  }

  /** Edits the tree. @throws Refused if a node of the change is gone; BadNotation, IllegalMove for a line that is illegal */
  async edit(change: Change): Promise<void> {
    await this.#set(this.#edits.changed(this.#open, change), { do: change });
  }

  /**
   * Undoes the last edit, if there is one. Play stops, and goes on with the next move that the user makes there.
   * @throws what `keep` throws; the edit is undone all the same
   */
  async undo(): Promise<void> {
    const open = undoneShown(this.#open);
    this.#rest(open?.shown);
    if (open !== null) await this.#set(open, { undo: true });
    else this.#ports.onChange();
  }

  /** Makes the edit again that was undone last, if there is one. Play stops as by `undo`. @throws as `undo` */
  async redo(): Promise<void> {
    const open = redoneShown(this.#open);
    this.#rest(open?.shown);
    if (open !== null) await this.#set(open, { redo: true });
    else this.#ports.onChange();
  }

  /**
   * Goes back to the last turn of the user: one turn if no engine plays. Where people play, moves that were the last change
   * of the game are undone; others stay in the tree. Play goes on there, unless an engine is to move, which would only
   * repeat its move.
   */
  async takeBack(): Promise<void> {
    const from = this.#tip.node ?? this.shown;
    if (from === rootId) throw new Refused('No move to take back.');
    this.#tip.drop();
    let node = from;
    do node = this.tree.nodes.get(node)!.parent!;
    while (node !== rootId && !isRestingPlace(this.game, this.#positions.at(this.tree, node), this.#players));
    const { kind } = this.#players[this.game.seatToMove(this.#positions.at(this.tree, node))];
    if (this.#tip.node !== null) this.#tip.moveTo(kind === 'engine' ? null : node);
    const kept: Promise<void>[] = [];
    if (this.#players.every((player) => player.kind === 'human')) {
      for (let at = from; at !== node && isMadeLast(this.#open, at); at = this.tree.nodes.get(at)!.parent!)
        kept.push(this.#set(undoneShown(this.#open)!, { undo: true }));
    }
    kept.push(this.#set(showing(this.#open, node), null));
    await Promise.all(kept);
  }

  /** Changes who plays; an engine that was thinking at this seat is asked again. */
  async setPlayer(seat: Seat, player: Player): Promise<void> {
    const before = this.#players[seat];
    const resume = this.interrupt(seat);
    if (!sameProcess(before, player)) this.#ports.dismiss(seat);
    this.#players = seat === 0 ? [player, this.#players[1]] : [this.#players[0], player];
    if (this.#tip.isIdle) this.#tip.moveTo(null);
    this.#tip.runClock();
    this.#ports.onChange();
    const kept = this.#ports.keepSeats(this.#players, this.shown);
    resume();
    this.#tip.askNext();
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
    const { question } = this.#tip;
    if (question?.seat !== seat) return () => undefined;
    this.#tip.drop();
    return () => {
      if (this.#tip.node === question.at) this.#tip.askNext();
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
    if (this.#tip.isIdle) {
      throw new Refused('No engine plays a side.', 'Choose an engine for one side first.');
    }
    if (this.#tip.question?.at !== node) this.#tip.drop();
    this.#forgive(node);
    this.#tip.begin(node);
    this.#tip.askNext();
    this.#tip.runClock();
    this.#ports.onChange();
  }

  /** The user stops play. */
  stop(): void {
    this.#undoneAt = null;
    this.#tip.halt();
    this.#ports.onChange();
  }

  /** The game closes, or the host does: no engine is asked any more. */
  close(): void {
    this.#tip.halt();
  }

  /** Play that runs stops until the user moves at `at`, the node that is shown then. */
  #rest(at: NodeId = this.shown): void {
    this.#undoneAt = this.#tip.node !== null || this.#undoneAt !== null ? at : null;
    this.#tip.halt();
  }

  /** @throws what `keep` throws; the edit is applied all the same */
  #set(open: OpenTree, step: GameStep | null): Promise<void> {
    const before = this.#open;
    this.#open = open;
    this.#revision++;
    this.#tip.runClock();
    const tip = this.#tip.node;
    if (tip !== null && nodeOf(open.tree, tip) === null) {
      this.#tip.halt();
      this.#ports.notice('Play has stopped: the position where it went on is no longer in the game.');
    }
    this.#ports.onChange();
    if (step !== null) return this.#ports.keep(step, open);
    return open.shown === before.shown ? Promise.resolve() : this.#ports.keepSeats(this.#players, open.shown);
  }

  /** A game between two engines is ended at the limits of the settings; a person plays on at will. */
  #adjudicatedAt(node: NodeId): GameEnding | null {
    if (this.#players.some(({ kind }) => kind === 'human')) return null;
    const texts = pathTo(this.tree, node).map(({ move }) => move);
    const adjudicator = this.#adjudicators[node === this.#tip.node ? 'tip' : 'shown'];
    return adjudicator.endingAt(this.line(node), texts, this.#ports.limits(this.game));
  }

  /** Forgets a fault that ended the game at this node. @returns whether there was one */
  #forgive(node: NodeId): boolean {
    if (this.#forfeit?.node !== node) return false;
    this.#forfeit = null;
    return true;
  }

  /** Play ends at the tip though the rules would go on. @param flagged the side whose clock ran out */
  #lose(at: NodeId, ending: GameEnding, flagged: Seat | null = null): void {
    this.#tip.halt();
    this.#ports.finish();
    this.#forfeit = { node: at, ending, flagged };
    // Shown even if the user looks elsewhere: the game does not go on by itself.
    void this.#set(showing(this.#open, at), null).catch(reported);
  }

  #flag(seat: Seat, at: NodeId): void {
    const isEngine = this.#players[seat].kind === 'engine';
    const ending: GameEnding = {
      word: 'time',
      winner: otherSeat(seat),
      fault: isEngine ? seat : null,
      reason: `${this.game.seats[seat].name} ran out of time`,
      advice: '',
    };
    if (isEngine) this.#ports.forfeit(seat, ending);
    this.#lose(at, ending, seat);
  }

  #settle(line: Line, { seat, at }: Question, decision: Exclude<Decision, { kind: 'cancelled' }>): void {
    const settled = settle(line, decision);
    if (settled.kind === 'fault') return this.#lose(at, endingByFault(this.game, seat, settled.fault));
    const move = this.game.moveText(line.position, settled.move);
    try {
      const { open, node, change } = playedAt(this.#open, at, move, this.#tip.stampAt(at, move));
      this.#tip.moveTo(node);
      const kept = this.#set(open, change.length > 0 ? { do: change } : null);
      this.#tip.askNext();
      kept.catch(reported);
    } catch (error) {
      if (!(error instanceof TreeIsFull)) throw error;
      this.#tip.halt();
      this.#ports.notice(`Play has stopped: ${error.message}.`);
      this.#ports.onChange();
    }
  }
}

/** `keep` has reported the failure, and no caller waits for an engine's move to be on disk. */
const reported = (): void => {};
