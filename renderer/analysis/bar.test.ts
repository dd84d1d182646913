import { expect, it } from 'vitest';
import { connect4 } from '../../app/games/connect4/index.ts';
import type { JudgedReport, Proven } from '../../app/api/contract.ts';
import { barOf, type BarFacts } from './bar.ts';

const report: JudgedReport = {
  ...{ bestmove: '4', turn: ['4'], text: '4', fault: null, score: { type: 'static', value: -0.5 } },
  ...{ scores: null, staticScale: 1, winningMoves: null, depth: 9, nodes: null, seconds: 2 },
  ...{ truncated: false, exhaustive: false },
};
const proven = (value: Proven['value'], plies: number | null = 41): Proven => ({
  ...{ value, plies, how: 'solver', to: null },
});
const bar = (facts: Partial<BarFacts>) =>
  barOf({ seats: connect4.seats, mover: 0, result: null, proven: null, report: null, ...facts });

it('shows what is certain before what an engine says, whoever is to move', () => {
  expect(bar({ report }).share).toBeLessThan(0.5);
  expect(bar({ report, proven: proven('unknown', null) }).share).toBeLessThan(0.5);
  expect(bar({ report, proven: proven('win') })).toEqual({
    share: 1,
    words: 'Player 1, to move: win in 41, proven',
  });
  expect(bar({ report, proven: proven('win'), mover: 1 }).share).toBe(0);
  expect(bar({ report, proven: proven('loss'), mover: 1 }).share).toBe(1);
  expect(bar({ report, proven: proven('draw') }).share).toBe(0.5);
});

it('is full for the winner of a finished game, and stands in the middle after a draw', () => {
  const won = { kind: 'win', winner: 1, reason: 'four in a row' } as const;
  expect(bar({ report, result: won })).toEqual({ share: 0, words: 'Player 2 has won' });
  expect(bar({ result: { ...won, winner: 0 }, mover: 1 }).share).toBe(1);
  expect(bar({ result: { kind: 'draw', reason: 'the board is full' } }).share).toBe(0.5);
});

it('is empty without a score, and where the answer is at fault', () => {
  expect(bar({})).toEqual({ share: null, words: 'No score' });
  expect(bar({ report: { ...report, score: null } }).share).toBeNull();
  expect(bar({ report: { ...report, fault: '9 is illegal' } }).share).toBeNull();
});

it('gives a score that shrinks with depth on the scale of its engine', () => {
  const deep: JudgedReport = { ...report, score: { type: 'static', value: -3.5e-12 }, staticScale: 1e11 };
  expect(bar({ report: deep })).toEqual({
    share: bar({ report: { ...report, score: { type: 'static', value: -0.35 } } }).share,
    words: 'Player 1, to move: −0.35 static',
  });
});
