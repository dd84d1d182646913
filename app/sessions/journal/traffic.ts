/**
 * The lines that views of a session are fed from: the latest ones, bounded in number and in size. The
 * journal has everything; this store counts what it let go, so that a view can say so.
 */
import type { Oddity } from '../../shapes/engines.ts';
import type { Direction, TrafficLine } from '../../shapes/sessions.ts';

export interface TrafficLimits {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * 20 000 lines are several games with every `info` line: more than anyone scrolls back through. 16 MiB
 * keep a session whose lines are all overlong from taking the memory of hundreds that are not.
 */
const defaultTrafficLimits: TrafficLimits = { lines: 20_000, bytes: 16 * 1024 * 1024 };

/** A line's own weight in memory beyond its text: its place in each column and the head of a string. */
const lineWeight = 80;

const none: readonly Oddity[] = [];
const noAnswers: readonly number[] = [];

export interface TrafficPage {
  /** In order, without gaps. */
  readonly lines: readonly TrafficLine[];
  /** Lines from the asked `seq` on that the store no longer has. */
  readonly missing: number;
  /** What to ask for next. */
  readonly next: number;
}

/**
 * A ring in columns: line `seq` is at `seq % lines` of each. Lines become objects only when they are read:
 * twenty thousand objects that live long are work for the collector at every flood.
 */
export class TrafficStore {
  readonly #limits: TrafficLimits;
  readonly #texts: string[] = [];
  readonly #times: number[] = [];
  readonly #directions: Direction[] = [];
  readonly #typed: boolean[] = [];
  readonly #cuts: number[] = [];
  readonly #oddities: (readonly Oddity[])[] = [];
  readonly #asks: boolean[] = [];
  readonly #answers: (readonly number[])[] = [];
  #first = 0;
  #next = 0;
  #bytes = 0;

  constructor(limits: TrafficLimits = defaultTrafficLimits) {
    this.#limits = limits;
  }

  /** The number of the next line; also how many lines there have been. */
  get next(): number {
    return this.#next;
  }

  /** How many lines were let go. */
  get dropped(): number {
    return this.#first;
  }

  /** Bytes held, by estimate: two a character and a fixed weight a line. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `line.seq` must be `next`. */
  push(line: TrafficLine): void {
    const { lines, bytes } = this.#limits;
    if (this.#next - this.#first === lines) this.#drop();
    const place = this.#next % lines;
    this.#texts[place] = line.text;
    this.#times[place] = line.at;
    this.#directions[place] = line.direction;
    this.#typed[place] = line.byHand;
    this.#cuts[place] = line.cut;
    this.#oddities[place] = line.oddities;
    this.#asks[place] = line.asks;
    this.#answers[place] = line.answers;
    this.#next++;
    this.#bytes += line.text.length * 2 + lineWeight;
    while (this.#bytes > bytes && this.#first < this.#next - 1) this.#drop();
  }

  /** At most `limit` lines from number `from` on, and no further one once they have so many characters. */
  read(from: number, limit: number, characters = Infinity): TrafficPage {
    const start = Math.min(Math.max(from, this.#first), this.#next);
    const end = Math.min(start + limit, this.#next);
    const lines: TrafficLine[] = [];
    let next = start;
    for (let read = 0; next < end && read < characters; next++) {
      const line = this.#line(next);
      lines.push(line);
      read += line.text.length;
    }
    return { lines, missing: Math.max(0, start - Math.max(0, from)), next };
  }

  #line(seq: number): TrafficLine {
    const place = seq % this.#limits.lines;
    return {
      seq,
      at: this.#times[place]!,
      direction: this.#directions[place]!,
      text: this.#texts[place]!,
      byHand: this.#typed[place]!,
      cut: this.#cuts[place]!,
      oddities: this.#oddities[place]!,
      asks: this.#asks[place]!,
      answers: this.#answers[place]!,
    };
  }

  #drop(): void {
    const place = this.#first % this.#limits.lines;
    this.#bytes -= this.#texts[place]!.length * 2 + lineWeight;
    this.#texts[place] = '';
    this.#oddities[place] = none;
    this.#answers[place] = noAnswers;
    this.#first++;
  }
}
