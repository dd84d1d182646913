import { describe, expect, it } from 'vitest';
import type { ReportedMove, ReportSide } from '../../app/api/contract.ts';
import {
  nothingKnown,
  openWins,
  progressWords,
  reportedNodes,
  reportMark,
  reportTip,
  sideWords,
} from './report.ts';

const move = (more: Partial<ReportedMove> = {}): ReportedMove => ({
  ...{ id: 'n5', node: 5, ply: 5, seat: 0, move: '4', was: null, is: null, how: null, best: [] },
  ...{ figures: [], verdicts: [], weight: null, better: [], isComplete: true, isAssessed: true },
  ...more,
});
const nameOf = (): string => 'mine';

describe('a reported move', () => {
  const error = move({
    was: { outcome: 'win', plies: 5 },
    is: { outcome: 'draw' },
    how: 'solver',
    best: ['3'],
    weight: 'mistake',
    better: ['3', '3'],
    verdicts: [
      {
        ...{ kind: 'proven', change: 'win to draw', weight: 'mistake', by: null },
        ...{ was: { outcome: 'win', plies: 5 }, is: { outcome: 'draw' } },
      },
    ],
  });

  it('has the sign of its weight, and says why', () => {
    expect(reportMark(error)).toBe('?');
    expect(reportTip(error, nameOf)).toBe('Proven: was a win in 5, is a draw (solver). Better: 3 3');
    expect(reportMark(move())).toBe('');
    expect(reportTip(move(), nameOf)).toBe('Not proven, and no engine objects.');
    const best = move({ was: { outcome: 'draw' }, is: { outcome: 'draw' }, best: ['4'] });
    expect(reportTip(best, nameOf)).toBe('a draw, the best available');
    expect(reportTip(move({ was: { outcome: 'win', plies: 1 } }), nameOf)).toBe(
      'Was a win in 1; what it is after the move is not proven. No engine objects.',
    );
  });

  it('belongs to the game of the report alone', () => {
    const state = { report: { key: 'g-1' }, reportMoves: [error] } as never;
    expect([...reportedNodes(state, 'g-1').keys()]).toEqual([5]);
    expect(reportedNodes(state, 'g-2').size).toBe(0);
  });
});

it('sideWords counts what a side did', () => {
  const side: ReportSide = {
    ...{ moves: 17, inaccuracies: 0, mistakes: 2, blunders: 1, proven: 3, claimed: 0, judged: 0 },
    ...{ couldLose: 12, kept: 9, known: 17, slowerWins: 0, fasterLosses: 0, unassessed: 0 },
  };
  expect(sideWords('White', side)).toBe('White: 1 blunder, 2 mistakes; value kept in 9 of 12.');
  const flawless = { ...side, mistakes: 0, blunders: 0, couldLose: 0 };
  expect(sideWords('White', flawless)).toBe('White: no errors.');
  expect(sideWords('White', { ...flawless, unassessed: 5 })).toBe(
    'White: no errors; 5 of 17 moves could not be assessed.',
  );
  expect(sideWords('White', { ...flawless, unassessed: 17 })).toBe(
    'White: 17 of 17 moves could not be assessed.',
  );
});

it('nothingKnown says why, where no move could be assessed', () => {
  const side = (unassessed: number) => ({ moves: 5, unassessed }) as ReportSide;
  const engines = [{}] as unknown as Parameters<typeof nothingKnown>[0]['engines'];
  expect(nothingKnown({ sides: [side(5), side(5)], engines: [] }, [])).toMatch(/no engine was asked/);
  expect(nothingKnown({ sides: [side(5), side(5)], engines }, [])).toMatch(/no engine that was asked/);
  expect(nothingKnown({ sides: [side(5), side(4)], engines: [] }, [])).toBeNull();
  expect(nothingKnown({ sides: null, engines: [] }, [])).toBeNull();
});

it('openWins names the moves that may have missed a proven win, which have no sign', () => {
  const missed = (ply: number) => move({ ply, move: `e${ply}`, was: { outcome: 'win', plies: 1 } });
  expect(openWins([move(), move({ was: { outcome: 'draw' } })])).toBeNull();
  expect(openWins([missed(15)])).toBe(
    'A proven win may have been missed: e15 at ply 15 (a win in 1). What it is after the move is not proven.',
  );
  expect(openWins([5, 1, 2, 4, 3].map(missed))).toMatch(/e1 at .*, e2 at .*, e3 at .*, 2 more\./);
  const side = { moves: 5, unassessed: 5 } as ReportSide;
  expect(nothingKnown({ sides: [side, side], engines: [] }, [missed(15)])).toMatch(/^Too little is proven/);
});

it('progressWords tells what a report waits for', () => {
  const report = { done: 3, total: 8, waitsFor: null, state: 'running' } as never as Parameters<
    typeof progressWords
  >[0];
  expect(progressWords(report)).toBe('3 of 8 answers');
  expect(progressWords({ ...report, state: 'paused' })).toBe('Paused at 3 of 8 answers');
  expect(progressWords({ ...report, waitsFor: 'play' })).toMatch(/game/);
  expect(progressWords({ ...report, waitsFor: 'analysis' })).toMatch(/analysis/);
});
