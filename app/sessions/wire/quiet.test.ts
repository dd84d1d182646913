import { expect, it } from 'vitest';
import { ManualClock } from '../testing.ts';
import { Quiet, quietMilliseconds } from './quiet.ts';

function make() {
  const clock = new ManualClock();
  const told: number[] = [];
  return { clock, told, quiet: new Quiet(clock, () => told.push(clock.now())) };
}

it('is noticed once, as long after the newest output as it takes', () => {
  const { clock, told, quiet } = make();
  quiet.wait();
  clock.advance(quietMilliseconds - 1);
  quiet.wait();
  clock.advance(10 * quietMilliseconds);
  expect(told).toEqual([2 * quietMilliseconds - 1]);
  expect(clock.timers).toBe(0);
});

it('is not noticed once the line has ended', () => {
  const { clock, told, quiet } = make();
  quiet.wait();
  quiet.stop();
  clock.advance(10 * quietMilliseconds);
  expect(told).toEqual([]);
});

it('is not noticed before what waits after a pause of this process could be read', () => {
  const { clock, told, quiet } = make();
  quiet.wait();
  clock.stall(10 * quietMilliseconds);
  clock.advance(0);
  expect(told).toEqual([]);
  quiet.stop();
  clock.advance(quietMilliseconds);
  expect(told).toEqual([]);
});
