import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { encodingOf } from './encodings.ts';
import { decoded, textSource, wholeText } from './text-source.ts';

const text = '[White "Jürgen—日本"]\n4 4\n';

async function read(bytes: Buffer, cut: number, onReplaced?: (count: number) => void): Promise<string> {
  let whole = '';
  const pieces = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)]);
  for await (const piece of decoded(pieces, onReplaced)) whole += piece;
  return whole;
}

it.each([
  ['utf-8', Buffer.from(text)],
  ['utf-8', Buffer.from(`\ufeff${text}`)],
  ['utf-16le', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['utf-16be', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['utf-16le', Buffer.from(text, 'utf16le')],
  ['utf-16be', Buffer.from(text, 'utf16le').swap16()],
])('reads %s, cut at any place', async (encoding, bytes) => {
  expect(encodingOf(bytes)).toBe(encoding);
  for (let cut = 8; cut <= bytes.length; cut++) expect(await read(bytes, cut)).toBe(text);
});

it('takes what is not UTF-8 for the old Windows encoding', async () => {
  expect(await read(Buffer.from([0x4a, 0xfc, 0x72, 0x80]), 4)).toBe('Jür€');
  expect(encodingOf(Buffer.from([0xff, 0x00]))).toBe('windows-1252');
});

it('takes it for that also where its first chunks are ASCII', async () => {
  const bytes = Buffer.from('[White "M\u00fcller"]', 'latin1');
  for (let cut = 1; cut < bytes.length; cut++) expect(await read(bytes, cut)).toBe('[White "M\u00fcller"]');
});

it('goes on after bytes that are wrong later, and counts them', async () => {
  const bytes = Buffer.concat([Buffer.from('\u00e9\ufffd4'), Buffer.from([0xff, 0x35, 0xe2, 0x82])]);
  for (let cut = 2; cut <= bytes.length; cut++) {
    let replaced = 0;
    const whole = await read(bytes, cut, (count) => (replaced += count));
    // Bytes at the beginning tell another encoding if they are cut before what is wrong.
    if (cut < 7) expect([whole, replaced]).toEqual(['\u00e9\ufffd4\ufffd5\ufffd', 2]);
    else expect(whole).toBe(bytes.toString('latin1').replace('\u0082', '\u201a'));
  }
});

it('reads no bytes as no text', async () => {
  expect(await read(Buffer.alloc(0), 0)).toBe('');
});

it.each([
  [6, '123456'],
  [5, null],
  [1, null],
])('reads a text that comes once, up to %d bytes, and has all of it again', async (most, whole) => {
  const pieces = ['12', '34', '56'].map((piece) => Buffer.from(piece));
  const input = await textSource('-', Readable.from(pieces));
  const { text: read, source } = await wholeText(input, most);
  let again = '';
  for await (const piece of source.pieces()) again += piece;
  expect([read, again]).toEqual([whole, '123456']);
});
