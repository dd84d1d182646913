/** The host without each of its guards, removed in every way there is. */
import { describe, it } from 'vitest';
import { noticeRemoval } from './canary.ts';
import { guards } from './guards/index.ts';

describe.each(guards)('without $name', (guard) => {
  it.each(Object.entries(guard.without))('%s', (_, removal) => noticeRemoval(guard, removal));
});
