/**
 * What has gone over the wire and is not answered yet, in order, and how a command leaves it: answered, or known to
 * have no answer. `splitter.ts` says which line belongs to which.
 */
import { Exchanges } from '../exchange.ts';
import { isErrorText } from './answers.ts';
import { askedBy, isFence, LINE, type Asked, type Heard, type Outcome } from './asked.ts';
import { readCommand } from './commands.ts';
import { briefly, quoted, type Fault } from './oddities.ts';
import type { Purpose } from './tasks.ts';
import { copyOf } from '../text.ts';

/** Commands in flight that are kept. A person pasting a script stays far below. */
const MAX_UNANSWERED = 4096;
/** Lines of one answer that are kept: five times the largest board as it is drawn. */
const MOST_LINES = 300;
/** Candidates that are kept; the newest count. */
const MOST_CANDIDATES = 8;

export class Ledger {
  readonly asked: Asked[] = [];
  readonly exchange = new Exchanges();
  /** What `name` answers, where that is fit to recognise a fence by. */
  fence: string | null = null;
  /** When a line last came in, in ms. */
  heardAt = 0;
  /** The last answer's blank line has not come. */
  unended = false;
  /** The last answer's text and its command, to know it again. */
  #last: string | null = null;
  #lastName = '';
  #heard: Outcome[] = [];
  #faults: Fault[] = [];

  get oldest(): Asked | undefined {
    return this.asked[0];
  }

  /** A fence is on its way behind the oldest command, or is the oldest. */
  get fenced(): boolean {
    return this.asked.some(isFence);
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
  sent(line: string, purpose: Purpose | null, now: number): Heard & { readonly asked: Asked | null } {
    const command = readCommand(line);
    const heard = this.gather(() => {
      const { oldest } = this;
      // Whoever goes on without an answer has taken what was said for one.
      if (command !== null && purpose === null && oldest?.answer === null && this.doubtful) {
        this.settle(oldest, now);
      }
    });
    if (command === null || this.asked.length >= MAX_UNANSWERED) return { ...heard, asked: null };
    const asked = askedBy(command, line, purpose, this.exchange.sent, now);
    this.exchange.ask(command.name === 'genmove' ? 'move' : 'ready');
    this.asked.push(asked);
    return { ...heard, asked };
  }

  /** The quiet period is over: what is open is answered, what is doubtful is settled. */
  quiet(now: number): Heard {
    return this.gather(() => {
      const { oldest } = this;
      if (oldest) this.settle(oldest, now);
    });
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
    oldest.candidates.push({ text: copyOf(text, LINE), marked });
    if (oldest.candidates.length > MOST_CANDIDATES) oldest.candidates.shift();
  }

  /** Whatever was said is all there will be. */
  settle(oldest: Asked, now: number): void {
    if (oldest.answer !== null) {
      if (!oldest.closed || !oldest.marked) this.fault('missing-blank-line');
      this.finish(oldest, true, now);
      return;
    }
    // What has the form of an answer before what only has its mark.
    const best = oldest.candidates.findLast(({ marked }) => !marked) ?? oldest.candidates.at(-1);
    if (best) {
      oldest.answer = [best.text];
      this.finish(oldest, best.marked || !isErrorText(best.text), now);
      return;
    }
    this.#remove(oldest, now);
    this.fault('missing-answer', oldest.line);
    this.exchange.lose(oldest.sent);
    this.#heard.push({ kind: 'missing', asked: oldest });
  }

  finish(asked: Asked, success: boolean, now: number): void {
    this.#remove(asked, now);
    this.exchange.answer(asked.sent);
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

  keep({ answer }: Asked, line: string): void {
    if (answer!.length >= MOST_LINES || line.length > LINE) this.fault('too-long-answer');
    if (answer!.length < MOST_LINES) answer!.push(copyOf(line, LINE));
  }

  stale(text: string): void {
    this.#heard.push({ kind: 'stale', text: briefly(text) });
  }

  part(what: string): void {
    this.#heard.push({ kind: 'part', what });
  }

  fault(name: Fault['name'], detail?: string): void {
    this.#faults.push(detail === undefined ? { name } : { name, detail });
  }

  #remove(asked: Asked, now: number): void {
    const at = this.asked.indexOf(asked);
    if (at >= 0) this.asked.splice(at, 1);
    if (this.asked[0]) this.asked[0].since = now;
  }
}
