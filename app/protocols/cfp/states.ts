/** What the lines on the wire show about the engine. */
import { parseCells43, type Connect4Position } from '../../games/connect4/index.ts';
import type { DriverState, EngineOption } from '../../shapes/engines.ts';
import { Exchanges, StateMachine, type Arrows } from '../conversation.ts';
import type { DriverEvent, Answer } from '../protocol.ts';
import { checkValue, defaultValue, optionKey } from './options.ts';

export type Cause = 'cfp' | 'cfpok' | 'taken' | 'dropped' | 'go' | 'stop' | 'bestmove' | 'quit';

/**
 * The states of a CFP conversation. A cause is a line on the wire, so driver and responder share the table. Only
 * `taken` and `dropped` are our own: they concern a search that waits for the engine to be ready.
 *
 * | state     | cfp       | cfpok | taken     | dropped | go       | stop     | bestmove | quit     |
 * |-----------|-----------|-------|-----------|---------|----------|----------|----------|----------|
 * | new       | handshake |       |           |         |          |          |          | quitting |
 * | handshake |           | idle  |           |         |          |          |          | quitting |
 * | idle      |           |       | preparing |         | thinking |          |          | quitting |
 * | preparing |           |       |           | idle    | thinking |          |          | quitting |
 * | thinking  |           |       |           |         |          | stopping | idle     | quitting |
 * | stopping  |           |       |           |         |          |          | idle     | quitting |
 * | quitting  |           |       |           |         |          |          |          |          |
 *
 * All other causes leave the state unchanged: an unexpected command is ignored (CFP, Description).
 */
export const transitions: Arrows<DriverState, Cause> = {
  new: { cfp: 'handshake', quit: 'quitting' },
  handshake: { cfpok: 'idle', quit: 'quitting' },
  idle: { taken: 'preparing', go: 'thinking', quit: 'quitting' },
  preparing: { dropped: 'idle', go: 'thinking', quit: 'quitting' },
  thinking: { stop: 'stopping', bestmove: 'idle', quit: 'quitting' },
  stopping: { bestmove: 'idle', quit: 'quitting' },
  quitting: {},
};

/** The most options of one engine. The longest known list, of a chess engine, is a tenth of it. */
export const MAX_OPTIONS = 1000;
/** The most characters of all option lines in total. The longest known list is a hundredth of it. */
export const MAX_OPTION_TEXT = 1_000_000;
/** The most unanswered `isready`s that are kept. We send one at a time; more can only be typed. */
export const MAX_PENDING = 1000;

export type StopCause = 'wish' | 'time' | 'options' | 'doubt';

/** The facts about a search when its `go` is sent. Times are in ms. */
interface Begun {
  /** The id of our search; null when `go` was typed or read from a transcript. */
  readonly owner: number | null;
  /** Whether no position was sent before a typed `go`, so that the engine may ignore it. */
  readonly doubtful?: boolean;
  readonly since: number;
  /** When our `stop` is due; null if only a request ends the search. */
  readonly until: number | null;
  /** Whether the search was already ending when its `go` was sent. */
  readonly ending?: boolean;
}

/** An answer before `stop` that may repeat an earlier one. */
export interface Suspect {
  readonly answer: Answer;
  /** When it arrived, in ms. */
  readonly at: number;
}

/** The engine's current search. */
export class Thinking {
  readonly owner: number | null;
  readonly doubtful: boolean;
  readonly since: number;
  readonly until: number | null;
  /** The number of its `go` among the lines sent. */
  readonly sent: number;
  /** Its position as 43 digits; null if unknown. */
  readonly position: string | null;
  #stop: { readonly at: number; readonly sent: number } | null = null;
  #cause: StopCause | null = null;
  #isEnding: boolean;
  #suspect: Suspect | null = null;
  #lastSign: number;

  constructor(
    { owner, doubtful = false, since, until, ending = false }: Begun,
    sent: number,
    position: string | null,
  ) {
    this.owner = owner;
    this.doubtful = doubtful;
    this.since = since;
    this.until = until;
    this.sent = sent;
    this.position = position;
    this.#isEnding = ending;
    this.#lastSign = since;
  }

  /** When `stop` was sent, in ms; null before. */
  get stoppedAt(): number | null {
    return this.#stop?.at ?? null;
  }

  /** The number of its `stop` among the lines sent; null before. */
  get stopSent(): number | null {
    return this.#stop?.sent ?? null;
  }

  /** Why it was stopped; null before, and if the doubt was unfounded. */
  get cause(): StopCause | null {
    return this.#cause;
  }

  /** Whether the search is to end. */
  get isEnding(): boolean {
    return this.#isEnding;
  }

  get suspect(): Suspect | null {
    return this.#suspect;
  }

  /** When the engine last answered `isready` during this search, in ms. */
  get lastSign(): number {
    return this.#lastSign;
  }

  end(): void {
    this.#isEnding = true;
  }

  /** @param sent the number of the `stop` among the lines sent */
  stop(at: number, sent: number, cause: StopCause): void {
    this.#stop = { at, sent };
    this.#cause = cause;
  }

  doubt(suspect: Suspect): void {
    this.#suspect = suspect;
  }

  /** The suspect answer was this search's own. */
  trust(): void {
    if (this.#cause === 'doubt') this.#cause = null;
  }

  isAlive(now: number): void {
    this.#lastSign = now;
  }
}

/** An unanswered `isready`. */
export interface Pending {
  /** When it was sent, in ms. */
  readonly at: number;
  /** Its number among the lines sent. */
  readonly sent: number;
  /** Whether the caller asked for a sign of life, so that `alive` follows. */
  readonly ping: boolean;
  readonly changes: number;
}

export interface HeldOption {
  readonly option: EngineOption;
  /** The value that the engine uses; null if none (button, unreadable). */
  readonly value: string | null;
  /** The length of its line in characters: a substring keeps the whole line in memory. */
  readonly length: number;
}

export class Wire {
  readonly exchange = new Exchanges();
  readonly #states = new StateMachine(transitions, 'new');
  readonly #pending: Pending[] = [];
  readonly #options = new Map<string, HeldOption>();
  #cfp: { readonly at: number; readonly sent: number } | null = null;
  #isIntroduced = false;
  #debug = false;
  #position: string | null = null;
  #gameKey: string | null = null;
  #thinking: Thinking | null = null;
  /** The engine's last answer, and the search to which it was assigned. */
  #lastAnswer: { readonly text: string; readonly search: number | null } | null = null;
  /** Counts the lines after which the engine must say `readyok` again. */
  #changes = 0;
  /** The count that the last `readyok` covers. */
  #settled = -1;
  #newGameChange = -1;
  #optionText = 0;

  get state(): DriverState {
    return this.#states.state;
  }

  /** When `cfp` was sent, in ms; null before. */
  get cfpAt(): number | null {
    return this.#cfp?.at ?? null;
  }

  /** Whether `cfpok` arrived in answer to `cfp`. */
  get isIntroduced(): boolean {
    return this.#isIntroduced;
  }

  get debug(): boolean {
    return this.#debug;
  }

  /** The last position as 43 digits; null if unknown. */
  get position(): string | null {
    return this.#position;
  }

  /** The game of the last position; null if unknown. */
  get gameKey(): string | null {
    return this.#gameKey;
  }

  get thinking(): Thinking | null {
    return this.#thinking;
  }

  get pending(): readonly Pending[] {
    return this.#pending;
  }

  /** By option key. */
  get options(): ReadonlyMap<string, HeldOption> {
    return this.#options;
  }

  /** Follows the table; a change of state is an event. */
  pass(cause: Cause, out: DriverEvent[]): void {
    if (this.#states.follow(cause)) out.push({ kind: 'state', state: this.state });
  }

  /** A line was sent after which the engine must be asked again whether it is ready. */
  touch(): void {
    this.#changes++;
  }

  /**
   * Whether the engine has sent `readyok` since the last change, so that no answer to an earlier line can still arrive.
   */
  get settled(): boolean {
    return this.#settled === this.#changes;
  }

  get newGameSettled(): boolean {
    return this.#settled >= this.#newGameChange;
  }

  /** `cfp` was sent. */
  greet(now: number, out: DriverEvent[]): void {
    this.#cfp = { at: now, sent: this.exchange.sent };
    this.exchange.ask('handshake');
    this.pass('cfp', out);
  }

  /** `cfpok` arrived in answer to `cfp`. */
  greeted(out: DriverEvent[]): void {
    if (this.#cfp) this.exchange.answer(this.#cfp.sent);
    this.#isIntroduced = true;
    this.pass('cfpok', out);
  }

  /** `debug` was sent. */
  setDebug(on: boolean): void {
    this.#debug = on;
  }

  /** `position` was sent. @param isOurs whether it belongs to the game announced last */
  place(digits: string, isOurs: boolean): void {
    this.touch();
    if (!isOurs && digits !== this.#position) this.#gameKey = null;
    // The text does not say which position counts for an engine that receives another one during a search.
    this.#position = !isOurs && this.#thinking ? null : digits;
    this.exchange.about(() => readDigits(digits));
  }

  /** `go` was sent, and the engine searches the last position. */
  think(begun: Begun, out: DriverEvent[]): void {
    const position = this.#position;
    this.#thinking = new Thinking(begun, this.exchange.sent, position);
    this.exchange.ask(null);
    this.exchange.about(() => readDigits(position));
    this.pass('go', out);
  }

  /** `stop` was sent. */
  stop(now: number, cause: StopCause, out: DriverEvent[]): void {
    this.touch();
    if (!this.#thinking || this.#thinking.stoppedAt !== null) return;
    this.#thinking.stop(now, this.exchange.sent, cause);
    this.exchange.ask('stop');
    this.pass('stop', out);
  }

  /** Records the text of an answer. @returns whether it repeats the answer to another search */
  repeats(text: string): boolean {
    this.touch();
    const before = this.#lastAnswer;
    const search = this.#thinking?.owner ?? null;
    this.#lastAnswer = { text, search };
    return before?.text === text && before.search !== search;
  }

  /** The search was answered; the caller must call `pass` next. */
  rest({ sent, stopSent, position }: Thinking, answer: Answer): void {
    this.#thinking = null;
    // By the text, a bestmove answers the stop, and with it the go.
    if (stopSent !== null) this.exchange.answer(stopSent);
    this.exchange.answer(sent);
    this.exchange.about(() => readDigits(position), answer);
  }

  /** The search will not be answered; the caller must call `pass` next. */
  giveUp(): void {
    this.#thinking = null;
  }

  /** `cfpnewgame` was sent. */
  newGame(gameKey: string | null): void {
    this.touch();
    this.#newGameChange = this.#changes;
    this.#gameKey = gameKey;
    this.#position = null;
  }

  /** The engine's position is unknown. */
  lose(): void {
    this.#gameKey = null;
    this.#position = null;
  }

  /** `isready` was sent. */
  asked(at: number, ping: boolean): void {
    if (this.#pending.length >= MAX_PENDING) return;
    this.#pending.push({ at, sent: this.exchange.sent, ping, changes: this.#changes });
    this.exchange.ask('ready');
  }

  /** `readyok` arrived. @returns the `isready` that it answers; undefined if none */
  answered(now: number): Pending | undefined {
    const pending = this.#pending.shift();
    if (pending) {
      this.#settled = pending.changes;
      this.exchange.answer(pending.sent);
    }
    this.#thinking?.isAlive(now);
    return pending;
  }

  knows(name: string): boolean {
    return this.#options.has(optionKey(name));
  }

  /** Adds an option. @param length of its line in characters @returns false if a limit is reached */
  offer(option: EngineOption, length: number): boolean {
    const key = optionKey(option.name);
    const before = this.#options.get(key);
    if (!before && this.#options.size >= MAX_OPTIONS) return false;
    const text = this.#optionText + length - (before?.length ?? 0);
    if (text > MAX_OPTION_TEXT) return false;
    this.#optionText = text;
    this.#options.set(key, { option, value: defaultValue(option), length });
    return true;
  }

  /** `setoption` was sent with a value. */
  set(key: string, value: string): void {
    const held = this.#options.get(key);
    if (!held) return;
    const checked = checkValue(held.option, value);
    this.#options.set(key, { ...held, value: 'value' in checked ? checked.value : value });
  }
}

const readDigits = (digits: string | null): Connect4Position | null =>
  digits === null ? null : parseCells43(digits);
