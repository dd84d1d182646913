/**
 * What has gone over the wire and is not answered yet, and the stream of lines split into the answers. By the
 * text answers come in the order of the commands, begin with `=` or `?` and end with a blank line. In life any
 * of that may fail, so the oldest command that is unanswered is in one of these states:
 *
 * | oldest command | `=`, `?`, fitting | `=`, unfit      | other text         | blank line         | the fence's answer  |
 * |----------------|-------------------|-----------------|--------------------|--------------------|---------------------|
 * | waiting        | answered, or open | a candidate     | a candidate, noise |                    | settled             |
 * | open           | (next) answered   | (next) answered | more of the answer | answered           | answered            |
 *
 * - An answer that is known to be whole by its first line is taken at once, blank line or not. Any other is open
 *   until its end is seen.
 * - A *fence* is a `name` whose answer is known. Whatever came before its answer belongs to the commands before
 *   it. It ends an answer without its blank line and shows that one is missing; `settle` then takes the best
 *   candidate, or says that there was no answer.
 * - Where the commands are somebody else's (typed, or recorded), no fence can be raised: then the next command
 *   or the next answer shows that an answer is over.
 */
import { completes, fitOf, isErrorText, isLikelyAnswer, type Answered } from './answers.ts';
import { readCommand, shapeOf, type Command, type Shape } from './commands.ts';
import { briefly, quoted, type Fault } from './oddities.ts';
import { copyOf } from '../text.ts';

/** Commands in flight that are kept. A person pasting a script stays far below. */
export const MAX_UNANSWERED = 4096;
/** Lines of one answer that are kept: five times the largest board as it is drawn. */
const MOST_LINES = 300;
/** Characters of one line of an answer that are kept: three times the widest board. */
export const LINE = 400;
/** Candidates that are kept; the newest count. */
const MOST_CANDIDATES = 8;

/** What may be the answer, though it has no mark or does not fit. */
interface Candidate {
  readonly text: string;
  /** It began with `=`. */
  readonly marked: boolean;
}

/** A command in flight. */
export interface Asked<Purpose> {
  readonly command: Command;
  readonly shape: Shape;
  /** The line as it may be quoted. */
  readonly line: string;
  /** What it was sent for; null where it was not we who sent it. */
  readonly purpose: Purpose | null;
  /** When it went out, in ms. */
  readonly at: number;
  /** Since when it is the oldest one, in ms. */
  since: number;
  /** The lines of its answer; null as long as that has not begun. */
  answer: string[] | null;
  /** An `=` was seen. */
  marked: boolean;
  candidates: Candidate[];
  /** A blank line came that did not end it. */
  closed: boolean;
}

/** What became of a line, or of a command. */
export type Heard<Purpose> =
  | { readonly kind: 'answered'; readonly asked: Asked<Purpose>; readonly answered: Answered }
  /** A later command was answered and this one was not. */
  | { readonly kind: 'missing'; readonly asked: Asked<Purpose> }
  /** Answers nothing. */
  | { readonly kind: 'stale'; readonly text: string }
  /** A line that is part of an answer, a blank line, or noise. */
  | { readonly kind: 'part'; readonly what: string };

export class Ledger<Purpose> {
  readonly asked: Asked<Purpose>[] = [];
  /** What `name` answers, where that is fit to recognise a fence by. */
  fence: string | null = null;
  /** When a line last came in, in ms. */
  heardAt = 0;
  readonly #isFence: (asked: Asked<Purpose>) => boolean;
  /** The last answer's text and its command, to know it again. */
  #last: string | null = null;
  #lastName = '';
  /** The last answer's blank line has not come. */
  #unended = false;
  #heard: Heard<Purpose>[] = [];
  #faults: Fault[] = [];

  constructor(isFence: (asked: Asked<Purpose>) => boolean) {
    this.#isFence = isFence;
  }

  get oldest(): Asked<Purpose> | undefined {
    return this.asked[0];
  }

  /** A fence is on its way behind the oldest command, or is the oldest. */
  get fenced(): boolean {
    return this.asked.some((asked) => this.#isFence(asked));
  }

  /** Something was said of the oldest command of which only a fence can tell what it was. */
  get doubtful(): boolean {
    return (this.asked[0]?.candidates.length ?? 0) > 0;
  }

  /** An answer has begun whose end is not in sight. */
  get open(): boolean {
    return this.asked[0] !== undefined && this.asked[0].answer !== null;
  }

  /** Notes a line that went out; null where it holds no command. */
  sent(
    line: string,
    purpose: Purpose | null,
    now: number,
  ): {
    readonly asked: Asked<Purpose> | null;
    readonly heard: readonly Heard<Purpose>[];
    readonly faults: readonly Fault[];
  } {
    this.#begin();
    const command = readCommand(line);
    const { oldest } = this;
    // Whoever goes on without an answer has taken what was said for one.
    if (command !== null && purpose === null && oldest?.answer === null && this.doubtful) {
      this.#settle(oldest, now);
    }
    let asked: Asked<Purpose> | null = null;
    if (command !== null && this.asked.length < MAX_UNANSWERED) {
      asked = {
        command,
        shape: shapeOf(command.name),
        line: quoted(line),
        purpose,
        at: now,
        since: now,
        answer: null,
        marked: false,
        candidates: [],
        closed: false,
      };
      this.asked.push(asked);
    }
    return { asked, heard: this.#heard, faults: this.#faults };
  }

  /** Takes a line that came in. */
  receive(
    raw: string,
    now: number,
  ): { readonly heard: readonly Heard<Purpose>[]; readonly faults: readonly Fault[] } {
    this.#begin();
    this.heardAt = now;
    const line = this.#cleaned(raw);
    const mark = /^( *)([=?])/.exec(line);
    if (line.trim() === '') this.#blank(line, now);
    else if (mark === null || (mark[1] !== '' && this.oldest?.shape === 'drawing')) this.#other(line, now);
    else {
      if (mark[1] !== '') this.#fault('indented-mark');
      this.#marked(mark[2] === '=', line.slice(mark[0].length), now);
    }
    return { heard: this.#heard, faults: this.#faults };
  }

  /** The quiet period is over: what is open is answered, what is doubtful is settled. */
  quiet(now: number): { readonly heard: readonly Heard<Purpose>[]; readonly faults: readonly Fault[] } {
    this.#begin();
    const { oldest } = this;
    if (oldest) this.#settle(oldest, now);
    return { heard: this.#heard, faults: this.#faults };
  }

  /** Nothing that is in flight will be answered. */
  drop(): void {
    this.asked.length = 0;
  }

  #begin(): void {
    this.#heard = [];
    this.#faults = [];
  }

  /** What the text has a controller do before it parses a line: control characters, tabs. */
  #cleaned(raw: string): string {
    const plain = raw.replace(/[\0-\x08\n-\x1f\x7f]+/g, (found) => {
      if (/[^\r\n]/.test(found)) this.#fault('control-character');
      return '';
    });
    if (!plain.includes('\t')) return plain;
    this.#fault('tab');
    return plain.replaceAll('\t', ' ');
  }

  #blank(line: string, now: number): void {
    const { oldest } = this;
    this.#part('a blank line');
    if (oldest && oldest.answer !== null) {
      // Blanks alone do not end a drawing, and a list may begin below a blank line of its own.
      if (oldest.shape === 'drawing' && line !== '') this.#keep(oldest, line);
      else if (this.#mayEnd(oldest)) {
        this.#finish(oldest, true, now);
        this.#unended = false;
      } else oldest.closed = true;
      return;
    }
    this.#unended = false;
  }

  /** Whether a blank line ends an open answer. */
  #mayEnd({ shape, answer, marked }: Asked<Purpose>): boolean {
    if (shape !== 'names' && shape !== 'drawing') return true;
    if (!marked || answer!.every((line) => line.trim() === '')) return false;
    // Only its fence ends a list of ours: there is nothing that may not stand between two of its lines.
    return shape === 'drawing' || !this.fenced;
  }

  #marked(success: boolean, rest: string, now: number): void {
    const text = rest.trim();
    if (this.#unended) this.#fault('missing-blank-line');
    this.#unended = false;
    const fence = success ? this.#fenceAnswered(text) : -1;
    if (fence > 0) {
      while (this.asked.length > 0 && !this.#isFence(this.asked[0]!)) this.#settle(this.asked[0]!, now);
    }
    let oldest = this.oldest;
    if (oldest && oldest.answer !== null) {
      if (this.#belongs(oldest)) {
        // Lines that follow its `=` or come before it, or anything at all while only the fence can end it.
        this.#take(oldest, success, rest, now);
        return;
      }
      this.#fault('missing-blank-line');
      this.#finish(oldest, true, now);
      oldest = this.oldest;
    }
    if (!oldest) this.#unasked(text);
    else this.#answer(oldest, success, rest, now);
  }

  /** Whether a line with a mark is no answer to anything else while `oldest` is open. */
  #belongs(oldest: Asked<Purpose>): boolean {
    if (!oldest.marked) return true;
    return this.fenced || (oldest.shape === 'drawing' && this.asked.length === 1);
  }

  #take(oldest: Asked<Purpose>, success: boolean, rest: string, now: number): void {
    if (!oldest.marked) {
      oldest.marked = true;
      if (!success) {
        oldest.answer = [];
        this.#keep(oldest, rest.trim());
        this.#finish(oldest, false, now);
        this.#unended = true;
        return;
      }
      if (rest.trim() !== '') this.#keep(oldest, rest.slice(rest.startsWith(' ') ? 1 : 0));
      this.#part(`an answer to ${oldest.line}`);
    } else if (oldest.shape === 'drawing') {
      this.#keep(oldest, `${success ? '=' : '?'}${rest}`);
      this.#part(`an answer to ${oldest.line}`);
    } else {
      this.#unasked(rest.trim());
    }
  }

  /** The place of the fence that this text answers, in the ledger; -1 where it is none. */
  #fenceAnswered(text: string): number {
    const { oldest } = this;
    if (this.fence === null || text !== this.fence || !oldest || oldest.command.name === 'name') return -1;
    return this.asked.findIndex((asked) => this.#isFence(asked));
  }

  #answer(oldest: Asked<Purpose>, success: boolean, rest: string, now: number): void {
    const { shape } = oldest;
    const text = rest.trim();
    const prose = shape === 'drawing' || shape === 'anything';
    if (
      !prose &&
      success &&
      text.length < LINE &&
      rest !== '' &&
      rest.replace(/^ /, '') !== text.replace(/ {2,}/g, ' ')
    ) {
      this.#fault('extra-blanks');
    }
    const known = this.#isFence(oldest);
    // A fence is answered by what it is known to be answered by, and by nothing else.
    const fit = known
      ? success && text === this.fence
        ? 'whole'
        : 'unfit'
      : success
        ? fitOf(shape, text)
        : 'whole';
    const repeats = success && text !== '' && text === this.#last && oldest.command.name !== this.#lastName;
    if (fit === 'unfit' || (repeats && (shape === 'names' || shape === 'drawing'))) {
      this.#misfit(oldest, success, text, now);
      return;
    }
    oldest.marked = true;
    if (fit === 'whole') {
      oldest.answer = [copyOf(text, LINE)];
      this.#finish(oldest, success, now);
      this.#unended = true;
      return;
    }
    oldest.answer = [];
    oldest.since = now;
    if (text !== '') this.#keep(oldest, rest.slice(rest.startsWith(' ') ? 1 : 0));
    this.#part(`an answer to ${oldest.line}`);
  }

  /** An answer that cannot be one to the oldest command, as far as the text goes. */
  #misfit(oldest: Asked<Purpose>, success: boolean, text: string, now: number): void {
    const again = text === this.#last;
    if (again) this.#fault('doubled-answer', quoted(text));
    if (oldest.purpose === null && !again) {
      // It is somebody else's, who has taken it for the answer.
      oldest.answer = [copyOf(text, LINE)];
      oldest.marked = true;
      this.#finish(oldest, success, now);
    } else {
      if (!again) this.#fault('misplaced-answer', quoted(text));
      this.#heard.push({ kind: 'stale', text: briefly(text) });
      if (oldest.purpose !== null && success && text !== this.fence) this.#candidate(oldest, text, true);
    }
    this.#unended = true;
  }

  #other(line: string, now: number): void {
    const { oldest } = this;
    const text = line.trim();
    if (oldest && oldest.answer !== null) {
      if (oldest.shape === 'move' || oldest.shape === 'winner') {
        const more = [...oldest.answer, copyOf(text, LINE)];
        if (completes(oldest.shape, more)) {
          oldest.answer = more;
          this.#finish(oldest, true, now);
          this.#unended = true;
        } else {
          this.#fault('stray-line', quoted(text));
          this.#part('a stray line');
        }
        return;
      }
      if (oldest.closed && oldest.marked) this.#fault('blank-line-in-answer');
      oldest.closed = false;
      this.#keep(oldest, line);
      this.#part(`an answer to ${oldest.line}`);
      return;
    }
    if (oldest && (oldest.shape === 'names' || oldest.shape === 'drawing') && !isErrorText(text)) {
      this.#fault('text-before-mark', quoted(text));
      oldest.answer = [];
      oldest.since = now;
      this.#keep(oldest, line);
      this.#part(`an answer to ${oldest.line}`);
      return;
    }
    const likely = oldest !== undefined && isLikelyAnswer(oldest.shape, text);
    this.#fault(likely ? 'unmarked-answer' : 'stray-line', quoted(text));
    this.#part('a stray line');
    if (likely) this.#candidate(oldest, text, false);
  }

  #candidate(oldest: Asked<Purpose>, text: string, marked: boolean): void {
    oldest.candidates.push({ text: copyOf(text, LINE), marked });
    if (oldest.candidates.length > MOST_CANDIDATES) oldest.candidates.shift();
  }

  /** Whatever was said is all there will be. */
  #settle(oldest: Asked<Purpose>, now: number): void {
    if (oldest.answer !== null) {
      if (!oldest.closed || !oldest.marked) this.#fault('missing-blank-line');
      this.#finish(oldest, true, now);
      return;
    }
    // What has the form of an answer before what only has its mark.
    const best = oldest.candidates.findLast(({ marked }) => !marked) ?? oldest.candidates.at(-1);
    if (best) {
      oldest.answer = [best.text];
      this.#finish(oldest, best.marked || !isErrorText(best.text), now);
      return;
    }
    this.#remove(oldest, now);
    this.#fault('missing-answer', oldest.line);
    this.#heard.push({ kind: 'missing', asked: oldest });
  }

  #finish(asked: Asked<Purpose>, success: boolean, now: number): void {
    this.#remove(asked, now);
    const lines = asked.answer ?? [];
    this.#last = lines[0]?.trim() ?? '';
    this.#lastName = asked.command.name;
    this.#heard.push({ kind: 'answered', asked, answered: { success, lines } });
  }

  #remove(asked: Asked<Purpose>, now: number): void {
    const at = this.asked.indexOf(asked);
    if (at >= 0) this.asked.splice(at, 1);
    if (this.asked[0]) this.asked[0].since = now;
  }

  #unasked(text: string): void {
    this.#fault(text === this.#last ? 'doubled-answer' : 'unasked-answer', quoted(text));
    this.#heard.push({ kind: 'stale', text: briefly(text) });
    this.#unended = true;
  }

  #keep({ answer }: Asked<Purpose>, line: string): void {
    if (answer!.length >= MOST_LINES || line.length > LINE) this.#fault('too-long-answer');
    if (answer!.length < MOST_LINES) answer!.push(copyOf(line, LINE));
  }

  #part(what: string): void {
    this.#heard.push({ kind: 'part', what });
  }

  #fault(name: Fault['name'], detail?: string): void {
    this.#faults.push(detail === undefined ? { name } : { name, detail });
  }
}
