/** Audits by the bundled engine, held against plain counting on a board that is small enough for it. */
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeBench, type Bench } from '../../tests/engines/support.ts';
import { connect4, type Connect4Position } from '../games/connect4/index.ts';
import { makeLine, type Line } from '../games/line.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { cfp } from '../protocols/cfp/index.ts';
import { cfsi } from '../protocols/cfsi/index.ts';
import type { Session } from '../sessions/session.ts';
import { quoridor } from '../games/quoridor/index.ts';
import { audit, Auditor, truthOf, type AuditEvent } from './audit.ts';
import { counted, countedMove, worth } from './testing/truth.ts';
import { unknown } from '../truth/verdict.ts';
import { TruthAsker } from './truth-asker.ts';
import type { AuditedMove, Truth } from '../shapes/games.ts';

vi.setConfig({ testTimeout: 90_000 });

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

const asker = new TruthAsker(fileURLToPath(new URL('../../dist/app/truth-thread.cjs', import.meta.url)));
const askTruth = asker.ask;
afterAll(() => asker.close());

const over = (protocol: typeof cfp | typeof cfsi): Session => bench.bundled(protocol);

function lineOf(moves: string, width = 4, height = 4): Line {
  const start = connect4.initial({ width, height });
  return makeLine(connect4, 'g-1', start, connect4.parseMoves(start, moves));
}

async function all(events: AsyncIterable<AuditEvent>): Promise<AuditEvent[]> {
  const told: AuditEvent[] = [];
  for await (const event of events) told.push(event);
  return told;
}

describe('an audit', () => {
  // A win that is given away twice, a draw held to the end, and a loss that was forced.
  it.each(['1213141', '2233114', '2322311'])('of %s says what counting says', async (moves) => {
    const line = lineOf(moves);
    const told = await all(audit(null, new EngineHandle(over(cfsi)), line, 20));
    const seen = new Map<string, Truth>();
    let position = line.start as Connect4Position;
    for (const [index, move] of (line.moves as number[]).entries()) {
      const was = counted(position, seen);
      const is = countedMove(position, move, seen);
      const best = connect4
        .moves(position)
        .filter((other) => worth(countedMove(position, other, seen)) === worth(was))
        .map((other) => connect4.moveText(position, other));
      const gave = is.outcome !== was.outcome && was.outcome !== 'loss';
      expect(told[index]).toEqual({
        kind: 'move',
        audited: {
          ply: index + 1,
          seat: index % 2,
          move: connect4.moveText(position, move),
          was,
          is,
          best: expect.toSatisfy((found: string[]) => found.toSorted().join() === best.join()) as string[],
          turn: gave ? `${was.outcome} to ${is.outcome}` : null,
        } satisfies Omit<AuditedMove, 'turn' | 'seat'> & { turn: string | null; seat: number },
      });
      position = connect4.play(position, move);
    }
    expect(told.at(-1)?.kind).toBe('summary');
    expect(told).toHaveLength(line.moves.length + 1);
  });

  it('counts what each side gave away', async () => {
    const told = await all(audit(null, new EngineHandle(over(cfsi)), lineOf('1213141'), 20));
    const moves = told.flatMap((event) => (event.kind === 'move' ? [event.audited] : []));
    const summary = told.at(-1);
    if (summary?.kind !== 'summary') throw new Error('no summary');
    for (const seat of [0, 1] as const) {
      const own = moves.filter((audited) => audited.seat === seat);
      const turned = own.filter(({ turn }) => turn !== null).length;
      const { turns, moves: count, proven } = summary.sides[seat];
      expect([count, proven]).toEqual([own.length, own.length]);
      expect(Object.values(turns).reduce((a, b) => a + b)).toBe(turned);
    }
  });

  it('says so where nothing could be proven in time', async () => {
    const told = await all(audit(null, new EngineHandle(over(cfsi)), lineOf('4 4', 12, 12), 0.3));
    expect(told.slice(0, 2)).toMatchObject([
      { audited: { was: null, is: null, best: [], turn: null } },
      { audited: { was: null, is: null, best: [], turn: null } },
    ]);
    expect(told[2]).toMatchObject({
      kind: 'summary',
      sides: [
        { moves: 1, proven: 0 },
        { moves: 1, proven: 0 },
      ],
    });
  });

  it('fails where the protocol cannot be asked for the end', async () => {
    const told = await all(audit(null, new EngineHandle(over(cfp)), lineOf('44', 7, 6), 5));
    expect(told).toEqual([{ kind: 'failed', reason: expect.stringContaining('depth') as string }]);
  });

  it('ends with the engine', async () => {
    const session = over(cfsi);
    const told = all(audit(null, new EngineHandle(session), lineOf('4 4', 12, 12), 20));
    await expect.poll(() => session.state, { timeout: 30_000 }).toBe('thinking');
    process.kill(session.pid!, 'SIGKILL');
    expect(await told).toMatchObject([{ kind: 'ended', ending: { word: 'crashed', signal: 'SIGKILL' } }]);
  });
});

it('truthOf takes a zero for a draw only where play was followed to the end', () => {
  expect(truthOf({ type: 'static', value: 0 }, true)).toEqual({ outcome: 'draw' });
  expect(truthOf({ type: 'static', value: 0 }, false)).toBeNull();
  expect(truthOf({ type: 'static', value: 0.01 }, true)).toBeNull();
});

describe('an auditor', () => {
  it('keeps what it found until it is cleared, and closes the engine', async () => {
    const auditor = new Auditor(askTruth, () => undefined);
    const session = over(cfsi);
    await auditor.run(new EngineHandle(session), lineOf('1213141'), [3, 4, 5, 6, 7, 8, 9], 20);
    expect(auditor.standing).toMatchObject({ state: 'done', key: 'g-1', total: 7 });
    expect(auditor.standing.moves.map(({ node }) => node)).toEqual([3, 4, 5, 6, 7, 8, 9]);
    expect(session.ending?.word).toBe('quit');
    auditor.clear();
    expect(auditor.standing).toMatchObject({ state: 'off', key: null, moves: [] });
  });

  it('gives up an audit under way when it is cleared or another begins', async () => {
    const auditor = new Auditor(askTruth, () => undefined);
    const first = auditor.run(new EngineHandle(over(cfsi)), lineOf('4 4 4', 12, 12), [1, 2, 3], 60);
    const second = auditor.run(new EngineHandle(over(cfsi)), lineOf('4 4 4', 12, 12), [1, 2, 3], 60);
    await first;
    expect(auditor.standing.state).toBe('running');
    auditor.clear();
    await second;
    expect(auditor.standing.state).toBe('off');
  });
});

describe('an audit by the truth alone', () => {
  it.each(['1213141', '2233114', '2322311'])('of %s says what counting says', async (moves) => {
    const line = lineOf(moves);
    const told = (await all(audit(askTruth, null, line, 20))).flatMap((event) =>
      event.kind === 'move' ? [event.audited] : [],
    );
    let position = line.start as Connect4Position;
    const seen = new Map<string, Truth>();
    expect(told).toHaveLength(moves.length);
    for (const [at, { was, is }] of told.entries()) {
      const move = line.moves[at] as number;
      expect([was, is], `move ${at + 1}`).toEqual([
        counted(position, seen),
        countedMove(position, move, seen),
      ]);
      position = connect4.play(position, move);
    }
  });

  it('marks the move that gives a race away, in a game that no engine can be asked about', async () => {
    const start = quoridor.initial({ size: 5, walls: 0 });
    // Black steps aside although the way is free.
    const moves = quoridor.parseMoves(start, 'c4 c2 c3 b2 d3 b3 d2 b4 e2 b5');
    const told = await all(audit(askTruth, null, makeLine(quoridor, 'g-2', start, moves), 20));
    const audited = told.flatMap((event) => (event.kind === 'move' ? [event.audited] : []));
    expect(audited).toHaveLength(moves.length);
    expect(audited.every(({ was, is }) => was !== null && is !== null)).toBe(true);
    expect(audited.some(({ turn, seat }) => turn === 'win to loss' && seat === 0)).toBe(true);
    expect(told.at(-1)).toMatchObject({ kind: 'summary', sides: [{ moves: 5, proven: 5 }, { moves: 5 }] });
  });

  it('is left to the engine where nothing is proven', async () => {
    const line = lineOf('4 4', 9, 9);
    const told = await all(audit(() => Promise.resolve({ verdict: unknown, moves: [] }), null, line, 1));
    expect(told).toMatchObject([
      { kind: 'move', audited: { was: null, is: null } },
      { kind: 'move', audited: { was: null, is: null } },
      { kind: 'summary' },
    ]);
  });
});

describe('the thread of the truth', () => {
  it('answers with what it has when a question is called off, and goes on with the next', async () => {
    const stop = new AbortController();
    const early = askTruth(lineOf('', 9, 9), 600, stop.signal);
    const next = askTruth(lineOf('12131'), 20);
    setTimeout(() => stop.abort(), 100);
    expect((await early).verdict.value).toBe('unknown');
    expect((await next).verdict).toMatchObject({ value: 'draw', how: 'search' });
    expect(counted(lineOf('12131').position as Connect4Position).outcome).toBe('draw');
  });

  it('says what cannot be asked, and that it is closed', async () => {
    const own = new TruthAsker(fileURLToPath(new URL('../../dist/app/truth-thread.cjs', import.meta.url)));
    const stray: Line = { ...lineOf('1'), game: { ...connect4, id: 'chess' } as never };
    await expect(own.ask(stray, 1)).rejects.toThrow(/chess/);
    const waiting = own.ask(lineOf('', 9, 9), 600);
    own.close();
    await expect(waiting).rejects.toThrow('the host is closing');
  });
});
