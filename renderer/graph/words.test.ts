import { describe, expect, it } from 'vitest';
import { estimate, figure, loss, win } from '../testing/evaluations.ts';
import { gaps } from './drawing.ts';
import { figureScore, figureWords } from './words.ts';

const game = { seats: [{ name: 'White' }, { name: 'Black' }] } as unknown as Parameters<
  typeof figureScore
>[0];

describe('a figure', () => {
  it.each([
    ['a number of the first seat', estimate(0.4), 0, '0.4 static'],
    ['a number of the second seat, turned like its curve', estimate(0.4), 1, '−0.4 static'],
    ['zero', estimate(0), 1, '0 static'],
    ['a win of the second seat', win(7), 1, 'Black wins in 7'],
    ['a loss of the second seat', loss(6), 1, 'White wins in 6'],
    ['nothing', null, 0, 'no score'],
  ] as const)('says %s', (_, score, mover, words) => {
    expect(figureScore(game, figure(1, score), mover)).toBe(words);
  });

  it("says a number on the engine's own scale", () => {
    expect(figureScore(game, figure(1, estimate(4e-4), { staticScale: 1000 }), 0)).toBe('0.4 static');
  });

  it('says for whom a number is, unless that stands beside it', () => {
    const said = figure(1, estimate(0.4), { bestmove: 'e5' });
    expect(figureWords(game, said, 1)).toBe('−0.4 static for White, best e5, depth 8');
    expect(figureWords(game, said, 1, false)).toBe('−0.4 static, best e5, depth 8');
    expect(figureWords(game, figure(1, win(3)), 1)).toBe('Black wins in 3, depth 8');
    expect(figureWords(game, figure(1, estimate(0), { exhaustive: true }), 1)).toBe('draw, depth 8');
  });
});

it('finds the gaps of a curve between its known values', () => {
  expect(gaps([null, 1, null, null, 0.5, 0.4, null])).toEqual([[1, 4]]);
  expect(gaps([null, 1])).toEqual([]);
});
