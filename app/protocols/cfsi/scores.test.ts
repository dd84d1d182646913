import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalNumber, hasExponent, isOutOfRange, readScore, writeScore } from './values.ts';
import type { Score } from '../../shapes/games.ts';

const mover = (plies: number): Score => ({ type: 'decisive', winner: 'mover', plies });
const opponent = (plies: number): Score => ({ type: 'decisive', winner: 'opponent', plies });
const still = (value: number): Score => ({ type: 'static', value });

describe('a score is decisive if and only if it is an exact power of ten within the depth', () => {
  const cases: readonly [text: string, depth: number, score: Score | null][] = [
    ['1.0', 1, mover(1)],
    ['1', 1, mover(1)],
    ['+1.000', 1, mover(1)],
    ['-0.1', 2, opponent(2)],
    ['-.10', 2, opponent(2)],
    ['0.01', 3, mover(3)],
    ['0.01', 42, mover(3)],
    ['-0.001', 4, opponent(4)],
    ['1e-4', 5, mover(5)],
    ['-1.0d-5', 6, opponent(6)],
    ['0.0000000001', 11, mover(11)],
    [`0.${'0'.repeat(141)}1`, 144, mover(143)],
    // Beyond the depth.
    ['-0.1', 1, still(-0.1)],
    ['0.01', 2, still(0.01)],
    ['-0.001', 3, still(-0.001)],
    // With the sign of a static 0.1 one ply earlier.
    ['0.1', 4, still(0.1)],
    ['-0.01', 4, still(-0.01)],
    ['0.001', 4, still(0.001)],
    ['-1.0', 4, still(-1)],
    // Close by is not exact, not even where a binary fraction could not tell.
    ['0.0099999998', 4, still(0.0099999998)],
    ['0.99999999999999999999', 4, still(1)],
    ['0.010000000000000000000001', 4, still(0.01)],
    ['0.05078125', 1, still(0.05078125)],
    ['-0.000020408163', 4, still(-0.000020408163)],
    ['2.0408163e-5', 4, still(0.000020408163)],
    ['0', 4, still(0)],
    ['-0.0', 4, still(0)],
    ['10', 4, still(10)],
    ['', 4, null],
    ['.', 4, null],
    ['-', 4, null],
    ['e5', 4, null],
    ['1.0.0', 4, null],
    ['0x1', 4, null],
    ['NaN', 4, null],
    ['1e9999', 4, null],
    ['1'.repeat(401), 4, null],
  ];
  it.each(cases)('%s at depth %i', (text, depth, score) => {
    expect(readScore(text, depth)).toEqual(score);
  });
});

describe('a number is written without exponent, with digits on both sides of the point', () => {
  it.each([
    ['2.1e-5', '0.000021'],
    ['-2.0408163E-5', '-0.000020408163'],
    ['1', '1.0'],
    ['01.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5.0'],
    ['1.25e2', '125.0'],
    ['-0', '0.0'],
    ['0e7', '0.0'],
  ])('%s becomes %s', (text, canonical) => {
    expect(canonicalNumber(text)).toBe(canonical);
    expect(canonicalNumber(canonical)).toBe(canonical);
  });
});

describe('writing a score', () => {
  it.each([
    [mover(1), '1.0'],
    [opponent(2), '-0.1'],
    [mover(3), '0.01'],
    [opponent(4), '-0.001'],
    [mover(7), '0.000001'],
    [still(0.05078125), '0.05078125'],
    [still(2.1e-5), '0.000021'],
    [still(-0.00013541667), '-0.00013541667'],
    [still(1 / 3), '0.33333333'],
    [still(0), '0.0'],
    [still(-0), '0.0'],
    [still(NaN), '0.0'],
    [still(0.1), '0.1'],
    // What would read as a four gives way.
    [still(1), '0.9999999'],
    [still(-7), '-0.9999999'],
    [still(0.01), '0.009999999'],
    [still(-0.1), '-0.09999999'],
  ])('%o at depth 8 is %s', (score, text) => {
    expect(writeScore(score, 8)).toBe(text);
  });

  it('is read back as it was meant, at every depth', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 144 }),
        (value, depth) => {
          const text = writeScore(still(value), depth);
          expect(text).toMatch(/^-?\d+\.\d+$/);
          const back = readScore(text, depth);
          expect(back?.type).toBe('static');
          if (back?.type === 'static')
            expect(Math.abs(back.value - value)).toBeLessThanOrEqual(2e-7 * Math.abs(value));
        },
      ),
    );
    for (let plies = 1; plies <= 144; plies++) {
      const score = plies % 2 === 1 ? mover(plies) : opponent(plies);
      expect(readScore(writeScore(score, 144), plies)).toEqual(score);
      expect(readScore(writeScore(score, 144), plies - 1)?.type).toBe('static');
    }
  });
});

describe('the faults of a number', () => {
  it('lie outside -1 to 1', () => {
    expect(['1.0', '-1.0', '0.5', 'x'].filter(isOutOfRange)).toEqual([]);
    expect(['1.01', '-2', '1e1'].filter(isOutOfRange)).toEqual(['1.01', '-2', '1e1']);
  });

  it('include an exponent', () => {
    expect(['1.0', '-0.5', 'e'].filter(hasExponent)).toEqual([]);
    expect(['1e-5', '2.0d-5', '1E+3'].filter(hasExponent)).toEqual(['1e-5', '2.0d-5', '1E+3']);
  });
});
