/**
 * The journal of a session: an append-only file with every byte in both directions, stderr and our own notes, in the
 * order in which they were read and written.
 *
 * The file is a sequence of entries of the form
 *
 *     <microseconds> <mark> <length>\n<length bytes>\n
 *
 * with the decimal time since the session began on a monotonic clock, one of the marks in blocks.ts, and the number of
 * bytes that follow. Entries are chunks, not lines. The first entry has the mark `***` and contains a JSON object:
 * `format` ("plywire-journal"), `version` (1) and facts about the session (opening.ts). The last one has the same mark
 * and says how the session ended (closing.ts). If it is missing, the session is still running, was cut off by a crash,
 * or is from an earlier version (unclosed.ts). All entries before an incomplete one are valid.
 */
import { close, closeSync, fdatasync, openSync, unlinkSync, writeSync, writev } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Timer } from '../clock.ts';
import { makeFolder } from '../folder.ts';
import { Blocks, byteLength, fitsBlock, headBytes, headOf, sizeOf, type Mark } from './blocks.ts';

export const journalFormat = 'plywire-journal';
export const journalVersion = 1;

/**
 * The longest time before a byte is written and synced. Written bytes survive a crash of Plywire; synced bytes survive
 * a crash of the machine. Writing continues during a slow sync.
 */
const flushMilliseconds = 50;

/** Bytes in memory at which writing starts without waiting for the timer. */
const eagerBytes = 1024 * 1024;

/** Bytes in memory at which reading from the engine must pause, and at which it may resume. */
export const pressureBytes = 4 * 1024 * 1024;
const reliefBytes = 1024 * 1024;

/** The longest entry written; the reader treats longer ones as damage. */
export const entryLimit = 16 * 1024 * 1024;

export interface JournalListener {
  /** The disk is too slow: stop reading from the engine until called with false. */
  onPressure(pressed: boolean): void;
  /** The next chunk would exceed the quota; from now on only notes are accepted. Called once. */
  onQuota(): void;
  /** Called once; nothing is kept afterwards. */
  onFault(error: Error): void;
}

/** The system calls of a journal. */
export interface Disk {
  writev(
    descriptor: number,
    buffers: readonly Buffer[],
    done: (error: NodeJS.ErrnoException | null, written: number) => void,
  ): void;
  fdatasync(descriptor: number, done: (error: NodeJS.ErrnoException | null) => void): void;
}

export interface JournalOptions {
  readonly path: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly quotaBytes: number;
  readonly clock: Clock;
  /** The zero of the journal's times on `clock`. */
  readonly epoch: number;
  readonly listener: JournalListener;
  readonly disk?: Disk;
}

export class Journal {
  readonly path: string;
  readonly #clock: Clock;
  readonly #epoch: number;
  readonly #quota: number;
  readonly #listener: JournalListener;
  readonly #descriptor: number;
  readonly #disk: Disk;
  readonly #blocks = new Blocks();
  /** Bytes being written. */
  #writing = 0;
  /** The size of the file that the current sync covers; null if none is running. */
  #syncing: number | null = null;
  #lastSync: number;
  /** Bytes of the file, and how many of them are synced. */
  #written = 0;
  #synced = 0;
  #leftOut = 0;
  #timer: Timer | null = null;
  #pressed = false;
  #overQuota = false;
  #fault: Error | null = null;
  #closing: Promise<void> | null = null;
  /** Callers waiting until this many bytes are synced. */
  #waiters: { readonly bytes: number; readonly resolve: () => void }[] = [];

  /**
   * Creates the file with its header, and its folder, synchronously: so it is known at once whether there can be a
   * journal.
   * @throws if that fails or the file already exists
   */
  constructor(options: JournalOptions) {
    this.path = options.path;
    this.#clock = options.clock;
    this.#epoch = options.epoch;
    this.#quota = options.quotaBytes;
    this.#listener = options.listener;
    this.#disk = options.disk ?? { writev, fdatasync };
    this.#lastSync = options.epoch;
    makeFolder(dirname(options.path));
    this.#descriptor = openSync(options.path, 'wx', 0o600);
    const facts = { format: journalFormat, version: journalVersion, ...options.facts };
    const header = Buffer.from(JSON.stringify(facts));
    this.#begin(Buffer.from(`${headOf('***', header.length, 0)}${header.toString()}\n`));
  }

  #begin(header: Buffer): void {
    try {
      for (let at = 0; at < header.length;) at += writeSync(this.#descriptor, header, at);
    } catch (error) {
      closeSync(this.#descriptor);
      unlinkSync(this.path);
      throw error;
    }
    this.#written = this.#synced = header.length;
  }

  /** The size of the file when everything is written. */
  get bytes(): number {
    return this.#written + this.#writing + this.#blocks.bytes;
  }

  /** Bytes that came after the quota was reached or the disk failed. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /**
   * `chunk` must not be modified afterwards. `now` is on the session's clock.
   * @returns the offset of its (first) entry in the file, in bytes; null if it is not kept
   */
  chunk(mark: Mark, chunk: Buffer, now: number): number | null {
    if (!this.#admits(mark, chunk.length)) return null;
    const at = this.bytes;
    for (let start = 0; start < chunk.length; start += entryLimit) {
      const part = chunk.length <= entryLimit ? chunk : chunk.subarray(start, start + entryLimit);
      this.#blocks.chunk(mark, part, this.#micros(now));
      this.#appended();
    }
    return at;
  }

  /** Like `chunk`, for our own text. */
  text(mark: Mark, text: string, now: number): void {
    if (!fitsBlock(text)) return void this.chunk(mark, Buffer.from(text), now);
    const length = byteLength(text);
    if (!this.#admits(mark, length)) return;
    this.#blocks.text(mark, text, length, this.#micros(now));
    this.#appended();
  }

  /** Resolves when all current bytes are synced, or cannot be. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ bytes: this.bytes, resolve });
      this.#next();
    });
  }

  /** Writes and syncs everything and closes the file. Never rejects; errors go to `onFault`. */
  close(): Promise<void> {
    this.#closing ??= this.flush().then(
      () => new Promise<void>((resolve) => close(this.#descriptor, () => resolve())),
    );
    return this.#closing;
  }

  #admits(mark: Mark, length: number): boolean {
    if (this.#fault === null && this.#closing === null) {
      // Notes are few and ours. The note on the quota and the last entry must be written even then.
      if (
        mark === '###' ||
        mark === '***' ||
        (!this.#overQuota && this.bytes + length + headBytes <= this.#quota)
      )
        return true;
      if (!this.#overQuota) {
        this.#overQuota = true;
        this.#listener.onQuota();
      }
    }
    this.#leftOut += length;
    return false;
  }

  #micros(now: number): number {
    return Math.max(0, Math.round((now - this.#epoch) * 1000));
  }

  #appended(): void {
    if (!this.#pressed && this.#behind >= pressureBytes) this.#press(true);
    if (this.#writing > 0) return;
    if (this.#blocks.fullBytes >= eagerBytes) this.#next();
    else this.#timer ??= this.#clock.setTimer(() => this.#next(), flushMilliseconds);
  }

  /** Bytes that wait for a write or sync that does not include them. */
  get #behind(): number {
    if (this.#syncing !== null) return this.bytes - this.#syncing;
    return this.#writing > 0 ? this.#writing + this.#blocks.fullBytes : 0;
  }

  #press(pressed: boolean): void {
    this.#pressed = pressed;
    this.#listener.onPressure(pressed);
  }

  #relieve(): void {
    if (this.#pressed && this.#behind < reliefBytes) this.#press(false);
  }

  /** Starts the next write or sync, unless a write is under way. */
  #next(): void {
    this.#timer?.clear();
    this.#timer = null;
    if (this.#writing > 0) return;
    this.#blocks.seal();
    if (this.#blocks.fullBytes > 0) this.#write();
    else if (this.#fault === null) this.#sync();
    this.#release();
  }

  #release(): void {
    // While the system still uses the descriptor, a waiting caller must not close it.
    const busy = this.#writing > 0 || this.#syncing !== null;
    const reached = this.#fault === null ? this.#synced : busy ? -1 : Infinity;
    const waiters = this.#waiters;
    this.#waiters = waiters.filter(({ bytes }) => bytes > reached);
    for (const { bytes, resolve } of waiters) if (bytes <= reached) resolve();
  }

  #write(): void {
    const batch = this.#blocks.take();
    const size = sizeOf(batch);
    this.#writing = size;
    this.#disk.writev(this.#descriptor, batch, (error, written) => {
      this.#writing = 0;
      if (error !== null) return this.#fail(error, size);
      this.#written += written;
      // Most disk errors are preceded by a short write.
      if (written < size) this.#blocks.giveBack(Buffer.concat(batch).subarray(written));
      if (this.#fault !== null) return this.#fail(this.#fault, 0);
      this.#relieve();
      if (this.#blocks.fullBytes > 0) {
        if (this.#clock.now() - this.#lastSync >= flushMilliseconds) this.#sync();
        return this.#write();
      }
      if (this.#waiters.length > 0) return this.#next();
      this.#sync();
      if (this.#blocks.bytes > 0) this.#appended();
    });
  }

  /** Syncs the written bytes, unless a sync is under way; then the rest is synced afterwards. */
  #sync(): void {
    if (this.#syncing !== null || this.#synced === this.#written) return;
    const covered = this.#written;
    this.#syncing = covered;
    this.#disk.fdatasync(this.#descriptor, (error) => {
      this.#syncing = null;
      if (error !== null || this.#fault !== null) return this.#fail(error ?? this.#fault!, 0);
      this.#lastSync = this.#clock.now();
      this.#synced = covered;
      this.#release();
      if (this.#writing === 0) this.#sync();
      this.#relieve();
    });
  }

  /** Reports the first error; a write and a sync may both fail. @param lost bytes of the failed write */
  #fail(error: Error, lost: number): void {
    this.#leftOut += lost + this.#blocks.bytes;
    this.#blocks.clear();
    if (this.#fault === null) {
      this.#fault = error;
      if (this.#pressed) this.#press(false);
      this.#listener.onFault(error);
    }
    this.#release();
  }
}
