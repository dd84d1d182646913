import { expect, it } from 'vitest';
import { columns, fitted } from './columns.ts';

it('aligns columns by what a terminal shows', () => {
  const rows = [
    ['#', 'Name', 'Elo'],
    ['1', '囲碁', '12'],
    ['2', 'é👍🏽', '-3'],
    ['3', 'plain', '1200'],
  ];
  expect(columns(rows, (at) => at !== 1)).toEqual([
    '#  Name    Elo',
    '1  囲碁     12',
    '2  é👍🏽      -3',
    '3  plain  1200',
  ]);
});

it('aligns names to the left, leaves no blanks at the end, and bears rows of different lengths', () => {
  expect(columns([['a', 'long name', 'x'], ['bb'], ['c', 'b', '']])).toEqual([
    'a   long name  x',
    'bb',
    'c   b',
  ]);
});

it('makes cells harmless before it measures them', () => {
  expect(
    columns([
      ['\u001b[2J', '1'],
      ['plain', '2'],
    ]),
  ).toEqual(['␛[2J   1', 'plain  2']);
  expect(
    columns([
      ['a\u200bb', '1'],
      ['plain', '2'],
    ]),
  ).toEqual(['a<U+200B>b  1', 'plain       2']);
});

it.each([
  ['plain', 5, 'plain'],
  ['plain', 3, 'pla'],
  ['囲碁囲碁', 5, '囲碁'],
  ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301'],
  ['👩‍👩‍👧‍👦x', 1, ''],
  ['', 0, ''],
])('cuts %j to %i columns', (text, most, expected) => {
  expect(fitted(text, most)).toBe(expected);
});
