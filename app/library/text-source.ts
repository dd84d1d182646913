/** Texts of files and of standard input, as they come: bytes of any size become text in pieces. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';

export interface TextSource {
  /** The path, or `-`. */
  readonly name: string;
  /** Whether `pieces` can be called again, from the beginning. */
  readonly isRepeatable: boolean;
  pieces(): AsyncIterable<string>;
}

const pieceBytes = 256 * 1024;

/** The file of this path, or `input` for `-`. @throws Error of the file system */
export async function textSource(path: string, input: Readable): Promise<TextSource> {
  if (path === '-') return { name: path, isRepeatable: false, pieces: () => decoded(input) };
  return fileSource(path);
}

/** @throws Error of the file system */
export async function fileSource(path: string): Promise<TextSource> {
  const found = await stat(path);
  if (found.isDirectory())
    throw Object.assign(new Error('it is a folder'), { code: 'EISDIR', syscall: 'read', path });
  const isFile = found.isFile();
  return {
    ...{ name: path, isRepeatable: isFile },
    // Opened when the first piece is wanted, since nothing would close a file of which none is.
    pieces: async function* () {
      yield* decoded(createReadStream(path, { highWaterMark: pieceBytes }));
    },
  };
}

/** @param bytes chunks of bytes, as a stream gives them */
export async function* decoded(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder?.decode() ?? '';
  if (rest !== '') yield rest;
}

/**
 * By the mark at the beginning, by zeros where UTF-16 has them, else UTF-8; text that is not UTF-8 is taken for the old
 * Windows encoding, in which every byte is a character. Decided from the first chunk: what is wrong later becomes U+FFFD.
 */
export function encodingOf(chunk: Uint8Array): string {
  const [first, second] = chunk;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (chunk.length >= 4) {
    if (first !== 0 && second === 0 && chunk[2] !== 0 && chunk[3] === 0) return 'utf-16le';
    if (first === 0 && second !== 0 && chunk[2] === 0 && chunk[3] !== 0) return 'utf-16be';
  }
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(chunk, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}
