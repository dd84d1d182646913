/**
 * Which line answers which, in numbers of traffic lines, from what a driver notes of its exchange. A driver knows
 * lines by their number among those that went out; a view that shows them, among all that passed.
 */
import type { Driver, Exchange } from '../../protocols/protocol.ts';

export interface Links {
  /** The line wants an answer. */
  readonly asks: boolean;
  /** The numbers of the lines that it answers, the oldest first. */
  readonly answers: readonly number[];
}

/** A line that wants an answer and has none yet. */
interface Open {
  readonly seq: number;
  /** When it went out, in ms. */
  readonly at: number;
}

/** Questions that may be open at once; of an engine that answers none, the oldest are given up beyond it. */
const mostOpen = 1024;

interface Settled {
  readonly number: number;
  /** When its answer came in, in ms; null where that is not known. */
  readonly at: number | null;
}

const none: readonly number[] = [];
const nothing: readonly Settled[] = [];
export const unlinked: Links = { asks: false, answers: none };
const asking: Links = { asks: true, answers: none };

export class Linker {
  readonly #driver: Driver;
  /** @param request the line that was answered */
  readonly #onAnswer: (request: number, milliseconds: number) => void;
  /** By their number among the lines that went out. */
  readonly #open = new Map<number, Open>();
  #sent = -1;
  /** Answered while no line passed, and since when on the driver's clock: told with the next line. */
  #settled: readonly Settled[] = nothing;

  constructor(driver: Driver, onAnswer: (request: number, milliseconds: number) => void) {
    this.#driver = driver;
    this.#onAnswer = onAnswer;
  }

  /** The driver was told that a line went out, which has the number `seq`. */
  sent(seq: number, now: number): Links {
    this.#sent++;
    const exchange = this.#driver.exchange;
    if (exchange === undefined) return unlinked;
    const answers = this.#take(exchange, null);
    if (!exchange.asks) return answers === none ? unlinked : { asks: false, answers };
    if (this.#open.size === mostOpen) this.#open.delete(this.#open.keys().next().value!);
    this.#open.set(this.#sent, { seq, at: now });
    return answers === none ? asking : { asks: true, answers };
  }

  /** The driver was told that a line came in. */
  heard(now: number): Links {
    const exchange = this.#driver.exchange;
    if (exchange === undefined) return unlinked;
    for (const number of exchange.lost) this.#open.delete(number);
    const answers = this.#take(exchange, now);
    return answers === none ? unlinked : { asks: false, answers };
  }

  /** Lets the driver act while no line passes. */
  aside<Result>(act: () => Result): Result {
    const before = this.#driver.exchange?.answers.length ?? 0;
    const result = act();
    const { exchange } = this.#driver;
    if (exchange === undefined || exchange.answers.length <= before) return result;
    const more = exchange.answers.slice(before).map((number) => ({ number, at: exchange.earlier(number) }));
    this.#settled = [...this.#settled, ...more];
    return result;
  }

  /** @param heardAt when what answers them came in; null where they are only taken for answered by now */
  #take(exchange: Exchange, heardAt: number | null): readonly number[] {
    const { answers } = exchange;
    if (answers.length === 0 && this.#settled.length === 0) return none;
    const seqs: number[] = [];
    for (const { number, at } of this.#settled) this.#close(number, at, seqs);
    for (const number of answers) this.#close(number, exchange.earlier(number) ?? heardAt, seqs);
    this.#settled = nothing;
    return seqs.length === 0 ? none : seqs;
  }

  #close(number: number, heardAt: number | null, seqs: number[]): void {
    const open = this.#open.get(number);
    if (open === undefined) return;
    this.#open.delete(number);
    seqs.push(open.seq);
    if (heardAt !== null) this.#onAnswer(open.seq, heardAt - open.at);
  }
}
