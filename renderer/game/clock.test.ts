import { expect, it } from 'vitest';
import { clockText, secondsLeft } from './clock.ts';

it.each([
  [0, '0.0'],
  [9.37, '9.3'],
  [10, '0:10'],
  [247.9, '4:07'],
  [3723, '1:02:03'],
])('%d seconds are %s', (seconds, text) => expect(clockText(seconds)).toBe(text));

it('counts down the side whose clock runs, to nothing at most', () => {
  const clocks = { left: [60, 30] as const, running: { seat: 1, left: 30, since: 1000 } as const };
  expect([secondsLeft(clocks, 0, 9000), secondsLeft(clocks, 1, 9000)]).toEqual([60, 22]);
  expect(secondsLeft(clocks, 1, 99_000)).toBe(0);
  // The clocks of the page and of the host may differ a little.
  expect(secondsLeft(clocks, 1, 900)).toBe(30);
});
