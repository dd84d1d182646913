import { expect, it } from 'vitest';
import { bytes, grouped, sentence } from './words.ts';

it('writes sizes with a unit', () => {
  expect([0, 999, 1000, 3_140_000, 999_950, 1_073_741_824].map(bytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '3.1 MB',
    '1.0 MB',
    '1.1 GB',
  ]);
});

it('groups digits', () => expect(grouped(1234567)).toBe('1\u202f234\u202f567'));

it('makes sentences', () => {
  expect(['exited with 1', 'Done.', ''].map(sentence)).toEqual(['Exited with 1.', 'Done.', '']);
});
