/**
 * The states of an NMM conversation. A cause is a line on the wire, so driver and responder share the table.
 *
 * | state     | ready     | init | go       | stop     | last bestmove | quit     |
 * |-----------|-----------|------|----------|----------|---------------|----------|
 * | new       | handshake |      | thinking |          |               | quitting |
 * | handshake |           | idle | thinking |          |               | quitting |
 * | idle      |           |      | thinking |          |               | quitting |
 * | thinking  |           |      |          | stopping | idle          | quitting |
 * | stopping  |           |      |          |          | idle          | quitting |
 * | quitting  |           |      |          |          |               |          |
 *
 * An empty cell leaves the state unchanged. The engine speaks first. `init` has no answer, and one sent before `ready`
 * counts when `ready` arrives. The engine may ignore `stop`: it is `stopping` until its bestmove. The last bestmove is
 * the one that leaves no `go` unanswered; only a user who types can have more than one. A bestmove may still come after
 * `quit`, since the engine goes on until it has read that.
 */
import { IllegalMove } from '../../games/game.ts';
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import type { DriverState } from '../../shapes/engines.ts';
import { Exchanges, StateMachine, type Arrows } from '../conversation.ts';
import { decodeCommand, isInitial, type CommandRead } from './commands.ts';
import { quoted } from './messages.ts';

export type Cause = 'ready' | 'init' | 'go' | 'stop' | 'last bestmove' | 'quit';

/** NMM has no question before `go`, hence no `preparing`. */
export type ConversationState = Exclude<DriverState, 'preparing'>;

export const arrows: Arrows<ConversationState, Cause> = {
  new: { ready: 'handshake', go: 'thinking', quit: 'quitting' },
  handshake: { init: 'idle', go: 'thinking', quit: 'quitting' },
  idle: { go: 'thinking', quit: 'quitting' },
  thinking: { stop: 'stopping', 'last bestmove': 'idle', quit: 'quitting' },
  stopping: { 'last bestmove': 'idle', quit: 'quitting' },
  quitting: {},
};

/** The most unanswered `go` commands that are kept. */
export const MAX_UNANSWERED = 32;

/** A position that was sent by `newgame`. */
export interface ToldPosition {
  readonly line: string;
  readonly position: MorrisPosition;
  /** The engine's position if it does not accept this one; null if unknown. */
  readonly before: MorrisPosition | null;
  /** Why the engine has not accepted it; null as long as nothing suggests that. */
  refusal: string | null;
  /** Whether the engine has said anything about it, so that it has read it by then. */
  taken: boolean;
}

/** The content of the engine's board. */
export interface Board {
  readonly start: MorrisPosition;
  readonly moves: readonly number[];
  readonly position: MorrisPosition;
  /** The game that it was set up for; null if a user typed it. */
  readonly gameKey: string | null;
  /** Null if it began with the initial position, which every engine takes. */
  readonly told: ToldPosition | null;
}

/** An unanswered `go`. */
export interface Go<Purpose> {
  /** Null if a user typed it. */
  readonly purpose: Purpose | null;
  readonly noplay: boolean;
  /** Its number among the lines sent. */
  readonly sent: number;
  /** When it was sent, in ms. */
  readonly at: number;
  /** The engine's board when it was sent; null if unknown. */
  readonly board: Board | null;
  /**
   * Whether the engine may ignore it: it was sent while another was unanswered, which the text forbids, or behind a token
   * that the engine may not skip.
   */
  readonly doubtful: boolean;
  stoppedAt: number | null;
  /** Whether a late bestmove was reported. */
  late: boolean;
  /**
   * Whether its board was sent in a notation that the engine does not read, so that the answer is about another board.
   */
  mistold: boolean;
  /** From the last info. */
  eval: number | null;
  nodes: number | null;
}

/** What we meant by a line that was sent. */
export interface Meant {
  readonly command?: CommandRead;
  /** The game that a `newgame` is for. */
  readonly gameKey?: string;
}

/** The effect of a line that was sent. */
export interface Passed<Purpose> {
  readonly command: CommandRead;
  /** What the text forbids about it, each a sentence without its full stop. */
  readonly misuse: readonly string[];
  readonly go: Go<Purpose> | null;
}

/**
 * The record of all lines, including typed ones: the state, the unanswered questions and, as far as known, the engine's
 * board.
 */
export class Wire<Purpose> {
  readonly conversation = new StateMachine(arrows, 'new');
  readonly exchange = new Exchanges();
  readonly #gos: Go<Purpose>[] = [];
  #board: Board | null = null;
  #initialised = false;
  #started = false;
  #quitAt = 0;

  /** The unanswered ones, oldest first. */
  get gos(): readonly Go<Purpose>[] {
    return this.#gos;
  }

  /** Null if unknown. */
  get board(): Board | null {
    return this.#board;
  }

  /** Whether `init` was sent. */
  get initialised(): boolean {
    return this.#initialised;
  }

  /** Whether the engine has reported its start. */
  get started(): boolean {
    return this.#started;
  }

  /** When `quit` was sent, in ms. */
  get quitAt(): number {
    return this.#quitAt;
  }

  /** Whether the engine has still to say something: that it has started, or an answer. */
  get isOwed(): boolean {
    return !this.#started || this.#gos.length > 0;
  }

  /** The engine's position is unknown. */
  lose(): void {
    this.#board = null;
  }

  /** Records a line that was sent. @param ours how the line was meant; null if a user typed it */
  sent(line: string, now: number, purpose: Purpose | null, ours: Meant | null): Passed<Purpose> {
    const { command, before, extra } = ours?.command
      ? { command: ours.command, before: null, extra: null }
      : decodeCommand(line);
    const misuse: string[] = [];
    for (const token of [before, extra]) {
      if (token !== null) misuse.push(`the text has no token ${quoted(token)} there`);
    }
    const { state } = this.conversation;
    if (state === 'quitting') {
      return {
        command,
        misuse: [`${quoted(line)} was sent after quit, and the engine reads no more`],
        go: null,
      };
    }
    if (!this.#started && command.kind !== 'quit') {
      misuse.push('the engine has not said ready yet; nothing is to be sent before');
    }
    let go: Go<Purpose> | null = null;
    if (before !== null) {
      // Not every engine finds a command behind such a token.
      if (command.kind === 'go') go = this.#go(command.noplay, purpose, now, misuse, true);
      this.#board = null;
      return { command, misuse, go };
    }
    switch (command.kind) {
      case 'init':
        if (this.#initialised) misuse.push('init is sent once only');
        this.#initialised = true;
        this.conversation.follow('init');
        break;
      case 'newgame':
        this.#begin(line, command.position, ours?.gameKey ?? null);
        break;
      case 'move':
        this.#move(command.move, misuse);
        break;
      case 'go':
        go = this.#go(command.noplay, purpose, now, misuse);
        break;
      case 'stop':
        if (this.#gos[0]) {
          if (this.#gos[0].stoppedAt === null) this.exchange.hasten(this.#gos[0].sent, 'stop');
          this.#gos[0].stoppedAt ??= now;
        }
        this.conversation.follow('stop');
        break;
      case 'quit':
        this.conversation.follow('quit');
        this.#quitAt = now;
        break;
      case 'unreadable':
        misuse.push(
          `the ${command.command === 'move' ? 'move' : 'position'} cannot be read: ${command.reason}`,
        );
        this.#board = null;
        break;
      case 'unknown':
        misuse.push(`the text has no command ${command.word}`);
        break;
      case 'nothing':
        misuse.push('a line without a command is ignored');
        break;
    }
    return { command, misuse, go };
  }

  /**
   * Records a legal move on a known board and the `go` that follows it, as two lines that were sent.
   * @param line with the moves of the board, and the position after the last one
   */
  sentMoveAndGo({ moves, position }: Pick<Board, 'moves' | 'position'>, purpose: Purpose, now: number): void {
    this.exchange.goesOut();
    this.#board = { ...this.#board!, moves, position };
    this.exchange.goesOut();
    this.#go(false, purpose, now, []);
  }

  /** Records `ready`. @returns false if the engine was known to have started */
  ready(): boolean {
    if (this.#started) return false;
    this.#started = true;
    this.conversation.follow('ready');
    if (this.#initialised) this.conversation.follow('init');
    return true;
  }

  /** Records the answer to the oldest `go`. @param move the engine's move; null if it has none */
  answered(move: number | null): Go<Purpose> | null {
    const go = this.#gos.shift() ?? null;
    if (go === null) return null;
    this.exchange.answer(go.sent);
    // An engine that answers has started, even if it never sent `ready`.
    this.#started = true;
    // A line sent since then changed the board, and an engine that refused its position plays on another board.
    if (!go.noplay && this.#board === go.board && !go.board?.told?.refusal) {
      const played = go.board === null || move === null ? null : after(go.board, move);
      const isOver = move === null && go.board !== null && morris.result(go.board.position) !== null;
      this.#board = isOver ? go.board : typeof played === 'string' ? null : played;
    }
    this.#settle();
    return go;
  }

  /** The oldest `go` will not be answered. */
  drop(): void {
    this.#gos.shift();
    this.#board = null;
    this.#settle();
  }

  #settle(): void {
    if (this.#gos.length === 0) this.conversation.follow('last bestmove');
  }

  #begin(line: string, position: MorrisPosition, gameKey: string | null): void {
    // While the engine chooses a move to play, its next board is unknown.
    const known = this.#gos.every(({ noplay }) => noplay) ? this.#board : null;
    const before = known?.told?.refusal ? known.told.before : (known?.position ?? null);
    const told = isInitial(position) ? null : { line, position, before, refusal: null, taken: false };
    this.exchange.about(() => position);
    this.#board = { start: position, moves: [], position, gameKey, told };
  }

  #move(move: number, misuse: string[]): void {
    const board = this.#board;
    if (board === null) return;
    if (this.#gos.some(({ noplay }) => !noplay)) {
      this.#board = null;
      return;
    }
    const { position } = board;
    this.exchange.about(() => position, { kind: 'move', move, text: morris.moveText(position, move) });
    const over = morris.result(board.position);
    if (over) {
      misuse.push(`a move changes nothing where the game is over: ${over.reason}`);
      return;
    }
    const played = after(board, move);
    if (typeof played === 'string') {
      misuse.push(`the move is illegal, which kills some engines: ${played}`);
      this.#board = null;
    } else this.#board = played;
  }

  #go(
    noplay: boolean,
    purpose: Purpose | null,
    now: number,
    misuse: string[],
    isGarbled = false,
  ): Go<Purpose> | null {
    const isSecond = this.#gos.length > 0;
    if (isSecond) misuse.push('another go is not permitted before bestmove of the one before');
    const doubtful = isSecond || isGarbled;
    if (this.#gos.length === MAX_UNANSWERED) return null;
    const board = this.#board;
    this.exchange.ask(null);
    this.exchange.about(() => board?.position ?? null);
    const go = {
      sent: this.exchange.sent,
      purpose,
      noplay,
      at: now,
      board,
      doubtful,
      stoppedAt: null,
      late: false,
      mistold: false,
      eval: null,
      nodes: null,
    };
    this.#gos.push(go);
    this.conversation.follow('go');
    return go;
  }
}

/** The board after a move; a sentence if the move is illegal, since engines differ in what they do then. */
function after(board: Board, move: number): Board | string {
  const { start, moves, gameKey, told } = board;
  try {
    return { start, moves: [...moves, move], position: morris.play(board.position, move), gameKey, told };
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    return error.message;
  }
}

/** The position after these moves; null if one of them is illegal. */
export function positionAfter(start: MorrisPosition, moves: readonly number[]): MorrisPosition | null {
  let position = start;
  for (const move of moves) {
    if (objection(position, move) !== null) return null;
    position = morris.play(position, move);
  }
  return position;
}

/** Why a move is illegal; null if it is legal. */
export function objection(position: MorrisPosition, move: number): string | null {
  try {
    morris.play(position, move);
    return null;
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    return error.message;
  }
}
