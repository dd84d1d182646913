/**
 * Drives a protocol driver: what the driver wants sent goes out, what comes in is shown to it, and it is
 * woken when it asks to be. All of its events come out in order; a line comes with its own oddities.
 */
import type { Driver, DriverEvent, Intent } from '../../protocols/protocol.ts';
import type { Clock, Timer } from '../clock.ts';
import { withoutReturn } from './lines.ts';
import { Linker, type Links } from './links.ts';
import type { Oddity } from '../../shapes/engines.ts';

/** A line that is to go out once the piece that is being read has been shown. */
interface Withheld {
  readonly line: string;
  readonly byHand: boolean;
  /** The driver proposed it, and may no longer want it then. */
  readonly proposed: boolean;
}

/** A wake-up that is later than this may have been held up by us; see `#wake`. */
const lateMilliseconds = 20;

/**
 * What lies in the pipe of an engine when its time is up is still heard, for so long: it was said in time, and waits for
 * us. Whatever an engine pours out before its answer beyond that is its own affair.
 */
export const hearingMilliseconds = 100;

const none: readonly Oddity[] = [];

export interface PumpOutlet {
  /** Writes a line to the engine. False when that is no longer possible. */
  write(line: string, byHand: boolean, now: number): boolean;
  /** What is written within `work` is to go out in one piece. */
  together(work: () => void): void;
  sent(line: string, byHand: boolean, oddities: readonly Oddity[], links: Links, now: number): void;
  heard(text: string, cut: number, oddities: readonly Oddity[], links: Links, now: number): void;
  /** As `heard`, on stderr. */
  complained(text: string, cut: number, oddities: readonly Oddity[], now: number): void;
  event(event: Exclude<DriverEvent, { kind: 'send' }>): void;
  /** The number that the next line will have. */
  next(): number;
  /** The next line that is heard answers the line `request`. */
  answered(request: number, milliseconds: number): void;
  /** What the engine wrote may wait for its turn to be read. */
  behind(): boolean;
  /** The driver threw, which no driver may: a fault of ours. */
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
  /** Whatever arrives while events are being told waits here, so that no two batches mix. */
  readonly #waiting: (() => void)[] = [];
  readonly #withheld: Withheld[] = [];
  #running = false;
  /** A piece of output is being shown. */
  #reading = false;
  #silenced = false;
  /** Since when, on the clock, the engine has been kept waiting by us; null while it is not. */
  #heldSince: number | null = null;
  /** How long it was kept waiting in all. The driver's time is the clock's less this. */
  #heldFor = 0;
  #timer: Timer | null = null;
  #armedFor = Infinity;
  /** Since when, on the clock, a deadline that has passed waits for what lies in the pipe. */
  #hearingSince: number | null = null;

  constructor(driver: Driver, clock: Clock, outlet: PumpOutlet) {
    this.#driver = driver;
    this.#clock = clock;
    this.#outlet = outlet;
    this.#linker = new Linker(driver, (request, milliseconds) => outlet.answered(request, milliseconds));
  }

  request(intent: Intent): void {
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
   * Shows what was read in one piece, by calls of `heard` or `complained` within `show`. Lines go out only behind all
   * of it: an engine cannot have answered a line that was written after its words were read, and a journal has that
   * order too.
   */
  piece(show: () => void): void {
    this.#reading = true;
    try {
      show();
    } finally {
      this.#reading = false;
    }
    if (this.#withheld.length > 0) this.#run(() => this.#release(this.#clock.now()));
  }

  heard(text: string, cut: number, now: number): void {
    // The common case, without a closure a line.
    if (this.#running) this.#waiting.push(() => this.heard(text, cut, now));
    else {
      this.#running = true;
      try {
        this.#heard(text, cut, now);
      } catch (error) {
        this.#outlet.broken(error);
      }
      this.#finish();
    }
  }

  /** A line of stderr, shown to drivers that listen to it. */
  complained(text: string, cut: number, now: number): void {
    this.#run(() => {
      const events = this.#driver.complained?.(withoutReturn(text), this.#driverTime(now)) ?? [];
      this.#outlet.complained(text, cut, odditiesOf(events), now);
      this.#tell(events, now);
    });
  }

  /** The engine's output is at its end. */
  muted(): void {
    this.#run(() => {
      const now = this.#clock.now();
      const events = this.#linker.aside(() => this.#driver.muted?.(this.#driverTime(now)) ?? []);
      this.#tell(events, now);
    });
  }

  /** The driver goes on hearing, but neither its wishes nor its deadlines count any more. */
  silence(): void {
    this.#silenced = true;
    this.#timer?.clear();
    this.#timer = null;
  }

  /** While the engine's output is kept waiting by us, the driver's time stands still. */
  hold(held: boolean): void {
    if (held) {
      this.#heldSince ??= this.#clock.now();
    } else if (this.#heldSince !== null) {
      this.#heldFor += this.#clock.now() - this.#heldSince;
      this.#heldSince = null;
      this.#arm();
    }
  }

  #run(work: () => void): void {
    this.#waiting.push(work);
    if (this.#running) return;
    this.#running = true;
    this.#finish();
  }

  #finish(): void {
    for (let work = this.#waiting.shift(); work !== undefined; work = this.#waiting.shift()) {
      try {
        work();
      } catch (error) {
        this.#outlet.broken(error);
      }
    }
    this.#running = false;
    this.#arm();
  }

  #heard(text: string, cut: number, now: number): void {
    const events = this.#driver.receive(withoutReturn(text), this.#driverTime(now));
    this.#outlet.heard(text, cut, odditiesOf(events), this.#linker.heard(now), now);
    this.#tell(events, now);
  }

  #tell(events: readonly DriverEvent[], now: number): void {
    let sends = 0;
    for (const event of events) if (event.kind === 'send') sends++;
    if (sends > 1) this.#outlet.together(() => this.#each(events, now));
    else this.#each(events, now);
  }

  #each(events: readonly DriverEvent[], now: number): void {
    for (const event of events) {
      if (event.kind !== 'send') this.#outlet.event(event);
      else if (!this.#silenced) this.#put({ line: event.line, byHand: false, proposed: true }, now);
    }
  }

  #put(one: Withheld, now: number): void {
    if (this.#reading) this.#withheld.push(one);
    else this.#send(one.line, one.byHand, now);
  }

  #release(now: number): void {
    const wanted = this.#withheld.splice(0);
    const sendAll = (): void => {
      for (const { line, byHand, proposed } of wanted) {
        if (proposed && (this.#silenced || this.#driver.wants?.(line) === false)) continue;
        this.#send(line, byHand, now);
      }
    };
    if (wanted.length > 1) this.#outlet.together(sendAll);
    else sendAll();
  }

  #send(line: string, byHand: boolean, now: number): void {
    if (!this.#outlet.write(line, byHand, now)) return;
    const events = this.#driver.sent(line, this.#driverTime(now));
    const links = this.#linker.sent(this.#outlet.next(), now);
    this.#outlet.sent(line, byHand, odditiesOf(events), links, now);
    this.#tell(events, now);
  }

  #driverTime(now: number): number {
    return (this.#heldSince ?? now) - this.#heldFor;
  }

  /** Keeps a timer that fires no later than the driver wants; one that fires too early is harmless. */
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
    // If this process was busy, the answer may lie in the pipe unread. One more turn of the event loop reads it before
    // the engine is blamed, and where others are read meanwhile, a few more.
    const isFirst = this.#hearingSince === null;
    this.#hearingSince ??= clockTime;
    const isLate = isFirst && now - wake > lateMilliseconds;
    if (isLate || (this.#outlet.behind() && clockTime - this.#hearingSince < hearingMilliseconds)) {
      return this.#set(-Infinity, 1);
    }
    this.#hearingSince = null;
    this.#run(() =>
      this.#tell(
        this.#linker.aside(() => this.#driver.tick(now)),
        clockTime,
      ),
    );
  }
}
