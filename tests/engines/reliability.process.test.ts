import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { EngineCase } from './case.ts';
import { compose } from './reliability.ts';
import { isGreedy, named, useTrials } from './reliability-trials.ts';

// Most wait for a deadline.
vi.setConfig({ maxConcurrency: 5 });

const { check, checkAgain, tripNow } = useTrials();

/** Cases that ran in parallel and delayed the bystander. */
const slow = new Map<EngineCase, number>();

// Only /proc shows what is left of an engine.
describe.runIf(process.platform === 'linux')('a case', { timeout: 120_000 }, () => {
  describe.concurrent('beside others', () => {
    let most: number;
    beforeAll(async () => void (most = await tripNow()));

    describe.each(named((one) => !isGreedy(one)))('%s', (_, cases) => {
      it.each(cases)('an engine that %s (%s)', async (_name, _protocol, one) => {
        const trip = await check(one);
        if (trip >= most) slow.set(one, trip);
      });
    });
  });

  it('lets the bystander be answered in time, where it did not beside others', async () => {
    for (const [one, trip] of slow) await checkAgain(one, trip);
  });
});

it('is what docs/reliability.md says', async () => {
  await expect(await compose()).toMatchFileSnapshot('../../docs/reliability.md');
});
