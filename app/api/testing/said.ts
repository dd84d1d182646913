/** Taps of drivers: which of the lines that it received a driver made each of its reports from. */
import { seededRandom } from '../../games/random.ts';
import { gameById } from '../../games/registry.ts';
import type { Driver, DriverEvent, Protocol, Report } from '../../protocols/protocol.ts';
import { capabilitiesOf, protocols } from '../../protocols/registry.ts';
import type { Limit } from '../../shapes/engines.ts';
import type { House } from './house.ts';

interface Tap {
  readonly received: string[];
  /** With the number of lines received before it was made. */
  readonly reports: { readonly report: Report; readonly after: number }[];
}

/** Lets the drivers of a protocol tell what they receive and report. @returns the taps, and a function that ends it */
function tap(protocol: Protocol): { readonly taps: Tap[]; end(): void } {
  const taps: Tap[] = [];
  const { createDriver } = protocol;
  const open = protocol as { createDriver: Protocol['createDriver'] };
  open.createDriver = (...args) => {
    const driver = createDriver(...args);
    const made: Tap = { received: [], reports: [] };
    taps.push(made);
    const told = (events: readonly DriverEvent[]): readonly DriverEvent[] => {
      for (const event of events)
        if (event.kind === 'report') made.reports.push({ report: event.report, after: made.received.length });
      return events;
    };
    return new Proxy(driver, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (...given: unknown[]) => unknown;
        if (name === 'receive') {
          return (line: string, now: number) => {
            made.received.push(line);
            return told((method as Driver['receive'])(line, now));
          };
        }
        if (name === 'tick' || name === 'sent' || name === 'request' || name === 'muted')
          return (...given: unknown[]) => told(method(...given) as readonly DriverEvent[]);
        return method;
      },
    });
  };
  return { taps, end: () => void (open.createDriver = createDriver) };
}

export interface Checked {
  readonly protocol: string;
  /** By the journal's own lines, the number of the one that the driver made the report from. */
  readonly expected: number;
  /** The number that the link gives. */
  readonly line: number;
}

/** The bundled engine of each protocol, as quick as its arguments allow. */
async function engineOf(house: House, protocol: string): Promise<string> {
  if (protocol === 'nmm') return house.addQuick('morris', protocol);
  if (protocol === 'qtp') return house.addQuick('quoridor', protocol);
  if (protocol === 'gos') return house.addQuick('stones', protocol);
  return 'connect4';
}

/** Analyses random positions over each protocol, and follows the link of what is kept about each. */
export async function checkLinks(house: House, each: number, seed: number): Promise<Checked[]> {
  const { client } = house;
  const next = seededRandom(seed);
  const checked: Checked[] = [];
  for (const protocol of protocols.values()) {
    const engine = await engineOf(house, protocol.id);
    const game = gameById(protocol.games[0]!);
    const { time } = capabilitiesOf(protocol);
    const { taps, end } = tap(protocol);
    try {
      for (let done = 0; done < each;) {
        let position = game.initial();
        const moves: unknown[] = [];
        for (let ply = 2 * Math.floor(next() * 6); ply > 0; ply--) {
          const legal = game.moves(position);
          if (legal.length === 0) break;
          moves.push(legal[Math.floor(next() * legal.length)]);
          position = game.play(position, moves.at(-1));
        }
        if (game.moves(position).length === 0 || !game.beginsTurn(position)) continue;
        const asked = { game: game.id, moves: game.movesText(game.initial(), moves) };
        const limit: Limit = time ? { kind: 'time', seconds: 0.05 } : { kind: 'none' };
        const of = await client.jobs.analyse({ ...asked, engine, protocol: protocol.id, limit });
        for await (const _ of of);
        // Drivers are also made to know what a protocol can do.
        const { received, reports } = taps.findLast((each) => each.reports.length > 0)!;
        const { evaluations } = await client.evaluations.of(asked);
        for (const { report, source } of evaluations) {
          const made = reports.find((told) => Math.abs(told.report.seconds - report.seconds) < 1e-6);
          // One that was said before, about the same position, by another process.
          if (made === undefined) continue;
          let nth = made.after - 1;
          while (received[nth] === '') nth--;
          const { line } = await client.evaluations.source(source!);
          checked.push({
            protocol: protocol.id,
            expected: await numberOf(house, source!.session, nth),
            line,
          });
          done++;
        }
      }
    } finally {
      end();
    }
  }
  return checked;
}

/** The number of the line of a journal that was received after `nth` others. */
async function numberOf({ client }: House, journal: string, nth: number): Promise<number> {
  for (let from = 1, heard = 0; ;) {
    const lines = await client.finding.lines({ journal, from, count: 1000 });
    if (lines.length === 0) throw new Error(`the journal of ${journal} has fewer lines`);
    for (const { direction, line } of lines) if (direction === 'heard' && heard++ === nth) return line;
    from = lines.at(-1)!.line + 1;
  }
}
