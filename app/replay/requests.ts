/** The lines of a recording that expect an answer, and how long they have waited. */

import type { Allowed, Deadlines, Exchange } from '../protocols/protocol.ts';
import { copyOf } from '../protocols/text.ts';

const shownCharacters = 80;

/** The most open requests: no session comes near it, but recordings are untrusted. */
export const mostOpenRequests = 1000;

export interface OpenRequest {
  /** Among the sent lines. */
  readonly number: number;
  readonly line: number;
  /** The beginning of it. */
  readonly text: string;
  /** When it was sent, in ms. */
  readonly at: number;
  /** When its answer is due, in ms; Infinity if unbounded. */
  due: number;
  /** The time it was given, in ms. */
  within: number;
}

export class OpenRequests {
  asked = 0;
  answered = 0;
  /** Requests dropped because too many were open; they count as asked, never as answered. */
  givenUp = 0;
  readonly #deadlines: Deadlines;
  /** The open requests, by their number among the sent lines. */
  readonly #open = new Map<number, OpenRequest>();
  #sent = -1;
  #firstDue = Infinity;

  constructor(deadlines: Deadlines) {
    this.#deadlines = deadlines;
  }

  get open(): Iterable<OpenRequest> {
    return this.#open.values();
  }

  /** Feeds a sent line. @returns the oldest request if one too many is open and it is dropped */
  sent(exchange: Exchange, line: number, text: string, now: number): OpenRequest | null {
    this.#sent++;
    let oldest: OpenRequest | null = null;
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

  /** Marks requests as answered. */
  answer(numbers: readonly number[]): readonly OpenRequest[] {
    const answered = this.take(numbers);
    this.answered += answered.length;
    return answered;
  }

  /** Requests whose deadline has passed; each is returned once. */
  overdue(now: number): readonly OpenRequest[] {
    if (now <= this.#firstDue) return [];
    const late: OpenRequest[] = [];
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

  /** Clears all deadlines. */
  forgive(): void {
    for (const request of this.#open.values()) request.due = Infinity;
    this.#firstDue = Infinity;
  }

  /** Removes requests. */
  take(numbers: readonly number[]): readonly OpenRequest[] {
    const taken: OpenRequest[] = [];
    for (const number of numbers) {
      const request = this.#open.get(number);
      if (!request) continue;
      this.#open.delete(number);
      taken.push(request);
    }
    return taken;
  }

  #giveUp(): OpenRequest {
    // A map keeps its keys in insertion order.
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
