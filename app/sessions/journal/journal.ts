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
 * a JSON object: `format` ("plywire-journal"), `version` (1) and facts of the session. A file that ends
 * within an entry was cut short by a crash: whatever stands before that entry is sound.
 */
import { close, closeSync, fdatasync, openSync, unlinkSync, writeSync, writev } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock, Timer } from '../clock.ts';
import { makeFolder } from '../folder.ts';

export const journalFormat = 'plywire-journal';
export const journalVersion = 1;

/** The marks are those of the text form: sent, typed by hand, heard, stderr, note, header. */
export type Mark = '-->' | '==>' | '<--' | '<!!' | '###' | '***';

/**
 * How long a byte may wait before it is written and synced: the most that a crash of ours can lose, where no
 * sync is under way that takes longer.
 */
const flushMilliseconds = 50;

/** Entries are gathered in blocks of this size, so that a flood costs one system call for many of them. */
const blockBytes = 64 * 1024;

/** Chunks from this size on are kept as they are instead of being copied into a block. */
const borrowBytes = 16 * 1024;

/** Bytes in memory at which writing begins without waiting for the timer. */
const eagerBytes = 1024 * 1024;

/** Bytes in memory at which reading from the engine is to pause, and at which it may go on. */
export const pressureBytes = 4 * 1024 * 1024;
const reliefBytes = 1024 * 1024;

/** Buffers a single write takes (IOV_MAX is 1024 on Linux and macOS). */
const vectorLimit = 1000;

/** Longest header line: 16 digits, 3 characters, 10 digits, two blanks and a newline, with room to spare. */
const headBytes = 48;

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

export interface JournalOptions {
  readonly path: string;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly quotaBytes: number;
  readonly clock: Clock;
  /** The zero of the journal's times, on `clock`. */
  readonly epoch: number;
  readonly listener: JournalListener;
}

export class Journal {
  readonly path: string;
  readonly #clock: Clock;
  readonly #epoch: number;
  readonly #quota: number;
  readonly #listener: JournalListener;
  readonly #descriptor: number;
  /** Blocks and borrowed chunks that are complete and not yet handed to the system. */
  #full: Buffer[] = [];
  #fullBytes = 0;
  #block: Buffer = Buffer.allocUnsafe(blockBytes);
  #used = 0;
  /** Bytes that the system is writing now. */
  #writing = 0;
  /** A write or a sync is under way; whoever ends it looks for more work. */
  #busy = false;
  #lastSync: number;
  /** Bytes that ever left the block. */
  #sealed = 0;
  #leftOut = 0;
  #timer: Timer | null = null;
  #pressed = false;
  #overQuota = false;
  #fault: Error | null = null;
  #closing: Promise<void> | null = null;
  #written = 0;
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
    this.#lastSync = options.epoch;
    makeFolder(dirname(options.path));
    this.#descriptor = openSync(options.path, 'wx', 0o600);
    const facts = { format: journalFormat, version: journalVersion, ...options.facts };
    const header = Buffer.from(JSON.stringify(facts));
    this.#begin(Buffer.from(`${this.#head('***', header.length, this.#epoch)}${header.toString()}\n`));
  }

  #begin(header: Buffer): void {
    try {
      for (let at = 0; at < header.length;) at += writeSync(this.#descriptor, header, at);
    } catch (error) {
      closeSync(this.#descriptor);
      unlinkSync(this.path);
      throw error;
    }
    this.#sealed = this.#written = header.length;
  }

  /** Bytes of the file once everything is written. */
  get bytes(): number {
    return this.#sealed + this.#used;
  }

  /** Bytes that came after the quota was used up, or after the disk failed. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** `chunk` must not be changed afterwards. `now` is a time on the session's clock. */
  chunk(mark: Mark, chunk: Buffer, now: number): void {
    if (!this.#admits(mark, chunk.length)) return;
    for (let start = 0; start < chunk.length; start += entryLimit) {
      this.#append(mark, chunk.subarray(start, start + entryLimit), now);
    }
  }

  /** Like `chunk`, for text of ours. */
  text(mark: Mark, text: string, now: number): void {
    // UTF-8 takes at most three bytes a UTF-16 unit; what surely fits into a block is encoded in place.
    if (text.length * 3 > borrowBytes) return this.chunk(mark, Buffer.from(text), now);
    const length = Buffer.byteLength(text);
    if (!this.#admits(mark, length)) return;
    this.#reserve(length + headBytes);
    // As many bytes as characters: it is ASCII, which is copied and not encoded.
    const encoding = length === text.length ? 'latin1' : 'utf8';
    this.#used += this.#block.write(`${this.#head(mark, length, now)}${text}\n`, this.#used, encoding);
    this.#appended();
  }

  /** Resolves once all that there is now is on the disk, or cannot be. */
  flush(): Promise<void> {
    if (this.#fault !== null) return Promise.resolve();
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
      // Notes are few and ours; the one that tells of the quota must not be its victim.
      if (mark === '###' || (!this.#overQuota && this.bytes + length + headBytes <= this.#quota)) return true;
      if (!this.#overQuota) {
        this.#overQuota = true;
        this.#listener.onQuota();
      }
    }
    this.#leftOut += length;
    return false;
  }

  #append(mark: Mark, bytes: Buffer, now: number): void {
    const borrow = bytes.length >= borrowBytes;
    this.#reserve(borrow ? headBytes : bytes.length + headBytes);
    this.#used += this.#block.write(this.#head(mark, bytes.length, now), this.#used, 'latin1');
    if (borrow) {
      this.#seal();
      this.#push(bytes);
    } else {
      this.#block.set(bytes, this.#used);
      this.#used += bytes.length;
    }
    this.#block[this.#used++] = 10;
    this.#appended();
  }

  #head(mark: Mark, length: number, now: number): string {
    return `${Math.max(0, Math.round((now - this.#epoch) * 1000))} ${mark} ${length}\n`;
  }

  #reserve(bytes: number): void {
    if (this.#used + bytes > this.#block.length) this.#seal();
  }

  /** Puts the used part of the block in line for writing and goes on behind it. */
  #seal(): void {
    if (this.#used === 0) return;
    const rest = this.#block.length - this.#used;
    this.#push(this.#block.subarray(0, this.#used));
    this.#block =
      rest > borrowBytes + headBytes ? this.#block.subarray(this.#used) : Buffer.allocUnsafe(blockBytes);
    this.#used = 0;
  }

  #push(bytes: Buffer): void {
    this.#full.push(bytes);
    this.#fullBytes += bytes.length;
    this.#sealed += bytes.length;
  }

  #appended(): void {
    if (this.#busy) {
      if (!this.#pressed && this.#fullBytes + this.#writing >= pressureBytes) this.#press(true);
    } else if (this.#fullBytes >= eagerBytes) {
      this.#next();
    } else {
      this.#timer ??= this.#clock.setTimer(() => this.#next(), flushMilliseconds);
    }
  }

  #press(pressed: boolean): void {
    this.#pressed = pressed;
    this.#listener.onPressure(pressed);
  }

  /** The one place that decides what the disk does next. */
  #next(): void {
    if (this.#busy) return;
    this.#timer?.clear();
    this.#timer = null;
    this.#seal();
    if (this.#full.length > 0) this.#write();
    else this.#release();
  }

  #release(): void {
    const reached = this.#fault === null ? this.#written : Infinity;
    const waiters = this.#waiters;
    this.#waiters = waiters.filter(({ bytes }) => bytes > reached);
    for (const { bytes, resolve } of waiters) if (bytes <= reached) resolve();
  }

  #write(): void {
    const batch = this.#full.splice(0, vectorLimit);
    this.#writing = batch.reduce((sum, bytes) => sum + bytes.length, 0);
    this.#fullBytes -= this.#writing;
    this.#busy = true;
    writev(this.#descriptor, batch, (error, written) => {
      if (error !== null) return this.#fail(error);
      const short = this.#writing - written;
      this.#writing = 0;
      this.#written += written;
      if (short > 0) {
        // A short write comes before most disk errors; what is left goes first in the next batch.
        const rest = Buffer.concat(batch).subarray(written);
        this.#full.unshift(rest);
        this.#fullBytes += rest.length;
      }
      if (this.#pressed && this.#fullBytes < reliefBytes) this.#press(false);
      const due = this.#clock.now() - this.#lastSync >= flushMilliseconds;
      if (this.#full.length > 0 && !due) return this.#write();
      this.#sync();
    });
  }

  #sync(): void {
    fdatasync(this.#descriptor, (error) => {
      if (error !== null) return this.#fail(error);
      this.#lastSync = this.#clock.now();
      this.#busy = false;
      this.#release();
      if (this.#waiters.length > 0 || this.#fullBytes >= eagerBytes) return this.#next();
      if (this.#fullBytes + this.#used > 0) this.#appended();
    });
  }

  #fail(error: Error): void {
    this.#fault = error;
    this.#leftOut += this.#writing + this.#fullBytes + this.#used;
    this.#full = [];
    this.#fullBytes = 0;
    this.#used = 0;
    this.#writing = 0;
    this.#busy = false;
    if (this.#pressed) this.#press(false);
    this.#listener.onFault(error);
    this.#release();
  }
}
