/** What the driver's tests share: an engine that is past its handshake, and searches to put to it. */
import { connect4 } from '../../games/connect4/index.ts';
import { makeLine, type Line } from '../../games/line.ts';
import type { DriverEvent, Search } from '../protocol.ts';
import { defaultDeadlines } from '../protocol.ts';
import { DriverProbe } from '../testing/driver-probe.ts';
import { cfp } from './index.ts';
import type { Limit } from '../../shapes/engines.ts';

export const OPTION_LINES = [
  'option name Store Search type check default true',
  'option name Search Depth type spin default -1 min -1 max 100',
  'option name Play Style type combo default Normal var Solid var Normal var Risky',
  'option name Clear type button',
  'option name Open Book Path type string default Null',
];

export const newProbe = (): DriverProbe => new DriverProbe(cfp.createDriver(defaultDeadlines));

/** Past `cfpok`, with the options of the text's examples; earlier events are forgotten. */
export function openProbe(): DriverProbe {
  const probe = newProbe();
  probe.request({ kind: 'start' });
  probe.hear('id name E', 'id author A', ...OPTION_LINES, 'cfpok');
  probe.take();
  return probe;
}

/** The line that these columns, counted from 1, make from the empty board. */
export function lineOf(moves: string, gameKey = 'g', setup?: { width: number; height: number }): Line {
  const start = connect4.initial(setup);
  return makeLine(connect4, gameKey, start, connect4.parseMoves(start, moves));
}

export const NONE: Limit = { kind: 'none' };
export const seconds = (value: number): Limit => ({ kind: 'time', seconds: value });

export function searchOf(
  id: number,
  moves = '',
  limit: Limit = NONE,
  purpose: Search['purpose'] = 'play',
  gameKey = 'g',
): { readonly kind: 'search'; readonly search: Search } {
  return { kind: 'search', search: { id, line: lineOf(moves, gameKey), limit, purpose } };
}

/** Brings a search of ours to the point where the engine thinks. */
export function thinkingProbe(limit: Limit = NONE, purpose: Search['purpose'] = 'play'): DriverProbe {
  const probe = openProbe();
  probe.request(searchOf(1, '', limit, purpose));
  probe.hear('readyok', 'readyok');
  probe.take();
  return probe;
}

/** Reports in short: search, answer, final. */
export const reportsOf = (events: readonly DriverEvent[]): [number, unknown, boolean][] =>
  events.flatMap((event) =>
    event.kind === 'report'
      ? [[event.search, event.report.answer.kind === 'move' ? event.report.answer.move : null, event.final]]
      : [],
  );

export const oddNames = (events: readonly DriverEvent[]): string[] =>
  events.flatMap((event) => (event.kind === 'oddity' ? [event.oddity.name] : []));
