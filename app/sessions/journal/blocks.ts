/**
 * Buffers the entries of a journal in memory until they are written. Entries are gathered in blocks, so that one system
 * call writes many entries of a flood; large chunks are kept without copying.
 */

/** The marks are those of the text form: sent, typed by hand, received, stderr, note, header. */
export type Mark = '-->' | '==>' | '<--' | '<!!' | '###' | '***';

const blockBytes = 64 * 1024;

/** Chunks of at least this size are not copied. */
const borrowBytes = 16 * 1024;

/** The most buffers of a single write (IOV_MAX is 1024 on Linux and macOS). */
const vectorLimit = 1000;

const [lineFeed, space, zero] = [10, 32, 48];

/** In characters: a shorter text is copied faster one by one than by a call of the system's own code. */
const briefLength = 100;

/** More than the longest header line: 16 digits, 3 characters, 10 digits, two spaces and a newline. */
export const headBytes = 48;

export class Blocks {
  /** Complete blocks and chunks that were not copied. */
  #full: Buffer[] = [];
  #fullBytes = 0;
  #block: Buffer = Buffer.allocUnsafe(blockBytes);
  #used = 0;

  /** Bytes in complete blocks. */
  get fullBytes(): number {
    return this.#fullBytes;
  }

  /** All bytes, including those of the current block. */
  get bytes(): number {
    return this.#fullBytes + this.#used;
  }

  /** `bytes` must not be modified afterwards. */
  chunk(mark: Mark, bytes: Buffer, micros: number): void {
    const borrow = bytes.length >= borrowBytes;
    this.#reserve(borrow ? headBytes : bytes.length + headBytes);
    this.#head(mark, bytes.length, micros);
    if (borrow) {
      this.seal();
      this.#push(bytes);
    } else {
      this.#block.set(bytes, this.#used);
      this.#used += bytes.length;
    }
    this.#block[this.#used++] = lineFeed;
  }

  /** Adds a text that `fitsBlock`. @param length its size in bytes */
  text(mark: Mark, text: string, length: number, micros: number): void {
    this.#reserve(length + headBytes);
    this.#head(mark, length, micros);
    // If it has as many bytes as characters, it is ASCII, which is copied without encoding.
    const isAscii = length === text.length;
    if (isAscii && length <= briefLength) {
      for (let at = 0; at < length; at++) this.#block[this.#used++] = text.charCodeAt(at);
    } else this.#used += this.#block.write(text, this.#used, isAscii ? 'latin1' : 'utf8');
    this.#block[this.#used++] = lineFeed;
  }

  /** Completes the current block. */
  seal(): void {
    if (this.#used === 0) return;
    const rest = this.#block.length - this.#used;
    this.#push(this.#block.subarray(0, this.#used));
    this.#block =
      rest > borrowBytes + headBytes ? this.#block.subarray(this.#used) : Buffer.allocUnsafe(blockBytes);
    this.#used = 0;
  }

  /** Removes and returns the buffers for a single write. */
  take(): Buffer[] {
    const batch = this.#full.splice(0, vectorLimit);
    this.#fullBytes -= sizeOf(batch);
    return batch;
  }

  /** Returns the unwritten rest of a batch; it comes first in the next one. */
  giveBack(rest: Buffer): void {
    this.#full.unshift(rest);
    this.#fullBytes += rest.length;
  }

  clear(): void {
    this.#full = [];
    this.#fullBytes = 0;
    this.#used = 0;
  }

  /** Writes what `headOf` says, without a string for it: this is half of what a short entry costs. */
  #head(mark: Mark, length: number, micros: number): void {
    this.#number(micros);
    this.#block[this.#used++] = space;
    for (let at = 0; at < mark.length; at++) this.#block[this.#used++] = mark.charCodeAt(at);
    this.#block[this.#used++] = space;
    this.#number(length);
    this.#block[this.#used++] = lineFeed;
  }

  /** Writes the decimal digits of a natural number, the last one first. */
  #number(number: number): void {
    let end = this.#used + 1;
    for (let limit = 10; number >= limit; limit *= 10) end++;
    this.#used = end;
    for (let rest = number; end === this.#used || rest > 0;) {
      const tens = Math.floor(rest / 10);
      this.#block[--end] = zero + (rest - tens * 10);
      rest = tens;
    }
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes > this.#block.length) this.seal();
  }

  #push(bytes: Buffer): void {
    this.#full.push(bytes);
    this.#fullBytes += bytes.length;
  }
}

/** The size of a text in UTF-8, in bytes. A short one is counted faster here than by the system's own code. */
export function byteLength(text: string): number {
  if (text.length > briefLength) return Buffer.byteLength(text);
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return Buffer.byteLength(text);
  return text.length;
}

/** Whether a text certainly fits into a block: a UTF-16 unit takes at most three bytes in UTF-8. */
export const fitsBlock = (text: string): boolean => text.length * 3 <= borrowBytes;

export const sizeOf = (buffers: readonly Buffer[]): number =>
  buffers.reduce((sum, bytes) => sum + bytes.length, 0);

/** The header line of an entry. */
export function headOf(mark: Mark, length: number, micros: number): string {
  return `${micros} ${mark} ${length}\n`;
}
