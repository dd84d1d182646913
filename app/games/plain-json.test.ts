import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './plain-json.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? 1 + Math.max(0, ...Object.values(value).map((part) => depthOf(part)))
    : 0;

describe('parseJson', () => {
  it('reads what JSON.parse does, down to the depth', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const depth = depthOf(JSON.parse(text));
        expect(parseJson(text, { depth })).toEqual(JSON.parse(text));
        if (depth > 0) expect(() => parseJson(text, { depth: depth - 1 })).toThrow(SyntaxError);
      }),
    );
  });

  it('counts no brackets in texts', () => {
    const text = JSON.stringify({ 'a[{"\\': '[[[[{{{{,,,,\\"[' });
    expect(parseJson(text, { depth: 1, values: 1 })).toEqual(JSON.parse(text));
  });

  it('bounds how many values there are', () => {
    expect(parseJson('[1,2,3]', { depth: 1, values: 3 })).toEqual([1, 2, 3]);
    expect(() => parseJson('[1,2,3]', { depth: 1, values: 2 })).toThrow('more than 2 values');
  });

  it('gives up on brackets without reading them', () => {
    const before = performance.now();
    expect(() => parseJson('['.repeat(10_000_000), { depth: 32 })).toThrow('nested more than 32 levels');
    // JSON.parse alone takes more than two seconds.
    expect(performance.now() - before).toBeLessThan(500);
  });

  it.each(['', '[', ']', '{"a"}', '[1,]', '"'])('refuses %j as JSON.parse does', (text) => {
    expect(() => parseJson(text, { depth: 4 })).toThrow(SyntaxError);
  });
});
