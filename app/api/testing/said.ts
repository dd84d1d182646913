/** Taps of drivers: which of the lines that it received a driver made each of its reports from. */
import { seededRandom } from '../../games/random.ts';
import { analyse } from '../../analysis/analyse.ts';
import type { Game } from '../../games/game.ts';
import { extendLine, makeLine, type Line } from '../../games/line.ts';
import { gameById } from '../../games/registry.ts';
import type { Driver, DriverEvent, Protocol, Report, ShortWay } from '../../protocols/protocol.ts';
import { capabilitiesOf, protocols } from '../../protocols/registry.ts';
import type { Limit } from '../../shapes/engines.ts';
import { freshKey } from '../games.ts';
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
    const watched = <Part extends object>(part: Part): Part =>
      new Proxy(part, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name, target);
          if (name === 'shortWay' && value !== undefined) return watched(value as ShortWay);
          if (typeof value !== 'function') return value;
          const method = value.bind(target) as (...given: unknown[]) => unknown;
          if (name === 'receive') {
            return (line: string, now: number) => {
              made.received.push(line);
              return told((method as Driver['receive'])(line, now));
            };
          }
          if (name === 'answer') {
            return (line: string, now: number) => {
              const events = (method as ShortWay['answer'])(line, now);
              // The driver receives a line that it declines in the short way.
              if (events === null) return null;
              made.received.push(line);
              return told(events);
            };
          }
          if (name === 'tick' || name === 'sent' || name === 'request' || name === 'outputEnded')
            return (...given: unknown[]) => told(method(...given) as readonly DriverEvent[]);
          return method;
        },
      });
    return watched(driver);
  };
  return { taps, end: () => void (open.createDriver = createDriver) };
}

export interface Checked {
  readonly protocol: string;
  /** By the journal's own lines, the number of the one that the driver made the report from. */
  readonly expected: number;
  /** The number that the link gives. */
  readonly line: number;
  /** The line that the console of the session has under that number, and the one that was received. */
  readonly shown: string | undefined;
  readonly received: string;
}

/** The bundled engine of each protocol, as quick as its arguments allow. */
async function engineOf(house: House, protocol: string): Promise<string> {
  if (protocol === 'nmm') return house.addQuick('morris', protocol);
  if (protocol === 'qtp') return house.addQuick('quoridor', protocol);
  if (protocol === 'gos') return house.addQuick('stones', protocol);
  return 'connect4';
}

/**
 * Analyses positions of random games over each protocol, each one once, and follows the link of what is kept about
 * each. What is asked again may rightly be kept as an earlier session's, whose console has gone.
 */
export async function checkLinks(house: House, each: number, seed: number): Promise<Checked[]> {
  const next = seededRandom(seed);
  const checked: Checked[] = [];
  for (const protocol of protocols.values()) {
    const engine = await engineOf(house, protocol.id);
    const { time } = capabilitiesOf(protocol);
    const { taps, end } = tap(protocol);
    const handle = house.core.launcher.open(engine, protocol.id, 'analysis');
    const asked = new Set<string>();
    try {
      const limit: Limit = time ? { kind: 'time', seconds: 0.05 } : { kind: 'none' };
      for (let done = 0; done < each;) {
        for (const line of randomGame(gameById(protocol.games[0]!), next)) {
          const key = line.game.key(line.position);
          if (asked.has(key)) continue;
          asked.add(key);
          // Reports that took the same time belong to other questions.
          for (const { reports } of taps) reports.length = 0;
          for await (const event of analyse(handle, line, limit))
            if (event.kind === 'failed' || event.kind === 'ended') throw new Error(JSON.stringify(event));
          checked.push({ protocol: protocol.id, ...(await linkOf(house, handle.session.id, line, taps)) });
          if (++done === each) break;
        }
      }
    } finally {
      end();
      await handle.close();
    }
  }
  return checked;
}

/** The lines to the positions of a game of random moves at which a turn begins. */
function* randomGame(game: Game, next: () => number): Generator<Line> {
  let line = makeLine(game, freshKey(), game.initial(), []);
  for (let moves = game.moves(line.position); moves.length > 0; moves = game.moves(line.position)) {
    if (game.beginsTurn(line.position)) yield line;
    line = extendLine(line, moves[Math.floor(next() * moves.length)]);
  }
}

async function linkOf(
  { client, core }: House,
  session: string,
  { game, start, moves, position }: Line,
  taps: readonly Tap[],
): Promise<Omit<Checked, 'protocol'>> {
  const asked = { game: game.id, moves: game.movesText(start, moves) };
  // Until the program is hashed, nothing is kept.
  await core.recording.settled();
  const { evaluations } = await client.evaluations.of(asked);
  for (const { report, source } of evaluations) {
    // An engine of another protocol may have said the same after the same time.
    if (source?.session !== session) continue;
    const isOf = (told: { readonly report: Report }): boolean =>
      Math.abs(told.report.seconds - report.seconds) < 1e-6;
    const of = taps.find(({ reports }) => reports.some(isOf));
    if (of === undefined) continue;
    let nth = of.reports.find(isOf)!.after - 1;
    while (of.received[nth] === '') nth--;
    const { line } = await client.evaluations.source(source);
    // A console counts from 0.
    const { traffic } = core.sessionRegistry.get(source.session)!.session;
    const shown = traffic.read(line - 1, 1).lines[0]?.text;
    return {
      expected: await numberOf(client, source.session, nth),
      line,
      shown,
      received: of.received[nth]!,
    };
  }
  throw new Error(`nothing is kept about ${game.positionText(position)}`);
}

/** The number of the line of a journal that was received after `nth` others. */
async function numberOf(client: House['client'], journal: string, nth: number): Promise<number> {
  for (let from = 1, heard = 0; ;) {
    const lines = await client.finding.lines({ journal, from, count: 1000 });
    if (lines.length === 0) throw new Error(`the journal of ${journal} has fewer lines`);
    for (const { direction, line } of lines) if (direction === 'heard' && heard++ === nth) return line;
    from = lines.at(-1)!.line + 1;
  }
}
