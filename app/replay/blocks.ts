/** What was heard, block by block: the lines that make up the answer to one request. */
import { defaultDeadlines, type Driver, type DriverEvent, type Protocol } from '../protocols/protocol.ts';

/** Lines of one answer that are kept for comparison: a drawn board has far fewer. */
const mostLines = 300;

/** What is said on the way, or to nobody. */
const isTalk = ({ kind }: DriverEvent): boolean => kind === 'info' || kind === 'progress' || kind === 'stale';
const isOddity = ({ kind }: DriverEvent): boolean => kind === 'oddity';

export interface Block {
  /** Without blank lines, which mark ends, and without what is said on the way. */
  readonly lines: readonly string[];
  /** From the request to the last of them, in milliseconds. */
  readonly milliseconds: number;
  /** Its line answers an earlier request too, as a `bestmove` does a `go` and its `stop`, and counts for that. */
  readonly joins: boolean;
}

/** The request by its number among the lines that went out. */
export interface Answered {
  readonly request: number;
  readonly block: Block;
}

/** One side of a comparison: a conversation as its driver follows it. */
export class Blocks {
  readonly #driver: Driver;
  readonly #sentAt: number[] = [];
  #lines: string[] = [];
  /** Lines heard so far. */
  heard = 0;

  /** @param settings of the protocol, as `createDriver` takes them */
  constructor(protocol: Protocol, settings?: Readonly<Record<string, string>>) {
    this.#driver = protocol.createDriver(defaultDeadlines, settings);
  }

  /** The number of the line that went out last; -1 before the first. */
  get sent(): number {
    return this.#sentAt.length - 1;
  }

  /** A line goes out, whether it wants an answer; and what was said before may be taken for answers by that. */
  goesOut(text: string, now: number): { readonly asks: boolean; readonly answers: readonly Answered[] } {
    this.#sentAt.push(now);
    this.#driver.sent(text, now);
    return { asks: this.#driver.exchange?.asks ?? false, answers: this.#answers(now) };
  }

  /** A line comes in: the requests that it answers, or shows to have been answered before it. */
  comesIn(text: string, now: number): readonly Answered[] {
    this.heard++;
    const events = this.#driver.receive(text, now);
    const { exchange } = this.#driver;
    const answers = exchange?.answers ?? [];
    const own = answers.some((request) => exchange?.earlier(request) === null);
    const isAside = !own && (events.some(isTalk) || events.every(isOddity));
    const line = text.trim() === '' || isAside ? [] : [text];
    const answered = this.#answers(now, own ? line : []);
    if (!own) this.#keep(line);
    return answered;
  }

  /** Nothing more comes in. */
  muted(now: number): readonly Answered[] {
    return (this.#driver.muted?.(now) ?? []).length > 0 ? this.#answers(now) : [];
  }

  /** A line of stderr, by which some engines tell that a line was not taken. */
  complains(text: string, now: number): void {
    this.#driver.complained?.(text, now);
  }

  #keep(lines: readonly string[]): void {
    if (this.#lines.length < mostLines) this.#lines.push(...lines);
  }

  /** @param line that which came in last, where it is an answer, and does not only show that others were */
  #answers(now: number, line: readonly string[] = []): readonly Answered[] {
    const { exchange } = this.#driver;
    const answers = exchange?.answers ?? [];
    if (exchange === undefined || answers.length === 0) return [];
    const before = this.#lines;
    this.#lines = [];
    const directly = answers.filter((request) => exchange.earlier(request) === null);
    const counted = Math.min(...directly);
    const joins = (request: number): boolean => directly.includes(request) && request !== counted;
    const first = answers.find((request) => !joins(request));
    return answers.map((request) => {
      const milliseconds = (exchange.earlier(request) ?? now) - (this.#sentAt[request] ?? now);
      const lines = [...(request === first ? before : []), ...(request === counted ? line : [])];
      return { request, block: { lines, milliseconds, joins: joins(request) } };
    });
  }
}
