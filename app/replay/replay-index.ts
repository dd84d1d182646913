/**
 * An index of a replay in a file. A driver cannot start in the middle of a recording, so the result for each line is
 * kept on disk, in compressed blocks of lines that are read back one at a time. In memory a block takes a few dozen
 * bytes.
 */
import { unlink, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import {
  placeIn,
  notables,
  notablesOf,
  rowsOf,
  type Notable,
  type LineEvent,
  type Remark,
  type ReplayLine,
} from './events.ts';

const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw);

/** Lines of a block, and the number of characters that also fills it. */
const blockLines = 256;
const blockCharacters = 512 * 1024;

/** Blocks that may wait for the disk, and blocks kept in memory after reading. */
const mostWaiting = 16;
const mostAtHand = 16;

/** Unpacked bytes of a block: characters of JSON, each up to six bytes of escapes, and one line beyond the limit. */
const mostUnpacked = 64 * 1024 * 1024;

/** The bits of the index for marks of lines. */
const placeBit = 1 << notables.length;
const bitOf = (notable: Notable): number => 1 << notables.indexOf(notable);

export type LineMark = 'line' | 'place' | 'trouble' | Notable;

function bitsOf(wanted: Exclude<LineMark, 'line'>): number {
  if (wanted === 'place') return placeBit;
  return wanted === 'trouble' ? placeBit - 1 : bitOf(wanted);
}

function bitsIn(line: Omit<ReplayLine, 'row'>): number {
  let bits = placeIn(line) === null ? 0 : placeBit;
  for (const notable of notablesOf(line)) bits |= bitOf(notable);
  return bits;
}

/** A line as stored in a block. */
type Kept = readonly [passed: LineEvent, remarks?: readonly Remark[]];

export class ReplayIndex {
  readonly #path: string;
  readonly #file: FileHandle;
  /** For each block: its first line, first row, first time, the offset of its bytes, and the marks of its lines. */
  readonly #lines = growableLines();
  readonly #rows = growableDoubles();
  readonly #seconds = growableDoubles();
  readonly #offsets = growableDoubles();
  readonly #bits = growableLines();
  /** The block being filled; blocks being written; blocks read back. */
  #open: ReplayLine[] = [];
  #openBits = 0;
  #openCharacters = 0;
  readonly #waiting = new Map<number, readonly ReplayLine[]>();
  readonly #atHand = new Map<number, readonly ReplayLine[]>();
  #written: Promise<void> = Promise.resolve();
  #fault: Error | null = null;
  #length = 0;
  #count = 0;
  #rowCount = 0;
  #time = 0;

  /** @param file at `path`: empty, open for reading and writing, and owned by the index from now on */
  constructor({ path, file }: { readonly path: string; readonly file: FileHandle }) {
    this.#path = path;
    this.#file = file;
  }

  /** Lines, and rows of the list of all lines. */
  get lines(): number {
    return this.#count;
  }
  get rows(): number {
    return this.#rowCount;
  }
  /** Bytes on disk. */
  get bytes(): number {
    return this.#length;
  }

  /** Appends the next line. */
  append(passed: LineEvent, remarks: readonly Remark[]): void {
    const line = { passed, remarks, row: this.#rowCount };
    this.#time = Math.max(this.#time, passed.seconds);
    if (this.#open.length === 0) {
      this.#lines.push(passed.line);
      this.#rows.push(this.#rowCount);
      this.#seconds.push(this.#time);
    }
    this.#open.push(line);
    this.#openBits |= bitsIn(line);
    this.#openCharacters += passed.text.length;
    this.#count++;
    this.#rowCount += rowsOf(line);
    if (this.#open.length >= blockLines || this.#openCharacters >= blockCharacters) this.#seal();
  }

  /** Resolves once few enough blocks wait for the disk. @throws disk errors */
  async settled(): Promise<void> {
    if (this.#waiting.size > mostWaiting) await this.#written;
    if (this.#fault !== null) throw this.#fault;
  }

  /** Lines from the one at a row on: at most `rows` rows, at least one line. */
  async page(row: number, rows: number): Promise<readonly ReplayLine[]> {
    const page: ReplayLine[] = [];
    for (let block = Math.max(0, this.#rows.lastUpTo(row)); block < this.#lines.length; block++) {
      for (const line of await this.#read(block)) {
        if (line.row + rowsOf(line) <= row) continue;
        if (line.row >= row + rows && page.length > 0) return page;
        page.push(line);
      }
    }
    return page;
  }

  /** The line of this number, or the last one before it; null before the first. */
  async line(number: number): Promise<ReplayLine | null> {
    const block = this.#lines.lastUpTo(number);
    if (block < 0) return null;
    return (await this.#read(block)).findLast(({ passed }) => passed.line <= number) ?? null;
  }

  /** The last line up to this time, or the first of all. */
  async lineAt(seconds: number): Promise<ReplayLine | null> {
    if (this.#count === 0) return null;
    const lines = await this.#read(Math.max(0, this.#seconds.lastUpTo(seconds)));
    // A line without its end has the time of its last byte, but comes after later lines.
    const after = lines.findIndex(({ passed }) => passed.seconds > seconds);
    return lines.at(after === -1 ? -1 : Math.max(0, after - 1))!;
  }

  /** The lines so far, block by block. */
  async *blocks(): AsyncGenerator<readonly ReplayLine[]> {
    const blocks = this.#lines.length;
    for (let block = 0; block < blocks; block++) yield this.#read(block);
  }

  /** The next line of a kind after this one, or before it; `fits` filters. */
  async find(
    from: number,
    way: 1 | -1,
    wanted: LineMark,
    fits: (line: ReplayLine) => boolean = () => true,
  ): Promise<ReplayLine | null> {
    const bits = wanted === 'line' ? -1 : bitsOf(wanted);
    const start = this.#lines.lastUpTo(from);
    if (start < 0 && way === -1) return null;
    for (let block = Math.max(0, start); block >= 0 && block < this.#lines.length; block += way) {
      if (wanted !== 'line' && (this.#bitsOf(block) & bits) === 0) continue;
      const lines = await this.#read(block);
      const is = (line: ReplayLine): boolean =>
        (line.passed.line - from) * way > 0 &&
        (wanted === 'line' || (bitsIn(line) & bits) !== 0) &&
        fits(line);
      const found = way === 1 ? lines.find(is) : lines.findLast(is);
      if (found) return found;
    }
    return null;
  }

  /** Removes the file. */
  async close(): Promise<void> {
    await this.#written;
    await this.#file.close();
    await unlink(this.#path).catch(() => undefined);
  }

  #bitsOf(block: number): number {
    return block < this.#bits.length ? this.#bits.at(block) : this.#openBits;
  }

  #seal(): void {
    const block = this.#bits.length;
    const lines = this.#open;
    this.#bits.push(this.#openBits);
    this.#open = [];
    this.#openBits = 0;
    this.#openCharacters = 0;
    this.#waiting.set(block, lines);
    // Packed in parallel, written in order.
    const told = lines.map(({ passed, remarks }) => (remarks.length === 0 ? [passed] : [passed, remarks]));
    const packing = pack(JSON.stringify(told), { level: 1 });
    packing.catch(() => undefined);
    this.#written = this.#written.then(() => this.#write(block, packing));
  }

  async #write(block: number, packing: Promise<Buffer>): Promise<void> {
    if (this.#fault !== null) return;
    try {
      const bytes = await packing;
      let written = 0;
      while (written < bytes.length) {
        const left = bytes.length - written;
        const { bytesWritten } = await this.#file.write(bytes, written, left, this.#length + written);
        written += bytesWritten;
      }
      this.#offsets.push(this.#length);
      this.#length += bytes.length;
      this.#waiting.delete(block);
    } catch (error) {
      this.#fault = error as Error;
    }
  }

  async #read(block: number): Promise<readonly ReplayLine[]> {
    const near =
      block === this.#bits.length ? this.#open : (this.#waiting.get(block) ?? this.#atHand.get(block));
    if (near) return near;
    const begin = this.#offsets.at(block);
    const end = block + 1 < this.#offsets.length ? this.#offsets.at(block + 1) : this.#length;
    const bytes = Buffer.alloc(end - begin);
    const { bytesRead } = await this.#file.read(bytes, 0, bytes.length, begin);
    if (bytesRead < bytes.length) throw new Error('the index of a replay was cut short');
    const json = await unpack(bytes, { maxOutputLength: mostUnpacked });
    let row = this.#rows.at(block);
    const lines = (JSON.parse(json.toString()) as readonly Kept[]).map(([passed, remarks = []]) => {
      const line = { passed, remarks, row };
      row += rowsOf(line);
      return line;
    });
    this.#atHand.delete(block);
    this.#atHand.set(block, lines);
    if (this.#atHand.size > mostAtHand) this.#atHand.delete(this.#atHand.keys().next().value!);
    return lines;
  }
}

/** A growable list of numbers in a typed array: line numbers in 32 bits, bytes and seconds in doubles. */
class Growable<Numbers extends Uint32Array | Float64Array> {
  readonly #make: (length: number) => Numbers;
  #numbers: Numbers;
  #length = 0;

  constructor(make: (length: number) => Numbers) {
    this.#make = make;
    this.#numbers = make(256);
  }

  get length(): number {
    return this.#length;
  }

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const more = this.#make(this.#length * 2);
      more.set(this.#numbers);
      this.#numbers = more;
    }
    this.#numbers[this.#length++] = number;
  }

  /** @throws RangeError beyond the end */
  at(index: number): number {
    if (index < 0 || index >= this.#length) throw new RangeError(`there is no number at ${index}`);
    return this.#numbers[index]!;
  }

  set(index: number, number: number): void {
    if (index < 0 || index >= this.#length) throw new RangeError(`there is no number at ${index}`);
    this.#numbers[index] = number;
  }

  /** The index of the last number that is at most `number`, in a sorted list; -1 if all are above. */
  lastUpTo(number: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#numbers[middle]! <= number) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

export const growableLines = (): Growable<Uint32Array> =>
  new Growable((length: number) => new Uint32Array(length));
const growableDoubles = (): Growable<Float64Array> =>
  new Growable((length: number) => new Float64Array(length));
