/**
 * The journal of a session: an append-only file that holds every byte both ways, stderr and our own
 * notes, as they were read and written.
 *
 * The file is a sequence of entries, each
 *
 *     <microseconds> <mark> <length>\n<length bytes>\n
 *
 * with the decimal time since the session began on a monotonic clock, one of the marks below, and the
 * number of bytes that follow. Entries are chunks, not lines. The first entry has the mark `***` and holds
 * a JSON object: `format` ("plywire-journal"), `version` (1) and facts of the session (opening.ts). So has the
 * last one, which says how the session ended (closing.ts). A file without it belongs to a session that runs, or
 * was cut short by a crash, or is of an earlier version (unclosed.ts): whatever stands before an entry that is not
 * whole is sound.
 */
import { close, closeSync, fdatasync, openSync, unlinkSync, writeSync, writev } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Timer } from '../clock.ts';
import { makeFolder } from '../folder.ts';
import { Blocks, fitsBlock, headBytes, headOf, sizeOf, type Mark } from './blocks.ts';

export const journalFormat = 'plywire-journal';
export const journalVersion = 1;

/**
 * How long a byte may wait before it is written and synced. What is written survives a crash of ours, and writing
 * goes on while a slow sync is under way; what is synced survives a crash of the machine.
 */
const flushMilliseconds = 50;

/** Bytes in memory at which writing begins without waiting for the timer. */
const eagerBytes = 1024 * 1024;

/** Bytes in memory at which reading from the engine is to pause, and at which it may go on. */
export const pressureBytes = 4 * 1024 * 1024;
const reliefBytes = 1024 * 1024;

/** The longest entry that is written; the reader takes anything longer for damage. */
export const entryLimit = 16 * 1024 * 1024;

export interface JournalListener {
  /** The disk cannot keep up: stop reading from the engine until told otherwise. */
  onPressure(pressed: boolean): void;
  /** The next chunk would exceed the quota; from now on only notes are taken. Told once. */
  onQuota(): void;
  /** Told once; nothing more is kept after it. */
  onFault(error: Error): void;
}

/** What a journal asks of the system. */
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
  /** The zero of the journal's times, on `clock`. */
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
  /** Bytes that the system is writing now. */
  #writing = 0;
  /** The bytes of the file that a sync under way covers; null if none. */
  #syncing: number | null = null;
  #lastSync: number;
  /** Bytes of the file, and how many of them are on the disk for certain. */
  #written = 0;
  #synced = 0;
  #leftOut = 0;
  #timer: Timer | null = null;
  #pressed = false;
  #overQuota = false;
  #fault: Error | null = null;
  #closing: Promise<void> | null = null;
  /** Who waits until how many bytes are on the disk. */
  #waiters: { readonly bytes: number; readonly resolve: () => void }[] = [];

  /**
   * Creates the file with its header, and the folder it is in, so that it is known at once whether there can be a
   * journal at all. @throws when that fails or the file is already there.
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

  /** Bytes of the file once everything is written. */
  get bytes(): number {
    return this.#written + this.#writing + this.#blocks.bytes;
  }

  /** Bytes that came after the quota was used up, or after the disk failed. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** `chunk` must not be changed afterwards. `now` is a time on the session's clock. */
  chunk(mark: Mark, chunk: Buffer, now: number): void {
    if (!this.#admits(mark, chunk.length)) return;
    for (let start = 0; start < chunk.length; start += entryLimit) {
      this.#blocks.chunk(mark, chunk.subarray(start, start + entryLimit), this.#micros(now));
      this.#appended();
    }
  }

  /** Like `chunk`, for text of ours. */
  text(mark: Mark, text: string, now: number): void {
    if (!fitsBlock(text)) return this.chunk(mark, Buffer.from(text), now);
    const length = Buffer.byteLength(text);
    if (!this.#admits(mark, length)) return;
    this.#blocks.text(mark, text, length, this.#micros(now));
    this.#appended();
  }

  /** Resolves once all that there is now is on the disk, or cannot be. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiters.push({ bytes: this.bytes, resolve });
      this.#next();
    });
  }

  /** Writes and syncs what there is and closes the file. Never rejects: `onFault` has been told. */
  close(): Promise<void> {
    this.#closing ??= this.flush().then(
      () => new Promise<void>((resolve) => close(this.#descriptor, () => resolve())),
    );
    return this.#closing;
  }

  #admits(mark: Mark, length: number): boolean {
    if (this.#fault === null && this.#closing === null) {
      // Notes are few and ours; the one that tells of the quota must not be its victim, nor the last word.
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

  /** Bytes that wait for a write or a sync to end which does nothing for them. */
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

  /** Everything there is goes to the disk, as far as that is not busy with what was there before. */
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
    // A descriptor that the system still works on is not to be closed by a waiting caller.
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
      // A short write comes before most disk errors.
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

  /** Syncs what is written, unless a sync is under way: what that one misses is synced behind it. */
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

  /** `lost` bytes were on their way. The first error is told; the other half may end after it. */
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
