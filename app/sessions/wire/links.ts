/**
 * Links answers to questions by the numbers of traffic lines, based on the driver's account of its exchange. A driver
 * numbers only the lines sent; a view numbers all lines.
 */
import type { Driver, Exchange } from '../../protocols/protocol.ts';

export interface Links {
  /** Whether the line expects an answer. */
  readonly asks: boolean;
  /** The numbers of the lines that it answers, the oldest first. */
  readonly answers: readonly number[];
}

/** A line that still expects an answer. */
interface Open {
  readonly seq: number;
  /** When it was sent, in ms. */
  readonly at: number;
}

/** The most open questions; beyond it, the oldest are dropped, since the engine does not answer. */
const mostOpen = 1024;

interface Settled {
  readonly number: number;
  /** When its answer was received, in ms; null if unknown. */
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
  /** By their numbers among the lines sent. */
  readonly #open = new Map<number, Open>();
  #sent = -1;
  /** Questions settled while no line passed; reported with the next line. */
  #settled: readonly Settled[] = nothing;

  constructor(driver: Driver, onAnswer: (request: number, milliseconds: number) => void) {
    this.#driver = driver;
    this.#onAnswer = onAnswer;
  }

  /** Called for a sent line that asks nothing and answers nothing. */
  passed(): void {
    this.#sent++;
  }

  /** Called after the driver was told that line `seq` was sent. */
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

  /** Called after the driver was told that a line was received. */
  heard(now: number): Links {
    const exchange = this.#driver.exchange;
    if (exchange === undefined) return unlinked;
    for (const number of exchange.lost) this.#open.delete(number);
    const answers = this.#take(exchange, now);
    return answers === none ? unlinked : { asks: false, answers };
  }

  /** Runs a driver action that is not caused by a line. */
  aside<Result>(act: () => Result): Result {
    const before = this.#driver.exchange?.answers.length ?? 0;
    const result = act();
    const { exchange } = this.#driver;
    if (exchange === undefined || exchange.answers.length <= before) return result;
    const more = exchange.answers.slice(before).map((number) => ({ number, at: exchange.earlier(number) }));
    this.#settled = [...this.#settled, ...more];
    return result;
  }

  /** @param heardAt when the answering line was received; null if the questions merely count as answered now */
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
