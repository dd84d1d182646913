/**
 * A driver and a responder, joined by a wire in memory with a clock that the test moves. The engine behind the responder
 * is a function that says what a search finds and when.
 */
import type { Driver, DriverEvent, Intent } from '../protocol.ts';
import type { Finding, Job, Responder, ResponderEvent } from '../responder.ts';
import type { Entry } from './recordings.ts';

export interface Thought {
  readonly finding: Finding;
  /** Until the search ends by itself; Infinity for until it is cancelled. */
  readonly milliseconds: number;
  /** Evenly spread over the time before the answer. */
  readonly progress?: readonly Finding[];
}

export interface FakeWireSetup {
  readonly driver: Driver;
  readonly responder: Responder;
  readonly think: (job: Job) => Thought;
  /** Milliseconds that a line takes. */
  readonly latency?: number;
  /** The lines that arrive at the driver for one line of the engine. */
  readonly toDriver?: (line: string) => readonly string[];
  /** Lines that arrive at the same time are read together, before any line goes out. */
  readonly inPieces?: boolean;
  /** Milliseconds by which the engine delays an event. */
  readonly lag?: (event: ResponderEvent) => number;
}

interface Due {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
  /** It is a line to the driver. */
  readonly heard: boolean;
}

/** A conversation without end is given up then. */
const MAX_STEPS = 1_000_000;

export class FakeWire {
  now = 0;
  /** The driver's events, `send` included. */
  readonly events: DriverEvent[] = [];
  /** The responder's events, `send` included. */
  readonly engineEvents: ResponderEvent[] = [];
  /** The lines as the driver saw them. */
  readonly transcript: Entry[] = [];
  readonly #setup: FakeWireSetup;
  readonly #latency: number;
  #due: Due[] = [];
  #exited = false;
  #order = 0;
  /** Lines proposed while several are read together; else null. */
  #withheld: string[] | null = null;
  /** Unanswered searches by id. */
  readonly #thoughts = new Map<number, Thought>();

  constructor(setup: FakeWireSetup) {
    this.#setup = setup;
    this.#latency = setup.latency ?? 1;
    this.#obey(setup.responder.open?.() ?? []);
  }

  /** The engine has left, and its lines have arrived. */
  get exited(): boolean {
    return this.#exited;
  }

  get thinking(): boolean {
    return this.#thoughts.size > 0;
  }

  /** The engine leaves after its lines have arrived. */
  leave(milliseconds = this.#latency): void {
    this.#later(milliseconds, () => (this.#exited = true));
  }

  get lines(): string[] {
    return this.transcript.map(({ mark, text }) => `${mark} ${text}`);
  }

  /** The lines that went to the engine. */
  get sent(): string[] {
    return this.transcript.filter(({ mark }) => mark === '-->').map(({ text }) => text);
  }

  request(intent: Intent): void {
    this.#handle(this.#setup.driver.request(intent, this.now));
  }

  /** A typed line. */
  type(line: string): void {
    this.#send(line);
  }

  /** An unasked line of the engine. */
  say(line: string, late = 0): void {
    const hear = (): void => {
      if (!this.#exited) this.#hear(line);
    };
    this.#later(this.#latency + late, hear, true);
  }

  advance(milliseconds: number): void {
    this.runUntil(() => false, milliseconds);
  }

  /** Runs until the condition holds or the time has passed. @returns whether it holds */
  runUntil(condition: () => boolean, milliseconds: number): boolean {
    const end = this.now + milliseconds;
    for (let step = 0; step < MAX_STEPS; step++) {
      if (condition()) return true;
      const wake = this.#setup.driver.nextWake();
      const due = this.#due[0];
      const at = Math.min(due?.at ?? Infinity, wake ?? Infinity);
      if (at > end) {
        this.now = end;
        return condition();
      }
      this.now = Math.max(this.now, at);
      if (due && due.at <= this.now) {
        this.#due.shift();
        if (due.heard && this.#setup.inPieces === true) this.#hearPiece(due);
        else due.run();
      } else {
        this.#handle(this.#setup.driver.tick(this.now));
      }
    }
    throw new Error(`the conversation did not come to rest within ${MAX_STEPS} steps`);
  }

  #hearPiece(first: Due): void {
    this.#withheld = [];
    first.run();
    while (this.#due[0]?.heard === true && this.#due[0].at <= this.now) this.#due.shift()!.run();
    const withheld = this.#withheld;
    this.#withheld = null;
    for (const line of withheld) if (this.#setup.driver.wants?.(line) !== false) this.#send(line);
  }

  #later(milliseconds: number, run: () => void, heard = false): void {
    const due = { at: this.now + milliseconds, order: this.#order++, run, heard };
    let index = this.#due.length;
    while (index > 0 && this.#due[index - 1]!.at > due.at) index--;
    this.#due.splice(index, 0, due);
  }

  #handle(events: readonly DriverEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      if (event.kind !== 'send') continue;
      if (this.#withheld) this.#withheld.push(event.line);
      else this.#send(event.line);
    }
  }

  #send(line: string): void {
    this.transcript.push({ seconds: this.now / 1000, mark: '-->', text: line });
    this.#later(this.#latency, () => this.#obey(this.#setup.responder.receive(line)));
    this.#handle(this.#setup.driver.sent(line, this.now));
  }

  #hear(line: string): void {
    this.transcript.push({ seconds: this.now / 1000, mark: '<--', text: line });
    this.#handle(this.#setup.driver.receive(line, this.now));
  }

  #complain(text: string): void {
    this.transcript.push({ seconds: this.now / 1000, mark: '<!!', text });
    this.#handle(this.#setup.driver.complained?.(text, this.now) ?? []);
  }

  #obey(events: readonly ResponderEvent[]): void {
    if (this.#exited) return;
    for (const event of events) {
      this.engineEvents.push(event);
      const late = this.#setup.lag?.(event) ?? 0;
      if (event.kind === 'send') {
        for (const line of this.#setup.toDriver?.(event.line) ?? [event.line]) this.say(line, late);
      } else if (event.kind === 'search') {
        this.#think(event.job);
      } else if (event.kind === 'cancel') {
        this.#answer(event.id);
      } else if (event.kind === 'exit') {
        this.leave(this.#latency + late);
      } else if (event.kind === 'complain') {
        this.#later(this.#latency, () => this.#complain(event.text));
      }
    }
  }

  #think(job: Job): void {
    const thought = this.#setup.think(job);
    this.#thoughts.set(job.id, thought);
    if (!Number.isFinite(thought.milliseconds)) return;
    const progress = thought.progress ?? [];
    progress.forEach((finding, index) => {
      this.#later((thought.milliseconds * (index + 1)) / (progress.length + 1), () => {
        if (this.#thoughts.has(job.id)) this.#obey(this.#setup.responder.progress(job.id, finding));
      });
    });
    this.#later(thought.milliseconds, () => this.#answer(job.id));
  }

  #answer(id: number): void {
    const thought = this.#thoughts.get(id);
    if (!thought) return;
    this.#thoughts.delete(id);
    this.#later(0, () => this.#obey(this.#setup.responder.answer(id, thought.finding)));
  }
}
