/** Searches as they are asked for, replaced and given up; the table stands in `driver.ts`. */
import type { DriverEvent, Failure, Search, Deadlines } from '../protocol.ts';
import { Task, tellingOf, Dialect, tokenObjection, type Purpose, type Refusal } from './telling.ts';
import { readVertex, quoted, writeColor, type WallForm, type Fault } from './messages.ts';
import { EngineBoard, Standing } from './position.ts';
import { Ledger, Conversation, LINE, type Cause, type Asked } from './states.ts';
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import { fitOf, commandOf } from './commands.ts';

export const failed = ({ search }: Task, reason: string, by?: Failure): DriverEvent => ({
  kind: 'failed',
  search: search.id,
  reason,
  ...(by && { by }),
});

export function takeSearch(talk: Talk, search: Search, out: DriverEvent[]): void {
  dropNext(talk, 'a newer search took its place before it began', out);
  const telling = tellingOf(search.line);
  const reason = typeof telling === 'string' ? telling : refusalOf(talk, search);
  const { running } = talk;
  if (typeof telling !== 'string' && reason === null && running?.asked?.asksFor(telling)) {
    // It stands on that very position: the answer on its way is the new one's.
    if (talk.task) out.push(failed(talk.task, 'a newer search asks for the same move'));
    talk.task = new Task(search, telling, running.asked.form);
    talk.task.askedAt = running.asked.askedAt;
    running.task = talk.task;
    running.asked = talk.task;
    talk.pass('resumed', out);
    return;
  }
  if (running?.task) {
    running.task = null;
    talk.pass('abandoned', out);
    if (talk.task) out.push(failed(talk.task, 'a newer search took its place; its answer will be dropped'));
    talk.task = null;
  } else dropTask(talk, 'a newer search took its place', out);
  if (typeof telling === 'string' || reason !== null) {
    out.push({ kind: 'failed', search: search.id, reason: reason! });
    return;
  }
  talk.next = new Task(search, telling, talk.dialect.form ?? 'vertex+word');
}

/** Why a search that can be told cannot be served, in words. */
function refusalOf(talk: Talk, { line, only }: Search): string | null {
  const reason = talk.dialect.objection(line);
  if (reason !== null) return reason;
  const result = line.game.result(line.position);
  if (result) return `the game is over: ${result.reason}`;
  if (only !== undefined && only !== null) return 'QTP cannot ask about one move alone';
  if (talk.over) return 'the engine no longer answers';
  if (talk.state === 'quitting') return 'the engine was told to quit';
  return talk.start ? null : 'the conversation has not begun';
}

/** One that thinks cannot be stopped: its report follows when it is done. */
export function stopSearches(talk: Talk, out: DriverEvent[]): void {
  dropNext(talk, 'it was stopped before it began', out);
  if (!talk.running?.task) dropTask(talk, 'it was stopped before it began', out);
}

/** The engine was told to quit: nothing more is to be had of it. */
export function quitSearches(talk: Talk, out: DriverEvent[]): void {
  dropNext(talk, 'the engine was told to quit', out);
  if (talk.task) out.push(failed(talk.task, 'the engine was told to quit'));
  talk.task = null;
  const { running } = talk;
  if (running) running.task = null;
}

/**
 * Answers and commands may be out of step: what is on its way out to tell a position, or to ask for its move, waits
 * until they are not.
 */
export function holdBack({ task, proposed }: Talk): void {
  const kept = proposed.filter(({ purpose }) => purpose.kind !== 'tell' && purpose.kind !== 'genmove');
  for (const { purpose } of proposed) {
    if (task && purpose.kind === 'tell' && purpose.task === task && purpose.attempt === task.attempt)
      task.told--;
  }
  proposed.splice(0, proposed.length, ...kept);
}

/** The engine's board was changed by somebody else while a position was told, or before its move was asked. */
export function spoil({ task, running, engineBoard }: Talk): void {
  engineBoard.lose();
  if (task && running?.task !== task) task.spoiled = true;
}

function dropNext(talk: Talk, reason: string, out: DriverEvent[]): void {
  if (talk.next) out.push(failed(talk.next, reason));
  talk.next = null;
}

/** Gives up a search whose position is being told. */
function dropTask(talk: Talk, reason: string, out: DriverEvent[]): void {
  const { task } = talk;
  if (!task) return;
  talk.task = null;
  for (const { purpose } of talk.proposed) {
    if (purpose.kind === 'genmove' && purpose.task === task) purpose.task = null;
  }
  out.push(failed(task, reason));
  talk.pass('dropped', out);
}

/** A conversation as it stands: what is wished, what is on its way, what is known of the engine. */

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

export class Talk {
  readonly deadlines: Deadlines;
  readonly dialect: Dialect;
  readonly ledger = new Ledger();
  readonly standing = new Standing();
  readonly engineBoard = new EngineBoard();
  readonly introduction = new Introduction();
  readonly pace = new Pace();
  /** Proposed and not yet reported as sent. */
  readonly proposed: { readonly line: string; readonly purpose: Purpose }[] = [];
  /** The search that is served, and the one that waits. */
  task: Task | null = null;
  next: Task | null = null;
  /** Wishes: that the conversation begins, that the board is drawn, that the engine shows that it lives. */
  start = false;
  board = false;
  ping = false;
  /** When a line last went out, in ms. */
  sentAt = 0;
  /** A fault was told; the session is about to end. */
  over = false;
  readonly #conversation = new Conversation();

  constructor(deadlines: Deadlines, form: WallForm | null) {
    this.deadlines = deadlines;
    this.dialect = new Dialect(form);
  }

  get state(): DriverState {
    return this.#conversation.state;
  }

  get capabilities(): Capabilities {
    return this.introduction.commands?.has('showboard') ? withDrawing : capabilities;
  }

  /** Somebody waits for something of the engine. */
  get wished(): boolean {
    const { welcomed } = this.introduction;
    return !welcomed || this.task !== null || this.next !== null || this.board || this.ping;
  }

  /** A `genmove` of ours that is in flight. */
  get running(): (Purpose & { kind: 'genmove' }) | null {
    for (const { purpose } of this.ledger.asked) if (purpose?.kind === 'genmove') return purpose;
    return null;
  }

  propose(line: string, purpose: Purpose, out: DriverEvent[]): void {
    this.proposed.push({ line, purpose });
    out.push({ kind: 'send', line });
  }

  pass(cause: Cause, out: DriverEvent[]): void {
    if (this.#conversation.follow(cause)) out.push({ kind: 'state', state: this.state });
  }

  fail(ending: 'handshake' | 'stalled', reason: string, out: DriverEvent[]): void {
    this.over = true;
    // They end with the session, whose word for it says more than that they failed.
    this.task = null;
    this.next = null;
    out.push({ kind: 'fault', ending, reason });
  }
}

/**
 * How a conversation is opened. The text knows no handshake; `name` and `list_commands` are what every engine
 * bears at any time. The first tells what a fence is answered by, the second what can be asked for.
 */

/** Lines kept to say what was heard instead. */
const HEARD_KEPT = 3;

export class Introduction {
  /** The next question of ours; null while one is unanswered, and when all are answered. */
  next: 'name' | 'list' | null = 'name';
  /** Both questions are answered. */
  over = false;
  /** The conversation was declared open, or failed. */
  welcomed = false;
  /** When the first one went out, in ms; null before. */
  began: number | null = null;
  /** What the engine lists; null where that is not known. */
  commands: ReadonlySet<string> | null = null;
  /** It answered one of them with `=`. */
  friendly = false;
  readonly #heard: string[] = [];

  note(line: string): void {
    if (line.trim() === '') return;
    this.#heard.push(quoted(line));
    if (this.#heard.length > HEARD_KEPT) this.#heard.shift();
  }

  /** For the sentence about an opening that failed. */
  get heard(): string {
    return this.#heard.length === 0
      ? 'nothing was heard at all'
      : `the last lines heard: ${this.#heard.join(', ')}`;
  }
}

/** Whether the answer to `name` cannot be taken for one to another command. */
export function tells(name: string): boolean {
  if (name === '' || name.length >= LINE) return false;
  return (
    (['boolean', 'winner', 'move'] as const).every((shape) => fitOf(shape, name) === 'unfit') &&
    readVertex(name) === null
  );
}

/** How much is sent at a time, and whether answers are known to belong to their commands. */

/**
 * Commands in flight at most, towards an engine that has answered `ORDERLY` of them in order: far less than a
 * pipe holds.
 */
const WINDOW = 32;
const ORDERLY = 3;

/** Faults after which it is open which answer belongs to which command. */
const unsettling: ReadonlySet<Fault['name']> = new Set([
  'doubled-answer',
  'unasked-answer',
  'misplaced-answer',
  'missing-answer',
]);

/** An answer that merely came twice does not show that a command was not obeyed. */
export const losesBoard = (faults: readonly Fault[]): boolean =>
  faults.some(({ name }) => name !== 'doubled-answer' && unsettling.has(name));

export class Pace {
  /** Answers and commands are out of step: only a fence may go out. */
  resync = false;
  /** They were once, and so every command has a fence behind it. */
  careful = false;
  /** Commands of ours that told a position and were obeyed. */
  orderly = 0;

  /** Commands in flight at most. */
  get window(): number {
    return this.careful || this.orderly < ORDERLY ? 1 : WINDOW;
  }

  judge(faults: readonly Fault[]): void {
    if (!faults.some(({ name }) => unsettling.has(name))) return;
    this.resync = true;
    this.careful = true;
  }
}

/**
 * The fence: a `name` whose answer is known. After a doubled, unasked or missing answer nothing goes out but a
 * fence until that is answered, and from then on one goes out behind every command.
 */

/**
 * In ms: how long the blank line behind an answer may lag before a fence asks whether there is one. Engines
 * write both at once; a pipe may part them.
 */
export const PATIENCE = 10;

export function wantsFence({ ledger, wished }: Talk, oldest: Asked, now: number): boolean {
  const { fence, fenced, doubtful, open, heardAt } = ledger;
  if (fence === null || fenced || (oldest.purpose === null && !wished)) return false;
  if (doubtful) return true;
  if (open) return oldest.purpose?.kind === 'list' || now >= heardAt + PATIENCE;
  return oldest.purpose === null;
}

/** Where the name is no answer to be recognised, a sign of life is all that it gives. */
export function raiseFence(talk: Talk, out: DriverEvent[], ping = false): void {
  if (talk.ledger.fence === null && ping) talk.propose('name', { kind: 'name' }, out);
  else talk.propose('name', { kind: 'fence', ping }, out);
}

/** What a line means that went out, whoever sent it. */

/** Commands after which the engine's board is another one. */
const changing: ReadonlySet<string> = new Set([
  ...['boardsize', 'clear_board', 'walls', 'playmove', 'playwall', 'genmove', 'undo'],
]);

/** Whether the engine's board may be another one after a command of somebody else's. */
export const mayChange = (name: string): boolean => changing.has(name) || commandOf(name) === null;

export function follow(talk: Talk, { command, purpose }: Asked, now: number, out: DriverEvent[]): void {
  if (command.name === 'quit') {
    talk.pass('quit', out);
    quitSearches(talk, out);
    if (talk.board) out.push({ kind: 'undrawn', reason: 'the engine was told to quit' });
    talk.board = false;
    return;
  }
  talk.pass(command.name === 'genmove' ? 'genmove' : 'command', out);
  if (purpose === null) {
    if (mayChange(command.name)) spoil(talk);
  } else if (purpose.kind === 'name') talk.introduction.began ??= now;
  else if (purpose.kind === 'genmove') {
    const { task } = purpose;
    if (task?.spoiled) {
      // Somebody's line was faster: whatever it answers, it is no answer to this position.
      purpose.task = null;
      purpose.asked = null;
      task.begin(task.form, null);
    }
    if (task) task.askedAt = now;
    if (purpose.task === null) talk.pass('abandoned', out);
  }
}

/** What goes out to an engine that takes commands: the sign of life, the drawing, a position and its question. */

/** To an engine that has answered everything. */
export function serve(talk: Talk, out: DriverEvent[]): void {
  if (talk.ping) {
    talk.ping = false;
    raiseFence(talk, out, true);
  } else if (talk.board) {
    talk.board = false;
    if (talk.capabilities.drawing) talk.propose('showboard', { kind: 'board' }, out);
    else out.push({ kind: 'undrawn', reason: 'the engine does not list showboard' });
  } else {
    if (!talk.task && talk.next) {
      talk.task = talk.next;
      talk.next = null;
      talk.task.begin(talk.task.form, talk.engineBoard.sharedWith(talk.task.telling));
    }
    talk.pass('taken', out);
    tellMore(talk, out);
  }
}

/** Sends what is left of the position, as much at a time as the engine bears, and then `genmove`. */
export function tellMore(talk: Talk, out: DriverEvent[]): void {
  const { task, ledger } = talk;
  if (!task || talk.running?.task === task) return;
  let inFlight = task.told - task.answered;
  if (inFlight === 0 && task.refusal) {
    takeRefusal(talk, task, task.refusal, out);
    return;
  }
  if (task.refusal) return;
  if (task.spoiled) {
    if (ledger.oldest) return;
    task.begin(task.form, null);
    inFlight = 0;
  }
  if (task.isTold) {
    const purpose = { kind: 'genmove', task, asked: task } as const;
    if (!ledger.oldest) talk.propose(`genmove ${writeColor(task.telling.mover)}`, purpose, out);
    return;
  }
  const { window } = talk.pace;
  for (; inFlight < window && task.told < task.lines.length; inFlight++, task.told++) {
    talk.propose(
      task.lines[task.told]!,
      { kind: 'tell', task, attempt: task.attempt, told: task.toldBy(task.told) },
      out,
    );
  }
}

/** The engine did not obey one of the commands that tell a position. */
function takeRefusal(talk: Talk, task: Task, refusal: Refusal, out: DriverEvent[]): void {
  const { line, command, words } = refusal;
  const { telling } = task;
  const { form, refusedSizes } = talk.dialect;
  // Answers were out of step, and now they come one by one; or its board was not what it was taken for.
  if (task.known !== null || (words === null && task.attempt === 1)) {
    task.begin(task.form, null);
    tellMore(talk, out);
    return;
  }
  const isOpen = command === 'playwall' && form === null && task.form === 'vertex+word';
  if (isOpen && tokenObjection(telling) === null) {
    task.before = refusal;
    task.begin('token', null);
    tellMore(talk, out);
    return;
  }
  talk.task = null;
  talk.pass('dropped', out);
  const said = `the engine ${words === null ? 'did not answer' : 'refused'} ${line}${words === null ? '' : `: ${words}`}`;
  if (command === 'boardsize' && words !== null) refusedSizes.add(telling.size);
  const other = task.before ? `, and before that ${task.before.line}: ${task.before.words}` : '';
  const hint =
    command === 'playwall' && form !== null
      ? `; it was told walls as "${form}", which is a setting of the engine`
      : '';
  out.push(failed(task, said + other + hint, command === 'boardsize' ? 'unable' : 'refused'));
}
