/** Which line of a session answers which: what was asked, what answers it, and how long that took. */
import { visible } from '../ui/visible.ts';
import { seconds } from '../ui/words.ts';
import type { ConsoleLine } from './lines.ts';
import { storeLimits, type LineStore } from './store.ts';

export interface Pair {
  /** What the line that was looked at is in it. */
  readonly side: 'request' | 'reply';
  /** By their numbers, the oldest first. */
  readonly requests: readonly number[];
  /** The lines of the reply, the last one included; null while there is none. */
  readonly reply: { readonly from: number; readonly to: number } | null;
  /** What took how long, with the words of the other side. */
  readonly words: string;
  /** As short as can be: the time alone. */
  readonly brief: string;
}

/** Lines that are looked at for the beginning or the end of a reply of several. */
const mostLines = 300;
/** Characters of the other side that are told. */
const toldCharacters = 60;

const isBlank = ({ text }: ConsoleLine): boolean => text.trim() === '';

const quoted = ({ text }: ConsoleLine): string => {
  const shown = text.trim().slice(0, toldCharacters);
  return `“${visible(shown)}${shown.length < text.trim().length ? '…' : ''}”`;
};

export class Pairs {
  readonly #store: LineStore;
  /** What is answered by which line. */
  readonly #answers = new Map<number, number>();

  constructor(store: LineStore) {
    this.#store = store;
  }

  add(lines: readonly ConsoleLine[]): void {
    for (const { seq, answers } of lines) {
      if (answers.length === 0) continue;
      for (const request of answers) this.#answers.set(request, seq);
    }
    for (const request of this.#answers.keys()) {
      if (this.#answers.size <= storeLimits.lines) break;
      this.#answers.delete(request);
    }
  }

  /** What a line belongs to; null where it neither asks nor answers. */
  of(line: ConsoleLine): Pair | null {
    if (line.asks) return this.#ofRequest(line);
    const answer = line.answers.length > 0 ? line : this.#endOf(line);
    return answer === null ? null : this.#ofReply(answer);
  }

  /** Which side of a pair a line is of; null where it is of neither. */
  sideOf({ requests, reply }: Pair, seq: number): Pair['side'] | null {
    if (requests.includes(seq)) return 'request';
    if (reply === null || seq < reply.from || seq > reply.to) return null;
    // Others may have come between the lines of a reply.
    return seq === reply.to || this.#store.line(seq)?.direction === 'heard' ? 'reply' : null;
  }

  #ofRequest(request: ConsoleLine): Pair {
    const requests = [request.seq];
    const at = this.#answers.get(request.seq);
    const answer = at === undefined ? undefined : this.#store.line(at);
    if (answer === undefined) {
      const words = at === undefined ? 'no answer yet' : 'answered; that line is no longer in the view';
      return { side: 'request', requests, reply: null, words, brief: words };
    }
    const reply = this.#reply(answer, request.seq);
    const told = this.#store.line(reply.from) ?? answer;
    if (answer.direction === 'sent') {
      const words = `the answer was incomplete when ${quoted(answer)} was sent`;
      return { side: 'request', requests, reply, words, brief: 'incomplete' };
    }
    const took = seconds(answer.at - request.at);
    return {
      side: 'request',
      requests,
      reply,
      words: `answered after ${took}: ${quoted(told)}`,
      brief: took,
    };
  }

  #ofReply(answer: ConsoleLine): Pair {
    const requests = answer.answers;
    const reply = this.#reply(answer, requests[0]!);
    const asked = requests.map((seq) => this.#store.line(seq)).filter((line) => line !== undefined);
    const [first] = asked;
    if (first === undefined) {
      const words = 'answers a line that is no longer in the view';
      return { side: 'reply', requests, reply, words, brief: 'answers' };
    }
    const what = asked.map(quoted).join(', ');
    if (answer.direction === 'sent') {
      const words = `sent while the answer to ${what} was incomplete`;
      return { side: 'reply', requests, reply, words, brief: 'incomplete' };
    }
    const took = seconds(answer.at - first.at);
    return { side: 'reply', requests, reply, words: `answers ${what} after ${took}`, brief: took };
  }

  /** A reply that an empty line ends has the lines before it. */
  #reply(answer: ConsoleLine, request: number): { from: number; to: number } {
    let from = answer.seq;
    if (answer.direction === 'heard' && isBlank(answer)) {
      for (const line of this.#near(Math.max(request + 1, answer.seq - mostLines), answer.seq).reverse()) {
        if (line.direction !== 'heard') continue;
        if (line.answers.length > 0 || isBlank(line)) break;
        from = line.seq;
      }
    }
    return { from, to: answer.seq };
  }

  /** The empty line that ends the reply to which a line belongs. */
  #endOf(line: ConsoleLine): ConsoleLine | null {
    if (line.direction !== 'heard' || isBlank(line)) return null;
    for (const next of this.#near(line.seq + 1, line.seq + mostLines)) {
      if (next.direction !== 'heard') continue;
      if (isBlank(next)) {
        const begins = next.answers.length > 0 ? this.#reply(next, next.answers[0]!).from : Infinity;
        return begins <= line.seq ? next : null;
      }
      if (next.answers.length > 0) return null;
    }
    return null;
  }

  #near(from: number, to: number): ConsoleLine[] {
    return this.#store.slice(this.#store.indexOf(from), this.#store.indexOf(to));
  }
}
