/**
 * Splits a stream of bytes into lines. Bytes are split at LF first and then decoded: a UTF-8 character never contains
 * the byte 10, so a character that spans two chunks is decoded correctly.
 */
import { isAscii } from 'node:buffer';

/**
 * The most bytes of a line that views get. The longest lines of real engines have a few kilobytes (a CFSI answer for
 * twelve columns has 300 bytes); longer lines are noise that would stall a screen.
 */
export const lineLimit = 64 * 1024;

/**
 * `text` has no LF, but keeps a CR before it. Invalid UTF-8 becomes U+FFFD. `cut` is the number of bytes left off the
 * end of an overlong line. `isUnended`: the line has no LF, and `end` was called.
 */
export type LineListener = (text: string, cut: number, isUnended: boolean) => void;

const lineFeed = 10;

/** The text of a line for a protocol: without the CR that Windows programs write before the LF. */
export function withoutReturn(text: string): string {
  return text.charCodeAt(text.length - 1) === 13 ? text.slice(0, -1) : text;
}

/** The end of the last whole UTF-8 character in the first `end` bytes, so that a cut does not split one. */
function characterEnd(bytes: Buffer, end: number): number {
  let start = end;
  while (start > 0 && end - start < 3 && (bytes[start - 1]! & 0xc0) === 0x80) start--;
  const lead = start > 0 ? bytes[start - 1]! : 0;
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  return length > 1 && start - 1 + length > end ? start - 1 : end;
}

/** From this size on a check for ASCII pays: V8 decodes one-byte text several times faster than UTF-8. */
const asciiBytes = 1024;

function decode(bytes: Buffer, start: number, end: number): string {
  const ascii = end - start >= asciiBytes && isAscii(bytes.subarray(start, end));
  return bytes.toString(ascii ? 'latin1' : 'utf8', start, end);
}

/**
 * Takes lines at once, from the one that begins at `from`. `text` has whole lines within the limit, with LF between them.
 * @returns where the first line begins that was not taken: `from` if none was, one character beyond the text if all were
 */
export type LineTaker = (text: string, from: number) => number;

/** The last of the lines that a `LineTaker` took. @param until what it returned */
export const lastLineOf = (text: string, until: number): string =>
  text.slice(until < 2 ? 0 : text.lastIndexOf('\n', until - 2) + 1, until - 1);

const takesNone: LineTaker = (_, from) => from;

export class LineSplitter {
  readonly #onLine: LineListener;
  readonly #limit: number;
  readonly #take: LineTaker;
  /** The start of an unfinished line; grows by doubling, up to the limit. */
  #carry = Buffer.alloc(0);
  #carried = 0;
  #dropped = 0;

  /** @param take is asked before each line that came together with others */
  constructor(onLine: LineListener, limit = lineLimit, take = takesNone) {
    this.#onLine = onLine;
    this.#limit = limit;
    this.#take = take;
  }

  /** Whether there is an unfinished line. */
  get unfinished(): boolean {
    return this.#carried > 0 || this.#dropped > 0;
  }

  /** The part of that line received so far. */
  get begun(): string {
    return decode(this.#carry, 0, characterEnd(this.#carry, this.#carried));
  }

  push(chunk: Buffer): void {
    let start = 0;
    if (this.unfinished) {
      const end = chunk.indexOf(lineFeed);
      if (end === -1) return this.#keep(chunk, 0, chunk.length);
      this.#keep(chunk, 0, end);
      this.#finish(false);
      start = end + 1;
    }
    // Blocks up to the limit contain no overlong line: they are decoded as a whole and then sliced.
    while (chunk.length - start > this.#limit) {
      const block = start + this.#limit;
      const last = chunk.lastIndexOf(lineFeed, block - 1);
      if (last >= start) {
        this.#block(chunk, start, last);
        start = last + 1;
      } else {
        this.#keep(chunk, start, block);
        const end = chunk.indexOf(lineFeed, block);
        this.#keep(chunk, block, end === -1 ? chunk.length : end);
        if (end === -1) return;
        this.#finish(false);
        start = end + 1;
      }
    }
    const last = chunk.lastIndexOf(lineFeed);
    if (last >= start) {
      this.#block(chunk, start, last);
      start = last + 1;
    }
    if (start < chunk.length) this.#keep(chunk, start, chunk.length);
  }

  /** Ends the unfinished line, if there is one, and reports it: at the end of the stream, or where it counts as whole. */
  end(): void {
    if (this.unfinished) this.#finish(true);
  }

  #finish(isUnended: boolean): void {
    const end = this.#dropped > 0 ? characterEnd(this.#carry, this.#carried) : this.#carried;
    const text = decode(this.#carry, 0, end);
    const cut = this.#dropped + this.#carried - end;
    this.#carried = 0;
    this.#dropped = 0;
    this.#onLine(text, cut, isUnended);
  }

  /** Reports the whole lines in chunk[start..end], where chunk[end] is a line feed. */
  #block(chunk: Buffer, start: number, end: number): void {
    const text = decode(chunk, start, end);
    if (!text.includes('\n')) return this.#onLine(text, 0, false);
    for (let from = 0; from <= text.length;) {
      const taken = this.#take(text, from);
      if (taken > from) {
        from = taken;
        continue;
      }
      const found = text.indexOf('\n', from);
      const to = found === -1 ? text.length : found;
      this.#onLine(text.slice(from, to), 0, false);
      from = to + 1;
    }
  }

  #keep(chunk: Buffer, start: number, end: number): void {
    const kept = Math.min(end - start, this.#limit - this.#carried);
    const needed = this.#carried + kept;
    if (needed > this.#carry.length) {
      const grown = Buffer.allocUnsafe(Math.min(this.#limit, Math.max(256, needed * 2)));
      this.#carry.copy(grown, 0, 0, this.#carried);
      this.#carry = grown;
    }
    chunk.copy(this.#carry, this.#carried, start, start + kept);
    this.#carried = needed;
    this.#dropped += end - start - kept;
  }
}
