/**
 * The states of a QTP conversation, what the driver learns about an engine, and the searches that it serves.
 *
 * A cause is a line on the wire, so driver and responder share the table. `taken`, `dropped`, `abandoned` and `resumed`
 * are the driver's own: they concern a search whose position is being told, and one that was given up.
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
 * An empty cell leaves the state unchanged. The text has no handshake: any command starts one, and the first answer to
 * a command other than `name` shows that the engine accepts commands (`opened`). Nothing stops an engine: in
 * `stopping`, its answer will be dropped. `answer` is the answer to the last `genmove` in flight.
 */
import type { Capabilities, DriverState } from '../../shapes/engines.ts';
import type { Search } from '../protocol.ts';
import { StateMachine, type Arrows, LastLines } from '../conversation.ts';
import type { Answered } from './commands.ts';
import {
  commandsOf,
  openingLength,
  stepsFrom,
  tokenObjection,
  type Telling,
  type WallForm,
} from './messages.ts';
import type { BoardEffect } from './position.ts';

export type Cause =
  | 'command'
  | 'opened'
  | 'taken'
  | 'dropped'
  | 'genmove'
  | 'abandoned'
  | 'resumed'
  | 'answer'
  | 'quit';

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
 * The opening of a conversation by `name` and `list_commands`, which every engine tolerates at any time. The first
 * shows how to recognise the answer to a fence, the second shows which commands the engine has.
 */
export class Opening {
  #next: 'name' | 'list' | null = 'name';
  #ended = false;
  #isAgain = false;
  #decided = false;
  #began: number | null = null;
  #commands: ReadonlySet<string> | null = null;
  #answered = false;
  readonly #heard = new LastLines();

  /** Whether both questions are answered. */
  get isOver(): boolean {
    return this.#ended;
  }

  /** Whether the conversation is open or has failed. */
  get isDecided(): boolean {
    return this.#decided;
  }

  /** When `name` was sent, in ms. */
  get began(): number | null {
    return this.#began;
  }

  /** The commands that the engine lists; null if they are unknown. */
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

  /**
   * Asks both questions again, since their answers were confused.
   * @returns false if the answer to `name` is not to be trusted even then: it differs each time, or came too late
   */
  beginAgain(): boolean {
    if (this.#ended) return false;
    this.#next = 'name';
    const isFirst = !this.#isAgain;
    this.#isAgain = true;
    return isFirst;
  }

  /** Whether it has another question. */
  get asks(): boolean {
    return this.#next !== null;
  }

  /** Our next question; null while one is unanswered and after the last one. */
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

  /** Records the answer to `name`. @param isOurs whether the opening asked, not the user */
  takeName(success: boolean, isOurs: boolean): void {
    this.#answered ||= success;
    if (isOurs) this.#next = 'list';
  }

  /**
   * Records the answer to `list_commands`. @param commands null for a failure @param isOurs whether the opening asked,
   * not the user
   */
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

/** A command that the engine did not obey. */
export interface Refusal {
  readonly line: string;
  readonly command: string;
  /** The engine's own words, quoted; null if it did not answer. */
  readonly words: string | null;
}

/** The purpose of a command that tells a position. */
export interface TellPurpose {
  readonly kind: 'tell';
  readonly task: Task;
  readonly attempt: number;
  readonly effect: BoardEffect;
  /** Whether the command before it was unanswered then. */
  readonly isBehind: boolean;
}

/** A search under way: it tells the engine its position, then asks for a move. */
export class Task {
  readonly search: Search;
  readonly telling: Telling;
  #form: WallForm;
  /** The commands to send: all of the telling, or those of the new moves. */
  #lines: readonly string[] = [];
  /** The number of moves that were already on the engine's board; null if the telling starts again. */
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

  /** The command that the engine refused in the other form of walls. */
  get refusedBefore(): Refusal | null {
    return this.#before;
  }

  /** Whether a line that is not ours has changed the engine's board meanwhile. */
  get isSpoiled(): boolean {
    return this.#spoiled;
  }

  /**
   * Whether the telling may have failed only because answers were out of step: it built on an earlier one, or is the
   * first and got no answer.
   */
  get deservesRetry(): boolean {
    return this.#known !== null || (this.#refusal?.words === null && this.#attempt === 1);
  }

  get inFlight(): number {
    return this.#proposed - this.#answered;
  }

  get isTold(): boolean {
    return this.#answered === this.#lines.length;
  }

  /** Whether it adds moves to the engine's own board, all of which are proposed. */
  get onlyAdds(): boolean {
    return this.#known !== null && this.#proposed === this.#lines.length;
  }

  /** When `genmove` was sent, in ms. */
  get askedAt(): number {
    return this.#askedAt;
  }

  /** @param known the number of moves on the engine's board; null to tell everything */
  begin(known: number | null): void {
    this.#known = known;
    this.#lines =
      known === null ? commandsOf(this.telling, this.#form) : stepsFrom(this.telling, known, this.#form);
    this.#proposed = 0;
    this.#answered = 0;
    this.#refusal = null;
    this.#spoiled = false;
    this.#attempt++;
  }

  /** Begins again in the token dialect; false if the dialect cannot express the position. */
  beginAsToken(): boolean {
    if (this.#form === 'token' || tokenObjection(this.telling) !== null) return false;
    this.#before = this.#refusal;
    this.#form = 'token';
    this.begin(null);
    return true;
  }

  /** The next command of the telling; null if all are proposed. */
  propose(): { readonly line: string; readonly purpose: TellPurpose } | null {
    const line = this.#lines[this.#proposed];
    if (line === undefined) return null;
    const isBehind = this.inFlight > 0;
    const effect = this.#effectOf(this.#proposed++);
    return { line, purpose: { kind: 'tell', task: this, attempt: this.#attempt, effect, isBehind } };
  }

  /** A proposed command will not be sent for now. */
  withdraw(purpose: TellPurpose): void {
    if (this.#isCurrent(purpose)) this.#proposed--;
  }

  /** The engine answered a command. @returns false if it belongs to an earlier telling or another search */
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

  #effectOf(index: number): BoardEffect {
    const { telling } = this;
    if (this.#known === null && index < openingLength) return { kind: 'opening', at: index, telling };
    return { kind: 'step', step: telling.steps[index + (this.#known ?? -openingLength)]! };
  }
}

/** The purpose of a `genmove` of ours. */
export class MoveRequest {
  readonly kind = 'genmove';
  readonly #isAhead: boolean;
  #task: Task | null;
  #position: Task | null;
  #isAstray = false;

  /** @param isAhead whether it is sent before the newest moves are answered */
  constructor(task: Task, isAhead: boolean) {
    this.#isAhead = isAhead;
    this.#task = task;
    this.#position = task;
  }

  /** The search that waits for the answer; null if none does. */
  get task(): Task | null {
    return this.#task;
  }

  /** The search that told the engine its position; null if that position is uncertain. */
  get position(): Task | null {
    return this.#position;
  }

  /** Whether the engine thinks about another position than that of the search. */
  get isAstray(): boolean {
    return this.#isAstray;
  }

  /** Records that the engine did not obey a move before it, and so thinks about another position. */
  goAstray(): void {
    this.#isAstray = true;
  }

  /**
   * Whether this can be the answer about the position; null is none. Where the request was sent ahead, its answer may
   * have been taken for that of the command before.
   */
  isAnsweredBy(answered: Answered | null): boolean {
    return !this.#isAstray && !(this.#isAhead && answered === null);
  }

  /** Records that no search waits for the answer any more. */
  abandon(): void {
    this.#task = null;
  }

  /** Records that the engine's position is uncertain. */
  doubt(): void {
    this.#position = null;
  }

  /** Gives the answer to another search. */
  handOver(task: Task): void {
    this.#task = task;
    this.#position = task;
  }
}

/** The purpose of a command of ours. */
export type Purpose =
  | { readonly kind: 'name' | 'list' | 'board' | 'nudge' }
  | { readonly kind: 'fence'; readonly ping: boolean }
  | TellPurpose
  | MoveRequest;
