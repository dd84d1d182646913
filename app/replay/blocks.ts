/** Received lines grouped into blocks: the lines of the answer to one request. */
import type { Game } from '../games/game.ts';
import { gameById } from '../games/registry.ts';
import {
  defaultDeadlines,
  type Driver,
  type DriverEvent,
  type Exchange,
  type Protocol,
} from '../protocols/protocol.ts';
import { judgedAnswer } from './judged.ts';

/** Lines of one answer kept for comparison: a drawn board has far fewer. */
const mostLines = 300;

/** Output before an answer, or output that answers nothing. */
const isTalk = ({ kind }: DriverEvent): boolean => kind === 'info' || kind === 'progress' || kind === 'stale';
const isOddity = ({ kind }: DriverEvent): boolean => kind === 'oddity';

export interface AnswerBlock {
  /** Without blank lines, which mark ends, and without output that precedes the answer. */
  readonly lines: readonly string[];
  /** From the request to the last line, in milliseconds. */
  readonly milliseconds: number;
  /**
   * The line also answers an earlier request, as a `bestmove` answers a `go` and its `stop`, and counts for that one.
   */
  readonly joins: boolean;
  /** Why its move is illegal or no move; null if it is legal, or there is none. */
  readonly fault: string | null;
}

/** The request by its number among the sent lines. */
export interface AnsweredRequest {
  readonly request: number;
  readonly block: AnswerBlock;
}

/** What a sent line does. */
interface LineSent {
  readonly asks: boolean;
  readonly stops: boolean;
  readonly answers: readonly AnsweredRequest[];
}

/** One side of a comparison: a conversation as its driver follows it. */
export class AnswerBlocks {
  readonly #game: Game;
  readonly #driver: Driver;
  readonly #isWhole: Protocol['isWhole'];
  readonly #sentAt: number[] = [];
  /** When the answers to open requests are due, in ms. */
  readonly #due = new Map<number, number>();
  #lines: string[] = [];
  /** Lines received so far. */
  heard = 0;

  /** @param settings of the protocol, as `createDriver` takes them */
  constructor(protocol: Protocol, settings?: Readonly<Record<string, string>>) {
    this.#game = gameById(protocol.games[0]!);
    this.#driver = protocol.createDriver(defaultDeadlines, settings);
    this.#isWhole = protocol.isWhole;
  }

  /** The number of the last line sent; -1 before the first. */
  get sent(): number {
    return this.#sentAt.length - 1;
  }

  /** Whether the engine was told to quit. */
  get isQuitting(): boolean {
    return this.#driver.state === 'quitting';
  }

  /** Whether the deadline of a request, or of any, has passed without an answer. */
  isOverdue(now: number, request?: number): boolean {
    if (request !== undefined) return now > (this.#due.get(request) ?? Infinity);
    return [...this.#due.values()].some((due) => now > due);
  }

  /** Feeds a sent line. Returns whether it asks, whether it stops a search, and the answers that it shows to be complete. */
  goesOut(text: string, now: number): LineSent {
    this.#sentAt.push(now);
    const before = this.#driver.state;
    this.#driver.sent(text, now);
    const stops = before === 'thinking' && this.#driver.state === 'stopping';
    for (const { request, within } of this.#driver.exchange?.due ?? []) {
      if (within !== null)
        this.#due.set(request, now + (typeof within === 'number' ? within : defaultDeadlines[within]));
    }
    return { asks: this.#driver.exchange?.asks ?? false, stops, answers: this.#answers(now) };
  }

  /**
   * Feeds a received line. Returns the requests that it answers, or shows to have been answered before.
   * @param isUnended whether it has no line end: if it is the rest of the output, read after a deadline or a line that
   *   told the engine to quit, it does not answer
   */
  comesIn(text: string, now: number, isUnended = false): readonly AnsweredRequest[] {
    this.heard++;
    const isRest = isUnended && this.#isWhole?.(text) !== true;
    if (isRest && (this.isQuitting || this.isOverdue(now))) return [];
    const events = this.#driver.receive(text, now, isUnended);
    const { exchange } = this.#driver;
    const answers = exchange?.answers ?? [];
    const own = answers.some((request) => exchange?.earlier(request) === null);
    const isAside = !own && (events.some(isTalk) || events.every(isOddity));
    const line = text.trim() === '' || isAside ? [] : [text];
    const answered = this.#answers(now, own ? line : []);
    if (!own) this.#keep(line);
    return answered;
  }

  /** The output has ended. */
  outputEnded(now: number): readonly AnsweredRequest[] {
    return (this.#driver.outputEnded?.(now) ?? []).length > 0 ? this.#answers(now) : [];
  }

  /** Feeds a line of stderr, by which some engines report that a line was not accepted. */
  complains(text: string, now: number): void {
    this.#driver.complained?.(text, now);
  }

  #keep(lines: readonly string[]): void {
    if (this.#lines.length < mostLines) this.#lines.push(...lines);
  }

  /** @param line the last received line, if it is an answer and does not only show that others were */
  #answers(now: number, line: readonly string[] = []): readonly AnsweredRequest[] {
    const { exchange } = this.#driver;
    const answers = exchange?.answers ?? [];
    if (exchange === undefined || answers.length === 0) return [];
    const before = this.#lines;
    this.#lines = [];
    const directly = answers.filter((request) => exchange.earlier(request) === null);
    const counted = Math.min(...directly);
    const joins = (request: number): boolean => directly.includes(request) && request !== counted;
    const first = answers.find((request) => !joins(request));
    const fault = this.#faultOf(exchange);
    for (const request of answers) this.#due.delete(request);
    return answers.map((request) => {
      const milliseconds = (exchange.earlier(request) ?? now) - (this.#sentAt[request] ?? now);
      const lines = [...(request === first ? before : []), ...(request === counted ? line : [])];
      return { request, block: { lines, milliseconds, joins: joins(request), fault } };
    });
  }

  #faultOf({ position, move }: Exchange): string | null {
    if (position === null || move === null) return null;
    return judgedAnswer(this.#game, position, move)?.fault ?? null;
  }
}
