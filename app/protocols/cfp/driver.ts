/**
 * Our side of a CFP conversation. The state table is in states.ts, what is known of the engine in wire.ts,
 * what is wanted of it and the next line towards that in agenda.ts; here wishes, lines and time come in
 * and events go out. At most one line is proposed at a time; `sent` brings the next one.
 *
 * Every search ends with exactly one final `report` or one `failed`, unless the session itself ends
 * by a `fault`. One search can wait; a newer one replaces it and the replaced one is `failed`.
 */
import { formatCells43, type Connect4Position } from '../../games/connect4/index.ts';
import type { Line } from '../../games/line.ts';
import type { Deadlines, Driver, DriverEvent, Exchange, Intent } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { Agenda, LIVENESS_INTERVAL, nextStep } from './agenda.ts';
import { hear, Introduction } from './hearing.ts';
import { optionKey } from './options.ts';
import { end, objection, swap, take, type Conversation } from './searches.ts';
import { tell } from './telling.ts';
import { Wire } from './states.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';

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
  readonly #talk: Conversation = { wire: new Wire(), agenda: new Agenda(), proposed: null };
  readonly #introduction = new Introduction();
  /** A fault was told; the session is about to end. */
  #over = false;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  get state(): DriverState {
    return this.#talk.wire.state;
  }

  get exchange(): Exchange {
    return this.#talk.wire.exchange;
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
    const { agenda, wire } = this.#talk;
    switch (intent.kind) {
      case 'start':
        agenda.start = true;
        break;
      case 'search':
        if (!this.#over) take(this.#talk, intent.search, out);
        else out.push({ kind: 'failed', search: intent.search.id, reason: 'the engine no longer answers' });
        break;
      case 'stop':
        end(this.#talk, 'stopped before it began', out);
        break;
      case 'options':
        for (const [name, value] of Object.entries(intent.values)) {
          agenda.values.set(optionKey(name), { name, value });
        }
        this.#checkOptions(out);
        break;
      case 'press':
        agenda.presses.add(intent.option);
        this.#checkOptions(out);
        break;
      case 'debug':
        agenda.debug = intent.on;
        break;
      case 'resynchronise':
        wire.lose();
        agenda.halt = true;
        break;
      case 'follow':
        // A search says all that is to be known of its game.
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'CFP has no command that draws the board' });
        break;
      case 'ping':
        agenda.ping = !wire.pending.some(({ ping }) => ping);
        break;
    }
    return this.#advance(now, out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const { proposed, wire } = this.#talk;
    wire.exchange.goesOut();
    const step = proposed?.line === line ? proposed : null;
    if (step) this.#talk.proposed = null;
    tell(this.#talk, line, step, now, out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    this.#talk.wire.exchange.comesIn();
    hear(this.#talk, this.#introduction, line, now, out);
    if (before === 'handshake' && this.state === 'idle') this.#checkOptions(out);
    return this.#advance(now, out);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    if (!this.#over) this.#watch(now, out);
    return this.#advance(now, out);
  }

  nextWake(): number | null {
    const { wire, agenda, proposed } = this.#talk;
    if (this.#over || wire.state === 'quitting' || wire.state === 'new') return null;
    let first = this.#answerDue();
    const { thinking } = wire;
    if (proposed) return first;
    if (thinking?.stoppedAt === null) {
      first = earlier(first, thinking.until);
      if (wire.pending.length === 0) first = earlier(first, thinking.lastSign + LIVENESS_INTERVAL);
    }
    if (!thinking && wire.settled && wire.pending.length === 0) {
      first = earlier(first, agenda.current?.notBefore ?? null);
    }
    return first;
  }

  /** When the earliest answer that is awaited is overdue. */
  #answerDue(): number | null {
    const { cfpAt, state, pending, thinking } = this.#talk.wire;
    const { handshake, ready, stop } = this.#deadlines;
    // One that has answered before it was stopped may owe nothing but a readyok.
    const stopped = thinking?.suspect ? null : (thinking?.stoppedAt ?? null);
    const first = state === 'handshake' && cfpAt !== null ? cfpAt + handshake : null;
    const second = earlier(first, pending[0] ? pending[0].at + ready : null);
    return earlier(second, stopped === null ? null : stopped + stop);
  }

  #watch(now: number, out: DriverEvent[]): void {
    const { wire } = this.#talk;
    const due = this.#answerDue();
    if (due === null || now < due || wire.state === 'quitting') return;
    const { handshake, ready, stop } = this.#deadlines;
    if (wire.state === 'handshake' && now >= wire.cfpAt! + handshake) {
      const reason = `no cfpok within ${inSeconds(handshake)} of cfp; ${this.#introduction.heard()}`;
      this.#fail('handshake', reason, out);
    } else if (wire.pending[0] && now >= wire.pending[0].at + ready) {
      this.#fail('stalled', `no readyok within ${inSeconds(ready)} of isready`, out);
    } else if (wire.thinking?.doubtful) {
      // It was typed against the text and the engine was free to ignore it, as it seems to have done.
      wire.thinking = null;
      out.push({ kind: 'misuse', text: 'A typed go without a position was not answered.' });
      wire.pass('bestmove', out);
    } else {
      this.#fail('stalled', `no bestmove within ${inSeconds(stop)} of stop`, out);
    }
  }

  #fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.#over = true;
    // They end with the session, whose word for it says more than that they failed.
    this.#talk.agenda.current = null;
    this.#talk.agenda.next = null;
    out.push({ kind: 'fault', ending, reason });
  }

  /** Wishes about options can be judged only once the engine has offered them all. */
  #checkOptions(out: DriverEvent[]): void {
    const { wire, agenda } = this.#talk;
    if (wire.state === 'new' || wire.state === 'handshake') return;
    for (const text of agenda.check(wire)) out.push({ kind: 'misuse', text: `${text}.` });
  }

  /** Proposes the next line unless one is still on its way out. */
  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    if (this.#over) return out;
    swap(this.#talk, out);
    if (this.#talk.proposed) return out;
    const step = nextStep(this.#talk.wire, this.#talk.agenda, now);
    if (!step) return out;
    this.#talk.proposed = step;
    out.push({ kind: 'send', line: step.line });
    return out;
  }
}

/** Of two times either of which may never come; asked at every line, and so without an array. */
function earlier(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}
