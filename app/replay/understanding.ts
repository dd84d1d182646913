/**
 * Feeds a recording to a driver line by line, as a session would have: both directions, stderr and the time. Nothing is
 * requested or sent. If the driver would end the session because of the clock, the replay reports a silence instead and
 * continues.
 */
import { gameById } from '../games/registry.ts';
import type { Game } from '../games/game.ts';
import {
  type Deadlines,
  defaultDeadlines,
  type Driver,
  type DriverEvent,
  type Exchange,
  type Protocol,
} from '../protocols/protocol.ts';
import { endingPattern } from '../sessions/ending/endings.ts';
import type { ReplayEvent } from './events.ts';
import { judgedAnswer } from './judged.ts';
import type { RecordedEntry } from './recording.ts';
import { OpenRequests, type OpenRequest } from './requests.ts';
import type { DriverState } from '../shapes/engines.ts';
import type { LineEnd } from '../shapes/recordings.ts';

/** The most wake-ups of a driver between two lines: more are a bug of ours, which must not hang a replay. */
const mostTicks = 1000;

/** The most unanswered requests reported at the end, and the most dropped ones reported before it. */
const mostUnanswered = 20;

const silent: Exchange = {
  asks: false,
  due: [],
  answers: [],
  lost: [],
  position: null,
  move: null,
  earlier: () => null,
};

const none: readonly DriverEvent[] = [];

/** How journals and other recordings note that an engine's output has ended. */
const endPattern = /^EOF on (?:stdout|<--) *$/;

/** A fault by the clock alone is reported as a silence, which may occur several times. */
const isNoFault = ({ kind }: DriverEvent): boolean => kind !== 'fault';

/** An event under construction: the fields of all events that stand for a line. */
interface LineDraft {
  line: number;
  kind: RecordedEntry['direction'] | 'settled';
  seconds?: number;
  text?: string;
  cut?: number;
  end?: LineEnd;
  typed?: true;
  asks?: true;
  answers?: readonly number[];
  milliseconds?: number;
  state?: DriverState;
  understood?: string;
  position?: string;
  move?: string;
  fault?: string;
}

export interface EngineIdentity {
  readonly name: string | null;
  readonly author: string | null;
}

export interface UnderstandingOptions {
  readonly deadlines?: Deadlines;
  /** Of the protocol, as `createDriver` takes them. */
  readonly settings?: Readonly<Record<string, string>>;
}

export class Understanding {
  readonly #game: Game;
  readonly #driver: Driver;
  readonly #isWhole: Protocol['isWhole'];
  readonly #requests: OpenRequests;
  readonly #oddities = new Map<string, number>();
  #state: DriverState;
  /** The engine's output has ended. */
  #isOver = false;
  /** A deadline has passed without an answer. */
  #isLate = false;
  #line = 0;
  /** Monotonic, in ms. */
  #now = 0;
  /** What the engine said of itself; null for what it did not say. */
  identity: EngineIdentity = { name: null, author: null };
  #word: string | null = null;
  #left: string | null = null;

  constructor(protocol: Protocol, { deadlines = defaultDeadlines, settings }: UnderstandingOptions = {}) {
    this.#game = gameById(protocol.games[0]!);
    this.#driver = protocol.createDriver(deadlines, settings);
    this.#requests = new OpenRequests(deadlines);
    this.#isWhole = protocol.isWhole;
    this.#state = this.#driver.state;
  }

  /** Feeds one line and adds its events to `out`. */
  observe(entry: RecordedEntry, out: ReplayEvent[]): void {
    const { line, seconds, text, cut, direction } = entry;
    this.#pass(seconds * 1000, out);
    this.#line = line;
    const told: LineDraft = { line, kind: direction, seconds, text };
    if (cut > 0) told.cut = cut;
    if (entry.end !== undefined) told.end = entry.end;
    out.push(told as ReplayEvent);
    switch (direction) {
      case 'sent': {
        if (entry.typed) told.typed = true;
        const events = this.#driver.sent(text, this.#now);
        const exchange = this.#driver.exchange ?? silent;
        const givenUp = this.#requests.sent(exchange, line, text, this.#now);
        if (exchange.asks) told.asks = true;
        if (exchange.answers.length > 0) this.#settle(told, events, exchange, out);
        else this.#explain(told, events, exchange);
        this.#tell(events, exchange, out);
        if (givenUp !== null && this.#requests.givenUp <= mostUnanswered) out.push(this.#unanswered(givenUp));
        break;
      }
      case 'heard': {
        // It is read once the output has ended: a session that had given up, or was told to quit, was over by then.
        const isUnended = entry.end === 'none';
        const isRest = isUnended && this.#isWhole?.(text) !== true;
        if (isRest && (this.#isLate || this.#driver.state === 'quitting')) {
          told.understood = 'not taken as an answer, since it has no line end';
          break;
        }
        const events = this.#driver.receive(text, this.#now, isUnended);
        const exchange = this.#driver.exchange ?? silent;
        this.#link(told, exchange);
        this.#explain(told, events, exchange);
        this.#tell(events, exchange, out);
        break;
      }
      case 'stderr': {
        const events = this.#driver.complained?.(text, this.#now) ?? none;
        this.#explain(told, events, silent);
        this.#tell(events, silent, out);
        break;
      }
      case 'note': {
        const { word, left } = endingPattern.exec(text)?.groups ?? {};
        this.#isOver ||= endPattern.test(text);
        this.#word = word ?? this.#word;
        this.#left = left ?? this.#left;
        break;
      }
      case 'unreadable':
        break;
    }
  }

  /** Ends the recording: adds the unanswered requests and the summary. */
  end(out: ReplayEvent[]): void {
    const events = this.#driver.outputEnded?.(this.#now) ?? none;
    const exchange = this.#driver.exchange ?? silent;
    if (events.length > 0 && exchange.answers.length > 0) this.#settle(null, events, exchange, out);
    if (events.length > 0) this.#tell(events, exchange, out);
    let left = mostUnanswered;
    for (const request of this.#requests.open) if (left-- > 0) out.push(this.#unanswered(request));
    const { asked, answered } = this.#requests;
    out.push({
      kind: 'summary',
      lines: this.#line,
      requests: asked,
      answered,
      oddities: Object.fromEntries([...this.#oddities].sort(([one], [other]) => (one < other ? -1 : 1))),
      ending: this.#word ?? this.#left,
    });
  }

  /** Lets the time between two lines pass. */
  #pass(now: number, out: ReplayEvent[]): void {
    if (now <= this.#now) return;
    for (let ticks = 0; ticks < mostTicks; ticks++) {
      const wake = this.#driver.nextWake();
      if (wake === null || wake > now) break;
      this.#tell(this.#driver.tick(wake).filter(isNoFault), silent, out);
    }
    this.#now = now;
    for (const { line, text, at, within } of this.#requests.overdue(now)) {
      this.#isLate = true;
      const seconds = (now - at) / 1000;
      out.push({
        line: this.#line,
        kind: 'silence',
        request: line,
        within: within / 1000,
        seconds,
        text: `no answer to "${text}" (line ${line}) within ${within / 1000} s`,
      });
    }
  }

  /** Takes earlier output as an answer, since the next line was sent or nothing more comes. */
  #settle(
    sent: LineDraft | null,
    events: readonly DriverEvent[],
    exchange: Exchange,
    out: ReplayEvent[],
  ): void {
    const settled: LineDraft = { line: this.#line, kind: 'settled' };
    this.#link(settled, exchange);
    this.#explain(settled, events, exchange);
    const { state } = settled;
    if (state !== undefined && sent !== null) sent.state = state;
    delete settled.state;
    out.push(settled as ReplayEvent);
  }

  #link(told: LineDraft, exchange: Exchange): void {
    if (exchange.answers.length === 0) return;
    const answered = this.#requests.answer(exchange.answers);
    const [first] = answered;
    if (!first) return;
    told.answers = answered.map(({ line }) => line);
    const heardAt = exchange.earlier(first.number) ?? this.#now;
    told.milliseconds = Math.round((heardAt - first.at) * 1000) / 1000;
  }

  #explain(told: LineDraft, events: readonly DriverEvent[], exchange: Exchange): void {
    const { state } = this.#driver;
    // An engine whose output has ended no longer thinks.
    const isVain = this.#isOver && state === 'thinking';
    if (state !== this.#state && !isVain) {
      this.#state = told.state = state;
      if (state === 'quitting') this.#requests.forgive();
    }
    const words = understoodWords(events);
    if (words !== '') told.understood = words;
    const { position, move } = exchange;
    if (position === null) {
      if (move !== null) told.move = move.text;
      return;
    }
    told.position = this.#game.positionText(position);
    if (move !== null) Object.assign(told, judgedAnswer(this.#game, position, move));
  }

  #tell(events: readonly DriverEvent[], { lost }: Exchange, out: ReplayEvent[]): void {
    const line = this.#line;
    for (const event of events) {
      if (event.kind === 'identity') {
        const { name, author } = this.identity;
        this.identity = { name: event.name ?? name, author: event.author ?? author };
      } else if (event.kind === 'oddity') {
        const { name, clause, text } = event.oddity;
        this.#oddities.set(name, (this.#oddities.get(name) ?? 0) + 1);
        out.push({ line, kind: 'oddity', name, clause, text });
      } else if (event.kind === 'misuse') out.push({ line, kind: 'misuse', text: event.text });
      else if (event.kind === 'fault') {
        out.push({ line, kind: 'fault', ending: event.ending, reason: event.reason });
      }
    }
    if (lost.length > 0) for (const request of this.#requests.take(lost)) out.push(this.#unanswered(request));
  }

  #unanswered({ line, text }: OpenRequest): ReplayEvent {
    return {
      line: this.#line,
      kind: 'unanswered',
      request: line,
      text: `no complete answer to "${text}" (line ${line})`,
    };
  }
}

/** Null for events that have a form of their own or say nothing about the line. */
function wordsOf(event: DriverEvent): string | null {
  switch (event.kind) {
    case 'understood':
      return event.what;
    case 'ready':
      return 'the conversation is open';
    case 'identity':
      return event.name === undefined ? `its author is ${event.author}` : `its name is ${event.name}`;
    case 'option':
      return `an option: ${event.option.name} (${event.option.type})`;
    case 'stale':
      return `answers nothing: ${event.text}`;
    case 'progress':
      return event.nodes === null ? 'progress' : `progress: ${event.nodes} nodes`;
    case 'info':
      return 'free text';
    case 'alive':
      return 'a sign of life';
    case 'drawing':
      return `a drawing of ${event.lines.length} lines`;
    case 'undrawn':
      return `no drawing: ${event.reason}`;
    case 'learned':
      return `${event.setting}: ${event.value}, (detected)`;
    case 'send':
    case 'state':
    case 'report':
    case 'failed':
    case 'oddity':
    case 'fault':
    case 'misuse':
      return null;
  }
}

/** Empty if there is nothing to say. */
function understoodWords(events: readonly DriverEvent[]): string {
  let words = '';
  for (const event of events) {
    const more = wordsOf(event);
    if (more !== null && more !== words) words = words === '' ? more : `${words}; ${more}`;
  }
  return words;
}
