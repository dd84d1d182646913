/**
 * The states of a QTP conversation. A cause is what passes over the wire, whichever side looks at it, so
 * driver and responder share the table; `taken`, `dropped`, `abandoned` and `resumed` are our own doing: a
 * search that waits for its position to be told, and one whose answer nobody waits for any more.
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
 * An empty place: the state stays. The text knows no opening: any command is one, and the first answer to
 * anything but `name` shows that the engine takes commands (`opened`). Nothing stops an engine: in `stopping`
 * its answer is awaited only to be dropped. `answer` is that to the last `genmove` in flight.
 */
import { StateMachine, Exchanges, type Arrows } from '../conversation.ts';
import type { DriverState } from '../../shapes/engines.ts';
import { shapeOf, isErrorText, readCommand, type Answered, type Command, type Shape } from './commands.ts';
import { quoted, briefly, type Fault } from './messages.ts';
import type { Purpose } from './telling.ts';
import { copyOf } from '../text.ts';

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

/** A command in flight, what has come of its answer, and what may become of it. */

/** Characters of one line of an answer that are kept: three times the widest board. */
export const LINE = 400;

/** What may be the answer, though it has no mark or does not fit. */
interface Candidate {
  readonly text: string;
  /** It began with `=`. */
  readonly marked: boolean;
}

export interface Asked {
  readonly command: Command;
  readonly shape: Shape;
  /** The line as it may be quoted. */
  readonly line: string;
  /** What it was sent for; null where it was not we who sent it. */
  readonly purpose: Purpose | null;
  /** Its number among the lines that went out. */
  readonly sent: number;
  /** When it went out, in ms. */
  readonly at: number;
  /** Since when it is the oldest one, in ms. */
  since: number;
  /** The lines of its answer; null as long as that has not begun. */
  answer: string[] | null;
  /** An `=` was seen. */
  marked: boolean;
  candidates: Candidate[];
  /** When what was said of it last came in, in ms; null where nothing was. */
  heardAt: number | null;
  /** A blank line came that did not end it. */
  closed: boolean;
  /** It is a `name` whose answer is known, whoever sent it: see `fence.ts`. */
  readonly isFence: boolean;
  /** The sender went on to the next command after this one had been silent for long, and waits no more. */
  passed: boolean;
}

export const askedBy = (
  command: Command,
  line: string,
  purpose: Purpose | null,
  sent: number,
  now: number,
  fence: boolean,
): Asked => ({
  command,
  shape: shapeOf(command.name),
  line: quoted(line),
  purpose,
  sent,
  at: now,
  since: now,
  answer: null,
  marked: false,
  candidates: [],
  heardAt: null,
  closed: false,
  isFence: fence,
  passed: false,
});

/** What became of a line, or of a command. */
export type Outcome =
  | { readonly kind: 'answered'; readonly asked: Asked; readonly answered: Answered }
  /** A later command was answered and this one was not. */
  | { readonly kind: 'missing'; readonly asked: Asked }
  /** Answers nothing. */
  | { readonly kind: 'stale'; readonly text: string }
  /** A line that is part of an answer, or a blank line. */
  | { readonly kind: 'part'; readonly what: string }
  /** A line that is no part of any answer. */
  | { readonly kind: 'aside'; readonly text: string };

/** What one line brought about, in order, and what departs from the text in it. */
export interface Heard {
  readonly heard: readonly Outcome[];
  readonly faults: readonly Fault[];
}

/**
 * What has gone over the wire and is not answered yet, in order, and how a command leaves it: answered, or known to
 * have no answer. `splitter.ts` says which line belongs to which.
 */

/** Commands in flight that are kept. A person pasting a script stays far below. */
const MAX_UNANSWERED = 4096;
/** Lines of one answer that are kept: five times the largest board as it is drawn. */
const MOST_LINES = 300;
/** Candidates that are kept; the newest count. */
const MOST_CANDIDATES = 8;

/**
 * The quiet period, in ms: without a fence, an answer is over when nothing has come for so long. The last
 * resort, for engines whose `name` is no answer to be recognised, and for commands typed by hand.
 */
export const QUIET = 500;

/**
 * In ms: whoever sends the next command after so long without a word about the one before has given that up. Answers
 * to anything but `genmove` take a few milliseconds; referees wait for two or three seconds.
 */
export const GIVEN_UP = 1000;

/** An answer that may be one to the oldest command, which was given up, or to a later one. */
interface Held {
  readonly later: Asked;
  readonly success: boolean;
  readonly text: string;
}

export class Ledger {
  readonly asked: Asked[] = [];
  readonly exchange = new Exchanges();
  /** What `name` answers, where that is fit to recognise a fence by. */
  fence: string | null = null;
  /** It was answered by what is not fit for that. */
  nameless = false;
  /** When a line last came in, in ms. */
  heardAt = 0;
  /** The last answer's blank line has not come. */
  unended = false;
  /** The last answer's text and its command, to know it again. */
  #last: string | null = null;
  #lastName = '';
  #held: Held | null = null;
  #heard: Outcome[] = [];
  #faults: Fault[] = [];

  get oldest(): Asked | undefined {
    return this.asked[0];
  }

  /** A fence is on its way behind the oldest command, or is the oldest. */
  get fenced(): boolean {
    return this.asked.some(({ isFence }) => isFence);
  }

  /** Something was said of the oldest command of which only a fence can tell what it was. */
  get doubtful(): boolean {
    return (this.asked[0]?.candidates.length ?? 0) > 0;
  }

  /** An answer has begun whose end is not in sight. */
  get open(): boolean {
    return this.asked[0] !== undefined && this.asked[0].answer !== null;
  }

  /** When the quiet period is over, in ms; null where none is under way. */
  get quietAt(): number | null {
    const { oldest } = this;
    if (!oldest || this.fenced) return null;
    if (this.#held) return this.heardAt + QUIET;
    if (!this.open && !this.doubtful) return null;
    // An engine may say moves while it thinks of one.
    if (!this.open && oldest.shape === 'move' && !this.nameless) return null;
    return this.heardAt + QUIET;
  }

  /**
   * Notes a line that went out; `asked` is null where it holds no command. What becomes of the commands before it
   * hangs on lines and times alone, so that a recording is understood as its session was.
   */
  sent(line: string, purpose: Purpose | null, now: number): Heard & { readonly asked: Asked | null } {
    const command = readCommand(line);
    const isFence = command?.name === 'name' && this.fence !== null;
    const heard = this.gather(() => {
      this.#lapse(now);
      if (command === null || isFence) return;
      this.decide(false, now);
      const { oldest } = this;
      // Whoever goes on without an answer has taken what was said for one.
      if (oldest?.answer === null && this.doubtful) this.settle(oldest, now);
      this.#pass(now);
    });
    if (command === null || this.asked.length >= MAX_UNANSWERED) return { ...heard, asked: null };
    const asked = askedBy(command, line, purpose, this.exchange.sent, now, isFence);
    this.exchange.ask(command.name === 'genmove' ? 'move' : 'ready');
    this.asked.push(asked);
    return { ...heard, asked };
  }

  /** Time has passed. */
  quiet(now: number): Heard {
    return this.gather(() => this.#lapse(now));
  }

  /** Nothing more comes in. */
  muted(now: number): Heard {
    return this.gather(() => {
      this.decide(false, now);
      const { oldest } = this;
      if (oldest && (this.open || this.doubtful)) this.settle(oldest, now);
    });
  }

  /** Waits for the next line to tell whose answer it is. */
  hold(later: Asked, success: boolean, text: string): void {
    this.#held = { later, success, text: copyOf(text, LINE) };
    this.asked[0]!.heardAt = this.heardAt;
    this.part('an answer to a command that was given up, or to a later one');
    this.unended = true;
  }

  /** It is known by now whether the answer that is held is the oldest command's, or that of the later one. */
  decide(isOldest: boolean, now: number): void {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    const at = this.asked[0]?.heardAt ?? now;
    if (!isOldest) {
      for (let { oldest } = this; oldest && oldest !== held.later; { oldest } = this)
        this.settle(oldest, now);
    }
    const { oldest } = this;
    if (!oldest) return;
    const { success, text } = held;
    const mayGoOn =
      success && (oldest.shape === 'names' || oldest.shape === 'drawing' || oldest.shape === 'anything');
    Object.assign(oldest, { marked: true, heardAt: at, answer: mayGoOn && text === '' ? [] : [text] });
    if (!mayGoOn) this.finish(oldest, success, now, at);
  }

  /** An answer is held, and a line without a mark would belong to the later command's. */
  get heldForLines(): boolean {
    const shape = this.#held?.later.shape;
    return this.#held?.success === true && (shape === 'names' || shape === 'drawing');
  }

  /** A line comes in. */
  arrive(now: number): void {
    this.#lapse(now);
    this.heardAt = now;
  }

  /** What is told of commands and lines while this is done. */
  gather(work: () => void): Heard {
    this.#heard = [];
    this.#faults = [];
    work();
    return { heard: this.#heard, faults: this.#faults };
  }

  /** Whether this is the last answer's text. */
  repeats(text: string): boolean {
    return text === this.#last;
  }

  /** Whether this is the last answer's text, and that was one to another command. */
  echoes(text: string, { command }: Asked): boolean {
    return text !== '' && this.repeats(text) && command.name !== this.#lastName;
  }

  candidate(oldest: Asked, text: string, marked: boolean): void {
    oldest.heardAt = this.heardAt;
    oldest.candidates.push({ text: copyOf(text, LINE), marked });
    if (oldest.candidates.length > MOST_CANDIDATES) oldest.candidates.shift();
  }

  /** Whatever was said is all there will be. */
  settle(oldest: Asked, now: number): void {
    if (oldest.answer !== null) {
      if (!oldest.closed || !oldest.marked) this.fault('missing-blank-line');
      this.finish(oldest, true, now, oldest.heardAt);
      return;
    }
    // What has the form of an answer before what only has its mark.
    const best = oldest.candidates.findLast(({ marked }) => !marked) ?? oldest.candidates.at(-1);
    if (best) {
      oldest.answer = [best.text];
      this.finish(oldest, best.marked || !isErrorText(best.text), now, oldest.heardAt);
      return;
    }
    this.#remove(oldest, now);
    this.fault('missing-answer', oldest.line);
    this.exchange.lose(oldest.sent);
    this.#heard.push({ kind: 'missing', asked: oldest });
  }

  /** @param at when its answer came in, in ms, where that was before the line that shows it */
  finish(asked: Asked, success: boolean, now: number, at: number | null = null): void {
    this.#remove(asked, now);
    this.exchange.answer(asked.sent, at);
    const lines = asked.answer ?? [];
    this.#last = lines[0]?.trim() ?? '';
    this.#lastName = asked.command.name;
    this.#heard.push({ kind: 'answered', asked, answered: { success, lines } });
  }

  unasked(text: string): void {
    this.fault(this.repeats(text) ? 'doubled-answer' : 'unasked-answer', quoted(text));
    this.stale(text);
    this.unended = true;
  }

  keep(asked: Asked, line: string): void {
    const { answer } = asked;
    asked.heardAt = this.heardAt;
    if (answer!.length >= MOST_LINES || line.length > LINE) this.fault('too-long-answer');
    if (answer!.length < MOST_LINES) answer!.push(copyOf(line, LINE));
  }

  stale(text: string): void {
    this.#heard.push({ kind: 'stale', text: briefly(text) });
  }

  part(what: string): void {
    this.#heard.push({ kind: 'part', what });
  }

  aside(text: string): void {
    this.#heard.push({ kind: 'aside', text: briefly(text) });
  }

  fault(name: Fault['name'], detail?: string): void {
    this.#faults.push(detail === undefined ? { name } : { name, detail });
  }

  /** Where the quiet period is over, what is open is answered, and what is doubtful is settled. */
  #lapse(now: number): void {
    const { quietAt } = this;
    if (quietAt === null || now < quietAt) return;
    this.decide(false, now);
    const { oldest } = this;
    if (oldest && (this.open || this.doubtful)) this.settle(oldest, now);
  }

  /** The next command goes out: those that have been silent for long are given up. */
  #pass(now: number): void {
    for (const asked of this.asked) {
      if (asked.answer !== null || now - Math.max(asked.since, this.heardAt) < GIVEN_UP) return;
      asked.passed = true;
    }
  }

  #remove(asked: Asked, now: number): void {
    const at = this.asked.indexOf(asked);
    if (at >= 0) this.asked.splice(at, 1);
    // They have waited for it, and not for long.
    for (const other of this.asked) {
      other.since = now;
      other.passed = false;
    }
  }
}
