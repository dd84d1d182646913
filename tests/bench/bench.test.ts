import { describe, expect, it } from 'vitest';
import { compare, median } from './harness.ts';
import { figureText, meetsTarget, ratioOf, tableText } from './table.ts';

describe('measuring', () => {
  it('takes the middle figure, or the mean of the two in the middle', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 2, 100])).toBe(3);
    expect(() => median([])).toThrow(RangeError);
  });

  it('takes turns, and leaves the first round out', async () => {
    const order: string[] = [];
    const figures = [1000, 10, 30, 20];
    const row = await compare({
      work: 'w',
      unit: 'x/s',
      rounds: 3,
      ours: () => {
        order.push('ours');
        return figures[order.length >> 1] ?? 0;
      },
      reference: {
        name: 'r',
        measure: () => {
          order.push('reference');
          return 40;
        },
      },
      target: null,
    });
    expect(order).toEqual(Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? 'ours' : 'reference')));
    expect(row).toMatchObject({ ours: 20, reference: { name: 'r', value: 40 } });
  });

  it('takes the middle of the ratios, each of one round', async () => {
    const [ours, references] = [
      [1, 1, 9, 20, 12],
      [1, 1, 3, 10, 3],
    ];
    const row = await compare({
      ...{ work: 'w', unit: 'x/s', rounds: 3, warmUps: 2, ours: () => ours!.shift()! },
      ...{ reference: { name: 'r', measure: () => references!.shift()! }, target: null },
    });
    expect(row).toMatchObject({ ours: 12, reference: { value: 3 } });
    expect(ratioOf(row)).toBe(3);
  });
});

describe('the table', () => {
  const row = {
    work: 'split',
    unit: 'lines/s',
    ours: 3_000_000,
    reference: { name: 'readline', value: 2_000_000 },
  };

  it('holds the targets against ratios and figures', () => {
    expect(ratioOf({ ...row, target: null })).toBe(1.5);
    expect(meetsTarget({ ...row, target: null })).toBeNull();
    expect(meetsTarget({ ...row, target: { of: 'ratio', atLeast: 1.5 } })).toBe(true);
    expect(meetsTarget({ ...row, target: { of: 'ratio', atMost: 1.25 } })).toBe(false);
    expect(meetsTarget({ ...row, target: { of: 'ours', atLeast: 4_000_000 } })).toBe(false);
    expect(meetsTarget({ ...row, reference: null, target: { of: 'ratio', atLeast: 1 } })).toBe(false);
  });

  it('writes figures with the digits that count', () => {
    expect([0, 0.0024, 0.123, 12.34, 999, 1_234_567].map(figureText)).toEqual([
      '0.00',
      '0.0024',
      '0.12',
      '12.3',
      '999',
      '1 234 567',
    ]);
  });

  it('stands in columns', () => {
    const text = tableText([
      { ...row, target: { of: 'ratio', atLeast: 1.3 } },
      { work: 'search', unit: 'nodes/s', ours: 5, reference: null, target: null },
    ]);
    expect(text).toBe(
      [
        'work                 ours           reference   ratio  target',
        'split   3 000 000 lines/s  readline 2 000 000  1.50 x  at least 1.30 x  met',
        'search       5.00 nodes/s',
      ].join('\n'),
    );
  });
});
