import { expect, it } from 'vitest';
import { matchWords } from './builds.ts';
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

it('says how many games of a match of builds are not in its Elo', () => {
  const figures = { elo: 120, eloLow: -20, eloHigh: 300, verdict: null, faults: {} };
  const match = { kind: 'match', at: 0, build: 'a'.repeat(64), folder: '/match', opponent: 'B' } as const;
  const words = (repeated?: number): string =>
    matchWords({
      ...match,
      ...figures,
      ...{ wins: 4, draws: 0, losses: 4, against: null },
      ...(repeated !== undefined && { repeated }),
    });
  expect(words()).toBe('+4 =0 -4 against B, Elo 120 [-20, 300]');
  expect(words(5)).toBe('+4 =0 -4 against B, Elo 120 [-20, 300] without 5 repeated games');
});

it('writes an Elo of zero without a sign, as the other build of a drawn match has it', () => {
  const figures = { elo: -0, eloLow: -250.9, eloHigh: -0.3 };
  const match = { kind: 'match', at: 0, build: 'a'.repeat(64), folder: '/match', opponent: 'B' } as const;
  const games = { wins: 2, draws: 0, losses: 2, verdict: null, faults: {} };
  expect(matchWords({ ...match, ...games, ...figures, against: null })).toBe(
    '+2 =0 -2 against B, Elo 0 [-251, 0]',
  );
});
