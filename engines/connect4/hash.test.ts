import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Brain } from './brain.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Alone in its file: what other tests keep would be counted here. */
it('takes as much memory as the option Hash says, and only when it is asked to prepare', () => {
  const held = (mind: Brain): number => {
    collectGarbage();
    return (process.memoryUsage().arrayBuffers + mind.solverBytes) / 1_048_576;
  };
  const kept: Brain[] = [];
  for (const size of [16, 200, 50, 1]) {
    const mind = new Brain(
      'move',
      () => 0,
      () => 0.5,
    );
    kept.push(mind);
    const before = held(mind);
    if (size !== 16) mind.option('Hash', String(size));
    expect(Math.abs(held(mind) - before)).toBeLessThan(1);
    mind.prepare();
    const grown = held(mind) - before;
    expect(grown).toBeLessThanOrEqual(size + 0.1);
    expect(grown).toBeGreaterThan(size - 1);
  }
  expect(kept).toHaveLength(4);
});
