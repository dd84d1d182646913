/** In which encoding the bytes of a text are, and its text as bytes. */
import { isAscii } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { encodingBy } from '../records/text-encoding.ts';

/**
 * Finds out in which encoding bytes are, as they come. ASCII alone does not tell UTF-8 from the old Windows encoding: the
 * first chunk that has more decides. What is wrong later cannot be read.
 */
export class EncodingFinder {
  #encoding: string | null = null;
  #isDecided = false;

  /** @returns the encoding of the bytes up to the end of this chunk */
  add(chunk: Uint8Array): string {
    if (this.#isDecided) return this.#encoding!;
    // Only a text that begins as UTF-16 is UTF-16.
    this.#encoding = this.#encoding === null ? encodingOf(chunk) : isUtf8(chunk) ? 'utf-8' : 'windows-1252';
    this.#isDecided = this.#encoding !== 'utf-8' || !isAscii(chunk);
    return this.#encoding;
  }
}

/** Of a text by its first bytes. */
export const encodingOf = (chunk: Uint8Array): string => encodingBy(chunk, isUtf8);

/** The bytes may end within a character. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

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

/** The characters of Windows-1252 between 0x80 and 0x9f. */
const windows = new Map(
  Array.from({ length: 32 }, (_, at) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + at)),
    0x80 + at,
  ]),
);

/** @throws NotEncodable */
export function encoded(text: string, encoding: string): Buffer {
  switch (encoding) {
    case 'utf-16le':
      return Buffer.from(text, 'utf16le');
    case 'utf-16be':
      return Buffer.from(text, 'utf16le').swap16();
    case 'windows-1252':
      return Buffer.from(
        Array.from(text, (character) => {
          const code = character.codePointAt(0)!;
          const byte = windows.get(character) ?? (code < 0x80 || (code > 0x9f && code < 0x100) ? code : null);
          if (byte === null) throw new NotEncodable(character);
          return byte;
        }),
      );
    default:
      return Buffer.from(text);
  }
}
