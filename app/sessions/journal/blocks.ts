/**
 * Entries of a journal on their way to the disk, in memory. They are gathered in blocks, so that a flood costs one
 * system call for many of them; large chunks are kept as they are instead of being copied.
 */

/** The marks are those of the text form: sent, typed by hand, heard, stderr, note, header. */
export type Mark = '-->' | '==>' | '<--' | '<!!' | '###' | '***';

const blockBytes = 64 * 1024;

/** Chunks from this size on are kept as they are. */
const borrowBytes = 16 * 1024;

/** Buffers a single write takes (IOV_MAX is 1024 on Linux and macOS). */
const vectorLimit = 1000;

/** Longest header line: 16 digits, 3 characters, 10 digits, two blanks and a newline, with room to spare. */
export const headBytes = 48;

export class Blocks {
  /** Blocks and borrowed chunks that are complete. */
  #full: Buffer[] = [];
  #fullBytes = 0;
  #block: Buffer = Buffer.allocUnsafe(blockBytes);
  #used = 0;

  /** Bytes that are complete. */
  get fullBytes(): number {
    return this.#fullBytes;
  }

  /** All bytes. */
  get bytes(): number {
    return this.#fullBytes + this.#used;
  }

  /** `bytes` must not be changed afterwards. */
  chunk(mark: Mark, bytes: Buffer, micros: number): void {
    const borrow = bytes.length >= borrowBytes;
    this.#reserve(borrow ? headBytes : bytes.length + headBytes);
    this.#used += this.#block.write(headOf(mark, bytes.length, micros), this.#used, 'latin1');
    if (borrow) {
      this.seal();
      this.#push(bytes);
    } else {
      this.#block.set(bytes, this.#used);
      this.#used += bytes.length;
    }
    this.#block[this.#used++] = 10;
  }

  /** A text that `fitsBlock`; `length` is its size in bytes. */
  text(mark: Mark, text: string, length: number, micros: number): void {
    this.#reserve(length + headBytes);
    // As many bytes as characters: it is ASCII, which is copied and not encoded.
    const encoding = length === text.length ? 'latin1' : 'utf8';
    this.#used += this.#block.write(`${headOf(mark, length, micros)}${text}\n`, this.#used, encoding);
  }

  /** Completes what there is. */
  seal(): void {
    if (this.#used === 0) return;
    const rest = this.#block.length - this.#used;
    this.#push(this.#block.subarray(0, this.#used));
    this.#block =
      rest > borrowBytes + headBytes ? this.#block.subarray(this.#used) : Buffer.allocUnsafe(blockBytes);
    this.#used = 0;
  }

  /** Takes out what a single write takes of what is complete. */
  take(): Buffer[] {
    const batch = this.#full.splice(0, vectorLimit);
    this.#fullBytes -= sizeOf(batch);
    return batch;
  }

  /** What was taken and not written goes first in the next batch. */
  giveBack(rest: Buffer): void {
    this.#full.unshift(rest);
    this.#fullBytes += rest.length;
  }

  clear(): void {
    this.#full = [];
    this.#fullBytes = 0;
    this.#used = 0;
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes > this.#block.length) this.seal();
  }

  #push(bytes: Buffer): void {
    this.#full.push(bytes);
    this.#fullBytes += bytes.length;
  }
}

/** Whether a text surely fits into a block: UTF-8 takes at most three bytes a UTF-16 unit. */
export const fitsBlock = (text: string): boolean => text.length * 3 <= borrowBytes;

export const sizeOf = (buffers: readonly Buffer[]): number =>
  buffers.reduce((sum, bytes) => sum + bytes.length, 0);

/** The line before an entry's bytes. */
export function headOf(mark: Mark, length: number, micros: number): string {
  return `${micros} ${mark} ${length}\n`;
}
