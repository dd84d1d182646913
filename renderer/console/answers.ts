/** The pairs of requests and replies in a session, their latencies, and the histogram of all latencies. */
import type { LatencySummary } from '../../app/api/contract.ts';
import { visible } from '../ui/visible.ts';
import { seconds } from '../ui/words.ts';
import type { ConsoleLine } from './lines.ts';
import { storeLimits, type LineStore } from './store.ts';

export interface Pair {
  /** The side of the line in focus. */
  readonly side: 'request' | 'reply';
  /** The line numbers of the requests, the oldest first. */
  readonly requests: readonly number[];
  /** The line numbers of the reply, `to` included; null if there is no reply. */
  readonly reply: { readonly from: number; readonly to: number } | null;
  /** The latency, with the text of the other side. */
  readonly words: string;
  /** The latency alone. */
  readonly brief: string;
}

/** The most lines to search for the beginning or the end of a reply of several lines. */
const mostLines = 300;
/** The most characters of the other side to quote. */
const quotedCharacters = 60;

const isBlank = ({ text }: ConsoleLine): boolean => text.trim() === '';

const quoted = ({ text }: ConsoleLine): string => {
  const shown = text.trim().slice(0, quotedCharacters);
  return `“${visible(shown)}${shown.length < text.trim().length ? '…' : ''}”`;
};

export class Pairs {
  readonly #store: LineStore;
  /** The number of the answering line, by the number of the request. */
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

  /** The pair of a line; null if it neither asks nor answers. */
  of(line: ConsoleLine): Pair | null {
    if (line.asks) return this.#ofRequest(line);
    const answer = line.answers.length > 0 ? line : this.#endOf(line);
    return answer === null ? null : this.#ofReply(answer);
  }

  /** The side of a pair that a line belongs to; null if it belongs to neither. */
  sideOf({ requests, reply }: Pair, seq: number): Pair['side'] | null {
    if (requests.includes(seq)) return 'request';
    if (reply === null || seq < reply.from || seq > reply.to) return null;
    // Lines of other directions may stand between the lines of a reply.
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

  /** Returns the lines of a reply. If an empty line terminates it, it includes the lines before. */
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

  /** Returns the empty line that terminates the reply that a line belongs to; null if there is none. */
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

/** The fewest decades drawn: with fewer, small differences would look large. */
const leastDecades = 3;
const barsADecade = 4;
/** The most decades at which each tick has a label. */
const mostNames = 5;

export interface Bar {
  /** As fractions of the whole width. */
  readonly left: number;
  readonly width: number;
  /** As a fraction of the highest bar. */
  readonly height: number;
  readonly count: number;
  /** A description: `12 answers from 1.78 ms to 3.16 ms`. */
  readonly words: string;
}

export interface Tick {
  readonly left: number;
  readonly text: string;
}

export interface Histogram {
  readonly bars: readonly Bar[];
  /** One per decade; if there are many, only every second one has a label. */
  readonly ticks: readonly Tick[];
}

const units = ['µs', 'ms', 's'] as const;

/** Returns the label of a power of ten, in seconds: `10 ms` for -2. */
function decadeText(exponent: number): string {
  const unit = Math.min(2, Math.floor((exponent + 6) / 3));
  return `${10 ** (exponent + 6 - 3 * unit)} ${units[unit]!}`;
}

/** Returns the histogram of latencies on a logarithmic time axis. */
export function histogramOf({ bars }: Pick<LatencySummary, 'bars'>): Histogram {
  const to = bars.from + bars.counts.length / barsADecade;
  const first = Math.floor(bars.from);
  const last = Math.max(Math.ceil(to), first + leastDecades);
  const decades = last - first;
  const most = Math.max(...bars.counts);
  return {
    bars: bars.counts.flatMap((count, at) => {
      if (count === 0) return [];
      const from = bars.from + at / barsADecade;
      const [low, high] = [seconds(10 ** from), seconds(10 ** (from + 1 / barsADecade))];
      return {
        left: (from - first) / decades,
        width: 1 / barsADecade / decades,
        height: count / most,
        count,
        words: `${count === 1 ? '1 answer' : `${count} answers`} from ${low} to ${high}`,
      };
    }),
    ticks: Array.from({ length: decades + 1 }, (_, at) => ({
      left: at / decades,
      text: decades > mostNames && at % 2 === 1 ? '' : decadeText(first + at),
    })),
  };
}

/** Returns all bars as one SVG path in a box of that size, in which even the bar of a single answer is visible. */
export function outline({ bars }: Histogram, width: number, height: number): string {
  return bars
    .map((bar) => {
      const [x, wide] = [(bar.left * width).toFixed(1), Math.max(1, bar.width * width - 0.5).toFixed(1)];
      return `M${x} ${height}v-${Math.max(1.5, bar.height * height).toFixed(1)}h${wide}V${height}z`;
    })
    .join('');
}
