import { describe, expect, it } from 'vitest';
import { perft } from '../perft.ts';
import { quoridor } from './index.ts';

describe('perft', () => {
  it.each([
    [9, 10, [1, 131, 16677, 2062264]],
    [3, 0, [1, 3, 9, 20, 48, 108, 266]],
    [3, 1, [1, 11, 77, 316, 1172, 3452, 9002]],
    [5, 0, [1, 3, 9, 30, 100, 330, 1090, 3719, 12744]],
    [5, 3, [1, 35, 1109, 31540]],
    [7, 6, [1, 75, 5357]],
  ])('counts the known numbers on %i with %i walls', { timeout: 60_000 }, (size, walls, known) => {
    const start = quoridor.initial({ size, walls });
    expect(known.map((_, depth) => perft(quoridor, start, depth))).toEqual(known);
  });
});
