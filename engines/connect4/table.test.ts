import { describe, expect, it } from 'vitest';
import { boundOf, depthOf, exact, lowerBound, moveOf, noMove, Table, upperBound, valueOf } from './table.ts';
import { seededRandom } from '../../app/games/random.ts';

describe('transposition table', () => {
  it('gives back what was stored, extremes included', () => {
    const table = new Table(1);
    const cases = [
      [31_999, 144, 11, lowerBound],
      [-31_999, 0, 0, upperBound],
      [0, 1, noMove, exact],
      [-1, 42, 6, exact],
    ] as const;
    cases.forEach(([value, depth, move, bound], index) => {
      table.store((index * 0x40000000) | 0, ~index, value, depth, move, bound);
    });
    cases.forEach(([value, depth, move, bound], index) => {
      const data = table.probe((index * 0x40000000) | 0, ~index);
      expect([valueOf(data), depthOf(data), moveOf(data), boundOf(data)]).toEqual([
        value,
        depth,
        move,
        bound,
      ]);
    });
    expect(table.probe(5, 5)).toBe(0);
  });

  it('stays within its memory and uses nearly all of it', () => {
    for (const mebibytes of [1, 3, 16, 100, 256]) {
      const { bytes } = new Table(mebibytes);
      expect(bytes).toBeLessThanOrEqual(mebibytes * 1_048_576);
      expect(bytes).toBeGreaterThan(0.99 * mebibytes * 1_048_576);
    }
  });

  it('keeps the deepest of the current search and the latest beside it', () => {
    const table = new Table(1 / 1_048_576);
    table.age();
    table.store(1, 1, 10, 9, 1, exact);
    table.store(2, 2, 20, 3, 2, exact);
    table.store(3, 3, 30, 4, 3, exact);
    expect(valueOf(table.probe(1, 1))).toBe(10);
    expect(table.probe(2, 2)).toBe(0);
    expect(valueOf(table.probe(3, 3))).toBe(30);
    table.age();
    table.store(4, 4, 40, 1, 4, exact);
    table.store(5, 5, 50, 2, 5, exact);
    expect(table.probe(1, 1)).toBe(0);
    expect(valueOf(table.probe(5, 5))).toBe(50);
  });

  it('forgets everything each time it is cleared, on every page', () => {
    const table = new Table(1);
    const random = seededRandom(1);
    const keys = Array.from({ length: 5000 }, () => (random() * 2 ** 32) | 0);
    const held = (): number => keys.filter((key) => table.probe(key, ~key) !== 0).length;
    for (const stored of [keys, keys.slice(0, 10), keys]) {
      for (const key of stored) table.store(key, ~key, 1, 1, 1, exact);
      expect(held()).toBeGreaterThan(0.9 * stored.length);
      table.clear();
      expect(held()).toBe(0);
    }
  });
});
