/** The host without each of its guards, each removed in one way; `canaries.long.test.ts` has all ways. */
import { expect, it } from 'vitest';
import { noticeRemoval } from './canary.ts';
import { guards } from './guards/index.ts';

it.each(guards.map((guard) => [guard.name, guard] as const))('without %s', async (_, guard) => {
  const [removal] = Object.values(guard.without);
  expect(removal).toBeDefined();
  await noticeRemoval(guard, removal!);
});
