/**
 * Files with games, of which any one is read when it is wanted: where each game stands is found in one pass over the bytes.
 * Line ends and brackets are ASCII in every encoding but UTF-16, so that bytes are looked at as characters and a game's place is
 * exact whatever the encoding of the rest is; where a line or a blank counts, it is decoded, so that the games are those that
 * a reader of the decoded text finds. In SGF, second bytes of characters that look like ASCII are masked.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { LongLoop } from '../sessions/long-loop.ts';
import type { Unit } from '../records/forms/unit.ts';
import { splitterOf, type Layout } from '../records/forms/units.ts';
import type { EncodingDoubt } from '../records/text-encoding.ts';
import { Refused } from '../shapes/refused.ts';
import { FileChanged, sameStamp, stampOf, type FileStamp } from './replace-file.ts';
import { AsciiBytes, encodingFinder } from './encodings.ts';

/** In bytes: a larger file takes longer to look through than a person waits. */
export const mostFileBytes = 512 * 1024 * 1024;

/** The most games of one file; the rest is not listed. */
export const mostGames = 1_000_000;

const chunkBytes = 256 * 1024;

/** Where one game stands, in bytes; its line counts from 1. */
export interface Span {
  readonly begin: number;
  readonly end: number;
  readonly line: number;
}

export interface FileIndex {
  readonly stamp: FileStamp;
  readonly encoding: string;
  /** Why the file may be read wrongly; null if its encoding is certain. */
  readonly doubt: EncodingDoubt | null;
  readonly layout: Layout;
  readonly games: number;
  /** There are more games than `mostGames`. */
  readonly isCut: boolean;
  /** @param game from 0 */
  span(game: number): Span;
}

/** @throws Refused if there is no such file, or it is too large; the file system's own errors */
async function requireStamp(path: string): Promise<FileStamp> {
  const stamp = await stampOf(path);
  if (stamp === null)
    throw new Refused(`The file ${basename(path)} no longer exists.`, 'Open the list of files again.');
  if (stamp.bytes > mostFileBytes) {
    const size = Math.ceil(stamp.bytes / 1024 / 1024);
    throw new Refused(
      `The file ${basename(path)} has ${size} MiB; a file with games has at most ${mostFileBytes / 1024 / 1024} MiB.`,
      'Divide it into several files, for example with split.',
    );
  }
  return stamp;
}

/** The bytes of an encoding as characters, each of which stands for as many bytes. */
interface Alphabet {
  /** The bytes of the mark at the beginning. */
  readonly mark: number;
  readonly width: 1 | 2;
  text(bytes: Buffer): string;
}

const latin: Omit<Alphabet, 'mark'> = { width: 1, text: (bytes) => bytes.toString('latin1') };
const wide: Omit<Alphabet, 'mark'> = { width: 2, text: (bytes) => bytes.toString('utf16le') };
const swapped: Omit<Alphabet, 'mark'> = {
  width: 2,
  text: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
};

function alphabetOf(encoding: string, first: Buffer): Alphabet {
  const begins = (...bytes: number[]): boolean => bytes.every((byte, at) => first[at] === byte);
  if (encoding === 'utf-16le') return { ...wide, mark: begins(0xff, 0xfe) ? 2 : 0 };
  if (encoding === 'utf-16be') return { ...swapped, mark: begins(0xfe, 0xff) ? 2 : 0 };
  return { ...latin, mark: begins(0xef, 0xbb, 0xbf) ? 3 : 0 };
}

/**
 * Finds the games of a file.
 * @throws Refused; FileChanged if it was written meanwhile; the file system's own errors
 */
export async function indexFile(path: string, layout: Layout, signal?: AbortSignal): Promise<FileIndex> {
  const stamp = await requireStamp(path);
  const file = await open(path, 'r');
  let index: FileIndex;
  try {
    index = await indexOf(file, stamp, layout, signal);
  } finally {
    await file.close();
  }
  if (sameStamp(stamp, await stampOf(path))) return index;
  throw new FileChanged(`${basename(path)} changed while it was read`);
}

async function indexOf(
  file: FileHandle,
  stamp: FileStamp,
  layout: Layout,
  signal?: AbortSignal,
): Promise<FileIndex> {
  let decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const splitter = splitterOf(layout, (part) =>
    alphabet?.width === 1 && /[\x80-\xff]/.test(part) ? decoder.decode(Buffer.from(part, 'latin1')) : part,
  );
  const loop = new LongLoop(signal);
  const places: number[] = [];
  const finder = encodingFinder();
  const ascii = new AsciiBytes();
  let alphabet: Alphabet | null = null;
  const add = (units: readonly Unit[]): void => {
    for (const { begin, end, line } of units) {
      if (places.length < mostGames * 3) places.push(begin, end, line);
      else isCut = true;
    }
  };
  let isCut = false;
  for (let at = 0; at < stamp.bytes; at += chunkBytes) {
    let chunk = await bytesAt(file, { begin: at, end: Math.min(stamp.bytes, at + chunkBytes) });
    const { encoding } = finder.add(chunk);
    if (decoder.encoding !== encoding) decoder = new TextDecoder(encoding, { ignoreBOM: true });
    if (alphabet === null) {
      alphabet = alphabetOf(encoding, chunk);
      chunk = chunk.subarray(alphabet.mark);
    }
    // An odd byte at the end of UTF-16 is not a character.
    if (alphabet.width === 2) chunk = chunk.subarray(0, chunk.length & ~1);
    const text = alphabet.text(layout === 'sgf' ? ascii.of(chunk, encoding) : chunk);
    // In pieces, so that no other work waits for long.
    for (let from = 0; from < text.length; from += pieceLength) {
      add(splitter.push(text.slice(from, from + pieceLength)));
      if (loop.isDue) await loop.turn();
    }
  }
  add(splitter.end());
  const { mark, width } = alphabet ?? { mark: 0, width: 1 };
  const byte = (place: number): number => mark + place * width;
  return {
    ...{ stamp, ...finder.end(), layout, isCut, games: places.length / 3 },
    span: (game) => ({
      begin: byte(places[game * 3]!),
      end: byte(places[game * 3 + 1]!),
      line: places[game * 3 + 2]!,
    }),
  };
}

/** In characters. */
const pieceLength = 16 * 1024;

/** Opens a file whose index is known. @throws FileChanged if it is no longer that file */
export async function withFile<T>(
  path: string,
  { stamp }: FileIndex,
  work: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new FileChanged(`${basename(path)} no longer exists`);
    throw error;
  });
  try {
    const now = await file.stat();
    if (!sameStamp(stamp, { bytes: now.size, modifiedAt: now.mtimeMs, inode: now.ino }))
      throw new FileChanged(`${basename(path)} was changed by another program`);
    return await work(file);
  } finally {
    await file.close();
  }
}

export async function bytesAt(
  file: FileHandle,
  { begin, end }: Pick<Span, 'begin' | 'end'>,
): Promise<Buffer> {
  const bytes = Buffer.alloc(end - begin);
  let read = 0;
  while (read < bytes.length) {
    const { bytesRead } = await file.read(bytes, read, bytes.length - read, begin + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return bytes.subarray(0, read);
}

/** The game of some bytes, as the forms of this layout read it. */
export function unitOf(
  bytes: Uint8Array,
  encoding: string,
  layout: Layout,
  { line, begin, end }: Span,
): Unit {
  const text = new TextDecoder(encoding).decode(bytes);
  const splitter = splitterOf(layout);
  const [unit] = [...splitter.push(text), ...splitter.end()];
  if (unit === undefined) return { text: '', line, begin, end, isCut: false };
  return { ...unit, line: unit.line + line - 1, begin, end };
}

/** The bytes of a file with one span replaced; the rest byte for byte. */
export async function* withSpan(
  file: FileHandle,
  total: number,
  { begin, end }: Pick<Span, 'begin' | 'end'>,
  bytes: Uint8Array,
): AsyncGenerator<Uint8Array> {
  yield* piecesOf(file, 0, begin);
  yield bytes;
  yield* piecesOf(file, end, total);
}

async function* piecesOf(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += chunkBytes) {
    yield await bytesAt(file, { begin: at, end: Math.min(to, at + chunkBytes) });
  }
}
