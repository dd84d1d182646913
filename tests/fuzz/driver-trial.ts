/** One random conversation of a driver, on a fake clock; throws `Broken` if a promise fails. */
import { LineSplitter, withoutReturn } from '../../app/sessions/wire/lines.ts';
import type { Driver, DriverEvent, Intent } from '../../app/protocols/protocol.ts';
import type { Sample } from '../../app/protocols/testing/fixtures.ts';
import { arrive, type InputPiece } from './bytes.ts';
import { IdleEngine, type Luck } from './engine.ts';
import { demand, demandCommand, demandNumbers, demandShort } from './faults.ts';
import type { DriverState } from '../../app/shapes/engines.ts';

export type DriverStep =
  | { readonly kind: 'hear'; readonly piece: InputPiece }
  /** On stderr. */
  | { readonly kind: 'complain'; readonly piece: InputPiece }
  /** Searches get their id when they are requested. */
  | { readonly kind: 'ask'; readonly intent: Intent }
  | { readonly kind: 'type'; readonly line: string }
  /** Sends what was proposed. */
  | { readonly kind: 'pass' }
  /** Receives what the engine said. */
  | { readonly kind: 'reply' }
  | { readonly kind: 'find'; readonly luck: Luck }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** A tick at an arbitrary time. */
  | { readonly kind: 'tick' };

export interface Manner {
  /** The conversation is open before the steps begin. */
  readonly open: boolean;
  /** Proposed lines are sent at once. */
  readonly prompt: boolean;
  /** A real responder reads what is sent; its lines arrive at once, on `reply`, or there is none. */
  readonly engine: 'prompt' | 'slow' | 'none';
}

/** Ticks within one wait, far above the rounds of any analysis in that time. */
const MOST_TICKS = 2000;
/** In milliseconds: longer than every deadline together. */
const TO_REST = 600_000;

export class DriverTrial {
  readonly #driver: Driver;
  readonly #manner: Manner;
  readonly #splitter = new LineSplitter((text) => this.#hear(withoutReturn(text)));
  readonly #errors = new LineSplitter((text) => this.#complain(withoutReturn(text)));
  readonly #engine: IdleEngine | null;
  readonly #outbox: string[] = [];
  readonly #inbox: string[] = [];
  readonly #mayBeBlank: boolean;
  readonly #asked = new Set<number>();
  readonly #ended = new Set<number>();
  #now = 0;
  #told: DriverState = 'new';
  #fault = false;
  #draining = false;

  constructor(driver: Driver, sample: Sample, manner: Manner) {
    this.#driver = driver;
    this.#manner = manner;
    this.#mayBeBlank = sample.sendsBlankLines === true;
    const say = (line: string): void => void this.#inbox.push(line);
    this.#engine =
      manner.engine === 'none'
        ? null
        : new IdleEngine(sample.responder(), sample, say, manner.engine === 'prompt', (line) =>
            this.#complain(line),
          );
    if (!manner.open) return;
    this.do({ kind: 'ask', intent: { kind: 'start' } });
    this.#pass();
    this.#reply();
    // Without an engine, any of its openings will do.
    if (!this.#engine) for (const line of sample.lines.theirs) this.#hear(line);
  }

  do(step: DriverStep): void {
    switch (step.kind) {
      case 'hear':
        arrive(step.piece, (chunk) => this.#splitter.push(chunk));
        break;
      case 'complain':
        arrive(step.piece, (chunk) => this.#errors.push(chunk));
        break;
      case 'ask':
        this.#ask(step.intent);
        break;
      case 'type':
        this.#sent(step.line);
        break;
      case 'pass':
        this.#pass();
        break;
      case 'reply':
        this.#reply();
        break;
      case 'find':
        this.#engine?.answer(step.luck);
        break;
      case 'wait':
        this.#wait(step.milliseconds);
        break;
      case 'tick':
        this.#take(this.#driver.tick(this.#now));
        break;
    }
    this.#drain();
  }

  /** Stops the current search and lets every deadline pass: by then each search has ended, or the session. */
  rest(): void {
    this.#splitter.end();
    this.#ask({ kind: 'stop' });
    this.#draining = true;
    this.#drain();
    this.#wait(TO_REST);
    if (this.#fault) return;
    const lost = [...this.#asked].filter((id) => !this.#ended.has(id));
    demand(lost.length === 0, () => `search ${lost.join(', ')} never ended, state ${this.#driver.state}`);
  }

  #ask(intent: Intent): void {
    const id = this.#asked.size + 1;
    if (intent.kind !== 'search') {
      this.#take(this.#driver.request(intent, this.#now));
      return;
    }
    this.#asked.add(id);
    const { line } = intent.search;
    // Callers ask before and at the end; neither may throw, or change anything.
    this.#driver.fits?.(line, line.game.seatToMove(line.position));
    this.#driver.again?.();
    this.#take(this.#driver.request({ kind: 'search', search: { ...intent.search, id } }, this.#now));
  }

  #hear(line: string): void {
    const events = this.#driver.receive(line, this.#now);
    demand(events.length > 0, () => `no event for ${JSON.stringify(line.slice(0, 300))}`);
    demandShort(events, line);
    this.#take(events);
  }

  #complain(line: string): void {
    const events = this.#driver.complained?.(line, this.#now) ?? [];
    demandShort(events, line);
    this.#take(events);
  }

  #sent(line: string): void {
    this.#take(this.#driver.sent(line, this.#now));
    this.#engine?.hear(line);
  }

  /** Whether something was sent. */
  #pass(): boolean {
    const some = this.#outbox.length > 0;
    for (let line = this.#outbox.shift(); line !== undefined; line = this.#outbox.shift()) {
      if (this.#driver.wants?.(line) !== false) this.#sent(line);
    }
    return some;
  }

  /** Whether something arrived: through the splitter, so that an unfinished line there spoils it. */
  #reply(): boolean {
    const some = this.#inbox.length > 0;
    for (let line = this.#inbox.shift(); line !== undefined; line = this.#inbox.shift()) {
      this.#splitter.push(Buffer.from(`${line}\n`));
    }
    return some;
  }

  /** Runs automatic steps until all is quiet. */
  #drain(): void {
    const { prompt, engine } = this.#manner;
    for (let round = 0; ; round++) {
      demand(round < MOST_TICKS, () => 'lines without end at one moment');
      const passed = (prompt || this.#draining) && this.#pass();
      const replied = engine === 'prompt' && this.#reply();
      if (!passed && !replied) return;
    }
  }

  #wait(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (let ticks = 0; ; ticks++) {
      const wake = this.#driver.nextWake();
      if (wake === null || wake > end) break;
      demand(ticks < MOST_TICKS, () => `${ticks} ticks within ${milliseconds} ms`);
      this.#now = Math.max(this.#now, wake);
      this.#take(this.#driver.tick(this.#now));
      this.#drain();
    }
    this.#now = end;
  }

  #take(events: readonly DriverEvent[]): void {
    for (const event of events) {
      demandNumbers(event);
      switch (event.kind) {
        case 'send':
          demand(!this.#fault, () => `${JSON.stringify(event.line)} after a fault`);
          demandCommand(event.line, this.#mayBeBlank);
          this.#outbox.push(event.line);
          break;
        case 'state':
          this.#told = event.state;
          break;
        case 'fault':
          demand(!this.#fault, () => `a second fault: ${event.reason}`);
          this.#fault = true;
          break;
        case 'report':
        case 'failed':
          demand(
            this.#asked.has(event.search),
            () => `${event.kind} of search ${event.search}, which was not asked`,
          );
          demand(
            !this.#ended.has(event.search),
            () => `${event.kind} of search ${event.search}, which had ended`,
          );
          if (event.kind === 'failed' || event.final) this.#ended.add(event.search);
          break;
        default:
      }
    }
    const { state } = this.#driver;
    demand(state === this.#told, () => `the state is ${state} and ${this.#told} was told`);
    const wake = this.#driver.nextWake();
    demand(wake === null || Number.isFinite(wake), () => `nextWake is ${wake}`);
  }
}
