import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EncodingDoubt } from '../records/text-encoding.ts';
import { encodingOf } from './encodings.ts';
import { FileChanged } from './replace-file.ts';
import { decoded, textSource, wholeText, type TextListener } from './text-source.ts';

const text = '[White "Jürgen—日本"]\n4 4\n';

async function read(bytes: Buffer, cut: number, listener?: TextListener): Promise<string> {
  let whole = '';
  const pieces = Readable.from([bytes.subarray(0, cut), bytes.subarray(cut)]);
  for await (const piece of decoded(pieces, listener)) whole += piece;
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

/** Reads bytes cut at each place from one on, with what is told each time. */
async function readings(
  bytes: Buffer,
  from = 1,
): Promise<readonly (readonly [text: string, replaced: number, doubts: readonly string[]])[]> {
  const all: [string, number, string[]][] = [];
  for (let cut = from; cut <= bytes.length; cut++) {
    let replaced = 0;
    const doubts: string[] = [];
    const listener = {
      onReplaced: (count: number) => (replaced += count),
      onDoubt: ({ words, isFault }: EncodingDoubt) => doubts.push(isFault ? `fault: ${words}` : words),
    };
    all.push([await read(bytes, cut, listener), replaced, doubts]);
  }
  return all;
}

const each = <T>(readingsOf: readonly T[], expected: T): void => {
  expect(readingsOf.length).toBeGreaterThan(2);
  expect(readingsOf).toEqual(readingsOf.map(() => expected));
};

it('goes on after bytes that are wrong, and counts them', async () => {
  const bytes = Buffer.concat([Buffer.from('\u00e9\ufffd4'), Buffer.from([0xff, 0x35, 0xe2, 0x82])]);
  each(await readings(bytes), ['\u00e9\ufffd4\ufffd5\ufffd', 2, []]);
});

it('reads UTF-8 with a damaged byte as UTF-8, wherever the byte is', async () => {
  const [good, bad] = [Buffer.from('Jos\u00e9 '), Buffer.from('Jos\u00e9 ', 'latin1')];
  for (const [parts, text] of [
    [[good, bad, good], 'Jos\u00e9 Jos\ufffd Jos\u00e9 '],
    [[good, good, bad], 'Jos\u00e9 Jos\u00e9 Jos\ufffd '],
  ] as const)
    each(await readings(Buffer.concat(parts)), [text, 1, []]);
  const late = Buffer.concat([bad, good]);
  expect((await readings(late, late.length))[0]).toEqual(['Jos\ufffd Jos\u00e9 ', 1, []]);
});

it('tells once that a text was taken for the old Windows encoding, also by its last byte', async () => {
  const doubts = ['is not UTF-8, and was read as Windows-1252'];
  for (const text of ['M\u00fcller, Jos\u00e9, \u00c9\u00bb', 'Jos\u00e9'])
    each(await readings(Buffer.from(text, 'latin1')), [text, 0, doubts]);
});

const sgf = (charset: string, ...name: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(`\n (;FF[4]CA[${charset}]PW[`), Buffer.from(name), Buffer.from('];W[4])')]);

it.each<[string, readonly number[], string]>([
  // With a second byte that is a backslash, and one that is a bracket.
  ['Shift_JIS', [0x93, 0xfa, 0x96, 0x7b, 0x83, 0x5c, 0x83, 0x5d], '\u65e5\u672c\u30bd\u30be'],
  ['windows-1251', [0xcf, 0xf0], '\u041f\u0440'],
  ['GB2312', [0xd6, 0xd0], '\u4e2d'],
  ['ISO-8859-1', [0xe9], '\u00e9'],
  // What is UTF-8 can hardly be Latin-1, which programs name whatever they write.
  ['ISO-8859-1', [0xc3, 0xa9], '\u00e9'],
  ['UTF-8', [0xc3, 0xa9], '\u00e9'],
])('reads SGF in the encoding that it names: %s %j', async (charset, name, player) => {
  const text = `\n (;FF[4]CA[${charset}]PW[${player}];W[4])`;
  each(await readings(sgf(charset, ...name)), [text, 0, []]);
});

it('reads SGF that names UTF-8 as UTF-8, whatever it has', async () => {
  each(await readings(sgf('utf-8', 0xe9)), ['\n (;FF[4]CA[utf-8]PW[\ufffd];W[4])', 1, []]);
});

it.each([
  ['KOI-99', [0xe9], 'Windows-1252', '\u00e9', true],
  ['KOI-99', [0xc3, 0xa9], 'UTF-8', '\u00e9', true],
  ['ISO-2022-JP', [0x1b, 0x24, 0x42], 'UTF-8', '\x1b$B', true],
  ['utf-16', [0xc3, 0xa9], 'UTF-8', '\u00e9', true],
  ['KOI-99', [0x41], 'UTF-8', 'A', false],
])(
  'tells where SGF names an encoding that is not known: %s %j',
  async (charset, name, as, player, isTold) => {
    const words = `fault: names the encoding ${charset}, which Plywire does not read, and was read as ${as}`;
    const text = `\n (;FF[4]CA[${charset}]PW[${player}];W[4])`;
    // Before its name was read, it was not known to be SGF of another encoding.
    const named = '\n (;FF[4]CA[]'.length + charset.length;
    each(await readings(sgf(charset, ...name), named), [text, 0, isTold ? [words] : []]);
  },
);

it('reads a name in a comment, or in another text than SGF, as no name of its encoding', async () => {
  for (const text of ['(;C[CA[koi8-r\\]]PW[\u00e9];W[4])', '{CA[koi8-r]} \u00e9'])
    each(await readings(Buffer.from(text)), [text, 0, []]);
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

describe('a file', () => {
  function newFile(): string {
    const folder = mkdtempSync(join(tmpdir(), 'plywire-source-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'a.txt');
    // Of several chunks.
    writeFileSync(path, '44455\n'.repeat(200_000));
    return path;
  }

  const none = Readable.from([]);

  it('is read again as often as it is wanted', async () => {
    const source = await textSource(newFile(), none);
    for (const _ of [1, 2]) {
      let length = 0;
      for await (const piece of source.pieces()) length += piece.length;
      expect(length).toBe(1_200_000);
    }
  });

  it('is not read again where another program changed it', async () => {
    const path = newFile();
    const source = await textSource(path, none);
    for await (const _ of source.pieces()) break;
    writeFileSync(path, '');
    await expect(source.pieces()[Symbol.asyncIterator]().next()).rejects.toThrow(FileChanged);
  });

  it('is told to have changed where that was while it was read', async () => {
    const path = newFile();
    let length = 0;
    const reading = (async () => {
      for await (const piece of (await textSource(path, none)).pieces()) {
        if (length === 0) truncateSync(path, 600_001);
        length += piece.length;
      }
    })();
    await expect(reading).rejects.toThrow('a.txt changed while it was read');
    expect(length).toBeGreaterThan(0);
  });

  it('may change once its last piece was read', async () => {
    const path = newFile();
    truncateSync(path, 6);
    let text = '';
    for await (const piece of (await textSource(path, none)).pieces()) {
      writeFileSync(path, '');
      text += piece;
    }
    expect(text).toBe('44455\n');
  });
});
