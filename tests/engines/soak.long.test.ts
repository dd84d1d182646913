import { it } from 'vitest';
import { expectNothingLeft } from './soaked.ts';

it('leaves nothing of 200 sessions that were opened and closed', async () => {
  await expectNothingLeft(200);
});
