import { describe, expect, it } from 'vitest';
import { byNumber, naturalKey } from './natural-order.ts';

const names = [
  'a/g2.sgf',
  'a/g10.sgf',
  'A/g100.sgf',
  'b 1.9',
  'b 1.10',
  'b 01.11',
  'c',
  'c1',
  'cup 2025',
  'cup 2026',
];

describe('natural order', () => {
  it('puts numbers in the order of their size', () => {
    expect(names.toReversed().toSorted(byNumber)).toEqual(names);
  });

  it('is that of the keys of long lists', () => {
    const byKey = (one: string, other: string): number => (naturalKey(one) < naturalKey(other) ? -1 : 1);
    expect(names.toReversed().toSorted(byKey)).toEqual(names);
  });
});
