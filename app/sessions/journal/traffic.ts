/**
 * The newest lines of a session, for views, limited in number and size. The journal has all of them; this store counts
 * those it dropped, so that a view can say so.
 */
import type { Oddity } from '../../shapes/engines.ts';
import type { Direction, TrafficLine } from '../../shapes/sessions.ts';

export interface TrafficLimits {
  readonly lines: number;
  readonly bytes: number;
}

/**
 * 20 000 lines are several games with every `info` line: more than a user scrolls back. 16 MiB keep a session with only
 * overlong lines from using the memory of hundreds of others.
 */
const defaultTrafficLimits: TrafficLimits = { lines: 20_000, bytes: 16 * 1024 * 1024 };

/** The memory for a line besides its text: its fields in the columns and the header of a string. */
const lineWeight = 80;

const none: readonly Oddity[] = [];
const noAnswers: readonly number[] = [];

export interface TrafficPage {
  /** In order, without gaps. */
  readonly lines: readonly TrafficLine[];
  /** Lines from the requested `seq` on that the store has dropped. */
  readonly missing: number;
  /** The `seq` to request next. */
  readonly next: number;
}

/**
 * A ring buffer in columns: line `seq` is at index `seq % lines` of each. Lines become objects only when read, since
 * twenty thousand long-lived objects would burden the garbage collector at every flood.
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

  /** The number of the next line; also the number of lines so far. */
  get next(): number {
    return this.#next;
  }

  /** The number of dropped lines. */
  get dropped(): number {
    return this.#first;
  }

  /** An estimate of the bytes in memory: two per character and a fixed amount per line. */
  get bytes(): number {
    return this.#bytes;
  }

  /** `line.seq` must equal `next`. */
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

  /** Reads at most `limit` lines starting at `from`, and stops after the line that reaches `characters`. */
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
