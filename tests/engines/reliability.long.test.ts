/** The cases that need the machine, or our memory, to themselves. */
import { beforeEach, describe, it } from 'vitest';
import { isGreedy, named, tripLimit, useTrials } from './reliability-trials.ts';
import { collectGarbage } from '../support/heap.ts';

const { check, checkAgain } = useTrials();

// Only /proc shows what is left of an engine.
describe.runIf(process.platform === 'linux')('a case by itself', { timeout: 120_000 }, () => {
  beforeEach(collectGarbage);

  describe.each(named(isGreedy))('%s', (_, cases) => {
    it.each(cases)('an engine that %s (%s)', async (_name, _protocol, one) => {
      const trip = await check(one);
      if (trip >= tripLimit) await checkAgain(one, trip);
    });
  });
});
