/**
 * The states of a QTP conversation, what the driver learns of an engine, and the searches that it serves.
 *
 * A cause is a line on the wire, whichever side looks at it, so driver and responder share the table. `taken`,
 * `dropped`, `abandoned` and `resumed` are the driver's own: a search whose position is told, and one whose answer is
 * no longer wanted.
 *
 * | state     | command   | opened | taken     | dropped | genmove  | abandoned | resumed  | answer | quit     |
 * |-----------|-----------|--------|-----------|---------|----------|-----------|----------|--------|----------|
 * | new       | handshake |        |           |         | thinking |           |          |        | quitting |
 * | handshake |           | idle   |           |         | thinking |           |          |        | quitting |
 * | idle      |           |        | preparing |         | thinking |           |          |        | quitting |
 * | preparing |           |        |           | idle    | thinking |           |          |        | quitting |
 * | thinking  |           |        |           |         |          | stopping  |          | idle   | quitting |
 * | stopping  |           |        |           |         |          |           | thinking | idle   | quitting |
 * | quitting  |           |        |           |         |          |           |          |        |          |
 *
 * In an empty place the state stays. The text has no handshake: any command is one, and the first answer to anything
 * but `name` shows that the engine takes commands (`opened`). Nothing stops an engine: in `stopping` its answer will be
 * dropped. `answer` is the answer to the last `genmove` in flight.
 */
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import type { Search } from '../protocol.ts';
import { StateMachine, type Arrows, LastLines } from '../conversation.ts';
import {
  commandsOf,
  openingLength,
  tokenObjection,
  type Fault,
  type Telling,
  type WallForm,
} from './messages.ts';
import type { Told } from './position.ts';

export type Cause =
  'command' | 'opened' | 'taken' | 'dropped' | 'genmove' | 'abandoned' | 'resumed' | 'answer' | 'quit';

export const arrows: Arrows<DriverState, Cause> = {
  new: { command: 'handshake', genmove: 'thinking', quit: 'quitting' },
  handshake: { opened: 'idle', genmove: 'thinking', quit: 'quitting' },
  idle: { taken: 'preparing', genmove: 'thinking', quit: 'quitting' },
  preparing: { dropped: 'idle', genmove: 'thinking', quit: 'quitting' },
  thinking: { abandoned: 'stopping', answer: 'idle', quit: 'quitting' },
  stopping: { resumed: 'thinking', answer: 'idle', quit: 'quitting' },
  quitting: {},
};

export class Conversation extends StateMachine<DriverState, Cause> {
  constructor() {
    super(arrows, 'new');
  }
}

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

/**
 * The opening of a conversation by `name` and `list_commands`, which every engine bears at any time. The first tells how
 * to recognise the answer to a fence, the second which commands the engine has.
 */
export class Opening {
  #next: 'name' | 'list' | null = 'name';
  #ended = false;
  #decided = false;
  #began: number | null = null;
  #commands: ReadonlySet<string> | null = null;
  #answered = false;
  readonly #heard = new LastLines('nothing was heard at all');

  /** Both questions are answered. */
  get isOver(): boolean {
    return this.#ended;
  }

  /** The conversation is open, or has failed. */
  get isDecided(): boolean {
    return this.#decided;
  }

  /** When `name` went out, in ms. */
  get began(): number | null {
    return this.#began;
  }

  /** The commands that the engine lists; null where they are unknown. */
  get commands(): ReadonlySet<string> | null {
    return this.#commands;
  }

  get capabilities(): Capabilities {
    return this.#commands?.has('showboard') ? withDrawing : capabilities;
  }

  /** For the reason of a failed opening. */
  get heard(): string {
    return this.#heard.words;
  }

  begin(now: number): void {
    this.#began ??= now;
  }

  /** The next question of ours; null while one is unanswered and after the last. */
  takeQuestion(): 'name' | 'list' | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }

  /** Notes a line from the engine. */
  note(line: string): void {
    if (this.#ended || line.trim() === '') return;
    this.#heard.add(line);
  }

  /** `name` was answered. @param isOurs the opening asked, not the user */
  takeName(success: boolean, isOurs: boolean): void {
    this.#answered ||= success;
    if (isOurs) this.#next = 'list';
  }

  /** `list_commands` was answered. @param commands null for a failure @param isOurs the opening asked, not the user */
  takeList(commands: ReadonlySet<string> | null, isOurs: boolean): void {
    if (commands !== null) this.#commands = commands;
    this.#answered ||= commands !== null;
    this.#ended ||= isOurs;
  }

  /** @returns whether the engine answered a question with `=` */
  decide(): boolean {
    this.#decided = true;
    return this.#answered;
  }
}

/** Most commands in flight to an engine that has answered `ORDERLY` of them in order: far less than a pipe holds. */
const WINDOW = 32;
const ORDERLY = 3;

/** Faults that leave open which answer belongs to which command. */
const unsettling: ReadonlySet<Fault['name']> = new Set([
  'doubled-answer',
  'unasked-answer',
  'misplaced-answer',
  'missing-answer',
]);

/** An answer that merely came twice does not show that a command was not obeyed. */
export const losesBoard = (faults: readonly Fault[]): boolean =>
  faults.some(({ name }) => name !== 'doubled-answer' && unsettling.has(name));

/** How many commands go out at a time, and whether answers are known to belong to their commands. */
export class Pace {
  #unsettled = false;
  #careful = false;
  #orderly = 0;

  /** Answers and commands are out of step: only a fence may go out. */
  get isUnsettled(): boolean {
    return this.#unsettled;
  }

  /** Most commands in flight. */
  get window(): number {
    return this.#careful || this.#orderly < ORDERLY ? 1 : WINDOW;
  }

  judge(faults: readonly Fault[]): void {
    if (!faults.some(({ name }) => unsettling.has(name))) return;
    this.#unsettled = true;
    this.#careful = true;
  }

  /** A command was answered. Once out of step, an engine gets a fence behind every command. */
  takeAnswer(): void {
    if (this.#careful) this.#unsettled = true;
  }

  /** The engine obeyed a command of a telling. */
  takeObedience(): void {
    this.#orderly++;
  }

  /** A fence was answered, or a silence was long enough. */
  settle(): void {
    this.#unsettled = false;
  }
}

/** A command that the engine did not obey. */
export interface Refusal {
  readonly line: string;
  readonly command: string;
  /** The engine's own words, quoted; null where it did not answer. */
  readonly words: string | null;
}

/** The purpose of a command that tells a position. */
export interface TellPurpose {
  readonly kind: 'tell';
  readonly task: Task;
  readonly attempt: number;
  readonly told: Told;
}

/** A search under way: it tells the engine its position, then asks for a move. */
export class Task {
  readonly search: Search;
  readonly telling: Telling;
  #form: WallForm;
  /** The commands to send: all of the telling, or those of the new moves. */
  #lines: readonly string[] = [];
  /** Moves that were on the engine's board before; null where the telling starts anew. */
  #known: number | null = null;
  #proposed = 0;
  #answered = 0;
  #refusal: Refusal | null = null;
  #before: Refusal | null = null;
  #spoiled = false;
  #attempt = 0;
  #askedAt = 0;

  constructor(search: Search, telling: Telling, form: WallForm, askedAt = 0) {
    this.search = search;
    this.telling = telling;
    this.#form = form;
    this.#askedAt = askedAt;
  }

  get form(): WallForm {
    return this.#form;
  }

  /** The first command that the engine did not obey. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }

  /** What the engine refused in the other form of walls. */
  get refusedBefore(): Refusal | null {
    return this.#before;
  }

  /** A line that is not ours changed the engine's board meanwhile. */
  get isSpoiled(): boolean {
    return this.#spoiled;
  }

  /** The telling may have failed for lack of order alone: it built on an earlier one, or is the first and got no answer. */
  get deservesRetry(): boolean {
    return this.#known !== null || (this.#refusal?.words === null && this.#attempt === 1);
  }

  get inFlight(): number {
    return this.#proposed - this.#answered;
  }

  get isTold(): boolean {
    return this.#answered === this.#lines.length;
  }

  /** When `genmove` went out, in ms. */
  get askedAt(): number {
    return this.#askedAt;
  }

  /** @param known moves on the engine's board; null to tell everything */
  begin(known: number | null): void {
    this.#known = known;
    this.#lines = commandsOf(this.telling, this.#form).slice(known === null ? 0 : openingLength + known);
    this.#proposed = 0;
    this.#answered = 0;
    this.#refusal = null;
    this.#spoiled = false;
    this.#attempt++;
  }

  /** Begins anew in the token dialect; false where the dialect cannot tell the position. */
  beginAsToken(): boolean {
    if (this.#form === 'token' || tokenObjection(this.telling) !== null) return false;
    this.#before = this.#refusal;
    this.#form = 'token';
    this.begin(null);
    return true;
  }

  /** The next command of the telling; null where all are proposed. */
  propose(): { readonly line: string; readonly purpose: TellPurpose } | null {
    const line = this.#lines[this.#proposed];
    if (line === undefined) return null;
    const told = this.#toldBy(this.#proposed++);
    return { line, purpose: { kind: 'tell', task: this, attempt: this.#attempt, told } };
  }

  /** A proposed command will not go out for now. */
  withdraw(purpose: TellPurpose): void {
    if (this.#isCurrent(purpose)) this.#proposed--;
  }

  /** The engine answered a command. @returns false where it belongs to an earlier telling or another search */
  takeAnswer(purpose: TellPurpose, refusal: Refusal | null): boolean {
    if (!this.#isCurrent(purpose)) return false;
    this.#answered++;
    this.#refusal ??= refusal;
    return true;
  }

  spoil(): void {
    this.#spoiled = true;
  }

  askAt(now: number): void {
    this.#askedAt = now;
  }

  /** Whether the other telling leads to the same question. */
  asksFor(telling: Telling): boolean {
    const asked = commandsOf(this.telling, this.#form);
    const lines = commandsOf(telling, this.#form);
    return (
      telling.mover === this.telling.mover &&
      lines.length === asked.length &&
      lines.every((line, index) => line === asked[index])
    );
  }

  #isCurrent({ task, attempt }: TellPurpose): boolean {
    return task === this && attempt === this.#attempt;
  }

  #toldBy(index: number): Told {
    const { telling } = this;
    if (this.#known === null && index < openingLength) return { kind: 'opening', at: index, telling };
    return { kind: 'step', step: telling.steps[index + (this.#known ?? -openingLength)]! };
  }
}

/** The purpose of a `genmove` of ours. */
export class MoveRequest {
  readonly kind = 'genmove';
  #task: Task | null;
  #position: Task | null;

  constructor(task: Task) {
    this.#task = task;
    this.#position = task;
  }

  /** The search that waits for the answer; null where none does. */
  get task(): Task | null {
    return this.#task;
  }

  /** The search that told the engine its position; null where that position is uncertain. */
  get position(): Task | null {
    return this.#position;
  }

  /** No search waits for the answer any more. */
  abandon(): void {
    this.#task = null;
  }

  /** The engine's position is uncertain. */
  doubt(): void {
    this.#position = null;
  }

  /** Another search takes the answer. */
  handOver(task: Task): void {
    this.#task = task;
    this.#position = task;
  }
}

/** Why a command of ours was sent. */
export type Purpose =
  | { readonly kind: 'name' | 'list' | 'board' }
  | { readonly kind: 'fence'; readonly ping: boolean }
  | TellPurpose
  | MoveRequest;
