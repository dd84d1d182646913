/** A driver whose engine is the test: proposed lines go out at once, and the test gives the answers. */
import type { Driver, DriverEvent, Intent } from '../protocol.ts';

type EventOf<Kind extends DriverEvent['kind']> = Extract<DriverEvent, { kind: Kind }>;

export class DriverProbe {
  now = 0;
  readonly driver: Driver;
  readonly events: DriverEvent[] = [];
  /** All lines that went out, typed ones included. */
  readonly sent: string[] = [];

  constructor(driver: Driver) {
    this.driver = driver;
  }

  /** The methods return the lines that the driver sent in consequence. */
  request(intent: Intent): string[] {
    return this.handle(this.driver.request(intent, this.now));
  }

  hear(...lines: string[]): string[] {
    return lines.flatMap((line) => this.handle(this.receive(line)));
  }

  /** A line of stderr. */
  complain(line: string): string[] {
    return this.handle(this.driver.complained?.(line, this.now) ?? []);
  }

  type(line: string): string[] {
    this.sent.push(line);
    return this.handle(this.driver.sent(line, this.now));
  }

  /** Advances the clock, with a tick whenever the driver asked for one. */
  wait(milliseconds: number): string[] {
    const end = this.now + milliseconds;
    const lines: string[] = [];
    for (let wake = this.driver.nextWake(); wake !== null && wake <= end; wake = this.driver.nextWake()) {
      if (wake <= this.now && lines.length > 1000) throw new Error('the driver wakes without end');
      this.now = Math.max(this.now, wake);
      lines.push(...this.handle(this.driver.tick(this.now)));
    }
    this.now = end;
    return lines;
  }

  of<Kind extends DriverEvent['kind']>(kind: Kind): EventOf<Kind>[] {
    return this.events.filter((event): event is EventOf<Kind> => event.kind === kind);
  }

  /** Takes the events so far away. */
  take(): DriverEvent[] {
    return this.events.splice(0);
  }

  protected receive(line: string): readonly DriverEvent[] {
    return this.driver.receive(line, this.now);
  }

  protected handle(events: readonly DriverEvent[]): string[] {
    const lines: string[] = [];
    for (const event of events) {
      this.events.push(event);
      if (event.kind !== 'send') continue;
      this.sent.push(event.line);
      const due = this.driver.sent(event.line, this.now);
      const next = due.find(({ kind }) => kind === 'send');
      if (event.next !== undefined && (next?.kind !== 'send' || next.line !== event.next)) {
        throw new Error(`the driver announced ${event.next} after ${event.line}, and did not propose it`);
      }
      lines.push(event.line, ...this.handle(due));
    }
    return lines;
  }
}
