/**
 * Our side of NMM. `states.ts` has the states and the record of lines, `answers.ts` the meaning of answers,
 * `searches.ts` the replacement of searches and the way to a position. At most one search is served and one waits:
 *
 * | search    | request search            | request stop, time is up, stop | its go is answered                  |
 * |-----------|---------------------------|--------------------------------|-------------------------------------|
 * | none      | serve it                  |                                |                                     |
 * | told      | failed; the new one next  | failed                         |                                     |
 * | thinking  | `stop`; the new one waits | `stop`; it is ending           | report; ask again, or end: final    |
 * | ending    | the new one waits         |                                | final report                        |
 * | (waiting) | failed; the new one waits | failed                         | served once no `go` is unanswered   |
 *
 * In play, the engine is told the game, and `go` makes it play its own move; in analysis, it is told the position and
 * gets `go noplay`. An answer without a `stop` ends the search, unless time is left and asking again may bring
 * something new.
 *
 * Only `stop` is sent while a `go` is unanswered: a bestmove answers the oldest `go`.
 */
import type { Line } from '../../games/line.ts';
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import { decline, distinct, misuse, LastLines } from '../conversation.ts';
import type {
  Again,
  Deadlines,
  Driver,
  DriverEvent,
  Exchange,
  Intent,
  Search,
  ShortWay,
} from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { Answers } from './answers.ts';
import { isInitial, offersAt } from './commands.ts';
import { decodeMessage, oddity, type Fault } from './messages.ts';
import { Notations, type NotationSettings } from './notations.ts';
import { NmmShortWay } from './short-way.ts';
import { stopTime, type Purpose, type Step, Searches } from './searches.ts';
import { Wire, type Go } from './states.ts';

const capabilities: Capabilities = {
  stop: true,
  analyse: true,
  time: true,
  depth: false,
  setPosition: 'any',
  score: true,
  scoresPerMove: false,
  options: false,
  debug: false,
  ping: false,
  drawing: false,
};

/** For an engine that accepts no position. */
const fromStartOnly: Capabilities = { ...capabilities, setPosition: 'replay' };

export class NmmDriver implements Driver {
  readonly #deadlines: Deadlines;
  readonly #notations: Notations;
  readonly #wire = new Wire<Purpose>();
  readonly #searches: Searches;
  readonly #answers: Answers;
  readonly shortWay: ShortWay;
  /** The step that was proposed and not yet reported as sent. */
  #proposed: Step | null = null;
  /** When the conversation was requested, in ms. */
  #startedAt: number | null = null;
  #ready = false;
  /** Whether what was taken for `ready` may be a word of another line. */
  #isReadySupposed = false;
  /** The last lines before `ready`. */
  readonly #heard = new LastLines();
  /** A fault was reported; the session is about to end. */
  #over = false;

  constructor(deadlines: Deadlines, settings: NotationSettings) {
    this.#deadlines = deadlines;
    this.#notations = new Notations(settings);
    this.#searches = new Searches(this.#wire, this.#notations);
    this.#answers = new Answers(this.#wire, this.#notations, this.#searches);
    this.shortWay = new NmmShortWay(
      ...([this.#wire, this.#searches, this.#notations, this.#answers] as const),
      () => this.#isAtRest,
    );
  }

  get state(): DriverState {
    return this.#wire.conversation.state;
  }

  get exchange(): Exchange {
    return this.#wire.exchange;
  }

  get capabilities(): Capabilities {
    return this.#notations.hopeless ? fromStartOnly : capabilities;
  }

  accepts({ game, start }: Line): string | null {
    if (game.id !== morris.id) return `NMM carries Nine Men's Morris only, not ${game.name}`;
    return this.#notations.hopeless && !isInitial(start as MorrisPosition)
      ? 'the engine takes no position, with numbered points or with named ones; it can be told games from the start only'
      : null;
  }

  offers(word: string, line: Line): readonly string[] {
    return this.accepts(line) === null ? offersAt(word, line, this.#notations) : [];
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    switch (intent.kind) {
      case 'start':
        if (this.#ready) out.push({ kind: 'ready' });
        this.#startedAt ??= now;
        break;
      case 'search':
        this.#searches.take(intent.search, this.#refusalOf(intent.search), out);
        break;
      case 'stop':
        this.#searches.stop(out);
        break;
      case 'resynchronise':
        this.#wire.lose();
        break;
      case 'follow':
        // Each search includes its whole game.
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'NMM has no command that draws the board' });
        break;
      case 'ping':
        out.push(misuse('NMM has no command to check that the engine is alive'));
        break;
      case 'options':
      case 'press':
      case 'debug':
        out.push(...decline('NMM', intent));
        break;
    }
    return this.#advance(now, out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    this.#wire.exchange.goesOut();
    const step = this.#proposed?.line === line ? this.#proposed : null;
    if (step) this.#proposed = null;
    const purpose = step && this.#searches.purposeOf(step);
    const { command, misuse: faults } = this.#wire.sent(line, now, purpose, step);
    for (const text of faults) out.push(misuse(text));
    if (command.kind === 'move') this.#notations.note('moves');
    if (command.kind === 'newgame' && !isInitial(command.position)) this.#notations.note('positions');
    if (command.kind === 'stop' && step === null) {
      const asked = this.#wire.gos[0]?.purpose;
      if (asked?.kind === 'task') asked.task.ending = true;
    }
    this.#tellState(before, out);
    if (this.state === 'quitting' && before !== 'quitting' && !this.#over) this.#searches.quit(out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    this.#wire.exchange.comesIn();
    const { heard, faults: found } = decodeMessage(line, !this.#wire.started);
    const faults: Fault[] = [...found];
    if (before === 'quitting' && !this.#isLate(now)) faults.push({ name: 'talk-after-quit' });
    switch (heard.kind) {
      case 'ready':
        if (!this.#wire.ready() && !this.#isReadySupposed) faults.push({ name: 'unasked-ready' });
        this.#isReadySupposed = !heard.isCertain;
        out.push({ kind: 'understood', what: 'ready' });
        break;
      case 'info':
        this.#answers.hearInfo(heard, faults, out);
        break;
      case 'bestmove':
      case 'none':
      case 'unreadable-bestmove':
        this.#answers.hearBestmove(heard, line, now, faults, out);
        break;
      case 'other':
        break;
    }
    if (!this.#wire.started) {
      this.#heard.add(line);
    }
    this.#tellState(before, out);
    // Faults come first, since a listener may stop at a final report.
    if (faults.length > 0) {
      out.unshift(
        ...distinct(faults).map((fault): DriverEvent => ({ kind: 'oddity', oddity: oddity(fault) })),
      );
    }
    return this.#advance(now, out);
  }

  get heedsComplaints(): boolean {
    return this.#answers.heedsComplaints;
  }

  complained(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    this.#answers.hearComplaint(line, out);
    return this.#advance(now, out);
  }

  again(): Again | null {
    return this.#notations.again();
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    if (this.#over) return out;
    const { handshake, stop, move } = this.#deadlines;
    const go = this.#wire.gos[0];
    const opening = this.#handshakeDue();
    if (opening !== null && now >= opening) {
      this.#fail('handshake', `no "ready" within ${inSeconds(handshake)}; ${this.#heard.words}`, out);
    } else if (go && go.stoppedAt !== null && this.state !== 'quitting') {
      if (!go.late && now >= go.stoppedAt + stop) {
        go.late = true;
        const detail = `none within ${inSeconds(stop)}`;
        out.push({ kind: 'oddity', oddity: oddity({ name: 'late-bestmove', detail }) });
      }
      if (now >= go.stoppedAt + move) this.#giveUp(go, out);
    }
    return this.#advance(now, out);
  }

  nextWake(): number | null {
    if (this.#over || this.state === 'quitting') return null;
    const { stop, move } = this.#deadlines;
    const go = this.#wire.gos[0];
    let next: number | null = null;
    if (go && go.stoppedAt !== null) next = go.stoppedAt + (go.late ? move : Math.min(stop, move));
    else if (this.#proposed === null) {
      if (go) next = stopTime(go);
      else if (this.#searches.current) next = this.#answers.quietUntil;
    }
    const due = Math.min(this.#handshakeDue() ?? Infinity, next ?? Infinity);
    return Number.isFinite(due) ? due : null;
  }

  get #isAtRest(): boolean {
    const isOpen = this.#ready && !this.#over && this.state === 'idle';
    return isOpen && this.#proposed === null && this.#searches.isFree;
  }

  /** Whether a line after `quit` may have been said before the engine read that. */
  #isLate(now: number): boolean {
    return this.#wire.isOwed && now - this.#wire.quitAt <= this.#deadlines.stop;
  }

  /** When the handshake has taken too long, in ms; null if none is in progress. */
  #handshakeDue(): number | null {
    const isOpen = this.#wire.started || this.state === 'quitting';
    return this.#startedAt === null || isOpen ? null : this.#startedAt + this.#deadlines.handshake;
  }

  /** Why a search cannot be served; null if it can or will be. */
  #refusalOf({ line, limit, only }: Search): string | null {
    const reason = this.accepts(line);
    if (reason !== null) return reason;
    const result = line.game.result(line.position);
    if (result) return `the game is over: ${result.reason}`;
    if (limit.kind === 'depth') return 'NMM has no depth limit; set a time instead';
    if (limit.kind === 'time' && !(limit.seconds > 0)) return 'the time must be greater than zero';
    if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time must be finite';
    if (only !== undefined && only !== null) return 'NMM cannot ask about one move alone';
    if (this.#over) return 'the engine no longer answers';
    if (this.state === 'quitting') return 'the engine was told to quit';
    return this.#startedAt === null ? 'the conversation has not begun' : null;
  }

  /** No bestmove arrived within the longest wait after a stop. */
  #giveUp(go: Go<Purpose>, out: DriverEvent[]): void {
    if (!go.doubtful) {
      this.#fail('stalled', `no bestmove within ${inSeconds(this.#deadlines.move)} of stop`, out);
      return;
    }
    const before = this.state;
    this.#wire.drop();
    out.push(misuse('A typed go that an engine may ignore was not answered'));
    this.#tellState(before, out);
  }

  #fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.#over = true;
    this.#searches.drop();
    out.push({ kind: 'fault', ending, reason });
  }

  #tellState(before: DriverState, out: DriverEvent[]): void {
    if (this.state !== before) out.push({ kind: 'state', state: this.state });
  }

  /** Proposes the next line, unless a proposed one is not sent yet. */
  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    const { state } = this;
    if (this.#over || this.#startedAt === null || state === 'quitting') return out;
    if (!this.#ready && this.#wire.initialised && state !== 'new' && state !== 'handshake') {
      this.#ready = true;
      out.push({ kind: 'ready' });
    }
    this.#proposed ??= this.#propose(now, out);
    return out;
  }

  #propose(now: number, out: DriverEvent[]): Step | null {
    const step = this.#nextStep(now, out);
    if (step === null) return null;
    const { line, next } = step;
    out.push(next === undefined ? { kind: 'send', line } : { kind: 'send', line, next });
    return step;
  }

  #nextStep(now: number, out: DriverEvent[]): Step | null {
    const { gos, started, initialised } = this.#wire;
    if (!started) return null;
    if (gos[0]) return this.#searches.wantsStop(gos[0], now) ? { line: 'stop' } : null;
    return initialised ? this.#searches.next(now, this.#answers.quietUntil, out) : { line: 'init' };
  }
}
