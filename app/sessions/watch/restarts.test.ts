import { expect, it } from 'vitest';
import { Restarts } from './restarts.ts';
import { ManualClock } from '../testing.ts';

it('allows three restarts in sixty seconds, then one for each that is older than that', () => {
  const clock = new ManualClock();
  const restarts = new Restarts(clock);
  const after = (seconds: number): number | null => {
    clock.advance(seconds * 1000);
    return restarts.take();
  };
  expect([after(0), after(10), after(20)]).toEqual([1, 2, 3]);
  expect(after(29.9)).toBeNull();
  // The first of them is sixty seconds ago; the one that was refused did not count.
  expect(after(0.1)).toBe(3);
  expect(after(9)).toBeNull();
  expect(after(60)).toBe(1);
});

it('begins anew when a person does', () => {
  const restarts = new Restarts(new ManualClock());
  for (let count = 0; count < 4; count++) restarts.take();
  restarts.clear();
  expect(restarts.take()).toBe(1);
});
