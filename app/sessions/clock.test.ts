import { afterEach, expect, it, vi } from 'vitest';
import { systemClock } from './clock.ts';

afterEach(() => vi.useRealTimers());

it('a timer longer than Node can hold does not fire at once', () => {
  vi.useFakeTimers();
  const fired = vi.fn();
  const timer = systemClock.setTimer(fired, 1e13);
  vi.advanceTimersByTime(86_400_000);
  expect(fired).not.toHaveBeenCalled();
  timer.clear();
  vi.advanceTimersByTime(2 ** 31);
  expect(fired).not.toHaveBeenCalled();
});
