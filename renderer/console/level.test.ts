import { describe, expect, it } from 'vitest';
import { levelOf } from './level.ts';

describe('levelOf', () => {
  it('is no bound while together they have no more than they may', () => {
    expect(levelOf([], 10)).toBe(Infinity);
    expect(levelOf([4, 6], 10)).toBe(Infinity);
  });

  it('is what those that have most may keep, so that those that have less keep all', () => {
    expect(levelOf([100], 10)).toBe(10);
    expect(levelOf([100, 3, 100], 10)).toBe(3);
    expect(levelOf([100, 1, 100], 11)).toBe(5);
    expect(levelOf([0, 50, 10, 20, 0], 50)).toBe(20);
  });

  it('leaves together no more than they may', () => {
    for (const sizes of [
      [7, 7, 7],
      [1, 2, 3, 400],
      [9, 0, 9, 0, 1],
    ]) {
      const level = levelOf(sizes, 10);
      const left = sizes.map((size) => Math.min(size, level)).reduce((sum, size) => sum + size, 0);
      expect(left).toBeLessThanOrEqual(10);
      expect(left).toBeGreaterThan(10 - sizes.length);
    }
  });
});
