/**
 * Our side of CFSI. The states and their arrows stand in `states.ts`; `Conversation.follow` alone assigns
 * the state. On top of the conversation there is at most one search that is served and one that waits:
 *
 * | search    | request search             | request stop, time is up, quit | its play is answered                |
 * |-----------|----------------------------|--------------------------------|-------------------------------------|
 * | none      | serve it                   |                                |                                     |
 * | served    | end it; the new one waits  | `quit`; it is ending           | report; ask deeper, or end: final   |
 * | ending    | the new one waits          |                                | final report, or failed             |
 * | (waiting) | failed; the new one waits  | failed                         | served once `quit` left no question |
 *
 * No play goes out between `quit` and the answer to the last play. Only the answer to a search's own play
 * counts for it, so an answer to a play typed by hand, or to an earlier search, never lands in it.
 */
import type { Line } from '../../games/line.ts';
import type { Connect4Position } from '../../games/connect4/index.ts';
import type { Deadlines, Driver, DriverEvent, Exchange, Intent, Search } from '../protocol.ts';
import { capabilities, lineObjection, objection, searchObjection, Proposals, Rounds } from './rounds.ts';
import { closedColumn, Ledger, MAX_UNANSWERED, positionOf, type Play, waitsOf, type Wait } from './ledger.ts';
import { playsAt } from './commands.ts';
import { distinct, oddity, quoted, quotedCause, type Fault } from './states.ts';
import { answerFaults, answerOf, reportOf, type BestmoveHeard } from './reports.ts';
import { decodeResponse, isPrompt } from './messages.ts';
import type { DriverState } from '../../shapes/engines.ts';

/** Lines kept to say what was heard instead of `started`. */
const HEARD_KEPT = 3;

export class CfsiDriver implements Driver {
  readonly capabilities = capabilities;
  readonly #deadlines: Deadlines;
  readonly #ledger = new Ledger<Rounds>();
  /** Each play with the search that it serves. */
  readonly #proposed = new Proposals<Rounds>();
  #served: Rounds | null = null;
  #waiting: Search | null = null;
  readonly #heard: string[] = [];
  /** Why nothing is expected of the engine any more. */
  #fault: string | null = null;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  get state(): DriverState {
    return this.#ledger.conversation.state;
  }

  get exchange(): Exchange {
    return this.#ledger.exchange;
  }

  accepts(line: Line): string | null {
    return lineObjection(line);
  }

  offers(word: string, line: Line): readonly string[] {
    return word === 'play' && lineObjection(line) === null ? playsAt(line.position as Connect4Position) : [];
  }

  request(intent: Intent): readonly DriverEvent[] {
    const problem = objection(intent, this.state);
    if (problem !== null) return [misuse(problem)];
    const events: DriverEvent[] = [];
    switch (intent.kind) {
      case 'start':
        if (this.state === 'new') this.#proposeOnce('start', events);
        else if (this.state !== 'handshake') events.push({ kind: 'ready' });
        break;
      case 'search': {
        const refusal = this.#refusal(intent.search);
        this.#end(events);
        this.#dropWaiting('superseded by a newer search before it began', events);
        if (refusal === null) this.#waiting = intent.search;
        else this.#fail(intent.search, refusal, events);
        break;
      }
      case 'stop':
        this.#end(events);
        this.#dropWaiting('stopped before it began', events);
        break;
      case 'ping':
        this.#propose('ping', null, events);
        break;
      case 'showBoard':
        events.push({ kind: 'undrawn', reason: 'CFSI has no command that draws the board' });
        break;
      case 'resynchronise':
        // A server holds no state of a game.
        break;
      case 'follow':
      case 'options':
      case 'press':
      case 'debug':
        break;
    }
    this.#advance(events);
    return events;
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const events: DriverEvent[] = [];
    const before = this.state;
    this.#ledger.exchange.goesOut();
    const rounds = this.#proposed.take(line);
    if (rounds) rounds.beganAt ??= now;
    for (const text of this.#ledger.sent(line, now, rounds)) events.push(misuse(text));
    this.#tellState(before, events);
    if (this.state === 'quitting' && before !== 'quitting') {
      // After a fault they end with the session, whose word for it says more than that they failed.
      if (this.#fault !== null) this.#waiting = null;
      else if (this.#served) this.#fail(this.#served.search, 'the server was told to stop', events);
      this.#served = null;
      this.#dropWaiting('the server was told to stop', events);
    }
    // The quit cut the search under way, even if the user typed it.
    if (this.#served && this.#ledger.quitAt !== null) this.#served.ending = true;
    this.#advance(events);
    return events;
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    this.#ledger.exchange.comesIn();
    const { heard, faults: found } = decodeResponse(line);
    const faults: Fault[] = [...found];
    const events: DriverEvent[] = [];
    const before = this.state;
    if (before === 'handshake') {
      this.#heard.push(quoted(line));
      if (this.#heard.length > HEARD_KEPT) this.#heard.shift();
    }
    // A prompt for a line before the stop is only late.
    const isOwed = isPrompt(line) && this.#ledger.unprompted > 0;
    if (isOwed) this.#ledger.unprompted--;
    else if (before === 'quitting') faults.push({ name: 'talk-after-stop' });
    switch (heard.kind) {
      case 'started': {
        const answered = this.#ledger.started(now);
        if (answered === 'start') events.push({ kind: 'ready' });
        else events.push({ kind: 'understood', what: 'started' });
        if (answered === null) faults.push({ name: 'unasked-started' });
        break;
      }
      case 'pong': {
        const milliseconds = this.#ledger.pong(now);
        if (milliseconds !== null) {
          events.push({ kind: 'alive', milliseconds });
        } else {
          events.push({ kind: 'stale', text: 'pong' });
          faults.push({ name: 'unasked-pong' });
        }
        break;
      }
      case 'bestmove':
      case 'unreadable-bestmove':
        this.#hearBestmove(heard, line, now, events, faults);
        break;
      case 'info': {
        const play = this.#ledger.plays[0];
        if (heard.plies !== null) {
          if (play) play.plies = heard.plies;
          events.push({ kind: 'progress', search: play?.owner?.search.id ?? null, nodes: heard.plies });
        }
        if (heard.plies === null || heard.words !== '') events.push({ kind: 'info', text: heard.words });
        break;
      }
      case 'debug': {
        events.push({ kind: 'info', text: heard.text });
        const ended = this.#ledger.debug(heard.text, now);
        if (ended === 'second start') events.push({ kind: 'understood', what: 'a second start is refused' });
        else if (ended) {
          events.push({ kind: 'understood', what: `failed: ${ended.line}` });
          ended.owner?.fail(`the engine refused the play: ${quotedCause(heard.text)}`);
        }
        break;
      }
      case 'other':
        break;
    }
    this.#tellState(before, events);
    this.#advance(events);
    for (const fault of distinct(faults)) events.push({ kind: 'oddity', oddity: oddity(fault) });
    return events;
  }

  #hearBestmove(
    heard: BestmoveHeard,
    line: string,
    now: number,
    events: DriverEvent[],
    faults: Fault[],
  ): void {
    const play = this.#ledger.answer(now);
    if (play) {
      // Where there is nothing to play in the column that was asked about, NULL is right.
      const isRight = heard.kind === 'bestmove' && heard.column === null && closedColumn(play) !== null;
      this.#ledger.exchange.about(() => positionOf(play), isRight ? null : answerOf(heard));
    }
    if (heard.kind === 'bestmove') faults.push(...answerFaults(heard, play ?? { board: null, column: null }));
    if (!play) {
      events.push({ kind: 'stale', text: quoted(line) });
      faults.push({ name: 'unasked-bestmove' });
    } else if (play.owner === null) {
      events.push({ kind: 'understood', what: `answered: ${play.line}` });
    } else {
      this.#takeAnswer(play.owner, play, heard, now, events);
    }
  }

  #takeAnswer(
    rounds: Rounds,
    play: Play<Rounds>,
    heard: BestmoveHeard,
    now: number,
    events: DriverEvent[],
  ): void {
    const seconds = (now - (rounds.beganAt ?? play.at)) / 1000;
    const rest = { nodes: play.plies, seconds, truncated: play.cut };
    const report = reportOf(heard, rounds.position, play.depth, rest);
    const endsAt = rounds.endsAt(this.#deadlines.move);
    if (endsAt !== null && endsAt <= now) rounds.ending = true;
    rounds.take(report);
    if (!rounds.ending && !rounds.settled) {
      events.push({ kind: 'report', search: rounds.search.id, report, final: false });
    }
  }

  tick(now: number): readonly DriverEvent[] {
    const events: DriverEvent[] = [];
    for (const wait of this.#waits()) {
      if (wait.at > now) continue;
      if (wait.kind === 'fault') {
        this.#fault = wait.reason;
        events.push({ kind: 'fault', ending: wait.ending, reason: wait.reason });
        return events;
      }
      if (wait.kind === 'end') this.#end(events);
      else this.#proposeOnce('ping', events);
    }
    this.#advance(events);
    return events;
  }

  nextWake(): number | null {
    const times = this.#waits().map((wait) => wait.at);
    return times.length > 0 ? Math.min(...times) : null;
  }

  #waits(): readonly Wait[] {
    if (this.#fault !== null) return [];
    const endsAt = this.#served?.endsAt(this.#deadlines.move) ?? null;
    return waitsOf(this.#ledger, this.#deadlines, this.#heard, endsAt, this.#proposed.has('ping'));
  }

  /** Why a search cannot be served, in words; null where it can or will be. */
  #refusal(search: Search): string | null {
    const objected = searchObjection(search);
    if (objected !== null) return objected;
    if (this.#fault !== null) return this.#fault;
    if (this.state === 'quitting') return 'the server was told to stop';
    return this.state === 'new' && !this.#proposed.has('start') ? 'the conversation has not begun' : null;
  }

  /** Ends the search under way; its final report follows when its play is answered. */
  #end(events: DriverEvent[]): void {
    if (!this.#served || this.#served.ending) return;
    this.#served.ending = true;
    if (this.#served.asking && this.#ledger.quitAt === null) this.#proposeOnce('quit', events);
  }

  /** Does what has become possible: ends a search that is over, serves the one that waits, asks deeper. */
  #advance(events: DriverEvent[]): void {
    const done = this.#served;
    if (done && !done.asking && (done.ending || done.settled)) {
      this.#served = null;
      const { id } = done.search;
      const { final } = done;
      if (final) events.push({ kind: 'report', search: id, report: final, final: true });
      else events.push({ kind: 'failed', search: id, ...done.failure });
    }
    const { quitAt, plays } = this.#ledger;
    // Its play went out behind a quit that had nothing left to cut by then.
    const uncut = quitAt === null && plays.some(({ owner }) => owner !== null && owner === this.#served);
    if (this.#served?.ending && uncut) this.#proposeOnce('quit', events);
    const { state } = this;
    const free = (state === 'idle' || state === 'thinking') && !this.#proposed.has('quit');
    if (!free || this.#fault !== null || this.#ledger.plays.length === MAX_UNANSWERED) return;
    if (!this.#served && this.#waiting) {
      // `#refusal` has seen to it that the line is one of Connect Four.
      this.#served = new Rounds(this.#waiting, this.#waiting.line.position as Connect4Position);
      this.#waiting = null;
    }
    const rounds = this.#served;
    if (rounds && !rounds.asking) this.#propose(rounds.ask(), rounds, events);
  }

  #dropWaiting(reason: string, events: DriverEvent[]): void {
    if (this.#waiting) this.#fail(this.#waiting, reason, events);
    this.#waiting = null;
  }

  #fail(search: Search, reason: string, events: DriverEvent[]): void {
    events.push({ kind: 'failed', search: search.id, reason });
  }

  #propose(line: string, rounds: Rounds | null, events: DriverEvent[]): void {
    if (this.#fault !== null) return;
    this.#proposed.add(line, rounds);
    events.push({ kind: 'send', line });
  }

  #proposeOnce(line: string, events: DriverEvent[]): void {
    if (!this.#proposed.has(line)) this.#propose(line, null, events);
  }

  #tellState(before: DriverState, events: DriverEvent[]): void {
    if (this.state !== before) events.push({ kind: 'state', state: this.state });
  }
}

const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text });
