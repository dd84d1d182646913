/** The lines of a recording that want an answer, and for how long they have waited. */

import type { Allowed, Deadlines, Exchange } from '../protocols/protocol.ts';
import { copyOf } from '../protocols/text.ts';

const shownCharacters = 80;

/** Requests that may be unanswered at a time: no session comes near it, but a recording may be anybody's. */
export const mostOpenRequests = 1000;

export interface Request {
  /** Among the lines that went out. */
  readonly number: number;
  readonly line: number;
  /** A few characters of it. */
  readonly text: string;
  /** When it went out, in ms. */
  readonly at: number;
  /** When its answer is due, in ms; Infinity where nothing bounds it. */
  due: number;
  /** What it was given, in ms. */
  within: number;
}

export class Requests {
  asked = 0;
  answered = 0;
  /** Those that were given up since too many waited; they count as asked, and never as answered. */
  givenUp = 0;
  readonly #deadlines: Deadlines;
  /** By their number among the lines that went out; those that are unanswered. */
  readonly #open = new Map<number, Request>();
  #sent = -1;
  #firstDue = Infinity;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  get open(): Iterable<Request> {
    return this.#open.values();
  }

  /** A line has gone out. @returns the oldest request, where one too many waits and it is given up */
  sent(exchange: Exchange, line: number, text: string, now: number): Request | null {
    this.#sent++;
    let oldest: Request | null = null;
    if (exchange.asks) {
      this.asked++;
      const shown = copyOf(text, shownCharacters);
      this.#open.set(this.#sent, {
        number: this.#sent,
        line,
        text: shown,
        at: now,
        due: Infinity,
        within: Infinity,
      });
      if (this.#open.size > mostOpenRequests) oldest = this.#giveUp();
    }
    for (const { request, within } of exchange.due) this.#bound(request, within, now);
    return oldest;
  }

  /** These are answered now. */
  answer(numbers: readonly number[]): readonly Request[] {
    const answered = this.take(numbers);
    this.answered += answered.length;
    return answered;
  }

  /** Those whose time is up by now; each is told once. */
  overdue(now: number): readonly Request[] {
    if (now <= this.#firstDue) return [];
    const late: Request[] = [];
    this.#firstDue = Infinity;
    for (const request of this.#open.values()) {
      if (now > request.due) {
        late.push({ ...request });
        request.due = Infinity;
      }
      this.#firstDue = Math.min(this.#firstDue, request.due);
    }
    return late;
  }

  /** Nobody waits for anything any more. */
  forgive(): void {
    for (const request of this.#open.values()) request.due = Infinity;
    this.#firstDue = Infinity;
  }

  /** Nobody waits for these any more. */
  take(numbers: readonly number[]): readonly Request[] {
    const taken: Request[] = [];
    for (const number of numbers) {
      const request = this.#open.get(number);
      if (!request) continue;
      this.#open.delete(number);
      taken.push(request);
    }
    return taken;
  }

  #giveUp(): Request {
    // A map has its keys in the order in which they came.
    const [oldest] = this.#open.keys();
    this.givenUp++;
    return this.take([oldest!])[0]!;
  }

  #bound(number: number, within: Allowed, now: number): void {
    const request = this.#open.get(number);
    if (!request || within === null) return;
    request.within = typeof within === 'number' ? within : this.#deadlines[within];
    request.due = now + request.within;
    this.#firstDue = Math.min(this.#firstDue, request.due);
  }
}
