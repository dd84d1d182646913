/**
 * What has gone over the wire and is not answered yet. Plays are answered in order, by a bestmove or by a
 * debug line that names PLAY; pings are answered in order and out of band; `quit` has no answer of its own
 * and hastens those of all plays. Everything follows from the lines that really went, ours or typed by the user.
 */
import {
  makePosition,
  TOKENS,
  type Connect4Board,
  type Connect4Position,
} from '../../games/connect4/index.ts';
import type { Seat } from '../../games/game.ts';
import { isOpen } from './messages.ts';
import { decodeCommand } from './commands.ts';
import { Exchanges } from '../conversation.ts';
import type { Deadlines } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { quoted, Conversation } from './states.ts';

/** Open questions of one kind that are kept. A person pasting a script stays far below. */
export const MAX_UNANSWERED = 4096;

export interface Play<Owner> {
  /** Whose search it serves; null where a person typed it. */
  readonly owner: Owner | null;
  /** The line as it may be quoted. */
  readonly line: string;
  /** Null where the play is invalid, with which the depth is 0 too. */
  readonly board: Connect4Board | null;
  /** Whose move is asked for; null where the play is invalid. */
  readonly mover: Seat | null;
  /** Its number among the lines that went out. */
  readonly sent: number;
  readonly depth: number;
  readonly column: number | null;
  /** When it went out, in ms. */
  readonly at: number;
  /** A `quit` went out before it was answered. */
  cut: boolean;
  /** What the engine last said of the plies it has played. */
  plies: number | null;
}

/** Debug lines about plays name the command: `Command PLAY called with invalid arguments.` */
const NAMES_PLAY = /(?:^|[\s"'`(:])play(?:$|[\s"'`).,:;])/i;

/** Whether a debug line says of a play that no bestmove comes. */
export const refusesPlay = (text: string): boolean => NAMES_PLAY.test(text);
const NAMES_RESTART = /\bre-?start/i;

const seatOf = (token: 'x' | 'o'): Seat => (token === TOKENS[0] ? 0 : 1);

/** What a play asks about; null where it is invalid. */
export const positionOf = ({
  board,
  mover,
}: Pick<Play<unknown>, 'board' | 'mover'>): Connect4Position | null =>
  board === null || mover === null ? null : makePosition(board, mover);

/** Why the one column that a play asks about cannot be played, in words; null where it can, or all are asked about. */
export function closedColumn({
  column,
  ...play
}: Pick<Play<unknown>, 'board' | 'mover' | 'column'>): string | null {
  const position = positionOf(play);
  if (column === null || position === null || isOpen(position, column)) return null;
  const isOff = column < 0 || column >= position.width;
  return `--column ${column} is ${isOff ? 'not on the board' : 'full'}`;
}

export class Ledger<Owner> {
  readonly conversation = new Conversation();
  readonly plays: Play<Owner>[] = [];
  /** When each unanswered ping went out, in ms. */
  readonly pings: number[] = [];
  readonly exchange = new Exchanges();
  /** The numbers of the unanswered pings and starts among the lines that went out. */
  readonly #pingsSent: number[] = [];
  #startsSent: number[] = [];
  /** When the first start went out, in ms. */
  startedAt = 0;
  /** When `quit` went out, or the latest answer since; null while no quit is pending. */
  quitAt: number | null = null;
  /** Lines that went out and were not yet followed by a prompt, which some servers print for each. */
  unprompted = 0;
  /** When there was last a sign of life on request, or a new reason to wait for one. */
  aliveAt = 0;

  /** Notes a line that went out; returns what the text forbids about it, in words. */
  sent(line: string, now: number, owner: Owner | null): readonly string[] {
    if (this.conversation.state === 'quitting') {
      return [`${quoted(line)} was sent after stop; the server accepts no new commands then`];
    }
    const { command, board, faults } = decodeCommand(line);
    const misuse: string[] = [];
    if (command.kind !== 'stop') this.unprompted++;
    for (const fault of faults) {
      if (fault.name === 'extra-blanks')
        misuse.push('words are separated by single blanks; more break a command');
      else if (fault.name === 'letter-case') misuse.push(`commands are lower case, not ${fault.detail}`);
      else misuse.push(`this command takes no words after it, not ${fault.detail}`);
    }
    switch (command.kind) {
      case 'start':
        if (this.#startsSent.length < MAX_UNANSWERED) {
          this.#startsSent.push(this.exchange.sent);
          this.exchange.ask('handshake');
        }
        if (this.conversation.follow('start')) this.startedAt = now;
        break;
      case 'stop':
        this.conversation.follow('stop');
        this.plays.length = 0;
        this.pings.length = 0;
        this.#pingsSent.length = 0;
        this.#startsSent = [];
        this.quitAt = null;
        break;
      case 'ping':
        if (this.pings.length < MAX_UNANSWERED) {
          this.pings.push(now);
          this.#pingsSent.push(this.exchange.sent);
          this.exchange.ask('ready');
        } else misuse.push(`${MAX_UNANSWERED} pings are unanswered; this one is not counted`);
        break;
      case 'quit':
        if (this.plays.length > 0) this.#quit(now);
        break;
      case 'play':
      case 'invalid-play': {
        if (command.kind === 'invalid-play') misuse.push(`the play is invalid: ${command.reason}`);
        if (this.conversation.state === 'new') {
          misuse.push('a play before start is rejected');
        } else if (this.plays.length >= MAX_UNANSWERED) {
          misuse.push(`${MAX_UNANSWERED} plays are unanswered; this one is not counted`);
        } else {
          if (this.plays.length === 0) this.aliveAt = now;
          const { depth, column } = command.kind === 'play' ? command : { depth: 0, column: null };
          const cut = this.quitAt !== null;
          const mover = command.token === undefined ? null : seatOf(command.token);
          const play = {
            ...{ owner, line: quoted(line), board, mover, depth, column },
            ...{ sent: this.exchange.sent, at: now, cut, plies: null },
          };
          this.exchange.ask(cut ? 'stop' : null);
          this.exchange.about(() => positionOf(play));
          const closed = closedColumn(play);
          if (closed !== null) misuse.push(`${closed}, so that no move can be found`);
          this.plays.push(play);
          this.conversation.follow('play');
        }
        break;
      }
      case 'unknown':
        misuse.push(`there is no command ${quoted(command.word)}`);
        break;
      case 'nothing':
        misuse.push('a line without a word is no command');
        break;
    }
    return misuse;
  }

  #quit(now: number): void {
    for (const play of this.plays) {
      if (!play.cut) this.exchange.hasten(play.sent, 'stop');
      play.cut = true;
    }
    this.quitAt = now;
    this.conversation.follow('quit');
  }

  /** Takes `started`; says which question it answers, or null where none asked. */
  started(now: number): 'start' | 'second start' | null {
    const sent = this.#startsSent.shift();
    if (sent === undefined) return null;
    this.exchange.answer(sent);
    if (!this.conversation.follow('started')) return 'second start';
    this.aliveAt = now;
    // What was sent between start and started begins now.
    if (this.plays.length > 0) this.conversation.follow('play');
    if (this.quitAt !== null) this.#quit(now);
    return 'start';
  }

  /** Takes `pong`; the milliseconds since its ping, or null where none asked. */
  pong(now: number): number | null {
    const at = this.pings.shift();
    if (at === undefined) return null;
    this.exchange.answer(this.#pingsSent.shift()!);
    this.aliveAt = now;
    return now - at;
  }

  /** Takes the answer to the oldest play; null where there is none. */
  answer(now: number): Play<Owner> | null {
    const play = this.plays.shift();
    if (!play) return null;
    this.exchange.answer(play.sent);
    this.exchange.about(() => positionOf(play));
    this.aliveAt = now;
    if (this.plays.length === 0) {
      this.quitAt = null;
      this.conversation.follow('last answer');
    } else if (this.quitAt !== null) {
      this.quitAt = now;
    }
    return play;
  }

  /** Takes a debug line: the play that it ends, the refusal of a second start, or neither. */
  debug(text: string, now: number): Play<Owner> | 'second start' | null {
    if (this.conversation.state === 'quitting') return null;
    if (refusesPlay(text)) return this.answer(now);
    if (this.conversation.state === 'handshake' || !NAMES_RESTART.test(text)) return null;
    const again = this.#startsSent.shift();
    if (again !== undefined) {
      this.exchange.answer(again);
      return 'second start';
    }
    return null;
  }
}

// What a CFSI conversation waits for, and what each wait brings when its time has come.

/** How long a play may run before we ask for a sign of life, in ms. A real server takes 1 s for any play. */
export const LIVENESS = 10_000;

export type Wait = { readonly at: number } & (
  | { readonly kind: 'fault'; readonly ending: 'handshake' | 'stalled'; readonly reason: string }
  /** The time of a search is up. */
  | { readonly kind: 'end' }
  /** A play has run for long: ask whether the server lives. */
  | { readonly kind: 'ping' }
);

/**
 * @param heard the last lines, quoted, for the words of a handshake that failed
 * @param endsAt when the search under way is to be ended, in ms
 * @param pinging a ping is on its way out
 */
export function waitsOf(
  ledger: Ledger<unknown>,
  deadlines: Deadlines,
  heard: readonly string[],
  endsAt: number | null,
  pinging: boolean,
): readonly Wait[] {
  const { plays, pings, quitAt, startedAt, aliveAt, conversation } = ledger;
  const { state } = conversation;
  const waits: Wait[] = [];
  if (state === 'quitting') return waits;
  if (state === 'handshake') {
    const last = heard.length > 0 ? `the last lines heard: ${heard.join(', ')}` : 'no line was heard';
    const reason = `no "started" within ${inSeconds(deadlines.handshake)}; ${last}`;
    waits.push({ at: startedAt + deadlines.handshake, kind: 'fault', ending: 'handshake', reason });
  }
  if (pings[0] !== undefined) {
    const reason = `no "pong" within ${inSeconds(deadlines.ready)}`;
    waits.push({ at: pings[0] + deadlines.ready, kind: 'fault', ending: 'stalled', reason });
  }
  // Before `started` the server need not have begun with a play.
  const open = state !== 'new' && state !== 'handshake';
  if (open && quitAt !== null) {
    const left = plays.length === 1 ? 'a play was' : `${plays.length} plays were`;
    const reason = `${left} not answered within ${inSeconds(deadlines.stop)} after quit`;
    waits.push({ at: quitAt + deadlines.stop, kind: 'fault', ending: 'stalled', reason });
  }
  if (endsAt !== null) waits.push({ at: endsAt, kind: 'end' });
  if (open && quitAt === null && plays.length > 0 && pings.length === 0 && !pinging) {
    waits.push({ at: aliveAt + LIVENESS, kind: 'ping' });
  }
  return waits;
}
