import { expect, it } from 'vitest';
import { harmless } from './harmless.ts';

it.each([
  ['\u001b[2Jgone', '␛[2Jgone'],
  ['a\tb\r\u0000\u007f', 'a␉b␍␀␡'],
  ['\u009b2J', '<U+009B>2J'],
  ['left \u202eright', 'left <U+202E>right'],
  ['a\u200bb\u2028c\ufeff', 'a<U+200B>b<U+2028>c<U+FEFF>'],
  ['tag \u{e0041}', 'tag <U+E0041>'],
  ['filler \u3164, half \ud83d', 'filler <U+3164>, half <U+D83D>'],
])('shows what a terminal would obey or hide: %j', (text, shown) => {
  expect(harmless(text)).toBe(shown);
});

it('leaves every other text as it is', () => {
  const text = 'bestmove 4 – köszönöm 將棋 😀 e\u0301';
  expect(harmless(text)).toBe(text);
});
