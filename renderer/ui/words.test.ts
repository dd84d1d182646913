import { bytes, grouped, lasted, remainingWords, sentence, timeOfDay } from './words.ts';
import { expect, it } from 'vitest';

it('writes sizes with a unit', () => {
  expect([0, 1023, 1024, 3_250_000, 1_048_530, 4096 * 1024 ** 2].map(bytes)).toEqual([
    '0 B',
    '1023 B',
    '1.0 KiB',
    '3.1 MiB',
    '1.0 MiB',
    '4.0 GiB',
  ]);
});

it('groups digits', () => expect(grouped(1234567)).toBe('1\u202f234\u202f567'));

it.each([
  [0.04, '0.0 s'],
  [9.94, '9.9 s'],
  [12.4, '12 s'],
  [59.6, '1 min 0 s'],
  [200, '3 min 20 s'],
  [3599.7, '1 h 0 min'],
  [7512, '2 h 5 min'],
])('%d s are in words %s', (seconds, words) => expect(lasted(seconds)).toBe(words));

it('makes sentences', () => {
  expect(['exited with 1', 'Done.', ''].map(sentence)).toEqual(['Exited with 1.', 'Done.', '']);
});

it('tells the time of day by a clock of 24 hours, wherever this machine stands', () => {
  expect(timeOfDay(new Date(2026, 0, 5, 21, 7, 3))).toBe('21:07:03');
  expect(timeOfDay(new Date(2026, 0, 5, 0, 0, 0))).toBe('00:00:00');
});

it('tells how long is left by what was done, and nothing before there is any', () => {
  expect(remainingWords(0, 13, 0, 20)).toBe('');
  expect(remainingWords(2, 12, 10, 12)).toBe('about 48 s left');
  // The part under way takes longer than those before.
  expect(remainingWords(2, 12, 10, 59.5)).toBe('');
  expect(remainingWords(13, 13, 10, 11)).toBe('');
});
