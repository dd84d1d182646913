import { expect, it } from 'vitest';
import { reportWords, scoreWords } from './output.ts';

it('writes the score that the engine gave, not one on another scale', () => {
  const score = { type: 'static', value: 0.0000000000033 } as const;
  expect(scoreWords(score, false)).toBe('3.3e-12 static');
  expect(scoreWords({ type: 'static', value: 0 }, true)).toBe('draw');
  expect(scoreWords(null, false)).toBe('no score');
  const round = { bestmove: '4', turn: ['4'], text: 'bestmove 3', fault: null, winningMoves: null };
  const told = { score, scores: null, staticScale: 1e11, depth: 12, nodes: null, truncated: false };
  expect(reportWords({ ...round, ...told, seconds: 1, exhaustive: false })).toBe(
    'depth 12  1.00 s  move 4  3.3e-12 static',
  );
});
