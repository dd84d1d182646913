/** Finds the encoding of the bytes of a text, and writes text as bytes. */
import { TextDecoder } from 'node:util';
import { EncodingFinder } from '../records/text-encoding.ts';

/** Finds the encoding of one text. */
export const encodingFinder = (): EncodingFinder =>
  new EncodingFinder((label) => {
    try {
      return new TextDecoder(label).encoding;
    } catch {
      return null;
    }
  });

/** The encoding of a text by its first bytes. */
export const encodingOf = (chunk: Uint8Array): string => encodingFinder().add(chunk).encoding;

/** Encodings in which a byte of ASCII may be the second one of a character, such as the `]` of SGF. */
const twoBytes: ReadonlySet<string> = new Set(['shift_jis', 'gbk', 'gb18030', 'big5']);

/** The bytes of a text, in which every byte that looks like ASCII is ASCII. */
export class AsciiBytes {
  #isSecond = false;

  /** @returns as many bytes as the chunk has, which may be the chunk itself */
  of(chunk: Buffer, encoding: string): Buffer {
    if (!twoBytes.has(encoding)) return chunk;
    const bytes = Buffer.from(chunk);
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at]!;
      if (this.#isSecond) {
        this.#isSecond = false;
        if (byte >= 0x40) bytes[at] = byte | 0x80;
      } else this.#isSecond = isFirstOfTwo(byte, encoding);
    }
    return bytes;
  }
}

/** Shift_JIS has single bytes between its first ones. */
const isFirstOfTwo = (byte: number, encoding: string): boolean =>
  byte > 0x80 && byte < 0xff && (encoding !== 'shift_jis' || byte < 0xa0 || byte > 0xdf);

/** What a decoder gives for bytes that it cannot read; a text may have it as well. */
export const replacement = '\ufffd';

/** Whether all bytes of a text stand for characters. */
export function isWhole(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** A text has characters that an encoding does not have. */
export class NotEncodable extends Error {
  override readonly name = 'NotEncodable';
}

/** The bytes of the characters beyond ASCII, of encodings that were written. */
const tables = new Map<string, ReadonlyMap<string, readonly number[]>>();

/** The bytes of each character of an encoding with one or two bytes each. */
function tableOf(encoding: string): ReadonlyMap<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known !== undefined) return known;
  const table = new Map<string, readonly number[]>();
  const decoder = new TextDecoder(encoding);
  const add = (...bytes: number[]): boolean => {
    const text = decoder.decode(Uint8Array.from(bytes));
    const isOne = text !== replacement && [...text].length === 1;
    if (isOne && !table.has(text)) table.set(text, bytes);
    return isOne;
  };
  for (let first = 0x80; first <= 0xff; first++) {
    if (add(first)) continue;
    for (let second = 0x40; second <= 0xfe; second++) add(first, second);
  }
  tables.set(encoding, table);
  return table;
}

/** @throws NotEncodable */
export function encoded(text: string, encoding: string): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const table = tableOf(encoding);
  return Buffer.from(
    Array.from(text).flatMap((character) => {
      const code = character.codePointAt(0)!;
      const bytes = code < 0x80 ? [code] : table.get(character);
      if (bytes === undefined) throw new NotEncodable(character);
      return bytes;
    }),
  );
}
