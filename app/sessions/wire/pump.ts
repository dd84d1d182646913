/**
 * Runs a protocol driver: sends the lines it proposes, passes received lines to it, and wakes it when it asks. Its
 * events are emitted in order; a line comes with its own oddities.
 */
import type { Driver, DriverEvent, Intent, Report, Search } from '../../protocols/protocol.ts';
import type { Clock, Timer } from '../clock.ts';
import { withoutReturn } from './lines.ts';
import { Linker, unlinked, type Links } from './links.ts';
import type { Oddity } from '../../shapes/engines.ts';

/** A line to send after the current piece of output has been processed. */
interface Withheld {
  readonly line: string;
  readonly byHand: boolean;
  /** Whether the driver proposed it and may withdraw it by then. */
  readonly proposed: boolean;
  /** The line that the driver will propose after it; undefined if that is not certain. */
  readonly next?: string | undefined;
}

/** A wake-up later than this may have been delayed by our process; see `#wake`. */
const lateMilliseconds = 20;

/**
 * How long output that is still in the pipe when a deadline passes is read before the deadline counts: it was written
 * in time and waits for us. An engine that writes more than this before its answer is late.
 */
export const hearingMilliseconds = 100;

const none: readonly Oddity[] = [];

/** A received line by its place in the journal: the offset of the entry that it ends in, and which line there. */
export interface Said {
  readonly at: number;
  readonly nth: number;
  /** As the driver got it. */
  readonly text: string;
}

export interface PumpOutlet {
  /** Whether lines can be written. */
  writable(): boolean;
  /** Writes a line to the engine. @returns false if that is no longer possible */
  write(line: string, byHand: boolean, now: number): boolean;
  /** Writes everything that `work` writes in one piece. */
  together(work: () => void): void;
  sent(line: string, byHand: boolean, oddities: readonly Oddity[], links: Links, now: number): void;
  heard(text: string, cut: number, oddities: readonly Oddity[], links: Links, now: number): void;
  /** As `heard`, for lines that answer nothing and deviate in nothing. */
  skimmed(texts: readonly string[], now: number): void;
  /** As `heard`, for stderr. */
  complained(text: string, cut: number, oddities: readonly Oddity[], now: number): void;
  /** @param said of a report, the line that the driver made it from; null for other events, or without a journal */
  event(event: Exclude<DriverEvent, { kind: 'send' }>, said: Said | null): void;
  /** The number of the next line. */
  next(): number;
  /** The next received line answers the line `request`. */
  answered(request: number, milliseconds: number): void;
  /** Whether output of the engine may still wait to be read. */
  behind(): boolean;
  /** Reports a line that is whole but for its line end, if the engine has written one. @returns whether it has */
  endWhole(): boolean;
  /** The driver threw, which no driver may: an internal error. */
  broken(error: unknown): void;
}

function odditiesOf(events: readonly DriverEvent[]): readonly Oddity[] {
  let oddities: Oddity[] | null = null;
  for (const event of events) if (event.kind === 'oddity') (oddities ??= []).push(event.oddity);
  return oddities ?? none;
}

export class Pump {
  readonly #driver: Driver;
  readonly #clock: Clock;
  readonly #outlet: PumpOutlet;
  readonly #linker: Linker;
  /** Work that arrives while events are emitted waits here, so that events of two causes do not mix. */
  readonly #waiting: (() => void)[] = [];
  readonly #withheld: Withheld[] = [];
  #running = false;
  /** Whether a piece of output is being processed. */
  #reading = false;
  #silenced = false;
  /** Whether lines are written in one piece, which wakes the engine once. */
  #isTogether = false;
  /** Lines sent so far. */
  #sent = 0;
  /**
   * Whether the last piece had several lines. If not, the next line is written at once, and the driver is told of it
   * while the engine reads.
   */
  #hadSeveral = false;
  /** A line that was written together with the one before it, and that the driver has yet to propose; else null. */
  #ahead: string | null = null;
  /** Since when, on the clock, we have paused the engine's output; null if it is not paused. */
  #heldSince: number | null = null;
  /** The total time of pauses. The driver's time is the clock's minus this. */
  #heldFor = 0;
  #timer: Timer | null = null;
  #armedFor = Infinity;
  /** Since when, on the clock, an expired deadline has been waiting for output in the pipe. */
  #hearingSince: number | null = null;
  /** The last line that was received and was not blank: blank ones end answers and say nothing themselves. */
  #saidAt: number | null = null;
  #saidNth = 0;
  #saidText = '';
  /** Drivers report again what they hold when a search is cut short; it was said where it was said first. */
  readonly #sources = new WeakMap<Report, Said>();

  constructor(driver: Driver, clock: Clock, outlet: PumpOutlet) {
    this.#driver = driver;
    this.#clock = clock;
    this.#outlet = outlet;
    this.#linker = new Linker(driver, (request, milliseconds) => outlet.answered(request, milliseconds));
  }

  request(intent: Intent): void {
    if (intent.kind === 'search' && this.#askShort(intent.search)) return;
    this.#run(() => {
      const now = this.#clock.now();
      if (!this.#silenced) this.#tell(this.#driver.request(intent, this.#driverTime(now)), now);
    });
  }

  /** Sends a line that did not come from the driver. */
  send(line: string, byHand: boolean): void {
    this.#run(() => this.#put({ line, byHand, proposed: false }, this.#clock.now()));
  }

  /**
   * Processes a piece of output; `show` calls `heard` or `complained`. Lines are sent only after all of it: the engine
   * cannot have reacted to a line written after its output was read, and the journal has the same order.
   */
  piece(show: () => void): void {
    this.#reading = true;
    try {
      show();
    } finally {
      this.#reading = false;
    }
    if (this.#withheld.length > 0) this.#run(() => this.#release(this.#clock.now()));
    else this.#arm();
  }

  /**
   * @param at the offset of the journal's entry that the line ends in @param nth which of the lines there
   * @param isUnended whether the line had no line end
   */
  heard(text: string, cut: number, now: number, at: number | null = null, nth = 0, isUnended = false): void {
    // The common case, without a closure per line.
    if (this.#running) this.#waiting.push(() => this.heard(text, cut, now, at, nth, isUnended));
    else {
      this.#running = true;
      try {
        this.#heard(text, cut, now, at, nth, isUnended);
      } catch (error) {
        this.#outlet.broken(error);
      }
      this.#finish();
    }
  }

  /**
   * Lets the driver take lines at once, as a `LineTaker`.
   * @param at the offset of the journal's entry that they end in @param nth which of the lines there is the first one
   */
  skim(text: string, from: number, now: number, at: number | null, nth: number): number {
    const way = this.#driver.shortWay;
    if (way?.skim === undefined || this.#running) return from;
    let until = from;
    this.#run(() => {
      const skimmed = way.skim!(text, from, this.#driverTime(now));
      if (skimmed === null) return;
      until = skimmed.until;
      const texts = text.slice(from, until - 1).split('\n');
      this.#outlet.skimmed(texts, now);
      this.#saidAt = at;
      this.#saidNth = nth + texts.length - 1;
      this.#saidText = texts.at(-1)!;
      this.#outlet.event(skimmed.event, null);
    });
    return until;
  }

  /** Passes a line of stderr to drivers that read it. */
  complained(text: string, cut: number, now: number): void {
    this.#run(() => {
      const events = this.#driver.complained?.(withoutReturn(text), this.#driverTime(now)) ?? [];
      this.#outlet.complained(text, cut, odditiesOf(events), now);
      this.#tell(events, now);
    });
  }

  /** The engine's output has ended. */
  outputEnded(): void {
    this.#run(() => {
      const now = this.#clock.now();
      const events = this.#linker.aside(() => this.#driver.outputEnded?.(this.#driverTime(now)) ?? []);
      this.#tell(events, now);
    });
  }

  /** The driver still receives lines, but its lines are not sent and its deadlines are ignored. */
  silence(): void {
    this.#silenced = true;
    this.#timer?.clear();
    this.#timer = null;
  }

  /** While we pause the engine's output, the driver's time stands still. */
  hold(held: boolean): void {
    if (held) {
      this.#heldSince ??= this.#clock.now();
    } else if (this.#heldSince !== null) {
      this.#heldFor += this.#clock.now() - this.#heldSince;
      this.#heldSince = null;
      this.#arm();
    }
  }

  /** Asks in the driver's short way. @returns false if it has none for this search; then nothing has happened */
  #askShort(search: Search): boolean {
    const way = this.#driver.shortWay;
    const isBusy = this.#running || this.#reading || this.#ahead !== null;
    if (way === undefined || isBusy || this.#silenced || this.#heldSince !== null) return false;
    if (!this.#outlet.writable()) return false;
    const now = this.#clock.now();
    const lines = way.ask(search, this.#driverTime(now));
    if (lines === null) return false;
    this.#running = true;
    try {
      this.#outlet.together(() => {
        for (const line of lines) this.#write(line, false, now);
      });
      const last = lines.length - 1;
      lines.forEach((line, at) => {
        const asks = at === last || way.asksEach === true;
        if (!asks) this.#linker.passed();
        // The exchange is that of the last line, and the lines before it that ask do so alike.
        const links = asks ? this.#linker.sent(this.#outlet.next(), now) : unlinked;
        this.#outlet.sent(line, false, none, links, now);
      });
      this.#outlet.event({ kind: 'state', state: this.#driver.state }, null);
    } catch (error) {
      this.#outlet.broken(error);
    }
    this.#finish();
    return true;
  }

  #run(work: () => void): void {
    this.#waiting.push(work);
    if (this.#running) return;
    this.#running = true;
    this.#finish();
  }

  #finish(): void {
    while (this.#waiting.length > 0) {
      try {
        this.#waiting.shift()!();
      } catch (error) {
        this.#outlet.broken(error);
      }
    }
    this.#running = false;
    // Once for all lines of a piece.
    if (!this.#reading) this.#arm();
  }

  #heard(text: string, cut: number, now: number, at: number | null, nth: number, isUnended: boolean): void {
    const line = withoutReturn(text);
    if (line !== '') {
      this.#saidAt = at;
      this.#saidNth = nth;
      this.#saidText = line;
    }
    const time = this.#driverTime(now);
    const events = this.#driver.shortWay?.answer(line, time) ?? this.#driver.receive(line, time, isUnended);
    this.#outlet.heard(text, cut, odditiesOf(events), this.#linker.heard(now), now);
    this.#tell(events, now);
  }

  #tell(events: readonly DriverEvent[], now: number): void {
    let sends = 0;
    for (const event of events) if (event.kind === 'send') sends++;
    if (sends > 1) this.#together(() => this.#each(events, now));
    else this.#each(events, now);
  }

  #each(events: readonly DriverEvent[], now: number): void {
    for (const event of events) {
      if (event.kind === 'report') this.#outlet.event(event, this.#sourceOf(event.report, event.final));
      else if (event.kind !== 'send') this.#outlet.event(event, null);
      else if (!this.#silenced) {
        this.#put({ line: event.line, byHand: false, proposed: true, next: event.next }, now);
      }
    }
  }

  #sourceOf(report: Report, isFinal: boolean): Said | null {
    const known = this.#sources.get(report);
    if (known !== undefined || this.#saidAt === null) return known ?? null;
    const said = { at: this.#saidAt, nth: this.#saidNth, text: this.#saidText };
    if (!isFinal) this.#sources.set(report, said);
    return said;
  }

  #put(one: Withheld, now: number): void {
    if (this.#reading) this.#withheld.push(one);
    else this.#send(one, now);
  }

  #release(now: number): void {
    const wanted = this.#withheld.splice(0);
    const sendAll = (): void => {
      for (const one of wanted) {
        if (one.proposed && (this.#silenced || this.#driver.wants?.(one.line) === false)) continue;
        this.#send(one, now);
      }
    };
    if (wanted.length > 1) this.#together(sendAll);
    else sendAll();
  }

  /** Sends a line, and those that the driver proposes after it in one piece. */
  #send({ line, byHand, next }: Withheld, now: number): void {
    if (this.#ahead !== null && this.#ahead !== line) this.#tellAhead(now);
    const before = this.#sent;
    const isAtOnce = !this.#isTogether && (next !== undefined || !this.#hadSeveral);
    if (isAtOnce && !this.#writeAtOnce(line, next, byHand, now)) return;
    this.#together(() => {
      if (!isAtOnce && !this.#write(line, byHand, now)) return;
      this.#tellSent(line, byHand, now);
      this.#tellAhead(now);
    }, before);
  }

  /** Tells the driver of a line that was written ahead and that it has not proposed: the engine has it all the same. */
  #tellAhead(now: number): void {
    const ahead = this.#ahead;
    if (ahead === null) return;
    this.#ahead = null;
    this.#tellSent(ahead, false, now);
  }

  #tellSent(line: string, byHand: boolean, now: number): void {
    const events = this.#driver.sent(line, this.#driverTime(now));
    const links = this.#linker.sent(this.#outlet.next(), now);
    this.#outlet.sent(line, byHand, odditiesOf(events), links, now);
    this.#tell(events, now);
  }

  /** Writes a line and, in the same piece, the next one: the driver is told of both while the engine reads. */
  #writeAtOnce(line: string, next: string | undefined, byHand: boolean, now: number): boolean {
    if (next === undefined) return this.#write(line, byHand, now);
    let isWritten = false;
    this.#outlet.together(() => {
      isWritten = this.#write(line, byHand, now) && this.#write(next, false, now);
    });
    if (isWritten) this.#ahead = next;
    return isWritten;
  }

  /** @returns false if the line can no longer be written */
  #write(line: string, byHand: boolean, now: number): boolean {
    if (this.#ahead === line) {
      this.#ahead = null;
      return true;
    }
    const isWritten = this.#outlet.write(line, byHand, now);
    if (isWritten) this.#sent++;
    return isWritten;
  }

  /** @param before how many lines were sent before this piece */
  #together(work: () => void, before = this.#sent): void {
    if (this.#isTogether) return work();
    this.#isTogether = true;
    try {
      this.#outlet.together(work);
    } finally {
      this.#isTogether = false;
      this.#hadSeveral = this.#sent - before > 1;
    }
  }

  #driverTime(now: number): number {
    return (this.#heldSince ?? now) - this.#heldFor;
  }

  /** Keeps a timer that fires no later than the driver asks; firing too early is harmless. */
  #arm(): void {
    if (this.#silenced || this.#heldSince !== null) return;
    const wake = this.#driver.nextWake();
    if (wake === null || (this.#timer !== null && this.#armedFor <= wake)) return;
    this.#set(wake, Math.max(1, wake - this.#driverTime(this.#clock.now())));
  }

  #set(wake: number, milliseconds: number): void {
    this.#timer?.clear();
    this.#armedFor = wake;
    this.#timer = this.#clock.setTimer(() => this.#wake(), milliseconds);
  }

  #wake(): void {
    this.#timer = null;
    const wake = this.#silenced || this.#heldSince !== null ? null : this.#driver.nextWake();
    const clockTime = this.#clock.now();
    const now = this.#driverTime(clockTime);
    if (wake === null || now < wake) {
      this.#hearingSince = null;
      return this.#arm();
    }
    // If this process was busy, the answer may still be in the pipe. Before the engine is blamed, one more turn of the
    // event loop reads it, or a few more if other engines are read meanwhile.
    const isFirst = this.#hearingSince === null;
    this.#hearingSince ??= clockTime;
    const isLate = isFirst && now - wake > lateMilliseconds;
    if (isLate || (this.#outlet.behind() && clockTime - this.#hearingSince < hearingMilliseconds)) {
      return this.#set(-Infinity, 1);
    }
    this.#hearingSince = null;
    // Its line end may still be awaited, and it was said in time.
    if (this.#outlet.endWhole()) return this.#arm();
    this.#run(() =>
      this.#tell(
        this.#linker.aside(() => this.#driver.tick(now)),
        clockTime,
      ),
    );
  }
}
