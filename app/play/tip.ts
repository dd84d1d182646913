/**
 * The running play of an open game: where it goes on, the clock there, and the question to the engine that is to move.
 * Views and edits elsewhere in the tree do not disturb it.
 */
import type { Game, Seat } from '../games/game.ts';
import type { Line } from '../games/line.ts';
import type { Positions } from '../records/positions.ts';
import type { GameTree } from '../records/tree.ts';
import type { Clock } from '../sessions/clock.ts';
import type { Annotations, NodeId } from '../shapes/tree.ts';
import type { Decision } from './ask.ts';
import { Inquiry, type Question } from './inquiry.ts';
import type { EngineSeat, Players } from './seats.ts';
import { TipClock, type GameClocks } from './tip-clock.ts';

/** What play needs from the host: engines to ask. */
export interface PlayPorts {
  /** Play begins: an engine that has ended before is started once more when it is needed. */
  begin(): void;
  /** Play has reached the end of this line: for engines that follow a whole game. */
  follow(line: Line, players: Players): void;
  /** Asks the engine that sits at `seat`; its process is started when it is first needed. */
  ask(seat: Seat, player: EngineSeat, line: Line, signal: AbortSignal): Promise<Decision>;
  /** Play is over: engines that serve one match alone are no longer needed. */
  finish(): void;
  onChange(): void;
  /** Of the game's clock; by default that of the system. */
  readonly clock?: Clock;
}

/** The game that is played, and what it does about an answer and a clock that ran out. */
export interface TipPorts {
  readonly game: Game;
  readonly positions: Positions;
  readonly host: PlayPorts;
  readonly tree: () => GameTree;
  readonly players: () => Players;
  /** Whether the game is ended at a node where its rules would go on. */
  readonly isAdjudicated: (at: NodeId) => boolean;
  /** @param line to the node that the engine was asked about */
  readonly onAnswer: (
    line: Line,
    question: Question,
    decision: Exclude<Decision, { kind: 'cancelled' }>,
  ) => void;
  readonly onFlag: (seat: Seat, at: NodeId) => void;
}

/** Where play goes on in a game: the node, the clock that runs there, and the question to the engine that is to move. */
export class Tip {
  readonly #ports: TipPorts;
  readonly #inquiry = new Inquiry();
  readonly #clock: TipClock;
  #node: NodeId | null = null;

  constructor(ports: TipPorts) {
    this.#ports = ports;
    const { game, positions, tree, host } = ports;
    this.#clock = new TipClock({
      ...{ game, positions, tree, clock: host.clock },
      onFlag: (seat) => {
        if (this.#node !== null) ports.onFlag(seat, this.#node);
      },
    });
  }

  /** Null while play does not run. */
  get node(): NodeId | null {
    return this.#node;
  }

  /** The side whose engine is being asked, and the node it is asked about. */
  get question(): Question | null {
    return this.#inquiry.question;
  }

  /** No engine plays, and no clock runs: there is nothing to start. */
  get isIdle(): boolean {
    return this.#clock.control === null && this.#ports.players().every(({ kind }) => kind === 'human');
  }

  /** The clocks at the tip, or at `otherwise` while play does not run; null if the game has none. */
  clocks(otherwise: NodeId): GameClocks | null {
    return this.#clock.clocksAt(this.#node ?? otherwise);
  }

  /** What is kept with a move at a node, in seconds; undefined unless a clock runs there. */
  stampAt(at: NodeId, move: string): Pick<Annotations, 'clock' | 'spent'> | undefined {
    return this.#clock.stampAt(at, move);
  }

  /** Lets play go on at a node; it begins if it did not run. */
  begin(node: NodeId): void {
    if (this.#node === null) this.#ports.host.begin();
    this.#node = node;
  }

  /** Moves on or back. The tree may lack the node until the move is applied, so that the clock is run after that. */
  moveTo(node: NodeId | null): void {
    this.#node = node;
  }

  /** Lets the clock of the side to move run; none while play does not run. */
  runClock(): void {
    this.#clock.follow(this.#node);
  }

  /** Takes back the question to an engine, if there is one. */
  drop(): void {
    this.#inquiry.drop();
  }

  /** Play stops. */
  halt(): void {
    this.#node = null;
    this.#clock.stop();
    this.#inquiry.drop();
  }

  /** Tells the engines where play goes on, and asks the one to move, if play runs and an engine is to move. */
  askNext(): void {
    const at = this.#node;
    if (at === null || this.#inquiry.question !== null) return;
    const { game, positions, host, tree, isAdjudicated, onAnswer } = this.#ports;
    const players = this.#ports.players();
    const line = positions.line(tree(), at);
    const { position } = line;
    const over = game.result(position) !== null || isAdjudicated(at);
    const seat = game.seatToMove(position);
    const player = players[seat];
    // What the user can still take back within the turn is reported when the turn is over.
    const isFirm = line.moves.length === 0 || game.beginsTurn(position);
    if (over || player.kind === 'engine' || isFirm) host.follow(line, players);
    if (over) {
      this.#node = null;
      this.#clock.stop();
      host.finish();
      return host.onChange();
    }
    if (player.kind === 'human') return;
    const question = { seat, at };
    this.#inquiry.open(
      question,
      (signal) => host.ask(seat, player, line, signal),
      (decision) => onAnswer(line, question, decision),
    );
    host.onChange();
  }
}
