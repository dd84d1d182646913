/**
 * Our side of QTP. The states and their arrows stand in `states.ts`, how lines become answers in `ledger.ts`,
 * how a position is told in `telling.ts`. There is at most one search that is served and one that waits:
 *
 * | search   | request search                         | its position is told | its move is answered |
 * |----------|----------------------------------------|----------------------|----------------------|
 * | none     | serve it                               |                      |                      |
 * | told     | failed; the new one is served          | `genmove`            |                      |
 * | thinking | the same position: it is the new one's | report, final        | report, final        |
 * |          | another: failed; the answer is stale   |                      |                      |
 * | waiting  | failed; the new one waits              |                      |                      |
 *
 * Nothing stops an engine, so a search that is given up while it thinks is answered all the same, and only then
 * is the next position told. Every search has its position told anew: `genmove` plays on the engine's own
 * board, and what is there afterwards is nobody's business.
 *
 * After a doubled, unasked or missing answer nothing goes out but a fence until that is answered, and from then
 * on one goes out behind every command.
 */
import type { Line } from '../../games/line.ts';
import type { QuoridorPosition } from '../../games/quoridor/index.ts';
import type {
  Capabilities,
  Deadlines,
  Driver,
  DriverEvent,
  DriverState,
  Intent,
  Search,
} from '../protocol.ts';
import { answerFaults, readGenerated, readList, type Answered } from './answers.ts';
import { writeColor, type WallForm } from './entities.ts';
import { Introduction, tells } from './introduction.ts';
import { Ledger, type Asked, type Heard } from './ledger.ts';
import { misuseOf } from './misuse.ts';
import { distinct, oddity, quoted, type Fault } from './oddities.ts';
import { placementText, reportOf } from './reports.ts';
import { Conversation, type Cause } from './states.ts';
import { Task, type Purpose, type Refusal } from './tasks.ts';
import { tellingOf, tokenObjection } from './telling.ts';

/**
 * In ms: how long the blank line behind an answer may lag before a fence asks whether there is one. Engines
 * write both at once; a pipe may part them.
 */
export const PATIENCE = 10;

/**
 * The quiet period, in ms: without a fence, an answer is over when nothing has come for so long. The last
 * resort, for engines whose `name` is no answer to be recognised, and for commands typed by hand.
 */
export const QUIET = 500;

/**
 * Commands in flight at most, towards an engine that has answered `ORDERLY` of them in order: far less than a
 * pipe holds.
 */
export const WINDOW = 32;
const ORDERLY = 3;

/** Faults after which it is open which answer belongs to which command. */
const unsettling: ReadonlySet<Fault['name']> = new Set([
  'doubled-answer',
  'unasked-answer',
  'misplaced-answer',
  'missing-answer',
]);

/** Commands after which the engine's board is another one. */
const changing: ReadonlySet<string> = new Set([
  ...['boardsize', 'clear_board', 'walls', 'playmove', 'playwall', 'genmove', 'undo'],
]);

const capabilities: Capabilities = {
  stop: false,
  analyse: true,
  time: false,
  depth: false,
  setPosition: 'replay',
  score: false,
  scoresPerMove: false,
  options: false,
  debug: false,
  ping: true,
  drawing: false,
};
const withDrawing: Capabilities = { ...capabilities, drawing: true };

const inSeconds = (milliseconds: number): string => `${milliseconds / 1000} s`;
const misuse = (text: string): DriverEvent => ({ kind: 'misuse', text: `${text}.` });

/** What waits for its time. */
interface Wait {
  readonly at: number;
  readonly kind: 'fence' | 'quiet' | 'overdue' | 'handshake' | 'go on';
}

export class QtpDriver implements Driver {
  readonly #deadlines: Deadlines;
  readonly #conversation = new Conversation();
  readonly #ledger = new Ledger<Purpose>(({ purpose }) => purpose?.kind === 'fence');
  readonly #introduction = new Introduction();
  /** Proposed and not yet reported as sent. */
  readonly #proposed: { readonly line: string; readonly purpose: Purpose }[] = [];
  #task: Task | null = null;
  #next: Task | null = null;
  #start = false;
  #board = false;
  #ping = false;
  /** How the engine writes walls; null as long as that is not known. */
  #form: WallForm | null;
  /** Sizes that it does not play. */
  readonly #refusedSizes = new Set<number>();
  /** Answers and commands are out of step: only a fence may go out. */
  #resync = false;
  /** They were once, and so every command has a fence behind it. */
  #careful = false;
  /** Commands of ours that were answered one by one, in order, since the last fault. */
  #orderly = 0;
  /** When a line last went out, in ms. */
  #sentAt = 0;
  #over = false;

  /** @param form how the engine writes walls; null to find out */
  constructor(deadlines: Deadlines, form: WallForm | null) {
    this.#deadlines = deadlines;
    this.#form = form;
  }

  get state(): DriverState {
    return this.#conversation.state;
  }

  get capabilities(): Capabilities {
    return this.#introduction.commands?.has('showboard') ? withDrawing : capabilities;
  }

  accepts(line: Line): string | null {
    const telling = tellingOf(line);
    if (typeof telling === 'string') return telling;
    const { size } = telling;
    if (this.#refusedSizes.has(size)) return `the engine has refused the board of ${size} by ${size}`;
    return this.#form === 'token' ? tokenObjection(telling) : null;
  }

  request(intent: Intent, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const open = !this.#over && this.state !== 'quitting';
    switch (intent.kind) {
      case 'start':
        this.#start = true;
        break;
      case 'search':
        this.#take(intent.search, out);
        break;
      case 'stop':
        // One that thinks cannot be stopped: its report follows when it is done.
        this.#dropNext('it was stopped before it began', out);
        if (!this.#running()?.purpose.task) this.#dropTask('it was stopped before it began', out);
        break;
      case 'showBoard':
        if (open) this.#board = true;
        else out.push({ kind: 'undrawn', reason: 'the engine was told to leave' });
        break;
      case 'ping':
        this.#ping = open;
        break;
      case 'options':
        if (Object.keys(intent.values).length > 0) out.push(misuse('QTP has no options; none can be set'));
        break;
      case 'press':
        out.push(misuse(`QTP has no options; ${quoted(intent.option)} cannot be pressed`));
        break;
      case 'debug':
        out.push(misuse('QTP has no debug mode'));
        break;
    }
    return this.#advance(now, out);
  }

  sent(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    const index = this.#proposed.findIndex((proposal) => proposal.line === line);
    const [proposal] = index < 0 ? [] : this.#proposed.splice(index, 1);
    const purpose = proposal?.purpose ?? null;
    if (this.state === 'quitting') {
      return [misuse(`${quoted(line)} was sent after quit; nobody reads it any more`)];
    }
    this.#sentAt = now;
    if (purpose === null) out.push(...misuseOf(line, this.#introduction.commands).map(misuse));
    const { asked, heard, faults } = this.#ledger.sent(line, purpose, now);
    this.#takeHeard(heard, faults, now, out);
    if (asked !== null) this.#follow(asked, now, out);
    return this.#advance(now, out);
  }

  receive(line: string, now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    if (!this.#introduction.over) this.#introduction.note(line);
    const { heard, faults } = this.#ledger.receive(line, now);
    this.#takeHeard(heard, faults, now, out);
    return this.#advance(now, out);
  }

  tick(now: number): readonly DriverEvent[] {
    const out: DriverEvent[] = [];
    for (const wait of this.#waits()) {
      if (wait.at > now || this.#over) continue;
      if (wait.kind === 'quiet') {
        const { heard, faults } = this.#ledger.quiet(now);
        this.#takeHeard(heard, faults, now, out);
      } else if (wait.kind === 'handshake') {
        const { handshake } = this.#deadlines;
        const reason = `no answer to name and list_commands within ${inSeconds(handshake)}; ${this.#introduction.heard}`;
        this.#fail('handshake', reason, out);
      } else if (wait.kind === 'overdue') this.#overdue(now, out);
      else if (wait.kind === 'go on') this.#resync = false;
    }
    return this.#advance(now, out);
  }

  nextWake(): number | null {
    let first: number | null = null;
    for (const { at } of this.#waits()) first = first === null ? at : Math.min(first, at);
    return first;
  }

  /** A line that went out takes effect. */
  #follow(asked: Asked<Purpose>, now: number, out: DriverEvent[]): void {
    const { command, purpose } = asked;
    if (command.name === 'quit') {
      this.#pass('quit', out);
      this.#dropNext('the engine was told to quit', out);
      if (this.#task) out.push(failed(this.#task, 'the engine was told to quit'));
      this.#task = null;
      const running = this.#running();
      if (running) running.purpose.task = null;
      if (this.#board) out.push({ kind: 'undrawn', reason: 'the engine was told to quit' });
      this.#board = false;
      return;
    }
    this.#pass(command.name === 'genmove' ? 'genmove' : 'command', out);
    if (purpose === null) {
      if (changing.has(command.name)) this.#spoil();
    } else if (purpose.kind === 'name') this.#introduction.began ??= now;
    else if (purpose.kind === 'genmove') {
      const { task } = purpose;
      if (task?.spoiled) {
        // Somebody's line was faster: whatever it answers, it is no answer to this position.
        purpose.task = null;
        purpose.asked = null;
        task.begin(task.form);
      }
      if (task) task.askedAt = now;
      if (purpose.task === null) this.#pass('abandoned', out);
    }
  }

  /** The engine's board was changed by somebody else while a position was told, or before its move was asked. */
  #spoil(): void {
    if (this.#task && this.#running()?.purpose.task !== this.#task) this.#task.spoiled = true;
  }

  #takeHeard(
    heard: readonly Heard<Purpose>[],
    ledgerFaults: readonly Fault[],
    now: number,
    out: DriverEvent[],
  ): void {
    const faults = [...ledgerFaults];
    // A fence's own answer that comes twice says nothing of any other.
    const harmless = heard.some((one) => one.kind === 'stale' && one.text === this.#ledger.fence);
    if (!harmless && faults.some(({ name }) => unsettling.has(name))) {
      this.#resync = true;
      this.#careful = true;
      this.#orderly = 0;
    }
    for (const one of heard) {
      switch (one.kind) {
        case 'part':
          out.push({ kind: 'understood', what: one.what });
          break;
        case 'stale':
          out.push({ kind: 'stale', text: one.text });
          break;
        case 'missing':
          out.push({ kind: 'understood', what: `no answer: ${one.asked.line}` });
          this.#takeAnswer(one.asked, null, faults, now, out);
          break;
        case 'answered':
          faults.push(...answerFaults(one.asked.command.name, one.answered));
          this.#takeAnswer(one.asked, one.answered, faults, now, out);
          break;
      }
    }
    for (const fault of distinct(faults)) out.push({ kind: 'oddity', oddity: oddity(fault) });
  }

  /** @param answered null where there was no answer */
  #takeAnswer(
    asked: Asked<Purpose>,
    answered: Answered | null,
    faults: Fault[],
    now: number,
    out: DriverEvent[],
  ): void {
    const { command, purpose } = asked;
    if (this.#careful && purpose?.kind !== 'fence') this.#resync = true;
    if (answered !== null && (command.name !== 'name' || purpose?.kind === 'fence')) this.#open(out);
    switch (command.name) {
      case 'name':
        this.#takeName(asked, answered, now, out);
        break;
      case 'list_commands':
        this.#takeList(answered, faults);
        if (purpose?.kind === 'list') this.#introduction.over = true;
        this.#tell(asked, answered, out);
        break;
      case 'showboard':
        if (answered?.success) out.push({ kind: 'drawing', lines: answered.lines });
        else
          out.push({
            kind: 'undrawn',
            reason: answered ? refusalText(answered) : 'the engine gave no answer',
          });
        break;
      case 'genmove':
        this.#takeMove(asked, answered, faults, now, out);
        break;
      default:
        if (purpose?.kind === 'tell') this.#takeStep(asked, purpose, answered, out);
        else this.#tell(asked, answered, out);
    }
  }

  /** An answer to a line that was typed or recorded. */
  #tell({ line }: Asked<Purpose>, answered: Answered | null, out: DriverEvent[]): void {
    if (answered === null) return;
    const text = answered.lines.length === 1 ? answered.lines[0]!.trim() : '';
    const what = answered.success ? `answered: ${line}` : `refused: ${line}`;
    out.push({ kind: 'understood', what: text === '' ? what : `${what}: ${quoted(text)}` });
  }

  #takeName(
    { purpose, at, line }: Asked<Purpose>,
    answered: Answered | null,
    now: number,
    out: DriverEvent[],
  ): void {
    if (purpose?.kind === 'fence') {
      this.#resync = false;
      out.push(
        purpose.ping
          ? { kind: 'alive', milliseconds: now - at }
          : { kind: 'understood', what: 'the fence: whatever came before it is answered' },
      );
      return;
    }
    const name = answered?.lines[0]?.trim() ?? '';
    if (answered?.success) {
      if (this.#ledger.fence === null && tells(name)) this.#ledger.fence = name;
      this.#introduction.friendly = true;
      if (name !== '') out.push({ kind: 'identity', name });
    }
    out.push({ kind: 'understood', what: `answered: ${line}` });
    if (purpose?.kind === 'name') this.#introduction.next = 'list';
  }

  #takeList(answered: Answered | null, faults: Fault[]): void {
    const introduction = this.#introduction;
    if (answered?.success) {
      introduction.friendly = true;
      introduction.commands = readList(answered.lines, faults);
    } else if (!introduction.over) faults.push({ name: 'no-list' });
  }

  /** A command that tells a position was answered. */
  #takeStep(
    { command, line }: Asked<Purpose>,
    { task, attempt }: Purpose & { kind: 'tell' },
    answered: Answered | null,
    out: DriverEvent[],
  ): void {
    out.push({ kind: 'understood', what: answered?.success ? `obeyed: ${line}` : `not obeyed: ${line}` });
    if (task !== this.#task || attempt !== task.attempt) return;
    task.answered++;
    if (answered?.success) {
      this.#orderly++;
      if (command.name === 'playwall') this.#learn(task.form, out);
    } else if (command.name !== 'walls' || task.telling.walls !== 0) {
      // Some engines refuse `walls 0`, and their boards have none all the same.
      const words = answered && quoted(answered.lines[0] ?? '');
      task.refusal ??= { line, command: command.name, words };
    }
  }

  #takeMove(
    { purpose, line, command }: Asked<Purpose>,
    answered: Answered | null,
    faults: Fault[],
    now: number,
    out: DriverEvent[],
  ): void {
    const generated = answered?.success ? readGenerated(answered.lines, this.#form, faults) : null;
    if (generated?.kind === 'placement' && generated.form !== null) this.#learn(generated.form, out);
    const task = purpose?.kind === 'genmove' ? purpose.task : null;
    const text =
      generated?.kind === 'placement'
        ? placementText(generated.placement)
        : (answered?.lines.join(' ') ?? '');
    if (task) {
      this.#task = null;
      const position = task.search.line.position as QuoridorPosition;
      if (generated) {
        const report = reportOf(generated, answered!.lines.join(' '), position, (now - task.askedAt) / 1000);
        out.push({ kind: 'report', search: task.search.id, report, final: true });
      } else {
        const words = answered ? `: ${refusalText(answered)}` : ' by any answer';
        out.push(failed(task, `the engine did not obey ${line}${words}`));
      }
    } else if (purpose === null) {
      const what = answered?.success ? 'answered' : 'refused';
      out.push({ kind: 'understood', what: `${what}: ${line}: ${quoted(text)}` });
    } else {
      out.push({ kind: 'stale', text: `${command.name} ${command.args.join(' ')}: ${quoted(text)}` });
    }
    if (!this.#ledger.asked.some((other) => other.command.name === 'genmove')) this.#pass('answer', out);
  }

  #learn(form: WallForm, out: DriverEvent[]): void {
    if (this.#form !== null) return;
    this.#form = form;
    out.push({ kind: 'learned', setting: 'walls', value: form });
  }

  /** The engine takes commands. */
  #open(out: DriverEvent[]): void {
    const before = this.state;
    this.#pass('opened', out);
    if (before === 'handshake' && !this.#start) out.push({ kind: 'ready' });
  }

  #take(search: Search, out: DriverEvent[]): void {
    this.#dropNext('a newer search took its place before it began', out);
    const telling = tellingOf(search.line);
    const reason = typeof telling === 'string' ? telling : this.#refusal(search);
    const running = this.#running();
    if (typeof telling !== 'string' && reason === null && running?.purpose.asked?.asksFor(telling)) {
      // It stands on that very position: the answer on its way is the new one's.
      if (this.#task) out.push(failed(this.#task, 'a newer search asks for the same move'));
      this.#task = new Task(search, telling, running.purpose.asked.form);
      this.#task.askedAt = running.purpose.asked.askedAt;
      running.purpose.task = this.#task;
      running.purpose.asked = this.#task;
      this.#pass('resumed', out);
      return;
    }
    if (running?.purpose.task) {
      running.purpose.task = null;
      this.#pass('abandoned', out);
      if (this.#task)
        out.push(failed(this.#task, 'a newer search took its place; its answer will be dropped'));
      this.#task = null;
    } else this.#dropTask('a newer search took its place', out);
    if (typeof telling === 'string' || reason !== null) {
      out.push({ kind: 'failed', search: search.id, reason: reason! });
      return;
    }
    this.#next = new Task(search, telling, this.#form ?? 'vertex+word');
  }

  /** Why a search that can be told cannot be served, in words. */
  #refusal({ line, only }: Search): string | null {
    const reason = this.accepts(line);
    if (reason !== null) return reason;
    const result = line.game.result(line.position);
    if (result) return `the game is over: ${result.reason}`;
    if (only !== undefined && only !== null) return 'QTP cannot ask about one move alone';
    if (this.#over) return 'the engine no longer answers';
    if (this.state === 'quitting') return 'the engine was told to quit';
    return this.#start ? null : 'the conversation has not begun';
  }

  /** A `genmove` of ours that is in flight. */
  #running(): { readonly purpose: Purpose & { kind: 'genmove' } } | null {
    for (const { purpose } of this.#ledger.asked) if (purpose?.kind === 'genmove') return { purpose };
    return null;
  }

  #dropNext(reason: string, out: DriverEvent[]): void {
    if (this.#next) out.push(failed(this.#next, reason));
    this.#next = null;
  }

  /** Gives up a search whose position is being told. */
  #dropTask(reason: string, out: DriverEvent[]): void {
    const task = this.#task;
    if (!task) return;
    this.#task = null;
    for (const { purpose } of this.#proposed) {
      if (purpose.kind === 'genmove' && purpose.task === task) purpose.task = null;
    }
    out.push(failed(task, reason));
    this.#pass('dropped', out);
  }

  /** Somebody waits for something of the engine. */
  get #wished(): boolean {
    const { welcomed } = this.#introduction;
    return !welcomed || this.#task !== null || this.#next !== null || this.#board || this.#ping;
  }

  /** Proposes what has become possible. */
  #advance(now: number, out: DriverEvent[]): readonly DriverEvent[] {
    if (this.#over || !this.#start || this.state === 'quitting') return out;
    for (let before = -1; !this.#over && this.#proposed.length === 0 && before !== out.length;) {
      before = out.length;
      this.#step(now, out);
    }
    return out;
  }

  #step(now: number, out: DriverEvent[]): void {
    const { oldest, fence } = this.#ledger;
    const introduction = this.#introduction;
    if (oldest) {
      if (this.#wantsFence(oldest, now)) this.#raiseFence(out);
      else if (oldest.purpose?.kind === 'tell' && !this.#ledger.fenced && !this.#resync) this.#tellMore(out);
    } else if (introduction.next !== null) {
      const kind = introduction.next;
      introduction.next = null;
      this.#propose(kind === 'name' ? 'name' : 'list_commands', { kind }, out);
    } else if (!introduction.welcomed) this.#welcome(out);
    else if (this.#resync) {
      // Without a fence only silence tells; see `#waits`.
      if (fence !== null && this.#wished) this.#raiseFence(out);
    } else if (this.#wished) this.#serve(out);
  }

  /** Only now does anything count: the engine has answered both questions. */
  #welcome(out: DriverEvent[]): void {
    this.#introduction.welcomed = true;
    if (!this.#introduction.friendly) {
      const reason = `the engine knows neither name nor list_commands; ${this.#introduction.heard}`;
      this.#fail('handshake', reason, out);
      return;
    }
    this.#pass('opened', out);
    out.push({ kind: 'ready' });
  }

  #serve(out: DriverEvent[]): void {
    if (this.#ping) {
      this.#ping = false;
      this.#raiseFence(out, true);
    } else if (this.#board) {
      this.#board = false;
      if (this.capabilities.drawing) this.#propose('showboard', { kind: 'board' }, out);
      else out.push({ kind: 'undrawn', reason: 'the engine does not list showboard' });
    } else {
      if (!this.#task && this.#next) {
        this.#task = this.#next;
        this.#next = null;
      }
      this.#pass('taken', out);
      this.#tellMore(out);
    }
  }

  /** Sends what is left of the position, as much at a time as the engine bears, and then `genmove`. */
  #tellMore(out: DriverEvent[]): void {
    const task = this.#task;
    if (!task || this.#running()?.purpose.task === task) return;
    let inFlight = task.told - task.answered;
    if (inFlight === 0 && task.refusal) {
      this.#takeRefusal(task, task.refusal, out);
      return;
    }
    if (task.refusal) return;
    if (task.spoiled) {
      if (this.#ledger.oldest) return;
      task.begin(task.form);
      inFlight = 0;
    }
    if (task.isTold) {
      const purpose = { kind: 'genmove', task, asked: task } as const;
      if (!this.#ledger.oldest) this.#propose(`genmove ${writeColor(task.telling.mover)}`, purpose, out);
      return;
    }
    const window = this.#careful || this.#orderly < ORDERLY ? 1 : WINDOW;
    for (; inFlight < window && task.told < task.lines.length; inFlight++, task.told++) {
      this.#propose(task.lines[task.told]!, { kind: 'tell', task, attempt: task.attempt }, out);
    }
  }

  /** The engine did not obey one of the commands that tell a position. */
  #takeRefusal(task: Task, refusal: Refusal, out: DriverEvent[]): void {
    const { line, command, words } = refusal;
    const { telling } = task;
    if (words === null && task.attempt === 1) {
      // Answers were out of step; now they come one by one.
      task.begin(task.form);
      this.#tellMore(out);
      return;
    }
    const isOpen = command === 'playwall' && this.#form === null && task.form === 'vertex+word';
    if (isOpen && tokenObjection(telling) === null) {
      task.before = refusal;
      task.begin('token');
      this.#tellMore(out);
      return;
    }
    this.#task = null;
    this.#pass('dropped', out);
    const said = `the engine ${words === null ? 'did not answer' : 'refused'} ${line}${words === null ? '' : `: ${words}`}`;
    if (command === 'boardsize' && words !== null) this.#refusedSizes.add(telling.size);
    const other = task.before ? `, and before that ${task.before.line}: ${task.before.words}` : '';
    const hint =
      command === 'playwall' && this.#form !== null
        ? `; it was told walls as "${this.#form}", which is a setting of the engine`
        : '';
    out.push(failed(task, said + other + hint));
  }

  #wantsFence(oldest: Asked<Purpose>, now: number): boolean {
    const { fence, fenced, doubtful, open, heardAt } = this.#ledger;
    if (fence === null || fenced || (oldest.purpose === null && !this.#wished)) return false;
    if (doubtful) return true;
    if (open) return oldest.purpose?.kind === 'list' || now >= heardAt + PATIENCE;
    return oldest.purpose === null;
  }

  #raiseFence(out: DriverEvent[], ping = false): void {
    if (this.#ledger.fence === null && ping) this.#propose('name', { kind: 'name' }, out);
    else this.#propose('name', { kind: 'fence', ping }, out);
  }

  #overdue(now: number, out: DriverEvent[]): void {
    const { oldest, fence, fenced } = this.#ledger;
    if (!oldest) return;
    if (oldest.command.name === 'genmove') {
      this.#fail('stalled', `no answer to ${oldest.line} within ${inSeconds(this.#deadlines.move)}`, out);
    } else if (fence !== null && !fenced) {
      // It may be that this one was never answered, and others would be.
      oldest.since = now;
      this.#raiseFence(out);
    } else {
      this.#fail('stalled', `no answer to ${oldest.line} within ${inSeconds(this.#deadlines.ready)}`, out);
    }
  }

  #waits(): readonly Wait[] {
    if (this.#over || !this.#start || this.state === 'quitting') return [];
    const waits: Wait[] = [];
    const { handshake, ready, move } = this.#deadlines;
    const { began, over } = this.#introduction;
    const { oldest, fence, fenced, open, doubtful, heardAt } = this.#ledger;
    if (!over && began !== null) waits.push({ at: began + handshake, kind: 'handshake' });
    if (oldest) {
      const ours = oldest.purpose !== null || this.#wished;
      const silent = this.#proposed.length === 0;
      if (fence !== null && ours && open && !fenced && silent) {
        waits.push({ at: heardAt + PATIENCE, kind: 'fence' });
      }
      if ((open || doubtful) && !fenced && (fence === null || !ours)) {
        waits.push({ at: heardAt + QUIET, kind: 'quiet' });
      }
      if (ours && over) {
        const { since } = oldest;
        const due =
          oldest.command.name === 'genmove' ? since + move : Math.max(since, open ? heardAt : 0) + ready;
        waits.push({ at: due, kind: 'overdue' });
      }
    } else if (this.#resync && fence === null && this.#wished && over) {
      waits.push({ at: Math.max(heardAt, this.#sentAt) + QUIET, kind: 'go on' });
    }
    return waits;
  }

  #fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.#over = true;
    // They end with the session, whose word for it says more than that they failed.
    this.#task = null;
    this.#next = null;
    out.push({ kind: 'fault', ending, reason });
  }

  #propose(line: string, purpose: Purpose, out: DriverEvent[]): void {
    this.#proposed.push({ line, purpose });
    out.push({ kind: 'send', line });
  }

  #pass(cause: Cause, out: DriverEvent[]): void {
    if (this.#conversation.follow(cause)) out.push({ kind: 'state', state: this.state });
  }
}

const failed = ({ search }: Task, reason: string): DriverEvent => ({
  kind: 'failed',
  search: search.id,
  reason,
});

const refusalText = ({ lines }: Answered): string =>
  `the engine refused it: ${quoted((lines[0] ?? '').trim())}`;
