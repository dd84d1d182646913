import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskTruth } from '../analysis/truth-asker.ts';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine } from '../games/line.ts';
import type { ReportJobs } from '../library/report-jobs.ts';
import type { OpenGame } from '../play/open-game.ts';
import { newTree, rootId } from '../records/tree.ts';
import { edited, redone, undone, unedited, type EditedTree } from '../records/undo.ts';
import type { ReportJob } from '../shapes/report.ts';
import type { Change } from '../shapes/tree.ts';
import type { Verdict } from '../truth/verdict.ts';
import { Reports } from './reports.ts';

const setup = { width: 4, height: 4 };
const played: Change = [{ kind: 'play', at: rootId, moves: ['1', '2', '1', '3', '1', '4'] }];

/** Who is to move wins, so that each move gives a win away. */
const win: Verdict = { value: 'win', how: 'search', plies: null, to: null };
const answerTruth: AskTruth = (_line, _seconds, _signal, wanted) =>
  Promise.resolve({ verdict: win, moves: [], ...(wanted === 'line' && { line: better }) });
let askTruth: AskTruth;
/** The better line for each error. */
let better: readonly string[];

let open: EditedTree;
let reports: Reports;
/** What an earlier host has left. */
let interrupted: readonly ReportJob[];

const options = { order: 'forward', onlyUnknown: true, truthSeconds: 1, writes: true } as const;
const start = (): Promise<void> => reports.start('g', { kind: 'game' }, [], options);

/** Ends as soon as the report has written its result. */
async function report(): Promise<void> {
  await start();
  await vi.waitFor(() => expect(reports.state.state).toBe('done'));
}

beforeEach(() => {
  better = [];
  interrupted = [];
  askTruth = answerTruth;
  open = edited(unedited(newTree(connect4, 'g', { setup })), played);
  const game = {
    get tree() {
      return open.tree;
    },
    shown: rootId,
    line: () => makeLine(connect4, 'g', connect4.initial(setup), []),
    show: () => Promise.resolve(),
    edit: (change: Change) => Promise.resolve(void (open = edited(open, change))),
  };
  const jobs = {
    get list() {
      return interrupted;
    },
    ...{ begin: () => Promise.resolve(), end: () => Promise.resolve(), save: () => Promise.resolve() },
  };
  reports = new Reports({
    version: '1.0.0',
    askTruth: (...asked) => askTruth(...asked),
    memory: { find: () => null, keep: () => undefined },
    jobs: jobs as unknown as ReportJobs,
    game: () => game as unknown as OpenGame,
    engine: () => expect.unreachable('no engine is asked'),
    onChange: () => undefined,
    onIdle: () => undefined,
  });
});

describe('the page of a report', () => {
  it('has the moves that its game still has, and no others', async () => {
    await report();
    const plies = () => [...reports.page()!.text.matchAll(/<a [^>]*data-ply="(\d)"/g)].map(([, ply]) => ply);
    expect(plies()).toEqual(['1', '2', '3', '4', '5', '6']);
    open = edited(open, [{ kind: 'delete', node: 5 }]);
    expect(reports.moves.map(({ ply }) => String(ply))).toEqual(plies());
    expect(plies()).toEqual(['1', '2', '3', '4']);
    expect(reports.page()!.text).not.toMatch(/Move 3/);
  });

  it('is there until what the report wrote is undone', async () => {
    await report();
    expect(reports.page()).not.toBeNull();
    open = undone(open)!;
    expect([reports.page(), reports.state.state]).toEqual([null, 'off']);
  });

  it('does not come back where its better move is played once it is undone', async () => {
    better = ['4'];
    await report();
    const written = open;
    open = undone(open)!;
    open = edited(open, [{ kind: 'play', at: 1, moves: ['4'] }]);
    expect([reports.page(), reports.moves, reports.state.state]).toEqual([null, [], 'off']);
    open = redone(undone(written)!)!;
    expect(reports.page()).not.toBeNull();
  });
});

describe('two calls at once', () => {
  /** The questions that were not called off, as reports ask for proofs one after the other. */
  let asking: Set<number>;
  beforeEach(() => {
    asking = new Set();
    let asked = 0;
    askTruth = (_line, _seconds, signal) => {
      const id = ++asked;
      asking.add(id);
      return new Promise((resolve) => {
        signal!.addEventListener('abort', () => {
          asking.delete(id);
          // A thread takes a while to answer.
          setTimeout(() => resolve({ verdict: { ...win, value: 'unknown', how: null }, moves: [] }), 5);
        });
      });
    };
  });

  it('to begin a report leave one that runs', async () => {
    await start();
    await Promise.all([start(), start()]);
    expect([...asking]).toEqual([3]);
    await reports.stop();
    expect([...asking]).toEqual([]);
    expect(reports.state.state).not.toBe('running');
  });

  it('to go on with a report begin it once', async () => {
    interrupted = [{ id: 'r-0', game: 'g', nodes: [1, 2], engines: [], options, begunAt: 0 }];
    const both = await Promise.allSettled([reports.goOn(), reports.goOn()]);
    expect(both).toMatchObject([
      { status: 'fulfilled' },
      { reason: { message: 'There is no report to go on with.' } },
    ]);
    expect([...asking]).toEqual([1]);
    await reports.stop();
  });

  it('to begin one and to close end with none', async () => {
    await start();
    const later = start();
    const refused = expect(later).rejects.toThrow('Plywire is closing');
    await reports.close();
    await refused;
    expect([...asking]).toEqual([]);
  });
});
