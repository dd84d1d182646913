import { describe, expect, it } from 'vitest';
import { boundOf, depthOf, exact, lowerBound, moveOf, noMove, Table, upperBound } from './table.ts';

describe('the transposition table', () => {
  it('gives back what was stored, at the limits of its fields', () => {
    const table = new Table(1);
    for (const [value, depth, move, bound] of [
      [999_999, 255, noMove, exact],
      [-999_999, 0, 0, lowerBound],
      [-1, 128, 1776, upperBound],
    ] as const) {
      table.store(-5, 7, value, depth, move, bound);
      const entry = table.probe(-5, 7);
      expect([table.value, depthOf(entry), moveOf(entry), boundOf(entry)]).toEqual([
        value,
        depth,
        move,
        bound,
      ]);
      expect(table.probe(-5, 8)).toBe(0);
    }
  });

  it('keeps the deepest and the latest of a search where they collide, and lets older searches go', () => {
    const table = new Table(1);
    table.age();
    for (const [key, depth] of [
      [1, 9],
      [2, 3],
      [3, 4],
    ] as const) {
      table.store(0, key, 10 * key, depth, 0, exact);
    }
    expect([1, 2, 3].map((key) => table.probe(0, key) !== 0)).toEqual([true, false, true]);
    table.age();
    table.store(0, 4, 40, 1, 0, exact);
    expect([1, 3, 4].map((key) => table.probe(0, key) !== 0)).toEqual([true, false, true]);
  });

  it('takes no more memory than it may', () => {
    for (const mebibytes of [1, 3, 16]) {
      const { bytes } = new Table(mebibytes);
      expect(bytes).toBeLessThanOrEqual(mebibytes * 2 ** 20);
      expect(bytes).toBeGreaterThan(mebibytes * 2 ** 19);
    }
  });
});
