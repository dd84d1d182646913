import { expect, it } from 'vitest';
import { Blocks, headOf } from './blocks.ts';

const written = (blocks: Blocks): string => {
  blocks.seal();
  return Buffer.concat(blocks.take()).toString('utf8');
};

it.each([0, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 10 ** 10, Number.MAX_SAFE_INTEGER])(
  'writes the header of an entry at %i µs as it is declared',
  (micros) => {
    const blocks = new Blocks();
    blocks.chunk('<--', Buffer.from('abc'), micros);
    blocks.text('-->', '', 0, micros);
    expect(written(blocks)).toBe(`${headOf('<--', 3, micros)}abc\n${headOf('-->', 0, micros)}\n`);
  },
);

it.each([1, 99, 100, 101, 5000])('writes a text of %i characters, ASCII or not', (length) => {
  const blocks = new Blocks();
  const texts = ['a'.repeat(length), 'ä'.repeat(length), `${'a'.repeat(length)}\u{1f600}`];
  for (const text of texts) blocks.text('###', text, Buffer.byteLength(text), 7);
  expect(written(blocks)).toBe(
    texts.map((text) => `${headOf('###', Buffer.byteLength(text), 7)}${text}\n`).join(''),
  );
});
