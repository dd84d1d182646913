/**
 * The states of a GoS conversation. A cause is a line on the wire, so driver and responder share the table.
 *
 * | state    | initiate | request  | last move | abandoned | resumed  | winner   |
 * |----------|----------|----------|-----------|-----------|----------|----------|
 * | new      | idle     |          |           |           |          | quitting |
 * | idle     |          | thinking |           |           |          | quitting |
 * | thinking |          |          | idle      | stopping  |          | quitting |
 * | stopping |          |          | idle      |           | thinking | quitting |
 * | quitting |          |          |           |           |          |          |
 *
 * An empty cell leaves the state unchanged. There is no handshake, since the bot does not respond to `initiate`.
 * Nothing stops a bot: it answers even an `abandoned` request. The last move is the one that leaves no request
 * unanswered. `winner` is a processed move with a winner, after which the bot exits; the only other end of a match is
 * the end of the bot's input.
 */
import type { Seat } from '../../games/game.ts';
import { stones as game, type StonesPosition } from '../../games/stones/index.ts';
import type { DriverState } from '../../shapes/engines.ts';
import { Exchanges, StateMachine, type Arrows } from '../conversation.ts';
import { readJson } from './json.ts';
import { answerOf, judgeReply } from './position.ts';
import { isOfMatch, positionOf, quoted, readMessage, type Message, type Reply } from './messages.ts';
import type { EnumForm } from './settings.ts';

export type Cause = 'initiate' | 'request' | 'last move' | 'abandoned' | 'resumed' | 'winner';

export type ConversationState = Exclude<DriverState, 'handshake' | 'preparing'>;

export const arrows: Arrows<ConversationState, Cause> = {
  new: { initiate: 'idle', winner: 'quitting' },
  idle: { request: 'thinking', winner: 'quitting' },
  thinking: { 'last move': 'idle', abandoned: 'stopping', winner: 'quitting' },
  stopping: { 'last move': 'idle', resumed: 'thinking', winner: 'quitting' },
  quitting: {},
};

/** The most unanswered requests that are kept; only a user who types can have more than one. */
export const MAX_UNANSWERED = 32;

/**
 * The most lines of a match that are kept: each turn takes a stone, so the longest match has less than half as many.
 */
const MAX_SCRIPT = 512;

/** A bot's line that is not a move. */
export interface Stray {
  readonly text: string;
  readonly reason: string;
}

/** An unanswered move request. */
export interface Request {
  readonly position: StonesPosition;
  /** Its number among the lines sent. */
  readonly sent: number;
  /** When it was sent, in ms. */
  readonly at: number;
  readonly isFirst: boolean;
  /** Whether it was sent while another was unanswered, which the text forbids. */
  readonly doubtful: boolean;
  /** The last line since then that is not a move. */
  stray: Stray | null;
}

/** The player of an action, counted from 0: White makes one, then each player two. */
const actorAt = (action: number): Seat => (action === 0 || ((action - 1) & 2) !== 0 ? 0 : 1);

/** The record of all lines, including typed ones: the state, what the bot was told, and the unanswered requests. */
export class Wire {
  readonly conversation = new StateMachine(arrows, 'new');
  readonly exchange = new Exchanges();
  readonly #requests: Request[] = [];
  #seat: Seat | null = null;
  #form: EnumForm | null = null;
  #processed = 0;
  /** All lines, as long as they are in the order of a match; else null. */
  #script: string[] | null = [];
  /** Whether the bot's next action was asked for. */
  #requested = false;
  #anyRequest = false;
  /** The board of the last request, with the moves processed since; null if unknown. */
  #board: StonesPosition | null = null;

  /** The unanswered ones, oldest first. */
  get requests(): readonly Request[] {
    return this.#requests;
  }

  /** The bot's colour; null before the bot was told. */
  get seat(): Seat | null {
    return this.#seat;
  }

  /** The form in which enums were written. */
  get form(): EnumForm | null {
    return this.#form;
  }

  /** The number of processed moves. */
  get processed(): number {
    return this.#processed;
  }

  get script(): readonly string[] | null {
    return this.#script;
  }

  /** The bot's position is unknown: no route continues from here. */
  lose(): void {
    this.#script = null;
  }

  /** Records a line that was sent. @returns what the text forbids about it, each a sentence without its full stop */
  sent(line: string, now: number): readonly string[] {
    const message = decode(line);
    if (this.conversation.state === 'quitting') {
      return [`${quoted(line)} was sent after the winner, and the bot reads no more`];
    }
    const wrong = this.#objection(message);
    if (wrong !== null || this.#script?.length === MAX_SCRIPT) this.#script = null;
    else this.#script?.push(line);
    let misuse = wrong;
    switch (message.kind) {
      case 'initiate':
        this.#seat ??= message.seat;
        this.#form ??= message.form;
        this.conversation.follow('initiate');
        break;
      case 'request':
        this.#request(message, now);
        break;
      case 'processed':
        this.#processed++;
        this.#process(message.move);
        this.#requested = false;
        if (message.winner !== null) {
          misuse = wrong ?? this.#winnerMisuse(message.winner);
          this.conversation.follow('winner');
          this.#requests.length = 0;
        }
        break;
      case 'unreadable':
        break;
    }
    return misuse === null ? [] : [misuse];
  }

  /** What is wrong about this winner; null if nothing is, or if the board is unknown. */
  #winnerMisuse(winner: Seat): string | null {
    if (this.#board === null) return null;
    const over = game.result(this.#board);
    if (over?.kind === 'win' && over.winner === winner) return null;
    const truth = over?.kind === 'win' ? `${game.seats[over.winner].name} has won` : 'the game goes on';
    return `${game.seats[winner].name} is told to have won, and by the rules ${truth}`;
  }

  /** Records the answer to the oldest request. */
  answered(): Request | null {
    const request = this.#requests.shift() ?? null;
    if (request !== null) this.exchange.answer(request.sent);
    if (request !== null && this.#requests.length === 0) this.conversation.follow('last move');
    return request;
  }

  #request(message: Message & { kind: 'request' }, now: number): void {
    this.#requested = true;
    if (this.#seat === null || this.#requests.length === MAX_UNANSWERED) return;
    const position = positionOf(this.#seat, message);
    this.#board = position;
    // A finished game has no answer.
    if (game.result(position) !== null) return;
    const doubtful = this.#requests.length > 0;
    this.#requests.push({
      position,
      sent: this.exchange.sent,
      at: now,
      isFirst: !this.#anyRequest,
      doubtful,
      stray: null,
    });
    this.#anyRequest = true;
    this.conversation.follow('request');
  }

  #process(reply: Reply): void {
    const before = this.#board;
    if (before === null) return;
    const judged = judgeReply(before, reply);
    this.exchange.about(() => before, answerOf(judged, ''));
    this.#board = judged.why === null ? game.play(before, judged.move!) : null;
  }

  /** Why the text forbids this message now. */
  #objection(message: Message): string | null {
    if (message.kind === 'unreadable') return `this is not a message of the text: ${message.reason}`;
    if (message.kind === 'initiate') return this.#seat === null ? null : 'Color is sent only once';
    if (this.#seat === null) return 'the bot has not been told its Color yet';
    if (this.#requests.length > 0) return 'a request is unanswered, and nothing is sent before its answer';
    const isOwn = actorAt(this.#processed) === this.#seat;
    if (message.kind === 'processed') {
      if (message.seat !== actorAt(this.#processed))
        return 'in the order of a match it is the other player who moves';
      return isOwn && !this.#requested ? "the bot's move is processed after its request" : null;
    }
    if (!isOwn) return "in the order of a match the opponent's move is processed now";
    if (this.#requested) return 'a request follows when the move before has been processed';
    if (!isOfMatch(message.allowed)) return 'in a match AllowedMoves is [1] for an attack only, or [0,1,2]';
    const over = game.result(positionOf(this.#seat, message));
    return over === null ? null : `the game is over on this board: ${over.reason}`;
  }
}

/** Reads a referee's line. Never throws. */
export function decode(line: string): Message {
  const read = readJson(line, 0);
  if (read.kind !== 'value' || read.value.kind !== 'object' || line.slice(read.end).trim() !== '') {
    return { kind: 'unreadable', reason: 'it is not one JSON object on a line' };
  }
  return readMessage(read.value);
}
