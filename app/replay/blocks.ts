/** What was heard, block by block: the lines that make up the answer to one request. */
import { defaultDeadlines, type Driver, type DriverEvent, type Protocol } from '../protocols/protocol.ts';

/** Lines of one answer that are kept for comparison: a drawn board has far fewer. */
const mostLines = 300;

/** What is said on the way, or to nobody. */
const isTalk = ({ kind }: DriverEvent): boolean => kind === 'info' || kind === 'progress';
const isOddity = ({ kind }: DriverEvent): boolean => kind === 'oddity';

export interface Block {
  /** Without blank lines, which mark ends, and without what is said on the way. */
  readonly lines: readonly string[];
  /** From the request to the last of them, in milliseconds. */
  readonly milliseconds: number;
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

  /** A line comes in: the requests that it answers. */
  comesIn(text: string, now: number): readonly Answered[] {
    this.heard++;
    const events = this.#driver.receive(text, now);
    const answers = this.#driver.exchange?.answers ?? [];
    const isAside = answers.length === 0 && (events.some(isTalk) || events.every(isOddity));
    if (text.trim() !== '' && !isAside && this.#lines.length < mostLines) this.#lines.push(text);
    return this.#answers(now);
  }

  /** A line of stderr, by which some engines tell that a line was not taken. */
  complains(text: string, now: number): void {
    this.#driver.complained?.(text, now);
  }

  #answers(now: number): readonly Answered[] {
    const answers = this.#driver.exchange?.answers ?? [];
    if (answers.length === 0) return [];
    const lines = this.#lines;
    this.#lines = [];
    return answers.map((request, at) => ({
      request,
      block: { lines: at === 0 ? lines : [], milliseconds: now - (this.#sentAt[request] ?? now) },
    }));
  }
}
