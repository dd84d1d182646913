import * as v from 'valibot';
import { expect, it } from 'vitest';
import { plainIssue } from './plain-issue.ts';

const Value = v.strictObject({
  a: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10))),
  b: v.optional(v.picklist(['x', 'y'])),
  c: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(3))),
  d: v.optional(v.boolean()),
  e: v.optional(v.strictObject({ f: v.number() })),
});

// The validator's own messages, whose form another version of it may change.
it.each([
  [{ a: 0 }, 'it must be at least 1, not 0'],
  [{ a: 11 }, 'it must be at most 10, not 11'],
  [{ a: 1.5 }, 'it must be a whole number, not 1.5'],
  [{ a: 'x' }, 'it must be a number, not "x"'],
  [{ b: 'q' }, 'it must be "x" or "y", not "q"'],
  [{ c: '' }, 'it must be at least 1 long, not 0'],
  [{ c: 'long' }, 'it must be at most 3 long, not 4'],
  [{ d: 1 }, 'it must be true or false, not 1'],
  [{ e: {} }, 'f is missing'],
  [{ lvel: 1 }, 'lvel is unknown'],
  [null, 'it must be an object, not null'],
])('%j: %s', (value, words) => {
  const { issues } = v.safeParse(Value, value);
  expect(plainIssue(issues![0].message)).toBe(words);
});
