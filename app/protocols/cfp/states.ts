/** What is known of the engine from the lines that passed, and from nothing else. */
import { parseCells43, type Connect4Position } from '../../games/connect4/index.ts';
import type { DriverEvent } from '../protocol.ts';
import type { Answer } from '../report.ts';
import { Exchanges, StateMachine, type Arrows } from '../conversation.ts';
import { checkValue, defaultValue, optionKey } from './options.ts';
import type { DriverState, EngineOption } from '../../shapes/engines.ts';

export type Cause = 'cfp' | 'cfpok' | 'taken' | 'dropped' | 'go' | 'stop' | 'bestmove' | 'quit';

/**
 * The states of a CFP conversation. A cause is what passes over the wire, whichever side looks at it, so
 * driver and responder share the table; `taken` and `dropped` are our own doing: a search that waits for
 * the engine's leave to begin.
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
 * Everything else leaves the state alone: an unexpected command is ignored (CFP, Description).
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

/** Options of one engine; the largest known list (of a chess engine) is a tenth of it. */
export const MAX_OPTIONS = 1000;
/** Characters of all option lines together; the largest known list is a hundredth of it. */
export const MAX_OPTION_TEXT = 1_000_000;
/** Unanswered `isready`s that are kept; we send one at a time, the rest can only be typed. */
export const MAX_PENDING = 1000;

/** A search that the engine is busy with. */
export interface Thinking {
  /** The id of our search; null when `go` was typed by hand or read from a transcript. */
  readonly owner: number | null;
  /** No position was told before a typed `go`, so the engine may well have ignored it. */
  readonly doubtful: boolean;
  /** The number of its `go` among the lines that went out. */
  readonly sent: number;
  /** What it is about, as 43 digits; null when unknown. */
  readonly position: string | null;
  readonly since: number;
  /** When our `stop` is due; null when only a wish ends it. */
  readonly until: number | null;
  stoppedAt: number | null;
  /** The number of its `stop` among the lines that went out, which the answer answers by the text; null before. */
  stopSent: number | null;
  /** Why it was stopped; null as long as it was not. */
  cause: StopCause | null;
  /** Somebody wants this search to be over. */
  ending: boolean;
  /** An answer before `stop` that may be the one before, said once more, and when it came. */
  suspect: { readonly answer: Answer; readonly at: number } | null;
  /** When `isready` was last answered in mid-search. */
  lastSign: number;
}

export type StopCause = 'wish' | 'time' | 'options' | 'doubt';

/** An `isready` on its way. */
export interface Pending {
  readonly at: number;
  /** Its number among the lines that went out. */
  readonly sent: number;
  /** Asked for the answer's own sake, so `alive` follows. */
  readonly ping: boolean;
  readonly changes: number;
}

export interface HeldOption {
  readonly option: EngineOption;
  /** What the engine works with now; null where there is no value (button, unreadable). */
  value: string | null;
  /** Of its line, in characters: parts of a string keep the whole of it in memory. */
  readonly length: number;
}

export class Wire {
  /** When `cfp` went out. */
  cfpAt: number | null = null;
  /** The number of `cfp` among the lines that went out. */
  cfpSent = -1;
  debug = false;
  /** The position last told, as 43 digits; null when unknown. */
  position: string | null = null;
  /** The game that the last position is of; null when unknown. */
  gameKey: string | null = null;
  thinking: Thinking | null = null;
  /** What the engine answered last, as it stood, and the search that it was taken for. */
  lastAnswer: { readonly text: string; readonly search: number | null } | null = null;
  readonly exchange = new Exchanges();
  readonly pending: Pending[] = [];
  readonly options = new Map<string, HeldOption>();

  readonly #states = new StateMachine(transitions, 'new');
  /** Counts what an `isready` could be about; compared with what the last answer covered. */
  #changes = 0;
  #settled = -1;
  #newGameChange = -1;
  #optionText = 0;

  get state(): DriverState {
    return this.#states.state;
  }

  /** The one place where the state changes, which it tells. */
  pass(cause: Cause, out: DriverEvent[]): void {
    if (this.#states.follow(cause)) out.push({ kind: 'state', state: this.state });
  }

  /** Something was sent or heard after which the engine must be asked whether it is ready. */
  touch(): void {
    this.#changes++;
  }

  /** The engine has said `readyok` since the last change, so nothing earlier can still arrive. */
  get settled(): boolean {
    return this.#settled === this.#changes;
  }

  get newGameSettled(): boolean {
    return this.#settled >= this.#newGameChange;
  }

  /** `go` went out: this is being thought about from now on. */
  think(thinking: Omit<Thinking, 'sent' | 'position'>): void {
    const { position } = this;
    this.thinking = { ...thinking, sent: this.exchange.sent, position };
    this.exchange.ask(null);
    this.exchange.about(() => readDigits(position));
  }

  newGame(gameKey: string | null): void {
    this.touch();
    this.#newGameChange = this.#changes;
    this.gameKey = gameKey;
    this.position = null;
  }

  /** What was told may not hold any more. */
  lose(): void {
    this.gameKey = null;
    this.position = null;
  }

  asked(at: number, ping: boolean): void {
    if (this.pending.length >= MAX_PENDING) return;
    this.pending.push({ at, sent: this.exchange.sent, ping, changes: this.#changes });
    this.exchange.ask('ready');
  }

  /** Takes a `readyok`; undefined when none was awaited. */
  answered(now: number): Pending | undefined {
    const pending = this.pending.shift();
    if (pending) {
      this.#settled = pending.changes;
      this.exchange.answer(pending.sent);
    }
    if (this.thinking) this.thinking.lastSign = now;
    return pending;
  }

  knows(name: string): boolean {
    return this.options.has(optionKey(name));
  }

  /** Takes an option line; false when there are too many or they are too long. */
  offer(option: EngineOption, length: number): boolean {
    const key = optionKey(option.name);
    const before = this.options.get(key);
    if (!before && this.options.size >= MAX_OPTIONS) return false;
    const text = this.#optionText + length - (before?.length ?? 0);
    if (text > MAX_OPTION_TEXT) return false;
    this.#optionText = text;
    this.options.set(key, { option, value: defaultValue(option), length });
    return true;
  }

  /** The engine was told to work with this value from now on. */
  set(key: string, value: string): void {
    const held = this.options.get(key);
    if (!held) return;
    const checked = checkValue(held.option, value);
    held.value = 'value' in checked ? checked.value : value;
  }
}

/** A position that was told, and so could be read. */
export const readDigits = (digits: string | null): Connect4Position | null =>
  digits === null ? null : parseCells43(digits);
