import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Vector } from './vector.ts';
import { randomCases } from '../games/testing/effort.ts';

const items = (vector: Vector<number>): (number | undefined)[] =>
  Array.from({ length: vector.length }, (_, index) => vector.get(index));

it('is the list that was built, at every length', () => {
  let vector: Vector<number> = Vector.empty;
  const lengths = [0, 1, 31, 32, 33, 1023, 1024, 1025, 32_768, 32_769, 40_000];
  for (let length = 0; length <= lengths.at(-1)!; length++) {
    if (lengths.includes(length))
      expect(items(vector)).toEqual(Array.from({ length }, (_, index) => index * 2));
    vector = vector.appended(length * 2);
  }
});

it('leaves every list as it was from which another was made', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.constant(null), fc.nat(3000)), { maxLength: 2100, size: 'max' }),
      (steps) => {
        let vector: Vector<number> = Vector.empty;
        let plain: number[] = [];
        const seen: [Vector<number>, readonly number[]][] = [];
        steps.forEach((at, step) => {
          if (at === null || plain.length === 0) {
            vector = vector.appended(step);
            plain = [...plain, step];
          } else {
            vector = vector.with(at % plain.length, step);
            plain = plain.with(at % plain.length, step);
          }
          if (step % 64 === 0) seen.push([vector, plain]);
        });
        for (const [one, list] of [...seen, [vector, plain] as const]) expect(items(one)).toEqual(list);
      },
    ),
    { numRuns: randomCases(30) },
  );
});

it.each([-1, 3, Number.NaN])('has no item %d of three', (index) => {
  const vector = ([1, 2, 3] as const).reduce(
    (all, item) => all.appended(item),
    Vector.empty as Vector<number>,
  );
  expect(vector.get(index)).toBeUndefined();
  expect(() => vector.with(index, 0)).toThrow(RangeError);
});

it('tells where it differs from another one', () => {
  fc.assert(
    fc.property(
      fc.nat(1100),
      fc.array(fc.oneof(fc.constant(null), fc.nat(3000)), { maxLength: 60 }),
      (length, steps) => {
        let before: Vector<number> = Vector.empty;
        for (let item = 0; item < length; item++) before = before.appended(item);
        let after = before;
        const changed = new Set<number>();
        steps.forEach((at, step) => {
          const index = at === null || after.length === 0 ? after.length : at % after.length;
          after = index === after.length ? after.appended(-step - 1) : after.with(index, -step - 1);
          changed.add(index);
        });
        expect(after.differences(before)).toEqual([...changed].sort((one, other) => one - other));
        expect(before.differences(after)).toEqual(
          after.differences(before).filter((index) => index < length),
        );
      },
    ),
    { numRuns: randomCases(100) },
  );
});
