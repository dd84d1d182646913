import { describe, expect, it } from 'vitest';
import { readNumber } from './number.ts';

const limits = { min: 1, max: 12, step: 1 };
const odd = { min: 3, max: 25, step: 2 };

describe('readNumber', () => {
  it('takes a number within the limits', () => {
    expect(readNumber(' 7 ', limits)).toEqual({ kind: 'number', value: 7 });
    expect(readNumber('0.5', { min: 0.01, max: 10, step: 'any' })).toEqual({ kind: 'number', value: 0.5 });
  });

  it('says what is allowed where the text is none', () => {
    expect(readNumber('', limits)).toEqual({ kind: 'fault', text: 'Enter a whole number from 1 to 12.' });
    expect(readNumber('x', { min: 0, max: Infinity, step: 'any' })).toEqual({
      kind: 'fault',
      text: 'Enter a number of at least 0.',
    });
    expect(readNumber('1e999', { min: -Infinity, max: 5, step: 'any' })).toEqual({
      kind: 'fault',
      text: 'Enter a number of at most 5.',
    });
  });

  it('refuses fractions and numbers out of range', () => {
    expect(readNumber('1.5', limits)).toEqual({ kind: 'fault', text: 'Enter a whole number.' });
    expect(readNumber('13', limits)).toEqual({ kind: 'fault', text: 'Enter a number from 1 to 12.' });
  });

  it('takes numbers on its steps alone', () => {
    expect(readNumber('9', odd)).toEqual({ kind: 'number', value: 9 });
    expect(readNumber('8', odd)).toEqual({ kind: 'fault', text: 'Enter 3, 5, 7 and so on.' });
  });
});
