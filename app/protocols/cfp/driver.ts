/**
 * Our side of CFP. `states.ts` has the states and the knowledge of the engine, `wishes.ts` the requests other than
 * searches, `searches.ts` the replacement of searches and the choice of the next line, `incoming.ts` and `outgoing.ts`
 * the meaning of lines. At most one line is proposed at a time; `sent` brings the next one.
 *
 * Each search ends with one final `report` or one `failed`, unless a `fault` ends the session. One search can wait; a
 * newer one replaces it, and the replaced one is `failed`.
 *
 * | search    | request search            | request stop, time is up, quit | its go is answered                |
 * |-----------|---------------------------|--------------------------------|-----------------------------------|
 * | none      | serve it                  |                                |                                   |
 * | prepared  | failed; the new one next  | failed                         |                                   |
 * | thinking  | `stop`; the new one waits | `stop`; it is ending           | report; another round, or final   |
 * | ending    | the new one waits         |                                | final report                      |
 * | (waiting) | failed; the new one waits | failed                         | served                            |
 */
import { formatCells43, type Connect4Position } from '../../games/connect4/index.ts';
import type { Line } from '../../games/line.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import { failed, misuse } from '../conversation.ts';
import type { Deadlines, Driver, DriverEvent, Exchange, Intent } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { Incoming } from './incoming.ts';
import { Outgoing } from './outgoing.ts';
import { LIVENESS_INTERVAL, objection, Searches } from './searches.ts';
import { Wire } from './states.ts';
import { Wishes } from './wishes.ts';

const capabilities: Capabilities = {
  stop: true,
  analyse: true,
  time: true,
  depth: false,
  setPosition: 'any',
  score: false,
  scoresPerMove: false,
  options: true,
  debug: true,
  ping: true,
  drawing: false,
};

export class CfpDriver implements Driver {
  readonly capabilities = capabilities;
  readonly #deadlines: Deadlines;
  readonly #wire = new Wire();
  readonly #wishes = new Wishes(this.#wire);
  readonly #searches = new Searches(this.#wire, this.#wishes);
  readonly #incoming = new Incoming(this.#wire, this.#wishes, this.#searches);
  readonly #outgoing = new Outgoing(this.#wire, this.#wishes, this.#searches);
  /** A fault was reported; the session is about to end. */
  #over = false;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  get state(): DriverState {
    return this.#wire.state;
  }

  get exchange(): Exchange {
    return this.#wire.exchange;
  }

  accepts(line: Line): string | null {
    return objection(line);
  }

  offers(word: string, line: Line): readonly string[] {
    const isHeld = word === 'position' && objection(line) === null;
    return isHeld ? [formatCells43(line.position as Connect4Position)] : [];
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    switch (intent.kind) {
      case 'start':
        this.#wishes.wantStart();
        break;
      case 'search':
        if (!this.#over) this.#searches.take(intent.search, out);
        else out.push(failed(intent.search, 'the engine no longer answers'));
        break;
      case 'stop':
        this.#searches.end('stopped before it began', out);
        break;
      case 'options':
        this.#wishes.wantValues(intent.values);
        this.#checkOptions(out);
        break;
      case 'press':
        this.#wishes.wantPress(intent.option);
        this.#checkOptions(out);
        break;
      case 'debug':
        this.#wishes.wantDebug(intent.on);
        break;
      case 'resynchronise':
        this.#wire.lose();
        this.#wishes.wantHalt();
        break;
      case 'follow':
        // A search includes all data of its game.
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'CFP has no command that draws the board' });
        break;
      case 'ping':
        this.#wishes.wantPing();
        break;
    }
    return this.#advance(now, out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    this.#wire.exchange.goesOut();
    this.#outgoing.sent(line, this.#searches.takeProposal(line), now, out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    this.#wire.exchange.comesIn();
    this.#incoming.receive(line, now, out);
    if (before === 'handshake' && this.state === 'idle') this.#checkOptions(out);
    return this.#advance(now, out);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    if (!this.#over) this.#watch(now, out);
    return this.#advance(now, out);
  }

  nextWake(): number | null {
    const { state, thinking, pending, settled } = this.#wire;
    if (this.#over || state === 'quitting' || state === 'new') return null;
    let first = this.#answerDue();
    if (this.#searches.hasProposal) return first;
    if (thinking?.stoppedAt === null) {
      first = earlier(first, thinking.until);
      if (pending.length === 0) first = earlier(first, thinking.lastSign + LIVENESS_INTERVAL);
    }
    if (!thinking && settled && pending.length === 0) first = earlier(first, this.#searches.notBefore);
    return first;
  }

  /** When the first awaited answer becomes overdue, in ms; null while none is awaited. */
  #answerDue(): number | null {
    const { cfpAt, state, pending, thinking } = this.#wire;
    const { handshake, ready, stop } = this.#deadlines;
    // After an early answer, the engine may owe only a readyok.
    const stoppedAt = thinking?.suspect ? null : (thinking?.stoppedAt ?? null);
    const first = state === 'handshake' && cfpAt !== null ? cfpAt + handshake : null;
    const second = earlier(first, pending[0] ? pending[0].at + ready : null);
    return earlier(second, stoppedAt === null ? null : stoppedAt + stop);
  }

  #watch(now: number, out: DriverEvent[]): void {
    const { cfpAt, state, pending, thinking } = this.#wire;
    const due = this.#answerDue();
    if (due === null || now < due || state === 'quitting') return;
    const { handshake, ready, stop } = this.#deadlines;
    if (state === 'handshake' && now >= cfpAt! + handshake) {
      const reason = `no cfpok within ${inSeconds(handshake)} of cfp; ${this.#incoming.heard}`;
      this.#fail('handshake', reason, out);
    } else if (pending[0] && now >= pending[0].at + ready) {
      this.#fail('stalled', `no readyok within ${inSeconds(ready)} of isready`, out);
    } else if (thinking?.doubtful) {
      // The text lets the engine ignore this go.
      this.#wire.giveUp();
      out.push(misuse('A typed go without a position was not answered'));
      this.#wire.pass('bestmove', out);
    } else {
      this.#fail('stalled', `no bestmove within ${inSeconds(stop)} of stop`, out);
    }
  }

  #fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.#over = true;
    this.#searches.forget();
    out.push({ kind: 'fault', ending, reason });
  }

  #checkOptions(out: DriverEvent[]): void {
    for (const text of this.#wishes.check()) out.push(misuse(text));
  }

  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    if (this.#over) return out;
    this.#searches.serve(out);
    const step = this.#searches.propose(now);
    if (step) out.push({ kind: 'send', line: step.line });
    return out;
  }
}

/** Called for every line, hence without an array. */
function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
