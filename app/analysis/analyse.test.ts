/** What a slow reader of an analysis gets, over a session that has no process. */
import { beforeEach, expect, it } from 'vitest';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine } from '../games/line.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { bareReport, type Intent } from '../protocols/protocol.ts';
import type { Session } from '../sessions/session.ts';
import type { SessionEvent } from '../sessions/types.ts';
import { analyse, type AnalysisEvent } from './analyse.ts';

let tell: (event: SessionEvent) => void;
let search: number;
let events: AsyncGenerator<AnalysisEvent>;

beforeEach(async () => {
  const session: Partial<Session> = {
    ...{ opened: true, ending: null },
    accepts: () => null,
    subscribe: (listener) => {
      tell = listener;
      return () => undefined;
    },
    request: (intent: Intent) => {
      if (intent.kind === 'search') search = intent.search.id;
      return true;
    },
  };
  const line = makeLine(connect4, 'g', connect4.initial(), []);
  events = analyse(new EngineHandle(session as Session), line, { kind: 'none' });
  const first = events.next();
  // The search is on its way in a few turns of the microtask queue.
  await new Promise(setImmediate);
  info('first');
  expect(await first).toMatchObject({ value: { text: 'first' } });
});

const info = (text: string): void => tell({ kind: 'info', text });

const report = (depth: number, final = false): void =>
  tell({
    ...{ kind: 'report', search, final },
    report: { ...bareReport({ kind: 'move', move: 3, text: '4' }, 1), depth },
  } as SessionEvent);

/** The next events, in short. */
async function taken(count: number): Promise<string[]> {
  const all: string[] = [];
  for (let left = count; left > 0; left--) {
    const { value } = await events.next();
    const event = value as AnalysisEvent;
    if (event.kind === 'info') all.push(event.text);
    else if (event.kind === 'report') all.push(`depth ${event.report.depth}`);
    else all.push(event.kind === 'progress' ? `${event.nodes} nodes` : event.kind);
  }
  return all;
}

const infos = (from: number, to: number): string[] =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}`);

it('says where lines were left out, also if none follow', async () => {
  infos(0, 15_000).forEach(info);
  expect(await taken(10_001)).toEqual([
    ...infos(0, 10_000),
    '(5000 lines left out here; the journal has them)',
  ]);
  info('line 15000');
  expect(await taken(1)).toEqual(['line 15000']);
});

it('says so before the first line that is kept again', async () => {
  infos(0, 10_002).forEach(info);
  // Nothing is kept again until there is room for many.
  expect(await taken(100)).toEqual(infos(0, 100));
  info('line 10002');
  expect(await taken(4902)).toEqual(infos(100, 5002));
  infos(10_003, 10_005).forEach(info);
  expect(await taken(5001)).toEqual([
    ...infos(5002, 10_000),
    '(3 lines left out here; the journal has them)',
    ...infos(10_003, 10_005),
  ]);
});

it('keeps every report while there is room, and then only the newest', async () => {
  for (let depth = 1; depth <= 10_003; depth++) report(depth);
  for (const nodes of [1, 2]) tell({ kind: 'progress', search, nodes });
  report(10_004);
  report(10_005, true);
  const all = await taken(10_004);
  expect(all.slice(0, 10_000)).toEqual(Array.from({ length: 10_000 }, (_, at) => `depth ${at + 1}`));
  expect(all.slice(10_000)).toEqual([
    '(3 lines left out here; the journal has them)',
    ...['2 nodes', 'depth 10004', 'depth 10005'],
  ]);
  expect(await events.next()).toMatchObject({ done: true });
});
