/**
 * One file of evaluations with its index. Any host reads it; one host at a time appends to it. Bytes that a killed host
 * has left incomplete at the end are passed over, and cut off by the next one that appends.
 */
import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { open, rename, stat, unlink, writeFile, type FileHandle } from 'node:fs/promises';
import { LongLoop } from '../sessions/long-loop.ts';
import { partOf } from '../library/files.ts';
import type { Teller } from '../shapes/evaluations.ts';
import { merged, tagOf, Young, type Run } from './columns.ts';
import {
  entryOf,
  evaluationOf,
  frameAt,
  frameBytes,
  headBytes,
  magic,
  payloadLimit,
  type Head,
  type Rest,
} from './frames.ts';
import { headOf, readIndex, runOf } from './index-file.ts';
import { kinds } from './measure.ts';

/** Tellers are in the index too, by their numbers, under a tag that no evaluation has. */
const tellerTag = 0xffffffff;

/** In bytes: a first read of this size has nearly every frame as a whole. */
const usualFrame = 2048;
/** In bytes, per read of a scan. */
const block = 1024 * 1024;
/** Entries after which the index is written: what a start after a crash scans instead is read in milliseconds. */
const runEntries = 20_000;
/** The most runs of an index that are searched one after the other. */
const mostRuns = 8;

/** Offsets have 32 bits. */
export const segmentLimit = 0xf000_0000;

export const segmentName = /^(ev-[0-9a-f]{16})\.log$/;
export const freshSegment = (): string => `ev-${randomBytes(8).toString('hex')}`;

/** The file does not begin as a segment. */
export class BadSegment extends Error {
  override readonly name = 'BadSegment';
}

export interface Evaluated {
  readonly head: Head;
  readonly rest: Rest;
}

export class Segment {
  readonly path: string;
  /** By their numbers; null for one that a later version wrote. */
  readonly tellers: (Teller | null)[] = [];
  readonly #descriptor: number;
  /** The 16 bytes after the magic. */
  readonly #mark: Buffer;
  #runs: Run[] = [];
  /** By run, the offset up to which all entries are in it or in an earlier one. */
  #covers: number[] = [];
  #young = new Young();
  /** Bytes of the file whose frames are known. */
  #known = headBytes;
  #damage: string | null = null;
  /** What the file of the index has. */
  #indexed = { bytes: 0, runs: 0 };
  #appender: FileHandle | null = null;

  private constructor(path: string, descriptor: number, mark: Buffer) {
    this.path = path;
    this.#descriptor = descriptor;
    this.#mark = mark;
  }

  /** Creates an empty segment. @throws the file system's own errors */
  static async create(path: string): Promise<Segment> {
    await writeFile(path, Buffer.concat([Buffer.from(magic), randomBytes(16)]), { flag: 'wx', mode: 0o600 });
    return Segment.open(path);
  }

  /** @throws BadSegment, or the file system's own errors */
  static async open(path: string): Promise<Segment> {
    const descriptor = openSync(path, 'r');
    try {
      const head = Buffer.alloc(headBytes);
      const read = readSync(descriptor, head, 0, headBytes, 0);
      if (read < headBytes || head.toString('latin1', 0, magic.length) !== magic) {
        throw new BadSegment(`${path} does not begin as a file of evaluations`);
      }
      const segment = new Segment(path, descriptor, head.subarray(magic.length));
      await segment.#readIndex();
      await segment.refresh();
      return segment;
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Bytes of the file whose frames are known. */
  get bytes(): number {
    return this.#known;
  }

  /** What is wrong with it, as the end of a sentence; null if nothing is known to be. */
  get damage(): string | null {
    return this.#damage;
  }

  /** How many evaluations the index has; those that were replaced since an earlier run count again. */
  get entries(): number {
    return this.#runs.reduce((sum, { length }) => sum + length, this.#young.length);
  }

  /** Reads what was appended since. @returns whether there was something new */
  async refresh(): Promise<boolean> {
    const before = this.#known;
    const loop = new LongLoop();
    let bytes = Buffer.alloc(0);
    let from = this.#known;
    for (;;) {
      const more = Buffer.allocUnsafe(block);
      const read = readSync(this.#descriptor, more, 0, block, from + bytes.length);
      if (read === 0) break;
      bytes = Buffer.concat([bytes, more.subarray(0, read)]);
      let at = 0;
      for (let length = frameAt(bytes, 0); length !== null; length = frameAt(bytes, at)) {
        this.#take(bytes.subarray(at, at + length), from + at);
        at += length;
      }
      from += at;
      bytes = Buffer.from(bytes.subarray(at));
      this.#known = from;
      // A whole frame would have been found in that much.
      if (bytes.length > frameBytes + payloadLimit) break;
      if (loop.isDue) await loop.turn();
    }
    this.#judge(bytes);
    return this.#known > before;
  }

  /** Visits the newest frame of each teller and kind of measure at a position. */
  find(high: number, low: number, visit: (at: number) => void): void {
    const newest = new Map<number, number>();
    const take = (tag: number, at: number): void => void newest.set(tag, at);
    for (const run of this.#runs) run.find(high, low, take);
    this.#young.find(high, low, take);
    for (const [tag, at] of newest) if (tag !== tellerTag) visit(at);
  }

  has(high: number, low: number): boolean {
    let found = false;
    this.find(high, low, () => (found = true));
    return found;
  }

  /** Null if the frame is damaged or of a later version. */
  read(at: number): Evaluated | null {
    const frame = this.frame(at);
    return frame && evaluationOf(frame);
  }

  /** The bytes of a whole frame; null if it is damaged. */
  frame(at: number): Buffer | null {
    let bytes = Buffer.allocUnsafe(usualFrame);
    let read = readSync(this.#descriptor, bytes, 0, usualFrame, at);
    const length = read < frameBytes ? 0 : frameBytes + bytes.readUInt32LE(0);
    if (length > read && length <= frameBytes + payloadLimit) {
      bytes = Buffer.allocUnsafe(length);
      read = readSync(this.#descriptor, bytes, 0, length, at);
    }
    const whole = frameAt(bytes.subarray(0, read), 0);
    if (whole === null) {
      this.#damage ??= `the entry at byte ${at} is damaged`;
      return null;
    }
    return bytes.subarray(0, whole);
  }

  /** The offsets of all evaluations that were not replaced, in order. */
  all(): Uint32Array {
    const run = this.#whole();
    return run.at.filter((_, index) => run.tag[index] !== tellerTag).sort();
  }

  /** How many evaluations were not replaced, by the number of their teller. */
  counts(): ReadonlyMap<number, number> {
    const counts = new Map<number, number>();
    const run = this.#whole();
    for (const tag of run.tag) {
      if (tag !== tellerTag) counts.set(tag & 0xffff, (counts.get(tag & 0xffff) ?? 0) + 1);
    }
    return counts;
  }

  #whole(): Run {
    return this.#runs.concat(this.#young.sorted()).reduce((older, newer) => merged(older, newer));
  }

  /** Cuts off what is incomplete at the end, and lets `append` write. @throws the file system's own errors */
  async take(): Promise<void> {
    this.#appender ??= await open(this.path, 'r+');
    await this.#appender.truncate(this.#known);
  }

  /** The frames are on disk when it resolves. @throws the file system's own errors; nothing was added then */
  async append(frames: readonly Buffer[]): Promise<void> {
    const bytes = Buffer.concat(frames);
    const file = this.#appender!;
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, this.#known + done);
        done += bytesWritten;
      }
      await file.datasync();
    } catch (error) {
      await file.truncate(this.#known).catch(() => undefined);
      throw error;
    }
    for (const frame of frames) {
      this.#take(frame, this.#known);
      this.#known += frame.length;
    }
    if (this.#young.length >= runEntries) await this.writeIndex().catch(() => undefined);
  }

  /** Writes the index up to now, so that the next start need not scan the file. @throws the file system's own errors */
  async writeIndex(): Promise<void> {
    if (this.#young.length > 0) {
      this.#runs.push(this.#young.sorted());
      this.#covers.push(this.#known);
      this.#young = new Young();
    }
    let isWhole = this.#indexed.bytes === 0;
    // Each run is less than half of the one before it, so that there are few and each entry is copied rarely.
    for (let last = this.#runs.length - 1; last > 0; last--) {
      const [older, newer] = [this.#runs[last - 1]!, this.#runs[last]!];
      if (this.#runs.length <= mostRuns && newer.length * 2 < older.length) break;
      this.#runs.splice(last - 1, 2, merged(older, newer));
      this.#covers.splice(last - 1, 1);
      if (last - 1 < this.#indexed.runs) isWhole = true;
    }
    // A file that is not in its place yet has none.
    if (!this.path.endsWith('.log')) return;
    const first = isWhole ? 0 : this.#indexed.runs;
    if (first === this.#runs.length) return;
    const bytes = Buffer.concat([
      ...(isWhole ? [headOf(this.#mark)] : []),
      ...this.#runs.slice(first).map((run, index) => runOf(run, this.#covers[first + index]!)),
    ]);
    const path = indexPath(this.path);
    if (isWhole) {
      const part = partOf(path);
      await writeFile(part, bytes, { flag: 'wx', mode: 0o600 });
      await rename(part, path);
      this.#indexed = { bytes: bytes.length, runs: this.#runs.length };
    } else {
      const file = await open(path, 'r+');
      try {
        await file.write(bytes, 0, bytes.length, this.#indexed.bytes);
      } finally {
        await file.close();
      }
      this.#indexed = { bytes: this.#indexed.bytes + bytes.length, runs: this.#runs.length };
    }
  }

  /** Whether the path still names this file. */
  async isThere(): Promise<boolean> {
    const found = await stat(this.path).catch(() => null);
    return found !== null && found.ino === fstatSync(this.#descriptor).ino;
  }

  async close(): Promise<void> {
    closeSync(this.#descriptor);
    await this.#appender?.close();
    this.#appender = null;
  }

  /** Closes the file and deletes it with its index. */
  async remove(): Promise<void> {
    await this.close();
    await unlink(this.path).catch(() => undefined);
    await unlink(indexPath(this.path)).catch(() => undefined);
  }

  async #readIndex(): Promise<void> {
    const found = await readAligned(indexPath(this.path)).catch(() => null);
    const size = fstatSync(this.#descriptor).size;
    const index = found && readIndex(found, this.#mark, size);
    if (index === null) return;
    const { runs, covers, bytes } = index;
    this.#runs = [...runs];
    this.#covers = [...covers];
    this.#known = covers.at(-1) ?? headBytes;
    this.#indexed = { bytes, runs: runs.length };
    for (let number = 0; ; number++) {
      let at = 0;
      for (const run of runs)
        run.find(0, number, (tag, offset) => void (at = tag === tellerTag ? offset : at));
      const frame = at === 0 ? null : this.frame(at);
      const entry = frame && entryOf(frame);
      if (entry?.kind !== 'teller') break;
      this.tellers.push(entry.teller);
    }
  }

  #take(frame: Buffer, at: number): void {
    const entry = entryOf(frame);
    if (entry?.kind === 'teller') {
      this.#young.set(0, this.tellers.length, tellerTag, at);
      this.tellers.push(entry.teller);
    } else if (entry?.kind === 'evaluation') {
      const { high, low, teller, measure } = entry.head;
      this.#young.set(high, low, tagOf(teller, kinds.indexOf(measure.kind)), at);
    }
  }

  /** @param rest of the file, from the first frame on that is not whole */
  #judge(rest: Buffer): void {
    if (rest.length === 0) return;
    const length = rest.length < frameBytes ? null : frameBytes + rest.readUInt32LE(0);
    const isFollowed = length !== null && length < rest.length && frameAt(rest, length) !== null;
    // One write that was cut short leaves one incomplete frame.
    if (isFollowed || rest.length > frameBytes + payloadLimit)
      this.#damage ??= `the entry at byte ${this.#known} is damaged`;
  }
}

export const indexPath = (path: string): string => path.replace(/\.log$/, '.index');

/** The whole file, in memory that begins at a multiple of eight. */
async function readAligned(path: string): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.from(new ArrayBuffer(size));
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
