import { describe, expect, it } from 'vitest';
import { match } from './matching.ts';
import { faultOf, textPlaces, textTest, type Query } from './query.ts';

const query = (text: string, more: Partial<Query> = {}): Query => ({
  ...{ text, regex: false, exact: false },
  ...more,
});

describe('a query', () => {
  it('of text finds it wherever it is, letter case aside or not', () => {
    const line = 'Best bestmove';
    expect(textPlaces(line, query('BEST'))).toEqual([0, 4, 5, 9]);
    expect(textPlaces(line, query('best', { exact: true }))).toEqual([5, 9]);
    expect([query('BEST'), query('BEST', { exact: true })].map((one) => textTest(one)(line))).toEqual([
      true,
      false,
    ]);
    expect(textPlaces('aaaa', query('aa'))).toEqual([0, 2, 2, 4]);
    expect(textPlaces('any', query(''))).toEqual([]);
    expect(textPlaces('(a.b)', query('.'))).toEqual([2, 3]);
  });

  it('marks nothing where small letters are more than the capitals', () => {
    expect(textTest(query('i'))('İ')).toBe(true);
    expect(textPlaces('İ i', query('i'))).toEqual([]);
  });

  it('of an expression says for each line where it fits', () => {
    expect(match(query('d\\d+'), ['D1 d22', 'd', 'xd3'])).toEqual([[0, 2, 3, 6], null, [1, 3]]);
    expect(match(query('d\\d+', { exact: true }), ['D1 d22'])).toEqual([[3, 6]]);
    expect(match(query('^|x'), ['', 'axb'])).toEqual([[], [1, 2]]);
    expect(match(query('a'), ['a'.repeat(1000)])[0]).toHaveLength(100);
  });

  it('says what keeps a text from being an expression', () => {
    expect(faultOf(query('(a', { regex: true }))).toBe('Invalid regular expression: unterminated group');
    expect(faultOf(query('a/(', { regex: true }))).toBe('Invalid regular expression: unterminated group');
    expect(faultOf(query('(a)', { regex: true }))).toBeNull();
    expect(faultOf(query('(a'))).toBeNull();
  });
});
