/**
 * The states of a GoS conversation. A cause is what passes over the wire, whichever side looks at it, so driver and
 * responder share the table.
 *
 * | state    | initiate | request  | last move | abandoned | resumed  | winner   |
 * |----------|----------|----------|-----------|-----------|----------|----------|
 * | new      | idle     |          |           |           |          | quitting |
 * | idle     |          | thinking |           |           |          | quitting |
 * | thinking |          |          | idle      | stopping  |          | quitting |
 * | stopping |          |          | idle      |           | thinking | quitting |
 * | quitting |          |          |           |           |          |          |
 *
 * An empty place: the state stays. There is no handshake, since the bot is not supposed to respond to `initiate`, and
 * nothing that stops it: a request whose answer is no longer awaited is `abandoned`, and answered all the same. The last
 * move is that after which no request is unanswered. `winner` is a processed move with a winner, after which the bot
 * leaves; nothing else ends a match but the end of its input.
 */
import type { Seat } from '../../games/game.ts';
import { stones as game, type StonesPosition } from '../../games/stones/index.ts';
import type { DriverState } from '../../shapes/engines.ts';
import { Exchanges, StateMachine, type Arrows } from '../conversation.ts';
import { readJson } from './json.ts';
import { answerOf, judgeReply } from './position.ts';
import { positionOf, quoted, readMessage, type Message, type Reply } from './messages.ts';
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

export class Conversation extends StateMachine<ConversationState, Cause> {
  constructor() {
    super(arrows, 'new');
  }
}

/** Unanswered requests that are kept; there is one at most, but for those that a user types. */
export const MAX_UNANSWERED = 32;

/** Lines of a match that are kept: a stone is taken in every turn, so that the longest has not half as many. */
export const MAX_SCRIPT = 512;

/** What a bot said instead of a move. */
export interface Stray {
  readonly text: string;
  readonly reason: string;
}

/** A move request that is unanswered. */
export interface Request {
  readonly position: StonesPosition;
  /** Its number among the lines that went out. */
  readonly sent: number;
  /** When it went out, in ms. */
  readonly at: number;
  /** No other went out before. */
  readonly isFirst: boolean;
  /** It went out while another was unanswered, against the text. */
  readonly doubtful: boolean;
  /** The last thing that was said since and is no move. */
  stray: Stray | null;
}

/** Who makes the action of this number, counted from 0: White one, and then each two. */
export const actorAt = (action: number): Seat => (action === 0 || ((action - 1) & 2) !== 0 ? 0 : 1);

/**
 * What has passed over the wire, typed lines included: the state, what the bot was told, and the requests that are
 * unanswered.
 */
export class Wire {
  readonly conversation = new Conversation();
  readonly exchange = new Exchanges();
  readonly #requests: Request[] = [];
  #seat: Seat | null = null;
  #form: EnumForm | null = null;
  #processed = 0;
  /** Every line since the beginning, in the order of a match; null once that was broken. */
  #script: string[] | null = [];
  /** The bot's next action has been asked for. */
  #requested = false;
  #anyRequest = false;
  /** The board of the last request, with what was processed since; null where it is not known. */
  #board: StonesPosition | null = null;

  /** The requests that are unanswered, oldest first. */
  get requests(): readonly Request[] {
    return this.#requests;
  }

  /** The bot's colour; null before it was told. */
  get seat(): Seat | null {
    return this.#seat;
  }

  /** How its enums were written. */
  get form(): EnumForm | null {
    return this.#form;
  }

  /** How many processed moves were told. */
  get processed(): number {
    return this.#processed;
  }

  get script(): readonly string[] | null {
    return this.#script;
  }

  /** What the bot was told may not be what it heard: no way goes on from there. */
  lose(): void {
    this.#script = null;
  }

  /** A line of ours went out. Gives what its sender did against the text, a sentence each without its full stop. */
  sent(line: string, now: number): readonly string[] {
    const message = decode(line);
    if (this.conversation.state === 'quitting') {
      return [`${quoted(line)} was sent after the winner; nobody reads it any more`];
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

  /** What is wrong about this winner, in words, as far as it is known where the game stands. */
  #winnerMisuse(winner: Seat): string | null {
    if (this.#board === null) return null;
    const over = game.result(this.#board);
    if (over?.kind === 'win' && over.winner === winner) return null;
    const truth = over?.kind === 'win' ? `${game.seats[over.winner].name} has won` : 'the game goes on';
    return `${game.seats[winner].name} is told to have won, and by the rules ${truth}`;
  }

  /** The oldest request is answered. */
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
    // It has no answer.
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

  /** What is wrong about sending this now, in words. */
  #objection(message: Message): string | null {
    if (message.kind === 'unreadable') return `this is no message of the text: ${message.reason}`;
    if (message.kind === 'initiate') return this.#seat === null ? null : 'Color is told once only';
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
    const over = game.result(positionOf(this.#seat, message));
    return over === null ? null : `the game is over on this board: ${over.reason}`;
  }
}

/** A line of ours. Never throws. */
export function decode(line: string): Message {
  const read = readJson(line, 0);
  if (read.kind !== 'value' || read.value.kind !== 'object' || line.slice(read.end).trim() !== '') {
    return { kind: 'unreadable', reason: 'it is not one JSON object on a line' };
  }
  return readMessage(read.value);
}
