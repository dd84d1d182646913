import { expect, it } from 'vitest';
import { Complaints } from './complaints.ts';

function listening() {
  const written: string[] = [];
  const clock = { now: 0 };
  const complaints = new Complaints(
    (text) => written.push(text),
    () => clock.now,
  );
  return { written, clock, complaints };
}

it('says each kind once, and says it again after a minute with how many there were', () => {
  const { written, clock, complaints } = listening();
  for (let count = 0; count < 1000; count++) complaints.make('One thing.');
  complaints.make('Another.');
  expect(written).toEqual(['plywire: One thing.', 'plywire: Another.']);
  clock.now = 59_999;
  complaints.make('One thing.');
  expect(written).toHaveLength(2);
  clock.now = 60_000;
  complaints.make('One thing.');
  complaints.make('Another.');
  expect(written.slice(2)).toEqual(['plywire: One thing. (1000 more before this one)', 'plywire: Another.']);
});

it('tells what caused it with its stack, and not the stacks of those that are counted', () => {
  const { written, complaints } = listening();
  complaints.make('A call failed:', new TypeError('a bug'));
  complaints.make('A call failed:', new TypeError('the same'));
  expect(written).toHaveLength(1);
  expect(written[0]).toMatch(/^plywire: A call failed:\nTypeError: a bug\n\s+at /);
});
