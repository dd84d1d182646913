/** The analyst and single analyses against real processes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeBench, type Bench } from '../../tests/engines/support.ts';
import { long } from '../../tests/support/long.ts';
import { connect4, type Connect4Position } from '../games/connect4/index.ts';
import { makeLine, type Line } from '../games/line.ts';
import { whenReady } from '../play/ask.ts';
import { EngineHandle } from '../play/engine-handle.ts';
import { cfp } from '../protocols/cfp/index.ts';
import { cfsi } from '../protocols/cfsi/index.ts';
import type { Session } from '../sessions/session.ts';
import { ManualClock } from '../sessions/testing.ts';
import { analyse, type AnalysisEvent } from './analyse.ts';
import { Analyst } from './analyst.ts';
import type { Assessment } from '../shapes/analysis.ts';

let bench: Bench;
beforeEach(() => void (bench = makeBench()));
afterEach(async () => expect(await bench.clean()).toEqual([]));

const over = (protocol: typeof cfp | typeof cfsi): Session => bench.bundled(protocol);

const start = connect4.initial();
const all = connect4.parseMoves(start, '433334564465453435515111117777');
const lineAt = (cursor: number): Line => makeLine(connect4, 'g-1', start, all.slice(0, cursor));
const placeAt = (node: number) => ({ game: 'g-1', node });

/** An analyst that follows `session`, with everything it has shown. */
function following(session: Session): { analyst: Analyst; shown: Assessment[] } {
  const shown: Assessment[] = [];
  const analyst = new Analyst(() => shown.push(analyst.assessment));
  analyst.engage(new EngineHandle(session));
  return { analyst, shown };
}

const until = (analyst: Analyst, wanted: (assessment: Assessment) => boolean) =>
  expect.poll(() => wanted(analyst.assessment), { timeout: 30_000, interval: 5 }).toBe(true);

describe('an analyst', () => {
  it.each([cfp, cfsi])(
    'never shows at one place what was said of another, over $id',
    async (protocol) => {
      const session = over(protocol);
      // Which place each search is about, as the session was really asked.
      const asked = new Map<number, string>();
      const request = session.request.bind(session);
      session.request = (intent) => {
        if (intent.kind === 'search') {
          const { game, start: from, moves } = intent.search.line;
          asked.set(intent.search.id, game.movesText(from, moves));
        }
        return request(intent);
      };
      const answered: string[] = [];
      session.subscribe((event) => {
        if (event.kind === 'report') answered.push(asked.get(event.search)!);
      });
      const pairs: { readonly about: string; readonly at: string }[] = [];
      let last: Assessment['report'] = null;
      const analyst = new Analyst(() => {
        const { place, report } = analyst.assessment;
        // The session has told us first, so that the newest answer is the one that is shown now.
        if (report !== null && report !== last) {
          const at = connect4.movesText(start, all.slice(0, place!.node));
          pairs.push({ about: answered.at(-1)!, at });
          expect(report.fault).toBeNull();
        }
        last = report;
      });
      analyst.engage(new EngineHandle(session));
      let reports = 0;
      for (let step = 0; step < 30; step++) {
        const cursor = (step * 7) % 30;
        analyst.follow(lineAt(cursor), placeAt(cursor));
        expect(analyst.assessment.report).toBeNull();
        expect(analyst.assessment.place).toEqual(placeAt(cursor));
        if (step % 5 === 0) {
          await until(analyst, ({ report }) => report !== null);
          reports++;
        } else await new Promise((resolve) => setTimeout(resolve, step % 3));
      }
      await until(analyst, ({ report }) => report !== null);
      expect(reports).toBe(6);
      expect(pairs.length).toBeGreaterThanOrEqual(7);
      expect(pairs.filter(({ about, at }) => about !== at)).toEqual([]);
      await session.close();
    },
    60_000,
  );

  it('asks once about a place, and again where the line to it changed', async () => {
    const session = over(cfsi);
    let searches = 0;
    const request = session.request.bind(session);
    session.request = (intent) => {
      if (intent.kind === 'search') searches++;
      return request(intent);
    };
    const { analyst } = following(session);
    analyst.follow(lineAt(1), placeAt(1));
    analyst.follow(lineAt(1), placeAt(1));
    expect(searches).toBe(1);
    analyst.follow(makeLine(connect4, 'g-1', start, connect4.parseMoves(start, '5')), placeAt(1));
    expect(searches).toBe(2);
    analyst.follow(lineAt(1), { game: 'g-2', node: 1 });
    expect(searches).toBe(3);
  });

  it('says that a finished game needs no analysis, and ends the search before it', async () => {
    const session = over(cfsi);
    const { analyst } = following(session);
    analyst.follow(lineAt(0), placeAt(0));
    await until(analyst, ({ report }) => report !== null);
    const finished = connect4.parseMoves(start, '1212121');
    analyst.follow(makeLine(connect4, 'g-1', start, finished), placeAt(7));
    expect(analyst.assessment).toMatchObject({
      state: 'refused',
      place: placeAt(7),
      report: null,
      reason: expect.stringContaining('four in a row'),
    });
    await expect.poll(() => session.state, { timeout: 30_000 }).toBe('idle');
    expect(analyst.assessment).toMatchObject({ state: 'refused', place: placeAt(7), report: null });
  });

  it('calls off a search that waits for the handshake', async () => {
    const session = over(cfsi);
    const { analyst } = following(session);
    analyst.follow(lineAt(0), placeAt(0));
    expect(analyst.assessment.state).toBe('starting');
    analyst.follow(makeLine(connect4, 'g-1', start, connect4.parseMoves(start, '1212121')), placeAt(7));
    await whenReady(session);
    await expect.poll(() => session.state, { timeout: 30_000 }).toBe('idle');
    expect(analyst.assessment.state).toBe('refused');
  });

  it.each([cfp, cfsi])(
    'asks nothing while it is paused, and then about the latest place, over $id',
    long,
    async (protocol) => {
      const session = over(protocol);
      const asked: string[] = [];
      const request = session.request.bind(session);
      session.request = (intent) => {
        if (intent.kind === 'search') asked.push(String(intent.search.line.moves.length));
        return request(intent);
      };
      const { analyst } = following(session);
      analyst.follow(lineAt(0), placeAt(0));
      await until(analyst, ({ report }) => report !== null);
      analyst.pause();
      await expect.poll(() => session.state, { timeout: 30_000 }).toBe('idle');
      expect(analyst.assessment.state).toBe('done');
      analyst.follow(lineAt(9), placeAt(9));
      analyst.follow(lineAt(1), placeAt(1));
      // What was said is still said of its own place.
      expect(analyst.assessment.place).toEqual(placeAt(0));
      analyst.goOn();
      await until(analyst, ({ place, report }) => place?.node === 1 && report !== null);
      // The same place is asked about again, because its search was cut short.
      analyst.pause();
      await expect.poll(() => session.state, { timeout: 30_000 }).toBe('idle');
      analyst.goOn();
      await until(analyst, ({ state }) => state === 'thinking');
      expect(asked).toEqual(['0', '1', '1']);
      await session.close();
    },
  );

  it('is paused before its engine is ready, and answers afterwards', async () => {
    const session = over(cfsi);
    const { analyst } = following(session);
    analyst.follow(lineAt(0), placeAt(0));
    analyst.pause();
    await whenReady(session);
    await expect.poll(() => session.state, { timeout: 30_000 }).toBe('idle');
    expect(analyst.assessment.report).toBeNull();
    analyst.goOn();
    await until(analyst, ({ place, report }) => place?.node === 0 && report !== null);
  });

  it('says in words what the protocol cannot carry, and goes on where it can', async () => {
    const { analyst } = following(over(cfp));
    const small = connect4.initial({ width: 5, height: 4 });
    analyst.follow(makeLine(connect4, 'g-2', small, []), { game: 'g-2', node: 0 });
    expect(analyst.assessment).toMatchObject({
      state: 'refused',
      reason: expect.stringContaining('7 by 6'),
    });
    analyst.follow(lineAt(3), placeAt(3));
    await until(analyst, ({ report }) => report !== null);
  });

  it(
    'restarts a crashing engine three times in a minute, at the same place, then leaves it',
    long,
    async () => {
      const opened: Session[] = [];
      const crashing = (): Session => {
        const { session } = bench.misbehaving(['--crash-in-search']);
        opened.push(session);
        return session;
      };
      const shown: Assessment[] = [];
      const clock = new ManualClock();
      const analyst = new Analyst(() => shown.push(analyst.assessment), clock);
      const handle = (): EngineHandle => new EngineHandle(crashing(), () => Promise.resolve(crashing()));
      analyst.engage(handle());
      analyst.follow(lineAt(2), placeAt(2));
      await until(analyst, ({ restarts }) => restarts?.left === true);
      expect(opened).toHaveLength(4);
      for (const { traffic } of opened) {
        expect(traffic.read(0, 100).lines.map(({ text }) => text)).toContainEqual(
          expect.stringMatching(/^go/),
        );
      }
      expect(shown.map(({ restarts }) => restarts?.made ?? 0)).toEqual(
        shown.map(({ restarts }) => restarts?.made ?? 0).sort(),
      );
      expect(analyst.assessment).toMatchObject({
        state: 'failed',
        place: placeAt(2),
        restarts: { made: 3, most: 3, seconds: 60, left: true },
        reason: expect.stringMatching(
          /^crashed again after 3 restarts in 60 s: exited unexpectedly with code 3.*division by zero/,
        ),
      });
      // A minute later the window is empty, but no more was asked for.
      clock.advance(60_000);
      expect(opened).toHaveLength(4);
      // By hand it begins anew.
      analyst.engage(handle());
      analyst.follow(lineAt(2), placeAt(2));
      await until(analyst, ({ restarts }) => restarts?.made === 1);
    },
  );

  it('foretells the end behind a move where it is proven, and nothing behind another place', async () => {
    const { analyst } = following(over(cfsi));
    const [here, there] = [lineAt(20), lineAt(19)];
    analyst.follow(here, placeAt(20));
    await until(analyst, ({ state }) => state === 'done');
    const scores = analyst.assessment.report!.scores!;
    expect(Object.keys(scores).length).toBeGreaterThan(2);
    for (const [text, score] of Object.entries(scores)) {
      const move = connect4.parseMove(here.position as Connect4Position, text);
      const told = analyst.foretells(here, move);
      if (score.type === 'static') expect(told).toEqual({ winner: null });
      else expect(told).toEqual({ winner: score.winner === 'mover' ? 0 : 1, ply: score.plies });
      expect(analyst.foretells(there, move)).toBeNull();
    }
  });

  it('does not restart what stalled, left or never opened', long, async () => {
    for (const flags of [['--no-answer-to-stop'], ['--exit-early', '1'], ['--silent']]) {
      const { session } = bench.misbehaving(flags);
      const { analyst } = following(session);
      analyst.follow(lineAt(0), placeAt(0));
      await until(analyst, ({ state }) => state !== 'starting');
      analyst.follow(lineAt(1), placeAt(1));
      await session.ended;
      expect(analyst.assessment).toMatchObject({ state: 'failed', restarts: null });
      expect(analyst.session).toBe(session);
    }
  });

  it('shows how its engine died where it cannot be restarted, and nothing of before', async () => {
    const { session } = bench.misbehaving(['--crash-in-search']);
    const { analyst } = following(session);
    analyst.follow(lineAt(0), placeAt(0));
    await session.ended;
    expect(analyst.assessment).toMatchObject({
      state: 'failed',
      report: null,
      place: placeAt(0),
      reason: expect.stringContaining('exited unexpectedly with code 3'),
    });
    analyst.follow(lineAt(1), placeAt(1));
    expect(analyst.assessment.state).toBe('failed');
  });

  it('is off when a person ends its engine', async () => {
    const session = over(cfsi);
    const { analyst } = following(session);
    analyst.follow(lineAt(0), placeAt(0));
    await until(analyst, ({ report }) => report !== null);
    await session.close();
    expect(analyst.assessment).toMatchObject({ state: 'off', report: null, place: null });
    expect(analyst.session).toBeNull();
  });

  it('is turned to the place shown by then when a person restarts its engine', long, async () => {
    const [session, fresh] = [over(cfp), over(cfp)];
    const { analyst } = following(session);
    analyst.follow(lineAt(0), placeAt(0));
    await until(analyst, ({ report }) => report !== null);
    expect([analyst.owns(session), analyst.owns(fresh)]).toEqual([true, false]);
    await analyst.restart(session, async () => {
      await session.close();
      expect(analyst.assessment.state).toBe('starting');
      analyst.follow(lineAt(3), placeAt(3));
      return fresh;
    });
    expect(analyst.owns(fresh)).toBe(true);
    await until(analyst, ({ report }) => report !== null);
    expect(analyst.assessment.place).toEqual(placeAt(3));

    // Also where it was turned to no other.
    const next = over(cfp);
    await analyst.restart(fresh, () => fresh.close().then(() => next));
    await until(analyst, ({ report }) => report !== null);
    expect(analyst.assessment.place).toEqual(placeAt(3));
    analyst.forget();
    expect(analyst.assessment.state).toBe('off');
  });

  it('is off once disengaged, and hears nothing more', async () => {
    const session = over(cfsi);
    const before = session.listenerCount;
    const { analyst, shown } = following(session);
    analyst.follow(lineAt(0), placeAt(0));
    await until(analyst, ({ report }) => report !== null);
    expect(analyst.disengage()).toBe(session);
    expect(session.listenerCount).toBe(before);
    const { length } = shown;
    await session.close();
    expect(shown).toHaveLength(length);
    expect(analyst.assessment).toEqual({
      state: 'off',
      place: null,
      report: null,
      nodes: null,
      score: null,
      reason: null,
      restarts: null,
    });
  });
});

describe('a single analysis', () => {
  const collect = async (events: AsyncGenerator<AnalysisEvent>) => {
    const all: AnalysisEvent[] = [];
    for await (const event of events) all.push(event);
    return all;
  };

  it('ends with the final report at the depth asked for', async () => {
    const events = await collect(
      analyse(new EngineHandle(over(cfsi)), lineAt(2), { kind: 'depth', plies: 4 }),
    );
    expect(events.at(-1)).toMatchObject({ kind: 'report', final: true, report: { depth: 4, fault: null } });
    expect(events.filter((event) => event.kind === 'report' && event.final)).toHaveLength(1);
  });

  it('ends with the account of a crash', async () => {
    const { session } = bench.misbehaving(['--crash-in-search']);
    const events = await collect(analyse(new EngineHandle(session), lineAt(0), { kind: 'time', seconds: 1 }));
    expect(events.at(-1)).toMatchObject({ kind: 'ended', ending: { word: 'crashed' } });
    expect(events).toContainEqual({ kind: 'info', text: 'about to divide by zero' });
  });

  it('stops the engine when its reader leaves', async () => {
    const session = over(cfsi);
    for await (const event of analyse(new EngineHandle(session), lineAt(0), { kind: 'none' })) {
      if (event.kind === 'report') break;
    }
    await expect.poll(() => session.state, { timeout: 30_000 }).toBe('idle');
  });

  it('ends at once when it is called off, also in mid-handshake', async () => {
    const { session } = bench.misbehaving(['--silent']);
    const abort = new AbortController();
    const events = collect(analyse(new EngineHandle(session), lineAt(0), { kind: 'none' }, abort.signal));
    abort.abort();
    expect(await events).toEqual([]);
  });

  it('counts lines that a slow reader could not take, and loses no answer', async () => {
    const { session } = bench.misbehaving(['--flood', '4000000', '--early']);
    const events = analyse(new EngineHandle(session), lineAt(0), { kind: 'time', seconds: 30 });
    await events.next();
    await expect.poll(() => session.state, { timeout: 30_000 }).toBe('idle');
    const rest = await collect(events);
    expect(rest.length).toBeLessThan(10_100);
    // The lines that are missing came after all that are not, and before the answer.
    expect(rest.slice(-2)).toMatchObject([
      { kind: 'info', text: expect.stringMatching(/^\(\d+ lines left out here/) },
      { kind: 'report', final: true },
    ]);
  });
});
