import { describe, expect, it } from 'vitest';
import { connect4 } from './connect4/index.ts';
import { PERFT_STEP_NODES, perft, perftSteps, type PerftProgress } from './perft.ts';

function drive(depth: number, setup = {}): { steps: PerftProgress[]; nodes: number } {
  const count = perftSteps(connect4, connect4.initial(setup), depth);
  const steps: PerftProgress[] = [];
  let step = count.next();
  for (; !step.done; step = count.next()) steps.push(step.value);
  return { steps, nodes: step.value };
}

describe('perft in steps', () => {
  it.each([0, 1, 2, 3, 4, 5, 6, 7])('counts what the plain one counts, to depth %i', (depth) => {
    expect(drive(depth).nodes).toBe(perft(connect4, connect4.initial(), depth));
  });

  it('counts nothing beyond the longest game', () => {
    expect(drive(4, { width: 1, height: 3 })).toEqual({ steps: [], nodes: 0 });
    expect(drive(10, { width: 3, height: 3 }).nodes).toBe(0);
  });

  it('tells often how far it has come, and never goes back', () => {
    const { steps, nodes } = drive(7);
    expect(steps.length).toBeGreaterThan(nodes / PERFT_STEP_NODES / 2);
    let last: PerftProgress = { nodes: 0, share: 0 };
    for (const step of steps) {
      expect(step.nodes).toBeGreaterThan(last.nodes);
      expect(step.nodes - last.nodes).toBeLessThan(2 * PERFT_STEP_NODES);
      expect(step.share).toBeGreaterThanOrEqual(last.share);
      last = step;
    }
    expect(last.share).toBeGreaterThan(0.95);
    expect(last.share).toBeLessThanOrEqual(1);
  });

  it('tells it too where every line ends before the depth', () => {
    const { steps, nodes } = drive(13, { width: 4, height: 3 });
    expect(nodes).toBe(0);
    expect(steps.length).toBeGreaterThan(1);
  });

  it('ends when its caller stops', () => {
    const count = perftSteps(connect4, connect4.initial(), 40);
    expect(count.next().done).toBe(false);
    expect(count.return(0)).toEqual({ done: true, value: 0 });
    expect(count.next().done).toBe(true);
  });
});

it.each([-1, 1.5, Number.NaN])('a depth of %d is refused', (depth) => {
  const start = connect4.initial();
  expect(() => perft(connect4, start, depth)).toThrow(RangeError);
  expect(() => perftSteps(connect4, start, depth).next()).toThrow(RangeError);
});
