/**
 * Our side of NMM. The states and what has passed stand in `states.ts`, what answers mean in `answers.ts`, how searches
 * replace each other and what they wait for in `searches.ts`, the way to a position in `position.ts`. There is at most
 * one search that is served and one that waits:
 *
 * | search    | request search            | request stop, time is up, stop | its go is answered                  |
 * |-----------|---------------------------|--------------------------------|-------------------------------------|
 * | none      | serve it                  |                                |                                     |
 * | told      | failed; the new one next  | failed                         |                                     |
 * | thinking  | `stop`; the new one waits | `stop`; it is ending           | report; ask again, or end: final    |
 * | ending    | the new one waits         |                                | final report                        |
 * | (waiting) | failed; the new one waits | failed                         | served once no `go` is unanswered   |
 *
 * In play the engine is told the game, and `go` has it play its own move; in analysis it is told the position,
 * and `go noplay`. An answer that the engine gave unasked to stop is its last word on a position, unless time
 * is left of what was given and asking on tells something new.
 *
 * Nothing but `stop` goes out while a `go` is unanswered: the wire's oldest question is what a bestmove answers.
 */
import type { Line } from '../../games/line.ts';
import type { Again, Deadlines, Driver, DriverEvent, Exchange, Intent } from '../protocol.ts';
import { inSeconds } from '../text.ts';
import { decline, misuse } from '../faults.ts';
import { isInitial, offersAt } from './commands.ts';
import {
  hearComplaint,
  otherSettings,
  dropNext,
  endSearch,
  failed,
  finish,
  objectionTo,
  quitSearches,
  takeSearch,
  Talk,
  handshakeDue,
  nextWakeOf,
  wantsStop,
} from './searches.ts';
import { hearBestmove, hearInfo } from './answers.ts';
import { decodeMessage, distinct, oddity, quoted, type Fault } from './messages.ts';
import type { NotationSettings } from './notations.ts';
import { nextStep, refusalOf, tellWhole, type Purpose, type Step } from './position.ts';
import type { Go } from './states.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';

/** Lines kept to say what was heard instead of `ready`. */
const HEARD_KEPT = 3;

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

/** Where it has turned out that it takes no position. */
const fromStartOnly: Capabilities = { ...capabilities, setPosition: 'replay' };

export class NmmDriver implements Driver {
  readonly #talk: Talk;

  constructor(deadlines: Deadlines, settings: NotationSettings) {
    this.#talk = new Talk(deadlines, settings);
  }

  get state(): DriverState {
    return this.#talk.state;
  }

  get exchange(): Exchange {
    return this.#talk.wire.exchange;
  }

  get capabilities(): Capabilities {
    return this.#talk.notations.hopeless ? fromStartOnly : capabilities;
  }

  accepts(line: Line): string | null {
    return objectionTo(this.#talk, line);
  }

  offers(word: string, line: Line): readonly string[] {
    return objectionTo(this.#talk, line) === null ? offersAt(word, line, this.#talk.notations) : [];
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    switch (intent.kind) {
      case 'start':
        if (this.#talk.ready) out.push({ kind: 'ready' });
        this.#talk.startedAt ??= now;
        break;
      case 'search':
        takeSearch(this.#talk, intent.search, out);
        break;
      case 'stop':
        dropNext(this.#talk, 'it was stopped before it began', out);
        endSearch(this.#talk, 'it was stopped before it began', out);
        break;
      case 'resynchronise':
        this.#talk.wire.board = null;
        break;
      case 'follow':
        // A search says all that is to be known of its game.
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'NMM has no command that draws the board' });
        break;
      case 'ping':
        out.push(misuse('NMM has no command to ask for a sign of life'));
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
    this.#talk.wire.exchange.goesOut();
    const step = this.#talk.proposed?.line === line ? this.#talk.proposed : null;
    if (step) this.#talk.proposed = null;
    const purpose = this.#purposeOf(step);
    const { command, misuse: faults } = this.#talk.wire.sent(line, now, purpose, step?.gameKey ?? null);
    for (const text of faults) out.push(misuse(text));
    if (command.kind === 'move') this.#talk.told.add('moves');
    if (command.kind === 'newgame' && !isInitial(command.position)) this.#talk.told.add('positions');
    // A user who types it wants the answer now.
    if (command.kind === 'stop' && step === null) {
      const asked = this.#talk.wire.gos[0]?.purpose;
      if (asked?.kind === 'task') asked.task.ending = true;
    }
    this.#tellState(before, out);
    if (this.state === 'quitting' && before !== 'quitting') quitSearches(this.#talk, out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    this.#talk.wire.exchange.comesIn();
    const { heard, faults: found } = decodeMessage(line);
    const faults: Fault[] = [...found];
    if (before === 'quitting') faults.push({ name: 'talk-after-quit' });
    switch (heard.kind) {
      case 'ready':
        if (!this.#talk.wire.ready()) faults.push({ name: 'unasked-ready' });
        out.push({ kind: 'understood', what: 'ready' });
        break;
      case 'info':
        hearInfo(this.#talk, heard, faults, out);
        break;
      case 'bestmove':
      case 'none':
      case 'unreadable-bestmove':
        hearBestmove(this.#talk, heard, line, now, faults, out);
        break;
      case 'other':
        break;
    }
    if (!this.#talk.wire.started) {
      this.#talk.heard.push(quoted(line));
      if (this.#talk.heard.length > HEARD_KEPT) this.#talk.heard.shift();
    }
    this.#tellState(before, out);
    // First, since a listener may stop at a final report.
    out.unshift(...distinct(faults).map((fault): DriverEvent => ({ kind: 'oddity', oddity: oddity(fault) })));
    return this.#advance(now, out);
  }

  complained(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    hearComplaint(this.#talk, line, out);
    return this.#advance(now, out);
  }

  again(): Again | null {
    return otherSettings(this.#talk);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    if (this.#talk.over) return out;
    const { handshake, stop, move } = this.#talk.deadlines;
    const go = this.#talk.wire.gos[0];
    const opening = handshakeDue(this.#talk);
    if (opening !== null && now >= opening) {
      const last =
        this.#talk.heard.length > 0
          ? `the last lines heard: ${this.#talk.heard.join(', ')}`
          : 'no line was heard';
      this.#fail('handshake', `no "ready" within ${inSeconds(handshake)}; ${last}`, out);
    } else if (go && go.stoppedAt !== null) {
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
    return nextWakeOf(this.#talk);
  }

  /** What a line of ours is for when it goes out: a typed line may have been faster. */
  #purposeOf(step: Step | null): Purpose | null {
    const purpose = step?.purpose ?? null;
    if (purpose === null) return null;
    const task = this.#talk.task;
    if (task === null || (purpose.kind === 'task' && purpose.task.over)) return { kind: 'nothing' };
    const due = nextStep(task, this.#talk.wire.board, this.#talk.notations);
    const same = typeof due !== 'string' && due.line === step!.line && due.purpose?.kind === purpose.kind;
    return same ? purpose : { kind: 'nothing' };
  }

  /** No bestmove came for so long after a stop that none will. */
  #giveUp(go: Go<Purpose>, out: DriverEvent[]): void {
    const { move } = this.#talk.deadlines;
    if (!go.doubtful) {
      this.#fail('stalled', `no bestmove within ${inSeconds(move)} of stop`, out);
      return;
    }
    const before = this.state;
    this.#talk.wire.drop();
    out.push(misuse('A go that was typed while another was unanswered was not answered'));
    this.#tellState(before, out);
  }

  #fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.#talk.over = true;
    // They end with the session, whose word for it says more than that they failed.
    this.#talk.task = null;
    this.#talk.next = null;
    out.push({ kind: 'fault', ending, reason });
  }

  #tellState(before: DriverState, out: DriverEvent[]): void {
    if (this.state !== before) out.push({ kind: 'state', state: this.state });
  }

  /** Proposes the next line unless one is still on its way out. */
  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    if (this.#talk.over || this.#talk.startedAt === null || this.state === 'quitting') return out;
    if (
      !this.#talk.ready &&
      this.#talk.wire.initialised &&
      this.state !== 'new' &&
      this.state !== 'handshake'
    ) {
      this.#talk.ready = true;
      out.push({ kind: 'ready' });
    }
    if (this.#talk.proposed) return out;
    const step = this.#step(now, out);
    if (step === null) return out;
    this.#talk.proposed = step;
    out.push({ kind: 'send', line: step.line });
    return out;
  }

  #step(now: number, out: DriverEvent[]): Step | null {
    const { gos, started, initialised, board } = this.#talk.wire;
    const [go] = gos;
    if (!started) return null;
    if (go) return wantsStop(this.#talk, go, now) ? { line: 'stop' } : null;
    if (!initialised) return { line: 'init' };
    if (!this.#talk.task) {
      this.#talk.task = this.#talk.next;
      this.#talk.next = null;
    }
    if (!this.#talk.task || now < this.#talk.quietUntil) return null;
    const refusal = refusalOf(this.#talk.task, board, this.#talk.notations);
    if (refusal !== null && !tellWhole(this.#talk.task)) {
      finish(this.#talk, this.#talk.task, failed(this.#talk.task.search, refusal, 'refused'), out);
      return this.#step(now, out);
    }
    const step = nextStep(this.#talk.task, this.#talk.wire.board, this.#talk.notations);
    if (typeof step !== 'string') return step;
    finish(this.#talk, this.#talk.task, failed(this.#talk.task.search, step, 'unable'), out);
    return this.#step(now, out);
  }
}
