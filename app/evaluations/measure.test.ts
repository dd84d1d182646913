import { describe, expect, it } from 'vitest';
import { measureOf, shallowness } from './measure.ts';
import { reportOf } from './testing/stores.ts';

const win = { type: 'decisive', winner: 'mover', plies: 3 } as const;
const even = { type: 'static', value: 0 } as const;

describe('how far an answer looked', () => {
  it.each([
    ['a decisive score', { score: win, depth: 3, nodes: 10 }, { kind: 'claimed', amount: 0 }],
    [
      'a search to the end of the game',
      { score: even, exhaustive: true, depth: 9 },
      { kind: 'claimed', amount: 0 },
    ],
    ['a search to the end without a score', { exhaustive: true, depth: 9 }, { kind: 'depth', amount: 9 }],
    ['depth before nodes', { score: even, depth: 9, nodes: 1000 }, { kind: 'depth', amount: 9 }],
    ['a round cut short', { depth: 9, truncated: true }, { kind: 'depth', amount: 8 }],
    ['a first round cut short', { depth: 0, truncated: true }, { kind: 'depth', amount: 0 }],
    ['nodes before seconds', { nodes: 1000 }, { kind: 'nodes', amount: 1000 }],
    ['no nodes', { nodes: 0, seconds: 2.5 }, { kind: 'seconds', amount: 2.5 }],
    ['a move alone', {}, { kind: 'seconds', amount: 1 }],
  ] as const)('is told by %s', (_, more, measure) => {
    expect(measureOf(reportOf('4', more))).toEqual(measure);
  });

  it('orders what is pruned: seconds, nodes, depth, claims, each from little to much', () => {
    const order = [
      { kind: 'seconds', amount: 0 },
      { kind: 'seconds', amount: 60 },
      { kind: 'nodes', amount: 10 },
      { kind: 'nodes', amount: 1e9 },
      { kind: 'depth', amount: 0 },
      { kind: 'depth', amount: 30 },
      { kind: 'depth', amount: 1e6 },
      { kind: 'claimed', amount: 0 },
    ] as const;
    const ranks = order.map(shallowness);
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
    expect(new Set(ranks).size).toBe(ranks.length);
    expect(Math.max(...ranks)).toBeLessThan(1024);
  });
});
