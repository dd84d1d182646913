/**
 * The states of a CFSI conversation, and the unanswered lines. A cause is a line on the wire, so driver and responder
 * share the table.
 *
 * | state     | start     | started | play     | last answer | quit     | stop     |
 * |-----------|-----------|---------|----------|-------------|----------|----------|
 * | new       | handshake |         |          |             |          | quitting |
 * | handshake |           | idle    |          |             |          | quitting |
 * | idle      |           |         | thinking |             |          | quitting |
 * | thinking  |           |         |          | idle        | stopping | quitting |
 * | stopping  |           |         |          | idle        |          | quitting |
 * | quitting  |           |         |          |             |          |          |
 *
 * An empty cell leaves the state unchanged. `play` and `quit` count from `started` on; what was sent between `start`
 * and `started` counts when `started` arrives. Plays are answered in order, by a bestmove or a debug line that names
 * PLAY; the last answer leaves no play unanswered. Pings are answered in order, at any time. `quit` has no answer of
 * its own, and therefore no transition while nothing runs; it hastens the answers to all plays. Nothing that is sent
 * after `stop` is answered; what was sent before it may be, since the server goes on until it has read `stop`. Typed
 * lines count like ours.
 */
import {
  makePosition,
  TOKENS,
  type Connect4Board,
  type Connect4Position,
} from '../../games/connect4/index.ts';
import type { Seat } from '../../games/game.ts';
import { isOpen } from './messages.ts';
import { decodeCommand, type Command, type PlayCommand } from './commands.ts';
import { Exchanges, StateMachine, type Arrows, type LastLines } from '../conversation.ts';
import type { Deadlines } from '../protocol.ts';
import { copyOf, inSeconds, quoted } from '../text.ts';
import type { Fault } from './values.ts';
import type { DriverState } from '../../shapes/engines.ts';

export type Happening = 'start' | 'started' | 'play' | 'last answer' | 'quit' | 'stop';

/** Without `preparing`: a server needs no preparation to think. */
export type ConversationState = Exclude<DriverState, 'preparing'>;

export const arrows: Arrows<ConversationState, Happening> = {
  new: { start: 'handshake', stop: 'quitting' },
  handshake: { started: 'idle', stop: 'quitting' },
  idle: { play: 'thinking', stop: 'quitting' },
  thinking: { 'last answer': 'idle', quit: 'stopping', stop: 'quitting' },
  stopping: { 'last answer': 'idle', stop: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<ConversationState, Happening> {
  constructor() {
    super(arrows, 'new');
  }
}

/** The most unanswered lines of one kind that are kept. A user who pastes a script stays far below. */
export const MAX_UNANSWERED = 4096;

export interface Play<Owner> {
  /** The search that it serves; null if the user typed it. */
  readonly owner: Owner | null;
  /** The beginning of the line as it was sent. */
  readonly line: string;
  /** Null if the play is invalid; the depth is 0 then. */
  readonly board: Connect4Board | null;
  /** The side to move; null if the play is invalid. */
  readonly mover: Seat | null;
  /** Its number among the lines sent. */
  readonly sent: number;
  readonly depth: number;
  readonly column: number | null;
  /** When it was sent, in ms. */
  readonly at: number;
  /** Whether a `quit` was sent before it was answered. */
  readonly cut: boolean;
  /** The plies that the engine last reported; null before. */
  readonly plies: number | null;
}

type OpenPlay<Owner> = Play<Owner> & { cut: boolean; plies: number | null };

/** In characters: more than is quoted of a line. */
const LONGEST_KEPT = 200;

/**
 * Debug lines about plays name the command: `Command PLAY called with invalid arguments.` In small letters it is an
 * ordinary word, which may occur in any debug line: `searching for the best play`.
 */
const NAMES_PLAY = /(?:^|[\s"'`(:])PLAY(?:$|[\s"'`).,:;])/;

/** Whether a debug line says that a play gets no bestmove. */
export const refusesPlay = (text: string): boolean => NAMES_PLAY.test(text);
const NAMES_RESTART = /\bre-?start/i;

const seatOf = (token: 'x' | 'o'): Seat => (token === TOKENS[0] ? 0 : 1);

/** The position of a play; null if it is invalid. */
export const positionOf = ({
  board,
  mover,
}: Pick<Play<unknown>, 'board' | 'mover'>): Connect4Position | null =>
  board === null || mover === null ? null : makePosition(board, mover);

/**
 * Why the only column that a play asks about cannot be played; null if it can, or if the play asks about all columns.
 */
export function closedColumn(play: Pick<Play<unknown>, 'board' | 'mover' | 'column'>): string | null {
  const { column } = play;
  if (column === null) return null;
  const position = positionOf(play);
  if (position === null || isOpen(position, column)) return null;
  const isOff = column < 0 || column >= position.width;
  return `--column ${column} is ${isOff ? 'not on the board' : 'full'}`;
}

export class Ledger<Owner> {
  readonly exchange = new Exchanges();
  readonly #conversation = new Conversation();
  readonly #plays: OpenPlay<Owner>[] = [];
  /** Times in ms. */
  readonly #pings: { readonly at: number; readonly sent: number }[] = [];
  /** The numbers of the unanswered starts among the lines sent. */
  readonly #starts: number[] = [];
  #startedAt = 0;
  #quitAt: number | null = null;
  #stoppedAt = 0;
  #unprompted = 0;
  #aliveAt = 0;
  #unread: string | null = null;

  get state(): ConversationState {
    return this.#conversation.state;
  }

  /** Unanswered plays, the oldest first. */
  get plays(): readonly Play<Owner>[] {
    return this.#plays;
  }

  /** The last line in the place of an answer to a play, quoted: it may say why there is none. */
  get unread(): string | null {
    return this.#unread;
  }

  /** When the oldest unanswered ping was sent, in ms; null if none. */
  get pingedAt(): number | null {
    return this.#pings[0]?.at ?? null;
  }

  /** When the first start was sent, in ms. */
  get startedAt(): number {
    return this.#startedAt;
  }

  /** When `quit` was sent, or the latest answer since, in ms; null while no quit is pending. */
  get quitAt(): number | null {
    return this.#quitAt;
  }

  /** When `stop` was sent, in ms. */
  get stoppedAt(): number {
    return this.#stoppedAt;
  }

  /** Whether a line that was sent has no answer yet. */
  get isOwed(): boolean {
    return this.#plays.length > 0 || this.#pings.length > 0 || this.#starts.length > 0;
  }

  /** When the server last gave a requested sign of life or got a new reason for one, in ms. */
  get aliveAt(): number {
    return this.#aliveAt;
  }

  /** Records a line that was sent. @returns what the text forbids about it */
  sent(line: string, now: number, owner: Owner | null): readonly string[] {
    if (this.state === 'quitting') {
      return [`${quoted(line)} was sent after stop; the server accepts no new commands then`];
    }
    const { command, board, faults } = decodeCommand(line);
    const misuse = faults.map(misuseOf);
    if (command.kind !== 'stop') this.#unprompted++;
    switch (command.kind) {
      case 'start':
        if (this.#starts.length < MAX_UNANSWERED) {
          this.#starts.push(this.exchange.sent);
          this.exchange.ask('handshake');
        }
        if (this.#conversation.follow('start')) this.#startedAt = now;
        break;
      case 'stop':
        this.#conversation.follow('stop');
        this.#stoppedAt = now;
        this.#quitAt = null;
        break;
      case 'ping':
        if (this.#pings.length < MAX_UNANSWERED) {
          this.#pings.push({ at: now, sent: this.exchange.sent });
          this.exchange.ask('ready');
        } else misuse.push(`${MAX_UNANSWERED} pings are unanswered; this one is not counted`);
        break;
      case 'quit':
        if (this.#plays.length > 0) this.#quit(now);
        break;
      case 'invalid-play':
        misuse.push(`the play is invalid: ${command.reason}`);
        this.#play(command, { line, board, at: now, owner }, misuse);
        break;
      case 'play':
        this.#play(command, { line, board, at: now, owner }, misuse);
        break;
      case 'unknown':
        misuse.push(`there is no command ${quoted(command.word)}`);
        break;
      case 'nothing':
        misuse.push('a line without a word is not a command');
        break;
    }
    return misuse;
  }

  /** Records a valid play of all columns that was sent to an idle server. */
  sentPlay(line: string, position: Connect4Position, depth: number, now: number, owner: Owner): void {
    this.exchange.goesOut();
    this.#unprompted++;
    const { mover } = position;
    const command = { kind: 'play', token: TOKENS[mover], depth, column: null } as const;
    this.#play(command, { line, board: position, at: now, owner }, []);
  }

  #play(
    command: Omit<PlayCommand, 'placement'> | Extract<Command, { kind: 'invalid-play' }>,
    { line, board, at, owner }: Pick<Play<Owner>, 'line' | 'board' | 'at' | 'owner'>,
    misuse: string[],
  ): void {
    if (this.state === 'new') {
      misuse.push('a play before start is rejected');
      return;
    }
    if (this.#plays.length >= MAX_UNANSWERED) {
      misuse.push(`${MAX_UNANSWERED} plays are unanswered; this one is not counted`);
      return;
    }
    if (this.#plays.length === 0) this.#aliveAt = at;
    const { depth, column } = command.kind === 'play' ? command : { depth: 0, column: null };
    const cut = this.#quitAt !== null;
    const mover = command.token === undefined ? null : seatOf(command.token);
    const { sent } = this.exchange;
    const kept = line.length <= LONGEST_KEPT ? line : copyOf(line, LONGEST_KEPT);
    const play = { owner, line: kept, board, mover, sent, depth, column, at, cut, plies: null };
    this.exchange.ask(cut ? 'stop' : null);
    this.exchange.about(() => positionOf(play));
    const closed = closedColumn(play);
    if (closed !== null) misuse.push(`${closed}, so that no move can be found`);
    this.#plays.push(play);
    this.#conversation.follow('play');
  }

  #quit(now: number): void {
    for (const play of this.#plays) {
      if (!play.cut) this.exchange.hasten(play.sent, 'stop');
      play.cut = true;
    }
    this.#quitAt = now;
    this.#conversation.follow('quit');
  }

  /** Records `started`. @returns the question that it answers, `other start` if that opens nothing; null if none */
  started(now: number): 'start' | 'other start' | null {
    const sent = this.#starts.shift();
    if (sent === undefined) return null;
    this.exchange.answer(sent);
    if (!this.#conversation.follow('started')) return 'other start';
    this.#aliveAt = now;
    // The plays sent between start and started begin now.
    if (this.#plays.length > 0) this.#conversation.follow('play');
    if (this.#quitAt !== null) this.#quit(now);
    return 'start';
  }

  /** Records `pong`. @returns the milliseconds since its ping; null if none */
  pong(now: number): number | null {
    const ping = this.#pings.shift();
    if (!ping) return null;
    this.exchange.answer(ping.sent);
    this.#aliveAt = now;
    return now - ping.at;
  }

  /** Records the answer to the oldest play. @returns the play; null if none */
  answer(now: number): Play<Owner> | null {
    const play = this.#plays.shift();
    if (!play) return null;
    this.exchange.answer(play.sent);
    this.exchange.about(() => positionOf(play));
    this.#aliveAt = now;
    this.#unread = null;
    if (this.#plays.length === 0) {
      this.#quitAt = null;
      this.#conversation.follow('last answer');
    } else if (this.#quitAt !== null) this.#quitAt = now;
    return play;
  }

  /** Records a line that is not a response. */
  other(line: string): void {
    if (this.#plays.length > 0 && line.trim() !== '') this.#unread = quoted(line);
  }

  /** Records the number of plies of the oldest play. @returns that play */
  count(plies: number): Play<Owner> | undefined {
    const play = this.#plays[0];
    if (play) play.plies = plies;
    return play;
  }

  /** Records a prompt, which some servers print for each line. @returns whether a line was still without one */
  prompted(): boolean {
    if (this.#unprompted === 0) return false;
    this.#unprompted--;
    return true;
  }

  /** Records a debug line. @returns the play that it ends; null if it ends none */
  debug(text: string, now: number): Play<Owner> | 'second start' | null {
    if (refusesPlay(text)) return this.answer(now);
    if (this.state === 'handshake' || !NAMES_RESTART.test(text)) return null;
    const again = this.#starts.shift();
    if (again === undefined) return null;
    this.exchange.answer(again);
    return 'second start';
  }
}

function misuseOf({ name, detail }: Fault): string {
  if (name === 'extra-blanks') return 'words are separated by single blanks; more break a command';
  if (name === 'letter-case') return `commands are lower case, not ${detail}`;
  return `this command takes no words after it, not ${detail}`;
}

// What a conversation waits for, and the action when the time comes.

/** How long a play may run before a `ping` asks for a sign of life, in ms. A real server takes 1 s for any play. */
export const LIVENESS = 10_000;

export type Wait = { readonly at: number } & (
  | { readonly kind: 'fault'; readonly ending: 'handshake' | 'stalled'; readonly reason: string }
  /** The search has used up its time. */
  | { readonly kind: 'end' }
  | { readonly kind: 'ping' }
);

/**
 * @param heard for the reason of a failed handshake
 * @param endsAt when to end the current search, in ms
 * @param pinging whether a ping was proposed
 */
export function waitsOf(
  ledger: Ledger<unknown>,
  deadlines: Deadlines,
  heard: LastLines,
  endsAt: number | null,
  pinging: boolean,
): readonly Wait[] {
  const { plays, unread, pingedAt, quitAt, startedAt, aliveAt, state } = ledger;
  const waits: Wait[] = [];
  if (state === 'quitting') return waits;
  if (state === 'handshake') {
    const reason = `no "started" within ${inSeconds(deadlines.handshake)}; ${heard.words}`;
    waits.push({ at: startedAt + deadlines.handshake, kind: 'fault', ending: 'handshake', reason });
  }
  if (pingedAt !== null) {
    const reason = `no "pong" within ${inSeconds(deadlines.ready)}`;
    waits.push({ at: pingedAt + deadlines.ready, kind: 'fault', ending: 'stalled', reason });
  }
  // Before `started` the server may not have begun the play.
  const open = state !== 'new' && state !== 'handshake';
  if (open && quitAt !== null) {
    const left = plays.length === 1 ? 'a play was' : `${plays.length} plays were`;
    const said = unread === null ? '' : `, but the engine said ${unread}`;
    const reason = `${left} not answered within ${inSeconds(deadlines.stop)} after quit${said}`;
    waits.push({ at: quitAt + deadlines.stop, kind: 'fault', ending: 'stalled', reason });
  }
  if (endsAt !== null) waits.push({ at: endsAt, kind: 'end' });
  if (open && quitAt === null && plays.length > 0 && pingedAt === null && !pinging) {
    waits.push({ at: aliveAt + LIVENESS, kind: 'ping' });
  }
  return waits;
}
