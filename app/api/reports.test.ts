import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AskTruth } from '../analysis/truth-asker.ts';
import { connect4 } from '../games/connect4/index.ts';
import { makeLine } from '../games/line.ts';
import type { ReportJobs } from '../library/report-jobs.ts';
import type { OpenGame } from '../play/open-game.ts';
import { newTree, rootId } from '../records/tree.ts';
import { edited, redone, undone, unedited, type EditedTree } from '../records/undo.ts';
import type { Change } from '../shapes/tree.ts';
import type { Verdict } from '../truth/verdict.ts';
import { Reports } from './reports.ts';

const setup = { width: 4, height: 4 };
const played: Change = [{ kind: 'play', at: rootId, moves: ['1', '2', '1', '3', '1', '4'] }];

/** Who is to move wins, so that each move gives a win away. */
const win: Verdict = { value: 'win', how: 'search', plies: null, to: null };
const askTruth: AskTruth = (_line, _seconds, _signal, wanted) =>
  Promise.resolve({ verdict: win, moves: [], ...(wanted === 'line' && { line: better }) });
/** The better line for each error. */
let better: readonly string[];

let open: EditedTree;
let reports: Reports;

/** Ends as soon as the report has written its result. */
async function report(): Promise<void> {
  const options = { order: 'forward', onlyUnknown: true, truthSeconds: 1, writes: true } as const;
  await reports.start('g', { kind: 'game' }, [], options);
  await vi.waitFor(() => expect(reports.state.state).toBe('done'));
}

beforeEach(() => {
  better = [];
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
  const jobs = { list: [], begin: () => Promise.resolve(), end: () => Promise.resolve() };
  reports = new Reports({
    ...{ version: '1.0.0', askTruth },
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
