import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { seededRandom } from '../games/random.ts';
import { mutant, realTexts } from '../records/forms/testing/mutants.ts';
import { splitterOf, type Layout } from '../records/forms/units.ts';
import { encoded, NotEncodable } from './encodings.ts';
import { bytesAt, indexFile, mostFileBytes, unitOf, withFile, withSpan } from './record-file.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plywire-records-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const put = (content: string | Uint8Array): string => {
  const path = join(folder, 'games');
  writeFileSync(path, content);
  return path;
};

/** Each game of a file, by its line. */
async function gamesOf(path: string, layout: Layout): Promise<readonly (readonly [number, string])[]> {
  const index = await indexFile(path, layout);
  return withFile(path, index, async (file) => {
    const games: [number, string][] = [];
    for (let game = 0; game < index.games; game++) {
      const span = index.span(game);
      const { line, text } = unitOf(await bytesAt(file, span), index.encoding, layout, span);
      games.push([line, text]);
    }
    return games;
  });
}

const layouts: readonly Layout[] = ['lines', 'games', 'sgf', 'file'];

/** Lines of games, sound and not, and what other programs put between them. */
const parts: readonly string[] = [
  ...[
    '\n',
    '\r\n',
    '\r',
    '\n\n',
    '44\n',
    '1. 4 4\n',
    '2. 3 {a',
    '} *\n',
    '{',
    '}',
    '(',
    ')',
    ' 1-0\n',
    '# n\n',
  ],
  ...[
    '\n[White "é"]\n',
    '\n[A "{"]\n',
    '[B "1"]\n\n1. 4 4 *\n',
    '; note\n',
    '(1... 3\n',
    '{nice\n\n[A "b"]\n',
  ],
  ...['(;FF[4]C[é]', '\n(;GM[5]', '\n (;W[4]', ';B[3]', ')\n', ']', '\\'],
  ...[
    '\u00a0\n',
    '\u3000\n',
    '\u2028\n',
    '\ufeff',
    '\ufeff[White "c"]\n',
    '\u00a0[A "1"]\n',
    '\ufeff# n\n',
    'ソ\n',
    'é',
  ],
];

const pick = <T>(items: readonly T[], random: () => number): T => items[Math.floor(random() * items.length)]!;

/** Without the characters that the encoding does not have. */
function bytesOf(text: string, encoding: string): Buffer {
  const bytes = Array.from(text).map((character) => {
    try {
      return encoded(character, encoding);
    } catch (error) {
      if (error instanceof NotEncodable) return Buffer.from('');
      throw error;
    }
  });
  return Buffer.concat(bytes);
}

const wide = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le');

describe('the games of a file', () => {
  it.each<[string, Layout, string | Uint8Array, readonly (readonly [number, string])[]]>([
    [
      'lines',
      'lines',
      '44\r\n# é\n45',
      [
        [1, '44'],
        [3, '45'],
      ],
    ],
    [
      'lines in UTF-16',
      'lines',
      wide('44\né\n'),
      [
        [1, '44'],
        [2, 'é'],
      ],
    ],
    [
      'lines in UTF-16 of the other order',
      'lines',
      wide('44\né\n').swap16(),
      [
        [1, '44'],
        [2, 'é'],
      ],
    ],
    [
      'lines with a mark',
      'lines',
      '\ufeff44\n45\n',
      [
        [1, '44'],
        [2, '45'],
      ],
    ],
    [
      'lines in an old encoding',
      'lines',
      Buffer.from('{ü} 44\n45\n', 'latin1'),
      [
        [1, '{ü} 44'],
        [2, '45'],
      ],
    ],
    [
      'trees',
      'sgf',
      '(;C[é\\]\n)];B[1])\n (;W[2])x',
      [
        [1, '(;C[é\\]\n)];B[1])'],
        [3, '(;W[2])'],
        [3, 'x'],
      ],
    ],
    [
      'trees of an encoding in which a second byte may be a bracket or a backslash',
      'sgf',
      // ゾ ends with `]`, ソ with `\`, and ｿ is one byte.
      Buffer.from('(;CA[Shift_JIS]C[\x83\x5d(\x83\x5c](;W[4])(;W[3]))\n(;C[\xbf];W[2])', 'latin1'),
      [
        [1, '(;CA[Shift_JIS]C[ゾ(ソ](;W[4])(;W[3]))'],
        [2, '(;C[ｿ];W[2])'],
      ],
    ],
    ['a file', 'file', 'é\n', [[1, 'é\n']]],
    ['nothing', 'sgf', '', []],
  ])('are found in %s', async (_, layout, content, games) => {
    expect(await gamesOf(put(content), layout)).toEqual(games);
  });

  it('are found across pieces of any size, whatever stands where one ends', async () => {
    // Two bytes each, so that one lies across the end of every other piece.
    const lines = Array.from({ length: 8000 }, (_, at) => `4${'é'.repeat(at % 97)}${at}`);
    const games = await gamesOf(put(lines.join('\n')), 'lines');
    expect(games.map(([, text]) => text)).toEqual(lines);
  });

  it('lie one after the other within the file, whatever bytes it has', async () => {
    const random = seededRandom(7);
    for (let input = 0; input < 24; input++) {
      const text = mutant(realTexts[input % realTexts.length]!, realTexts, random).slice(0, 2000);
      const bytes = input % 3 === 0 ? wide(text) : Buffer.from(text, input % 3 === 1 ? 'utf8' : 'latin1');
      for (let change = 0; change < 3; change++)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const path = put(bytes);
      for (const layout of layouts) {
        const index = await indexFile(path, layout);
        let last = 0;
        for (let game = 0; game < index.games; game++) {
          const span = index.span(game);
          expect(span.begin).toBeGreaterThanOrEqual(last);
          expect(span.end).toBeGreaterThan(span.begin);
          last = span.end;
          // Read alone, it is the same one game.
          const unit = unitOf(bytes.subarray(span.begin, span.end), index.encoding, layout, span);
          expect(unit.line).toBeGreaterThanOrEqual(span.line);
        }
        expect(last).toBeLessThanOrEqual(bytes.length);
      }
    }
  });

  it.each(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'shift_jis', 'gbk'] as const)(
    'are those of the decoded text in %s, whatever it has',
    async (encoding) => {
      const random = seededRandom(9);
      for (let input = 0; input < 30; input++) {
        const pieces = Array.from({ length: 3 + Math.floor(random() * 12) }, () =>
          random() < 0.1 ? mutant(pick(realTexts, random), realTexts, random, 0) : pick(parts, random),
        );
        const whole = Buffer.concat([
          ...(encoding.startsWith('utf-') ? [encoded('\ufeff', encoding)] : []),
          encoded(`# CA[${encoding}]\n`, encoding),
          ...pieces.map((piece) => bytesOf(piece, encoding)),
        ]);
        if (random() < 0.3) whole[whole.length - Math.ceil(random() * 40)] = Math.floor(random() * 256);
        const path = put(whole);
        for (const layout of layouts) {
          const index = await indexFile(path, layout);
          const text = new TextDecoder(index.encoding).decode(whole);
          const splitter = splitterOf(layout);
          const units = [...splitter.push(text), ...splitter.end()];
          const decoder = new TextDecoder(index.encoding, { ignoreBOM: true });
          const spans = Array.from({ length: index.games }, (_, game) => index.span(game));
          expect(
            spans.map(({ begin, end, line }) => [line, decoder.decode(whole.subarray(begin, end))]),
            JSON.stringify([layout, text]),
          ).toEqual(units.map(({ begin, end, line }) => [line, text.slice(begin, end)]));
          for (const [at, span] of spans.entries()) {
            const alone = unitOf(whole.subarray(span.begin, span.end), index.encoding, layout, span);
            if (layout === 'games') expect(alone.text.trim()).toBe(units[at]!.text.trim());
          }
        }
      }
    },
  );

  it('are refused where a file is larger than a person waits for, with the size that would do', async () => {
    const path = put('');
    truncateSync(path, mostFileBytes + 1);
    await expect(indexFile(path, 'lines')).rejects.toThrow(
      'has 513 MiB; a file with games has at most 512 MiB',
    );
  });

  it('are not looked up by places that another program has moved', async () => {
    const path = put('44\n');
    const index = await indexFile(path, 'lines');
    writeFileSync(path, '4455\n');
    await expect(withFile(path, index, () => Promise.resolve())).rejects.toThrow(
      'changed by another program',
    );
    rmSync(path);
    await expect(withFile(path, index, () => Promise.resolve())).rejects.toThrow('no longer exists');
    await expect(indexFile(path, 'lines')).rejects.toThrow('no longer exists');
  });

  it('stay byte for byte where another one is replaced', async () => {
    const content = Buffer.from([0x34, 0x34, 10, 0xff, 0xfe, 0x80, 10, 0x34, 10, 0xc3]);
    const path = put(content);
    const index = await indexFile(path, 'lines');
    const replaced = await withFile(path, index, (file) =>
      buffer(Readable.from(withSpan(file, content.length, index.span(1), Buffer.from('new')))),
    );
    expect(replaced).toEqual(
      Buffer.concat([content.subarray(0, 3), Buffer.from('new'), content.subarray(6)]),
    );
  });
});

it('writes every character that an encoding has, and refuses the others', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(
    (byte) => ![0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte),
  );
  const text = new TextDecoder('windows-1252').decode(bytes);
  expect(new Uint8Array(encoded(text, 'windows-1252'))).toEqual(bytes);
  expect(() => encoded('ж', 'windows-1252')).toThrow(NotEncodable);
  for (const encoding of ['utf-8', 'utf-16le', 'utf-16be'])
    expect(new TextDecoder(encoding).decode(encoded('aé😀', encoding))).toBe('aé😀');
});

it.each(['shift_jis', 'gbk', 'big5', 'euc-kr', 'koi8-r'])('writes %s as it is read', (encoding) => {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytes = Uint8Array.of(0x41, 0xb0, 0xa1, 0xc4, 0xcc, 0x5c, 0x5d);
  const text = decoder.decode(bytes);
  expect(new Uint8Array(encoded(text, encoding))).toEqual(bytes);
  expect(() => encoded('\u{1f600}', encoding)).toThrow(NotEncodable);
});
