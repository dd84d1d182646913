/** For tests: a driver whose proposals go out at once, and everything that it told. */
import { connect4, type Connect4Position } from '../../games/connect4/index.ts';
import type { Line } from '../../games/line.ts';
import type { Game } from '../../games/game.ts';
import { defaultDeadlines, type DriverEvent, type Intent, type Search, type Report } from '../protocol.ts';
import { cfsi } from './index.ts';

export function lineOf(position: Connect4Position | string): Line {
  const start = typeof position === 'string' ? connect4.parsePosition(position) : position;
  return { game: connect4 as Game, gameKey: 'g', start, moves: [], position: start };
}

export class Desk {
  readonly driver = cfsi.createDriver(defaultDeadlines);
  now = 0;
  /** Lines that the driver proposed and that went out. */
  readonly out: string[] = [];
  #searches = 0;

  request(intent: Intent): DriverEvent[] {
    return this.#pump(this.driver.request(intent, this.now));
  }

  /** Requests a search; 7x6, empty, analysis without end unless told otherwise. */
  search(rest: Partial<Search> = {}): { id: number; events: DriverEvent[] } {
    const id = ++this.#searches;
    const line = lineOf('7/7/7/7/7/7 x');
    const search: Search = { id, line, limit: { kind: 'none' }, purpose: 'analyse', ...rest };
    return { id, events: this.request({ kind: 'search', search }) };
  }

  hear(...lines: string[]): DriverEvent[] {
    return lines.flatMap((line) => this.#pump(this.driver.receive(line, this.now)));
  }

  type(...lines: string[]): DriverEvent[] {
    return lines.flatMap((line) => this.#pump(this.driver.sent(line, this.now)));
  }

  at(now: number): DriverEvent[] {
    this.now = now;
    return this.#pump(this.driver.tick(now));
  }

  open(): this {
    this.request({ kind: 'start' });
    this.hear('started');
    this.out.length = 0;
    return this;
  }

  #pump(events: readonly DriverEvent[]): DriverEvent[] {
    return events.flatMap((event) => {
      if (event.kind !== 'send') return [event];
      this.out.push(event.line);
      return this.#pump(this.driver.sent(event.line, this.now));
    });
  }
}

export const oddities = (events: readonly DriverEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'oddity' ? [event.oddity.name] : []));

export const kinds = (events: readonly DriverEvent[]): string[] => events.map((event) => event.kind);

export const reports = (
  events: readonly DriverEvent[],
): { search: number; report: Report; final: boolean }[] =>
  events.flatMap((event) => (event.kind === 'report' ? [event] : []));
