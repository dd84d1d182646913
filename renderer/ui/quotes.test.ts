import { expect, it } from 'vitest';
import { quotationMarks, quotationParts } from './quotes.ts';

it('tells the words of an engine from ours', () => {
  expect(quotationParts('exited before `cfpok`; last line heard: `a b`')).toEqual([
    { text: 'exited before ', quoted: false },
    { text: 'cfpok', quoted: true },
    { text: '; last line heard: ', quoted: false },
    { text: 'a b', quoted: true },
  ]);
});

it.each([
  ['nothing is quoted', 'nothing is quoted'],
  ['`isready` was not answered', '“isready” was not answered'],
  ['exited before `cfpok`; it printed nothing', 'exited before “cfpok”; it printed nothing'],
  ['last line heard: `cut off her', 'last line heard: “cut off her”'],
])('puts quotation marks for backticks: %s', (sentence, marked) => {
  expect(quotationMarks(sentence)).toBe(marked);
});
