/**
 * Our side of NMM. The states and their arrows stand in `states.ts`, what is known of the engine's board in
 * `wire.ts`, the way to a position in `tasks.ts`. There is at most one search that is served and one that waits:
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
 * and `go noplay`. An answer that the engine gave unasked to stop is its last word on a position.
 *
 * Nothing but `stop` goes out while a `go` is unanswered: the wire's oldest question is what a bestmove answers.
 */
import type { Line } from '../../games/line.ts';
import { morris, type MorrisPosition } from '../../games/morris/index.ts';
import type {
  Capabilities,
  Deadlines,
  Driver,
  DriverEvent,
  DriverState,
  Intent,
  Search,
} from '../protocol.ts';
import { isInitial } from './commands.ts';
import { decodeMessage, type InfoHeard } from './messages.ts';
import { Notations, TRIAL, type NotationSettings } from './notations.ts';
import { distinct, oddity, quoted, type Fault } from './oddities.ts';
import { reportOf, scoreOf, type BestmoveHeard } from './reports.ts';
import {
  makeTask,
  nextStep,
  refusalOf,
  stopTime,
  tellWhole,
  type Purpose,
  type Step,
  type Task,
} from './tasks.ts';
import { objection, Wire, type Go } from './wire.ts';

/**
 * The quiet period, in ms, behind a bestmove of an engine that has answered a `go` twice before: nothing else
 * shows to which of two questions a line belongs.
 */
export const QUIET = 100;

/** Lines kept to say what was heard instead of `ready`. */
const HEARD_KEPT = 3;

/** What engines write to stderr when they do not take a position. */
const REFUSAL =
  /invalid|illegal|malformed|wrong|bad\b|cannot|could not|fail|reject|error|unknown|unexpected/i;

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

const inSeconds = (milliseconds: number): string => `${milliseconds / 1000} s`;
const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text: `${text}.` });
const failed = ({ id }: Search, reason: string): DriverEvent => ({ kind: 'failed', search: id, reason });

export class NmmDriver implements Driver {
  readonly #deadlines: Deadlines;
  readonly #notations: Notations;
  readonly #wire = new Wire<Purpose>();
  /** Proposed and not yet reported as sent. */
  #proposed: Step | null = null;
  #task: Task | null = null;
  #next: Task | null = null;
  /** When the conversation was asked for, in ms. */
  #startedAt: number | null = null;
  #ready = false;
  readonly #heard: string[] = [];
  /** The engine has answered a `go` twice. */
  #doubles = false;
  #quietUntil = -Infinity;
  #over = false;

  constructor(deadlines: Deadlines, settings: NotationSettings) {
    this.#deadlines = deadlines;
    this.#notations = new Notations(settings);
  }

  get state(): DriverState {
    return this.#wire.conversation.state;
  }

  get capabilities(): Capabilities {
    return this.#notations.hopeless ? fromStartOnly : capabilities;
  }

  accepts(line: Line): string | null {
    if (line.game.id !== morris.id) return `NMM carries Nine Men's Morris only, not ${line.game.name}`;
    return this.#notations.hopeless && !isInitial(line.start as MorrisPosition)
      ? 'the engine takes no position, with numbered points or with named ones; it can be told games from the start only'
      : null;
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    switch (intent.kind) {
      case 'start':
        if (this.#ready) out.push({ kind: 'ready' });
        this.#startedAt ??= now;
        break;
      case 'search':
        this.#take(intent.search, out);
        break;
      case 'stop':
        this.#dropNext('it was stopped before it began', out);
        this.#end('it was stopped before it began', out);
        break;
      case 'showBoard':
        out.push({ kind: 'undrawn', reason: 'NMM has no command that draws the board' });
        break;
      case 'ping':
        out.push(misuse('NMM has no command to ask for a sign of life'));
        break;
      case 'options':
        if (Object.keys(intent.values).length > 0) out.push(misuse('NMM has no options; none can be set'));
        break;
      case 'press':
        out.push(misuse(`NMM has no options; ${quoted(intent.option)} cannot be pressed`));
        break;
      case 'debug':
        out.push(misuse('NMM has no debug mode'));
        break;
    }
    return this.#advance(now, out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    const step = this.#proposed?.line === line ? this.#proposed : null;
    if (step) this.#proposed = null;
    const purpose = this.#purposeOf(step);
    const { command, misuse: faults } = this.#wire.sent(line, now, purpose, step?.gameKey ?? null);
    for (const text of faults) out.push(misuse(text));
    // Whoever typed it wants the answer now.
    if (command.kind === 'stop' && step === null) {
      const asked = this.#wire.gos[0]?.purpose;
      if (asked?.kind === 'task') asked.task.ending = true;
    }
    this.#tellState(before, out);
    if (this.state === 'quitting' && before !== 'quitting') this.#quit(out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const before = this.state;
    const { heard, faults: found } = decodeMessage(line);
    const faults: Fault[] = [...found];
    if (before === 'quitting') faults.push({ name: 'talk-after-quit' });
    switch (heard.kind) {
      case 'ready':
        if (!this.#wire.ready()) faults.push({ name: 'unasked-ready' });
        out.push({ kind: 'understood', what: 'ready' });
        break;
      case 'info':
        this.#hearInfo(heard, faults, out);
        break;
      case 'bestmove':
      case 'none':
      case 'unreadable-bestmove':
        this.#hearBestmove(heard, line, now, faults, out);
        break;
      case 'other':
        break;
    }
    if (!this.#wire.started) {
      this.#heard.push(quoted(line));
      if (this.#heard.length > HEARD_KEPT) this.#heard.shift();
    }
    this.#tellState(before, out);
    // First, since whoever waits for a final report may listen no longer.
    out.unshift(...distinct(faults).map((fault): DriverEvent => ({ kind: 'oddity', oddity: oddity(fault) })));
    return this.#advance(now, out);
  }

  /** Engines that do not take a position say so on stderr, if at all. */
  complained(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const told = this.#wire.board?.told;
    if (told && told.refusal === null && /position/i.test(line) && REFUSAL.test(line)) {
      told.refusal = quoted(line);
      out.push({ kind: 'oddity', oddity: oddity({ name: 'position-refused', detail: told.refusal }) });
    }
    return this.#advance(now, out);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    if (this.#over) return out;
    const { handshake, stop, move } = this.#deadlines;
    const go = this.#wire.gos[0];
    if (this.#handshakeDue !== null && now >= this.#handshakeDue) {
      const last =
        this.#heard.length > 0 ? `the last lines heard: ${this.#heard.join(', ')}` : 'no line was heard';
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
    if (this.#over || this.state === 'quitting') return null;
    const times: (number | null)[] = [this.#handshakeDue];
    const go = this.#wire.gos[0];
    if (go && go.stoppedAt !== null) {
      const { stop, move } = this.#deadlines;
      times.push(go.stoppedAt + (go.late ? move : Math.min(stop, move)));
    } else if (go && this.#proposed === null) times.push(stopTime(go));
    else if (!go && this.#task && this.#proposed === null) times.push(this.#quietUntil);
    const due = times.filter((time) => time !== null && Number.isFinite(time)) as number[];
    return due.length > 0 ? Math.min(...due) : null;
  }

  get #handshakeDue(): number | null {
    const open = this.#wire.started || this.state === 'quitting';
    return this.#startedAt === null || open ? null : this.#startedAt + this.#deadlines.handshake;
  }

  /** What a line of ours is for when it goes out: somebody else's may have been faster. */
  #purposeOf(step: Step | null): Purpose | null {
    const purpose = step?.purpose ?? null;
    if (purpose === null) return null;
    const task = this.#task;
    if (task === null || (purpose.kind === 'task' && purpose.task.over)) return { kind: 'nothing' };
    const due = nextStep(task, this.#wire.board, this.#notations);
    const same = typeof due !== 'string' && due.line === step!.line && due.purpose?.kind === purpose.kind;
    return same ? purpose : { kind: 'nothing' };
  }

  #hearInfo(heard: InfoHeard, faults: Fault[], out: DriverEvent[]): void {
    const go = this.#wire.gos[0];
    if (!go) {
      faults.push({ name: 'unasked-info' });
      out.push({ kind: 'understood', what: 'info' });
      return;
    }
    go.eval = heard.eval ?? go.eval;
    go.nodes = heard.nodes ?? go.nodes;
    const task = go.purpose?.kind === 'task' && !go.purpose.task.over ? go.purpose.task : null;
    if (heard.nodes === null && heard.eval === null) out.push({ kind: 'understood', what: 'info' });
    else {
      const score = scoreOf(heard.eval);
      out.push({ kind: 'progress', search: task?.search.id ?? null, nodes: heard.nodes, score });
    }
  }

  #hearBestmove(heard: BestmoveHeard, line: string, now: number, faults: Fault[], out: DriverEvent[]): void {
    const read = heard.kind === 'bestmove' ? heard.read : null;
    const go = this.#wire.answered(read?.move ?? null);
    if (this.#doubles) this.#quietUntil = now + QUIET;
    if (go === null) {
      faults.push({ name: 'unasked-bestmove' });
      out.push({ kind: 'stale', text: quoted(line) });
      if (this.#wire.started && this.#wire.initialised) this.#doubles = true;
      return;
    }
    const position = go.board?.told?.refusal ? null : (go.board?.position ?? null);
    if (position !== null) {
      const over = morris.result(position) !== null;
      if (heard.kind === 'none' && !over) faults.push({ name: 'early-none' });
      if (heard.kind === 'bestmove' && over) faults.push({ name: 'finished-move', detail: quoted(line) });
    }
    const kept = read !== null && this.#looksKept(go, read.move, faults);
    const { purpose } = go;
    if (purpose === null) out.push({ kind: 'understood', what: `answered: ${quoted(line)}` });
    else if (purpose.kind === 'task') this.#takeAnswer(purpose.task, go, heard, kept, now, out);
    else if (purpose.kind === 'nothing') out.push({ kind: 'stale', text: quoted(line) });
    else
      out.push({ kind: 'understood', what: `a question to see how it writes is answered: ${quoted(line)}` });
    if (read?.notation && this.#notations.moves === null) {
      this.#notations.moves = read.notation;
      out.push({ kind: 'learned', setting: 'moves', value: read.notation });
    }
    if (purpose?.kind === 'moves') this.#takeProbe(go, heard, now, out);
    else if (purpose?.kind === 'positions') {
      const proven = read?.kind === 'move' && objection(TRIAL, read.move) === null;
      this.#takeTrial(purpose.notation, proven && !go.board?.told?.refusal, faults, out);
    }
  }

  /** Whether the answer shows that the engine stands on the position before the one that it was told. */
  #looksKept(go: Go<Purpose>, move: number, faults: Fault[]): boolean {
    const { board } = go;
    const told = board?.told;
    if (!board || !told || board.moves.length > 0 || go.purpose?.kind === 'positions') return false;
    const why = objection(told.position, move);
    if (why === null) return false;
    const kept = told.before !== null && objection(told.before, move) === null;
    if (told.refusal === null)
      faults.push({ name: kept ? 'position-kept' : 'position-misread', detail: why });
    if (kept) told.refusal ??= 'it answered for the one before';
    return kept;
  }

  #takeAnswer(
    task: Task,
    go: Go<Purpose>,
    heard: BestmoveHeard,
    kept: boolean,
    now: number,
    out: DriverEvent[],
  ): void {
    const { search } = task;
    const refusal = go.board?.told?.refusal ?? null;
    const refused = refusal !== null && !(kept && search.purpose === 'play');
    if (task.over || refused) {
      const text = heard.kind === 'bestmove' ? heard.read.text : heard.kind;
      out.push({ kind: 'stale', text: quoted(text) });
    }
    if (task.over) return;
    if (refused) {
      // Otherwise it may be told in another way.
      if (task.ending)
        this.#finish(task, failed(search, `the engine did not take the position: ${refusal}`), out);
      return;
    }
    const report = reportOf(heard, go, now, go.stoppedAt !== null && task.ending);
    const last =
      task.ending || search.limit.kind === 'time' || search.purpose === 'play' || go.stoppedAt === null;
    if (last || report.answer.kind !== 'move') {
      this.#finish(task, { kind: 'report', search: search.id, report, final: true }, out);
      return;
    }
    task.held = report;
    task.round++;
    out.push({ kind: 'report', search: search.id, report, final: false });
  }

  /**
   * The answer to a question about the initial position should have shown how the engine writes moves. One that has
   * no move there, or none that can be read, is all that it has to say to the search.
   */
  #takeProbe(go: Go<Purpose>, heard: BestmoveHeard, now: number, out: DriverEvent[]): void {
    const task = this.#task;
    if (this.#notations.moves !== null || task === null) return;
    const { search } = task;
    if (heard.kind === 'bestmove') {
      const reason = `how the engine writes moves cannot be told from ${quoted(heard.read.text)}; none is sent before that is known`;
      this.#finish(task, failed(search, reason), out);
      return;
    }
    const report = reportOf(heard, go, now, false);
    this.#finish(task, { kind: 'report', search: search.id, report, final: true }, out);
  }

  #takeTrial(notation: 'index' | 'name', proven: boolean, faults: Fault[], out: DriverEvent[]): void {
    const notations = this.#notations;
    if (proven) {
      if (notations.positions === null) {
        notations.positions = notation;
        out.push({ kind: 'learned', setting: 'positions', value: notation });
      }
      return;
    }
    // Where it stands now is anybody's guess.
    this.#wire.board = null;
    notations.fail(notation);
    if (notations.hopeless) faults.push({ name: 'positions-unread' });
  }

  #take(search: Search, out: DriverEvent[]): void {
    this.#dropNext('a newer search took its place before it began', out);
    this.#end('a newer search took its place before it began', out);
    const reason = this.#refusal(search);
    if (reason === null) this.#next = makeTask(search);
    else out.push(failed(search, reason));
  }

  /** Why a search cannot be served, in words; null where it can or will be. */
  #refusal({ line, limit, only }: Search): string | null {
    const reason = this.accepts(line);
    if (reason !== null) return reason;
    const result = line.game.result(line.position);
    if (result) return `the game is over: ${result.reason}`;
    if (limit.kind === 'depth') return 'NMM has no limit of depth; give it time instead';
    if (limit.kind === 'time' && !(limit.seconds > 0)) return 'the time to think must be more than nothing';
    if (limit.kind === 'time' && !Number.isFinite(limit.seconds)) return 'the time to think has no end';
    if (only !== undefined && only !== null) return 'NMM cannot ask about one move alone';
    if (this.#over) return 'the engine no longer answers';
    if (this.state === 'quitting') return 'the engine was told to quit';
    return this.#startedAt === null ? 'the conversation has not begun' : null;
  }

  /** Ends the search that is served: at once where it is not thinking, by its next answer where it is. */
  #end(reason: string, out: DriverEvent[]): void {
    const task = this.#task;
    if (!task) return;
    task.ending = true;
    if (this.#wire.gos.some(({ purpose }) => purpose?.kind === 'task' && purpose.task === task)) return;
    const { search, held } = task;
    this.#finish(
      task,
      held ? { kind: 'report', search: search.id, report: held, final: true } : failed(search, reason),
      out,
    );
  }

  #finish(task: Task, word: DriverEvent, out: DriverEvent[]): void {
    task.over = true;
    task.ending = true;
    if (this.#task === task) this.#task = null;
    out.push(word);
  }

  #dropNext(reason: string, out: DriverEvent[]): void {
    if (this.#next) out.push(failed(this.#next.search, reason));
    this.#next = null;
  }

  #quit(out: DriverEvent[]): void {
    if (this.#over) return;
    const reason = 'the engine was told to quit';
    this.#dropNext(reason, out);
    if (this.#task) this.#finish(this.#task, failed(this.#task.search, reason), out);
  }

  /** No bestmove came for so long after a stop that none will. */
  #giveUp(go: Go<Purpose>, out: DriverEvent[]): void {
    const { move } = this.#deadlines;
    if (!go.doubtful) {
      this.#fail('stalled', `no bestmove within ${inSeconds(move)} of stop`, out);
      return;
    }
    const before = this.state;
    this.#wire.drop();
    out.push(misuse('A go that was typed while another was unanswered was not answered'));
    this.#tellState(before, out);
  }

  #fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.#over = true;
    // They end with the session, whose word for it says more than that they failed.
    this.#task = null;
    this.#next = null;
    out.push({ kind: 'fault', ending, reason });
  }

  #tellState(before: DriverState, out: DriverEvent[]): void {
    if (this.state !== before) out.push({ kind: 'state', state: this.state });
  }

  /** Proposes the next line unless one is still on its way out. */
  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    if (this.#over || this.#startedAt === null || this.state === 'quitting') return out;
    if (!this.#ready && this.#wire.initialised && this.state !== 'new' && this.state !== 'handshake') {
      this.#ready = true;
      out.push({ kind: 'ready' });
    }
    if (this.#proposed) return out;
    const step = this.#step(now, out);
    if (step === null) return out;
    this.#proposed = step;
    out.push({ kind: 'send', line: step.line });
    return out;
  }

  #step(now: number, out: DriverEvent[]): Step | null {
    const { gos, started, initialised, board } = this.#wire;
    const [go] = gos;
    if (!started) return null;
    if (go) return this.#wantsStop(go, now) ? { line: 'stop' } : null;
    if (!initialised) return { line: 'init' };
    if (!this.#task) {
      this.#task = this.#next;
      this.#next = null;
    }
    if (!this.#task || now < this.#quietUntil) return null;
    const refusal = refusalOf(this.#task, board, this.#notations);
    if (refusal !== null && !tellWhole(this.#task)) {
      this.#finish(this.#task, failed(this.#task.search, refusal), out);
      return this.#step(now, out);
    }
    const step = nextStep(this.#task, this.#wire.board, this.#notations);
    if (typeof step !== 'string') return step;
    this.#finish(this.#task, failed(this.#task.search, step), out);
    return this.#step(now, out);
  }

  #wantsStop(go: Go<Purpose>, now: number): boolean {
    if (go.stoppedAt !== null) return false;
    const { purpose } = go;
    const until = stopTime(go);
    if (until !== null && now >= until) return true;
    if (go.board?.told?.refusal) return purpose !== null;
    if (purpose === null) return this.#task !== null || this.#next !== null;
    return purpose.kind === 'task' && purpose.task.ending;
  }
}
