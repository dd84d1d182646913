import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Typed } from './typed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const asking = () => {
  const asked: number[] = [];
  return { asked, typed: new Typed((id) => asked.push(id)) };
};

it('waits for the page, and says whether something is stuck', async () => {
  const { asked, typed } = asking();
  for (const isStuck of [false, true]) {
    const stored = typed.store();
    typed.answered(asked.at(-1), isStuck);
    expect(await stored).toBe(isStuck);
  }
  expect(vi.getTimerCount()).toBe(0);
});

it('does not take the answer to another question', async () => {
  const { asked, typed } = asking();
  const [first, second] = [typed.store(), typed.store()];
  typed.answered(asked[1], true);
  expect(await second).toBe(true);
  for (const strange of [99, null, {}]) typed.answered(strange, true);
  typed.answered(asked[0], 'yes');
  expect(await first).toBe(false);
});

it('does not wait for a page that is gone', async () => {
  const typed = new Typed(() => {
    throw new TypeError('Object has been destroyed');
  });
  expect(await typed.store()).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});

it('does not wait for a page that hangs', async () => {
  const { asked, typed } = asking();
  const stored = typed.store();
  await vi.advanceTimersByTimeAsync(1000);
  expect(await stored).toBe(false);
  // Too late.
  typed.answered(asked[0], true);
});
