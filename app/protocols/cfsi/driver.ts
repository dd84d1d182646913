/**
 * Our side of CFSI. `states.ts` has the states and the unanswered lines, `rounds.ts` the plays of one search,
 * `searches.ts` the replacement of searches. At most one search is served and one waits:
 *
 * | search    | request search             | request stop, time is up, quit | its play is answered                |
 * |-----------|----------------------------|--------------------------------|-------------------------------------|
 * | none      | serve it                   |                                |                                     |
 * | served    | end it; the new one waits  | `quit`; it is ending           | report; ask deeper, or end: final   |
 * | ending    | the new one waits          |                                | final report, or failed             |
 * | (waiting) | failed; the new one waits  | failed                         | served once `quit` left no question |
 *
 * No play is sent between `quit` and the answer to the last play. A search is answered only by its own plays, never by
 * typed ones or those of earlier searches.
 */
import type { Connect4Position } from '../../games/connect4/index.ts';
import type { Line } from '../../games/line.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import type { Deadlines, Driver, DriverEvent, Exchange, Intent, ShortWay } from '../protocol.ts';
import { playsAt } from './commands.ts';
import { closedColumn, Ledger, positionOf, waitsOf, type Wait } from './states.ts';
import { decodeResponse, isPrompt, type Heard } from './messages.ts';
import { answerFaults, answerOf, type BestmoveHeard, type Rounds } from './rounds.ts';
import { lineObjection, Searches } from './searches.ts';
import { CfsiShortWay } from './short-way.ts';
import { distinct, LastLines, reported } from '../conversation.ts';
import { oddity, type Fault } from './values.ts';
import { quoted, quotedCause } from '../text.ts';

const capabilities: Capabilities = {
  stop: true,
  analyse: true,
  time: true,
  depth: true,
  setPosition: 'any',
  score: true,
  scoresPerMove: true,
  options: false,
  debug: false,
  ping: true,
  drawing: false,
};

/** Why a request cannot be served; null if it can. */
function objection(intent: Intent, state: DriverState): string | null {
  switch (intent.kind) {
    case 'start':
      return state === 'quitting' ? 'after stop the server cannot be started again' : null;
    case 'ping':
      return state === 'quitting' ? 'after stop the server answers no ping' : null;
    case 'options': {
      const names = Object.keys(intent.values).join(', ');
      return names === '' ? null : `CFSI has no options; ${quoted(names)} cannot be set`;
    }
    case 'press':
      return `CFSI has no options; ${quoted(intent.option)} cannot be pressed`;
    case 'debug':
      return 'CFSI has no debug mode; a server sends debug lines as it likes';
    case 'search':
    case 'resynchronise':
    case 'follow':
    case 'stop':
    case 'showBoard':
      return null;
  }
}

const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text });

export class CfsiDriver implements Driver {
  readonly capabilities = capabilities;
  readonly #deadlines: Deadlines;
  readonly #ledger = new Ledger<Rounds>();
  readonly #searches: Searches;
  readonly shortWay: ShortWay;
  /** Before `started`. */
  readonly #heard = new LastLines();

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
    this.#searches = new Searches(this.#ledger, deadlines.move);
    this.shortWay = new CfsiShortWay(this.#ledger, this.#searches, deadlines.move);
  }

  get state(): DriverState {
    return this.#ledger.state;
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
    const out: DriverEvent[] = [];
    switch (intent.kind) {
      case 'start':
        if (this.state === 'new') this.#searches.proposeOnce('start', out);
        else if (this.state !== 'handshake') out.push({ kind: 'ready' });
        break;
      case 'search':
        this.#searches.take(intent.search, out);
        break;
      case 'stop':
        this.#searches.stop(out);
        break;
      case 'ping':
        this.#searches.propose('ping', out);
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'CFSI has no command that draws the board' });
        break;
      case 'resynchronise':
      case 'follow':
        // A server keeps no game: each play includes its whole board.
        break;
      case 'options':
      case 'press':
      case 'debug':
        // `objection` has declined all of these except a request to set no option.
        break;
    }
    this.#searches.advance(out);
    return out;
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    this.#ledger.exchange.goesOut();
    const rounds = this.#searches.sent(line, now);
    out.push(...this.#ledger.sent(line, now, rounds).map(misuse));
    this.#tellState(before, out);
    if (this.state === 'quitting' && before !== 'quitting') this.#searches.leave(out);
    this.#searches.cut();
    this.#searches.advance(out);
    return out;
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    this.#ledger.exchange.comesIn();
    const { heard, faults: found } = decodeResponse(line);
    const faults: Fault[] = [...found];
    if (before === 'handshake') this.#heard.add(line);
    const isDue = isPrompt(line) && this.#ledger.prompted();
    const isExcused = isDue || (heard.kind !== 'other' && this.#isLate(now));
    if (before === 'quitting' && !isExcused) faults.push({ name: 'talk-after-stop' });
    this.#take(heard, line, now, faults, out);
    this.#tellState(before, out);
    this.#searches.advance(out);
    for (const fault of distinct(faults)) out.push({ kind: 'oddity', oddity: oddity(fault) });
    return out;
  }

  /**
   * Whether a response after `stop` may have been said before the server read that: it is still at work on an earlier line.
   * With the last answer, or after the time for one, it has none of this excuse.
   */
  #isLate(now: number): boolean {
    return this.#ledger.isOwed && now - this.#ledger.stoppedAt <= this.#deadlines.stop;
  }

  #take(heard: Heard, line: string, now: number, faults: Fault[], out: DriverEvent[]): void {
    switch (heard.kind) {
      case 'started': {
        const answered = this.#ledger.started(now);
        if (answered === 'start') out.push({ kind: 'ready' });
        else out.push({ kind: 'understood', what: 'started' });
        if (answered === null) faults.push({ name: 'unasked-started' });
        return;
      }
      case 'pong': {
        const milliseconds = this.#ledger.pong(now);
        if (milliseconds !== null) out.push({ kind: 'alive', milliseconds });
        else {
          out.push({ kind: 'stale', text: 'pong' });
          faults.push({ name: 'unasked-pong' });
        }
        return;
      }
      case 'bestmove':
      case 'unreadable-bestmove':
        this.#takeBestmove(heard, line, now, faults, out);
        return;
      case 'info': {
        const { plies, words } = heard;
        if (plies !== null) {
          const play = this.#ledger.count(plies);
          // `stop` has ended every search.
          const search = this.state === 'quitting' ? null : (play?.owner?.search.id ?? null);
          out.push({ kind: 'progress', search, nodes: plies });
        }
        if (plies === null || words !== '') out.push({ kind: 'info', text: words });
        return;
      }
      case 'debug': {
        out.push({ kind: 'info', text: heard.text });
        const ended = this.#ledger.debug(heard.text, now);
        if (ended === 'second start') out.push({ kind: 'understood', what: 'a second start is refused' });
        else if (ended) {
          out.push({ kind: 'understood', what: `failed: ${quoted(ended.line)}` });
          ended.owner?.fail(`the engine refused the play: ${quotedCause(heard.text)}`);
        }
        return;
      }
      case 'other':
        this.#ledger.other(line);
    }
  }

  #takeBestmove(heard: BestmoveHeard, line: string, now: number, faults: Fault[], out: DriverEvent[]): void {
    const play = this.#ledger.answer(now);
    if (play) {
      // NULL is correct if the column in question is closed.
      const isRight = heard.kind === 'bestmove' && heard.column === null && closedColumn(play) !== null;
      this.#ledger.exchange.about(() => positionOf(play), isRight ? null : answerOf(heard));
    }
    if (heard.kind === 'bestmove') faults.push(...answerFaults(heard, play ?? { board: null, column: null }));
    if (!play) {
      out.push({ kind: 'stale', text: quoted(line) });
      faults.push({ name: 'unasked-bestmove' });
      return;
    }
    const rounds = play.owner;
    if (rounds === null) {
      out.push({ kind: 'understood', what: `answered: ${quoted(play.line)}` });
      return;
    }
    // `stop` has ended every search.
    if (this.state === 'quitting') {
      out.push({ kind: 'stale', text: quoted(line) });
      return;
    }
    const report = rounds.take(heard, play, now, this.#deadlines.move);
    if (rounds.isEnding || rounds.isSettled) return;
    out.push(reported(rounds.search, report, false));
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    for (const wait of this.#waits()) {
      if (wait.at > now) continue;
      if (wait.kind === 'fault') {
        this.#searches.fail(wait.reason);
        out.push({ kind: 'fault', ending: wait.ending, reason: wait.reason });
        return out;
      }
      if (wait.kind === 'end') this.#searches.end(out);
      else this.#searches.proposeOnce('ping', out);
    }
    this.#searches.advance(out);
    return out;
  }

  nextWake(): number | null {
    let next: number | null = null;
    for (const { at } of this.#waits()) if (next === null || at < next) next = at;
    return next;
  }

  #waits(): readonly Wait[] {
    if (this.#searches.hasFailed) return [];
    const isPinging = this.#searches.hasProposed('ping');
    return waitsOf(this.#ledger, this.#deadlines, this.#heard, this.#searches.endsAt, isPinging);
  }

  #tellState(before: DriverState, out: DriverEvent[]): void {
    if (this.state !== before) out.push({ kind: 'state', state: this.state });
  }
}
