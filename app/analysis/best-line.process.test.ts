/** Lines by real engines, held against plain counting on a board that is small enough for it. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { launchOf, makeBench, misbehave, type Bench } from '../../tests/engines/support.ts';
import { connect4, type Connect4Position } from '../games/connect4/index.ts';
import { makeLine, type Line } from '../games/line.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { cfp } from '../protocols/cfp/index.ts';
import { cfsi } from '../protocols/cfsi/index.ts';
import type { Session } from '../sessions/session.ts';
import { bestLine, lineLimits, type LineLimits } from './best-line.ts';
import type { BestLineEvent } from '../shapes/analysis.ts';
import { LineExplorer } from './line-explorer.ts';
import { countedMove, counted, worth } from './testing/truth.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 120_000 });

const teller = fileURLToPath(new URL('../../tests/e2e/engines/teller.mjs', import.meta.url));
const deadlines = { handshake: 8000, ready: 8000, stop: 8000, move: 8000 };

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

const open = (protocol: typeof cfp | typeof cfsi = cfsi): Session => bench.bundled(protocol);
const openTeller = (): Session =>
  bench.open(launchOf(teller, [], { interpreter: process.execPath }), { protocol: cfsi, deadlines }).session;

function lineOf(moves: string, width = 4, height = 4): Line {
  const start = connect4.initial({ width, height });
  return makeLine(connect4, 'g-1', start, connect4.parseMoves(start, moves));
}

const patient: LineLimits = { ...lineLimits, proof: 30 };

async function all(events: AsyncIterable<BestLineEvent>): Promise<BestLineEvent[]> {
  const told: BestLineEvent[] = [];
  for await (const event of events) told.push(event);
  return told;
}

describe('a line', () => {
  // Behind a move that loses, one that holds the draw, and one that wins.
  it.each([
    ['2322', '3'],
    ['22331', '1'],
    ['12131', '4'],
    ['', '2'],
  ])('behind %s and %s gives nothing away, and ends as it foretold', long, async (moves, first) => {
    const line = lineOf(moves);
    const told = await all(bestLine(new EngineHandle(open()), line, Number(first) - 1, patient));
    const end = told.pop();
    if (end?.kind !== 'end') throw new Error('it has no end');
    expect(end).toMatchObject({ over: true, proven: true });
    let position = line.position as Connect4Position;
    const seen = new Map();
    for (const [index, event] of told.entries()) {
      if (event.kind !== 'move') throw new Error('it ends twice');
      expect([event.ply, event.seat]).toEqual([index + 1, (moves.length + index) % 2]);
      const move = connect4.parseMove(position, event.move);
      if (index === 0) expect([event.move, event.forecast]).toEqual([first, null]);
      else {
        expect(worth(countedMove(position, move, seen))).toBe(worth(counted(position, seen)));
        expect(event.forecast).toEqual(
          end.winner === null ? { winner: null } : { winner: end.winner, ply: told.length },
        );
      }
      position = connect4.play(position, move);
    }
    const result = connect4.result(position);
    expect(end.winner).toBe(result?.kind === 'win' ? result.winner : null);
  });

  // With best play the game is drawn behind these moves; the other end that is foretold is wrong.
  it.each([
    [{ winner: null }, true],
    [{ winner: 1, ply: 36 }, false],
  ] as const)(
    'whose end is foretold as %j is proven, and asks for no more than keeps it',
    long,
    async (end, short) => {
      const session = open();
      const plays: string[] = [];
      session.subscribe((event) => {
        if (event.kind === 'line' && event.line.text.startsWith('play')) plays.push(event.line.text);
      });
      const told = await all(
        bestLine(new EngineHandle(session), lineOf('444444', 7, 6), 1, patient, undefined, end),
      );
      expect(told.at(-1)).toMatchObject({ kind: 'end', over: true, winner: null, proven: true });
      // Every column is asked about to the end only where the question was wrong.
      const whole = plays.filter((play) => !play.includes('--column') && Number(play.split(' ')[3]) > 4);
      if (short) expect(whole).toEqual([]);
      else expect(whole.length).toBeGreaterThan(0);
      expect(plays.some((play) => play.includes('--column'))).toBe(true);
    },
  );

  it('that is over with its first move asks no engine', async () => {
    const told = await all(bestLine(new EngineHandle(openTeller()), lineOf('121212', 7, 6), 0, patient));
    expect(told).toEqual([
      { kind: 'move', ply: 1, seat: 0, move: '1', forecast: null },
      { kind: 'end', over: true, winner: 0, reason: 'four in a row', proven: true },
    ]);
  });

  it('of an engine that gives no score is followed, and never called proven', async () => {
    const told = await all(
      bestLine(new EngineHandle(open(cfp)), lineOf('444444332', 7, 6), 1, { ...patient, guess: 0.2 }),
    );
    expect(told.at(-1)).toMatchObject({ kind: 'end', proven: false });
    expect(told.slice(1, -1).length).toBeGreaterThan(0);
    for (const event of told.slice(0, -1)) expect(event).toMatchObject({ forecast: null });
  });

  it('of estimates is not proven, and stops where it has been long enough', async () => {
    const limits = { ...patient, proof: 0.05, plies: 4 };
    const told = await all(bestLine(new EngineHandle(openTeller()), lineOf('', 7, 6), 3, limits));
    expect(told.map((event) => (event.kind === 'move' ? event.forecast : event))).toEqual([
      ...[null, null, null, null],
      { kind: 'end', over: false, winner: null, reason: 'the game continues after 4 plies', proven: false },
    ]);
  });

  it('asks no more when its time is up', async () => {
    const told = await all(
      bestLine(new EngineHandle(openTeller()), lineOf('', 7, 6), 3, { ...patient, total: 0 }),
    );
    expect(told).toMatchObject([
      { kind: 'move' },
      { kind: 'end', over: false, reason: 'the search ended after 0 s' },
    ]);
  });

  it('stops at an answer that is not a legal move, and says why', async () => {
    const launch = launchOf(misbehave, ['--illegal-move'], { interpreter: process.execPath });
    const { session } = bench.open(launch, { protocol: cfp, deadlines });
    const told = await all(
      bestLine(new EngineHandle(session), lineOf('', 7, 6), 3, { ...patient, guess: 0.05 }),
    );
    expect(told.at(-1)).toMatchObject({
      kind: 'end',
      over: false,
      proven: false,
      reason: expect.stringContaining('illegal') as string,
    });
  });

  it('ends with the engine', async () => {
    const session = openTeller();
    const told = all(bestLine(new EngineHandle(session), lineOf('', 7, 6), 3, patient));
    await expect.poll(() => session.state, { timeout: 30_000 }).toBe('thinking');
    process.kill(session.pid!, 'SIGKILL');
    expect((await told).at(-1)).toMatchObject({ kind: 'end', over: false, proven: false });
  });
});

describe('a explorer', () => {
  function scoutWith(leader = openTeller()) {
    const opened: Session[] = [];
    const dismissed: Session[] = [];
    const explorer = new LineExplorer({
      open: () => {
        opened.push(openTeller());
        return new EngineHandle(opened.at(-1)!);
      },
      dismiss: (handle) => {
        dismissed.push(handle.session);
        void handle.close();
      },
    });
    return { explore: explorer.explore.bind(explorer, leader), explorer, opened, dismissed };
  }

  it('asks one question at a time with one session, the newest first', async () => {
    const { explore, opened } = scoutWith();
    const line = lineOf('', 7, 6);
    const first = all(explore(line, 3));
    await expect.poll(() => opened[0]?.state, { timeout: 30_000 }).toBe('thinking');
    const second = explore(line, 4);
    expect((await second.next()).value).toMatchObject({ move: '5' });
    expect(await first).toEqual([{ kind: 'move', ply: 1, seat: 0, move: '4', forecast: null }]);
    await second.return(undefined);
    expect(opened).toHaveLength(1);
  });

  it('stops its engine when its reader leaves', async () => {
    const { explore, opened } = scoutWith();
    const abort = new AbortController();
    const told = all(explore(lineOf('', 7, 6), 3, abort.signal));
    await expect.poll(() => opened[0]?.state, { timeout: 30_000 }).toBe('thinking');
    abort.abort();
    expect(await told).toHaveLength(1);
    await expect.poll(() => opened[0]?.state, { timeout: 30_000 }).toBe('idle');
  });

  it('gives up with the analysis, and follows another one with a session of its own', long, async () => {
    const { explore, explorer, opened, dismissed } = scoutWith();
    const told = all(explore(lineOf('', 7, 6), 3));
    await expect.poll(() => opened[0]?.state, { timeout: 30_000 }).toBe('thinking');
    explorer.accompany([]);
    expect(await told).toHaveLength(1);
    expect(dismissed).toEqual(opened);
    const [one, other] = [openTeller(), openTeller()];
    await explorer.explore(one, lineOf('', 7, 6), 3).next();
    expect(opened).toHaveLength(2);
    explorer.accompany([other, one]);
    expect(dismissed).toHaveLength(1);
    await explorer.explore(other, lineOf('', 7, 6), 3).next();
    expect(dismissed).toEqual(opened.slice(0, 2));
    expect(opened).toHaveLength(3);
  });
});
