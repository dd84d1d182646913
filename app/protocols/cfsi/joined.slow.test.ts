import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect4, makePosition, type Connect4Position } from '../../games/connect4/index.ts';
import { defaultDeadlines, type DriverEvent, type Search, type Report } from '../protocol.ts';
import type { Finding, Job, ResponderEvent } from '../responder.ts';
import { FakeWire } from '../testing/fake-wire.ts';
import { openColumns } from './messages.ts';
import { lineOf } from './desk.fixture.ts';
import { cfsi, createCfsiResponder } from './index.ts';
import type { Score } from '../../shapes/games.ts';

/** Plain minimax by the rules: the score of each column, with the shortest win and the longest loss. */
function scoreOf(position: Connect4Position, column: number, depth: number): Score {
  const next = connect4.play(position, column);
  const result = connect4.result(next);
  if (result)
    return result.kind === 'win'
      ? { type: 'decisive', winner: 'mover', plies: 1 }
      : { type: 'static', value: 0 };
  if (depth <= 1) return { type: 'static', value: 0.05 };
  const replies = openColumns(next).map((reply) => scoreOf(next, reply, depth - 1));
  const best = replies.reduce((one, two) => (worth(two) > worth(one) ? two : one));
  return best.type === 'static'
    ? { type: 'static', value: -best.value / 10 }
    : { type: 'decisive', winner: best.winner === 'mover' ? 'opponent' : 'mover', plies: best.plies + 1 };
}

const worth = (score: Score): number =>
  score.type === 'static' ? score.value : (score.winner === 'mover' ? 1 : -1) * (1000 - score.plies);

function solve({ position, limit, only }: Job): Finding {
  const board = position as Connect4Position;
  const depth = limit.kind === 'depth' ? limit.plies : 1;
  const columns = only === undefined ? openColumns(board) : [only as number];
  const scores = columns.map((move) => ({ move, score: scoreOf(board, move, depth) }));
  const best = scores.reduce((one, two) => (worth(two.score) > worth(one.score) ? two : one));
  return { bestmove: best.move, score: best.score, scores, line: [best.move], depth, nodes: 1 };
}

/** Driver and responder on one wire. The engine answers at once, or when `work` is called. */
class Wire {
  readonly driver = cfsi.createDriver(defaultDeadlines);
  readonly responder = createCfsiResponder();
  readonly events: DriverEvent[] = [];
  readonly jobs: Job[] = [];
  now = 0;
  readonly #patient: boolean;

  constructor(patient = false) {
    this.#patient = patient;
    this.take(this.driver.request({ kind: 'start' }, 0));
  }

  take(events: readonly DriverEvent[]): void {
    for (const event of events) {
      this.events.push(event);
      if (event.kind !== 'send') continue;
      this.take(this.driver.sent(event.line, this.now));
      this.serve(this.responder.receive(event.line));
    }
  }

  serve(events: readonly ResponderEvent[]): void {
    for (const event of events) {
      if (event.kind === 'send') this.take(this.driver.receive(event.line, this.now));
      if (event.kind === 'search') this.jobs.push(event.job);
      if (event.kind === 'cancel' || (event.kind === 'search' && !this.#patient)) this.work();
    }
  }

  work(): void {
    const job = this.jobs.shift();
    if (job) this.serve(this.responder.answer(job.id, solve(job)));
  }

  final(search: Search): Report {
    this.events.length = 0;
    this.take(this.driver.request({ kind: 'search', search }, this.now));
    const last = this.events.filter((event) => event.kind === 'report').at(-1);
    expect(
      this.events.filter((event) => ['oddity', 'misuse', 'stale', 'failed', 'fault'].includes(event.kind)),
    ).toEqual([]);
    expect(last).toMatchObject({ search: search.id, final: true });
    return (last as { report: Report }).report;
  }
}

const boards = fc
  .record({ width: fc.integer({ min: 1, max: 7 }), height: fc.integer({ min: 1, max: 6 }) })
  .chain(({ width, height }) =>
    fc
      .array(fc.constantFrom(0, 0, 0, 0, 0, 0, 1, 2), {
        minLength: width * height,
        maxLength: width * height,
      })
      .map((cells) => makePosition({ width, height, cells: Uint8Array.from(cells) }, 0)),
  );

describe('driver and responder joined', () => {
  it('play whole games from any board, floating ones too, with every score understood', () => {
    let id = 0;
    fc.assert(
      fc.property(boards, fc.integer({ min: 1, max: 3 }), (start, plies) => {
        const wire = new Wire();
        let position = start;
        while (!connect4.result(position)) {
          const search: Search = {
            id: ++id,
            line: lineOf(position),
            limit: { kind: 'depth', plies },
            purpose: 'play',
          };
          const report = wire.final(search);
          const columns = openColumns(position);
          expect([...(report.scores?.keys() ?? [])]).toEqual(columns.map((column) => String(column + 1)));
          for (const column of columns) {
            const meant = scoreOf(position, column, plies);
            const heard = report.scores!.get(String(column + 1))!;
            if (meant.type === 'decisive') expect(heard).toEqual(meant);
            else expect(heard).toEqual({ type: 'static', value: expect.closeTo(meant.value, 9) });
          }
          if (report.answer.kind !== 'move') throw new Error('no move where there is one');
          position = connect4.play(position, report.answer.move as number);
        }
        expect(wire.driver.state).toBe('idle');
      }),
      { numRuns: 60 },
    );
  });

  it('end an analysis by themselves when nothing deeper can be told', () => {
    const wire = new Wire();
    const search: Search = { id: 1, line: lineOf('4/4/4 x'), limit: { kind: 'none' }, purpose: 'analyse' };
    const small: Search = { ...search, line: lineOf('2/2/2 x') };
    expect(wire.final(small)).toMatchObject({ depth: 6, truncated: false });
    expect(wire.driver.state).toBe('idle');
  });

  it('keep every search and its answers together, however fast the requests change', () => {
    const request = fc.constantFrom('search', 'stop', 'work', 'type', 'quit', 'ping');
    fc.assert(
      fc.property(fc.array(request, { maxLength: 40 }), (requests) => {
        const wire = new Wire(true);
        const asked = new Map<number, number>();
        for (const [index, kind] of requests.entries()) {
          wire.now += 10;
          if (kind === 'search') {
            // Each search has a board of its own width, so that an answer tells whose it is.
            const width = 1 + (index % 12);
            asked.set(index, width);
            const line = lineOf(`${width} x`);
            wire.take(
              wire.driver.request(
                { kind: 'search', search: { id: index, line, limit: { kind: 'none' }, purpose: 'analyse' } },
                wire.now,
              ),
            );
          } else if (kind === 'stop' || kind === 'ping') {
            wire.take(wire.driver.request({ kind }, wire.now));
          } else if (kind === 'work') {
            wire.work();
          } else {
            const line = kind === 'quit' ? 'quit' : 'play 12/12 o 1';
            wire.take(wire.driver.sent(line, wire.now));
            wire.serve(wire.responder.receive(line));
          }
        }
        wire.take(wire.driver.request({ kind: 'stop' }, wire.now));
        for (let left = 100; left > 0 && wire.jobs.length > 0; left--) wire.work();
        expect(wire.driver.state).toBe('idle');
        const ended = new Map<number, number>();
        let quit = false;
        let open = 0;
        for (const event of wire.events) {
          if (event.kind === 'report' || event.kind === 'failed') {
            if (event.kind === 'failed' || event.final)
              ended.set(event.search, (ended.get(event.search) ?? 0) + 1);
            if (event.kind === 'report')
              expect(event.report.scores?.size ?? 1).toBeLessThanOrEqual(asked.get(event.search)!);
          }
          if (event.kind === 'send' && event.line === 'quit') quit = true;
          if (event.kind === 'state' && event.state === 'idle') [quit, open] = [false, 0];
          if (event.kind === 'send' && event.line.startsWith('play')) {
            expect(quit, 'no play between quit and the last answer').toBe(false);
            open++;
          }
          expect(['stale', 'fault', 'oddity']).not.toContain(event.kind);
        }
        expect(open).toBeGreaterThanOrEqual(0);
        // Each search ends once and only once.
        expect([...ended.keys()].sort((one, two) => one - two)).toEqual([...asked.keys()]);
        expect([...ended.values()].every((times) => times === 1)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('keep a search within its time over a slow wire, ping while it runs long, and quit it', () => {
    const wire = new FakeWire({
      driver: cfsi.createDriver(defaultDeadlines),
      responder: createCfsiResponder(),
      latency: 20,
      think: (job) => {
        const finding = solve({ ...job, limit: { kind: 'depth', plies: 2 } });
        const depth = job.limit.kind === 'depth' ? job.limit.plies : 0;
        return { finding, milliseconds: depth <= 3 ? 100 : Infinity };
      },
    });
    wire.request({ kind: 'start' });
    const line = lineOf('4/4/4/4 x');
    wire.request({
      kind: 'search',
      search: { id: 7, line, limit: { kind: 'time', seconds: 12 }, purpose: 'play' },
    });
    const final = () => wire.events.filter((event) => event.kind === 'report' && event.final);
    expect(wire.runUntil(() => final().length > 0, 20_000)).toBe(true);
    expect(final()).toMatchObject([{ search: 7, report: { depth: 3, truncated: false } }]);
    // It begins when `started` is heard, after one way there and one back.
    expect(wire.now).toBe(12_000 + 2 * 40);
    expect(wire.sent).toEqual([
      'start',
      ...[1, 2, 3, 4].map((depth) => `play 4/4/4/4 x ${depth}`),
      'ping',
      'quit',
    ]);
    expect(wire.events.filter((event) => event.kind === 'alive')).toHaveLength(1);
    wire.advance(60_000);
    expect(wire.events.filter((event) => event.kind === 'fault' || event.kind === 'oddity')).toEqual([]);
  });

  it('hold `ping` in mid-search and silence after stop', () => {
    const wire = new Wire(true);
    wire.take(
      wire.driver.request(
        {
          kind: 'search',
          search: { id: 1, line: lineOf('7/7 x'), limit: { kind: 'none' }, purpose: 'analyse' },
        },
        0,
      ),
    );
    wire.events.length = 0;
    wire.take(wire.driver.request({ kind: 'ping' }, 0));
    expect(wire.events.map((event) => event.kind)).toEqual(['send', 'alive']);
    wire.events.length = 0;
    for (const line of cfsi.shutdown.lines) {
      wire.take(wire.driver.sent(line, 0));
      wire.serve(wire.responder.receive(line));
    }
    expect(wire.driver.state).toBe('quitting');
    expect(wire.events.filter((event) => event.kind === 'oddity')).toEqual([]);
  });
});
