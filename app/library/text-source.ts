/** Texts of files and of standard input, as they come: bytes of any size become text in pieces. */
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { TextDecoder } from 'node:util';
import type { EncodingDoubt, FoundEncoding } from '../records/text-encoding.ts';
import { encoded, encodingFinder, replacement } from './encodings.ts';
import { FileChanged, sameStamp, stampOf } from './replace-file.ts';

export interface TextSource {
  /** The path, or `-`. */
  readonly name: string;
  /** Whether `pieces` can be called again, from the beginning. */
  readonly isRepeatable: boolean;
  pieces(): AsyncIterable<string>;
}

const pieceBytes = 256 * 1024;

/** What is told while a text is read; again where it is read again. */
export interface TextListener {
  /** Called with how many characters of a piece stand for bytes that are none in the encoding of the text. */
  readonly onReplaced?: (count: number) => void;
  /** Called once. */
  readonly onDoubt?: (doubt: EncodingDoubt) => void;
}

/**
 * The file of this path, or `input` for `-`. The pieces of a file end with `FileChanged` if it is not the one that was
 * opened: what was found out from one reading of it, such as its form, does not hold for the next.
 * @param signal ends reading at once
 * @throws Error of the file system
 */
export async function textSource(
  path: string,
  input: Readable,
  signal?: AbortSignal,
  listener?: TextListener,
): Promise<TextSource> {
  if (path !== '-') {
    const source = await fileSource(path, signal, listener);
    return source.isRepeatable ? await unchanging(source) : source;
  }
  return { name: path, isRepeatable: false, pieces: () => decoded(until(signal, input), listener) };
}

async function unchanging(source: TextSource): Promise<TextSource> {
  const { name } = source;
  const stamp = await stampOf(name);
  const isSame = async (): Promise<boolean> => sameStamp(stamp, await stampOf(name));
  return {
    ...source,
    async *pieces() {
      if (!(await isSame())) throw changed(name);
      let held = '';
      // One piece ahead of who takes them: how long that takes must not count.
      for await (const piece of source.pieces()) {
        if (held !== '') yield held;
        held = piece;
      }
      const isWhole = await isSame();
      if (held !== '') yield held;
      if (!isWhole) throw changed(name);
    },
  };
}

const changed = (path: string): FileChanged => new FileChanged(`${basename(path)} changed while it was read`);

/** A file, whether it changes or not. @param signal ends reading at once @throws Error of the file system */
export async function fileSource(
  path: string,
  signal?: AbortSignal,
  listener?: TextListener,
): Promise<TextSource> {
  const found = await stat(path);
  if (found.isDirectory())
    throw Object.assign(new Error('it is a folder'), { code: 'EISDIR', syscall: 'read', path });
  const isFile = found.isFile();
  return {
    ...{ name: path, isRepeatable: isFile },
    // Opened when the first piece is wanted, since nothing would close a file of which none is.
    pieces: async function* () {
      yield* decoded(until(signal, createReadStream(path, { highWaterMark: pieceBytes })), listener);
    },
  };
}

/**
 * The chunks of a stream until the signal, for which no read is waited: that of a FIFO without a writer, or of a terminal
 * at which the user types nothing, never ends.
 * @throws the signal's reason
 */
async function* until(signal: AbortSignal | undefined, stream: Readable): AsyncGenerator<Uint8Array> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let stop: (reason: unknown) => void = () => undefined;
  const abort = (): void => {
    stream.destroy();
    stop(signal!.reason);
  };
  signal?.addEventListener('abort', abort);
  try {
    for (;;) {
      signal?.throwIfAborted();
      // Not by Promise.race, which would hold every chunk until the signal.
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stop = reject;
        chunks.next().then(resolve, reject);
      });
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    if (signal?.aborted !== true) await chunks.return?.();
  }
}

/** What was read of a text, and the rest of it. */
export async function* joined(held: readonly string[], rest: AsyncIterator<string>): AsyncGenerator<string> {
  yield* held;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}

/**
 * Reads a source that may be readable only once, such as standard input.
 * @param most in bytes of UTF-8
 * @returns its text, null if that is longer; and a source that has all of it, from the beginning
 * @throws Error of the file system
 */
export async function wholeText(
  source: TextSource,
  most: number,
): Promise<{ readonly text: string | null; readonly source: TextSource }> {
  const { name, isRepeatable } = source;
  const pieces = source.pieces()[Symbol.asyncIterator]();
  const held: string[] = [];
  let bytes = 0;
  for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
    held.push(next.value);
    bytes += Buffer.byteLength(next.value);
    if (bytes <= most) continue;
    if (!isRepeatable)
      return { text: null, source: { name, isRepeatable, pieces: () => joined(held, pieces) } };
    await pieces.return?.();
    return { text: null, source };
  }
  const again = async function* () {
    yield* held;
  };
  return { text: held.join(''), source: { name, isRepeatable: true, pieces: again } };
}

/** @param bytes chunks of bytes, as a stream gives them */
export async function* decoded(
  bytes: AsyncIterable<Uint8Array>,
  { onReplaced, onDoubt }: TextListener = {},
): AsyncGenerator<string> {
  const finder = encodingFinder();
  let isTold = false;
  const tell = ({ doubt }: FoundEncoding): void => {
    if (doubt !== null && !isTold) onDoubt?.(doubt);
    isTold ||= doubt !== null;
  };
  let decoder: TextDecoder | null = null;
  let tail: Uint8Array = new Uint8Array();
  for await (const chunk of bytes) {
    const { held } = finder;
    const found = finder.add(chunk);
    tell(found);
    let fresh = chunk;
    if (decoder?.encoding !== found.encoding) {
      // It changes after ASCII alone, of which a decoder holds nothing but the beginning of a character.
      decoder = new TextDecoder(found.encoding);
      fresh = Buffer.concat([held, chunk]);
    }
    const text = decoder.decode(fresh, { stream: true });
    if (text.includes(replacement)) {
      const count = countOf(text, replacement) - writtenIn(Buffer.concat([tail, chunk]), found.encoding);
      if (count > 0) onReplaced?.(count);
    }
    // One that the next chunk may complete: two of three bytes, or one of two.
    tail = chunk.subarray(found.encoding === 'utf-8' ? -2 : -1);
    if (text !== '') yield text;
  }
  const last = finder.end();
  if (decoder !== null && decoder.encoding !== last.encoding) {
    tell(last);
    yield new TextDecoder(last.encoding).decode(finder.held);
    return;
  }
  const rest = decoder?.decode() ?? '';
  if (rest === '') return;
  onReplaced?.(rest.length);
  yield rest;
}

/** How often bytes have the replacement itself, which only Unicode has. */
const writtenIn = (bytes: Buffer, encoding: string): number =>
  encoding.startsWith('utf-') ? countOf(bytes, encoded(replacement, encoding)) : 0;

function countOf<T extends string | Buffer>(whole: T, part: T): number {
  let count = 0;
  const find = (from: number): number => (whole as Buffer).indexOf(part as Buffer, from);
  for (let at = find(0); at >= 0; at = find(at + part.length)) count++;
  return count;
}
