/**
 * Reads the answers of engines that answer within microseconds right after the question, since the turn of the event
 * loop that would read them takes longer than such an engine.
 */
import { readSync, writeSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import type { Readable, Writable } from 'node:stream';

/** In milliseconds: an engine whose output comes so soon after a line is quick, and its next output is awaited. */
const quickMilliseconds = 0.25;
/** How long it is waited for without doing anything else: more than a quick engine mostly takes. */
const waitMilliseconds = 0.05;

/** In bytes: what `readAvailable` reads into, piece after piece, and the least that is left of it for a piece. */
const roomBytes = 256 * 1024;
const leastRoom = 64 * 1024;

let room = Buffer.allocUnsafeSlow(roomBytes);
let roomUsed = 0;

/** The descriptor of a pipe that never blocks; null if its stream has none, as on Windows. */
export function descriptorOf(pipe: Readable | Writable): number | null {
  const { _handle: handle } = pipe as typeof pipe & { readonly _handle?: { readonly fd?: number } | null };
  return typeof handle?.fd === 'number' && handle.fd >= 0 ? handle.fd : null;
}

/**
 * Writes to a pipe whose stream has written everything, without the stream's own account of it.
 * @returns the bytes written; none after an error, which the stream reports when it writes
 */
export function writeAvailable(descriptor: number, text: string): number {
  try {
    return writeSync(descriptor, text);
  } catch {
    return 0;
  }
}

/** What a pipe holds now; null if nothing has come, empty at its end or after an error, which its stream reports. */
function readAvailable(descriptor: number): Buffer | null {
  if (room.length - roomUsed < leastRoom) {
    room = Buffer.allocUnsafeSlow(roomBytes);
    roomUsed = 0;
  }
  const { stackTraceLimit } = Error;
  // A call that comes too early fails, and to collect a stack would take longer than the call.
  Error.stackTraceLimit = 0;
  try {
    const from = roomUsed;
    roomUsed += readSync(descriptor, room, from, leastRoom, null);
    return room.subarray(from, roomUsed);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? null : Buffer.alloc(0);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Work for the time in which an engine thinks. */
const meanwhile: (() => void)[] = [];
/** Whether the next turn of the event loop does what is left of it. */
let isLeftToLoop = false;

function workMeanwhile(): void {
  while (meanwhile.length > 0) meanwhile.shift()!();
}

/** Does some work while the next answer is awaited, or in the event loop's next turn. */
export function whileThinking(work: () => void): void {
  meanwhile.push(work);
  if (isLeftToLoop) return;
  isLeftToLoop = true;
  setImmediate(() => {
    isLeftToLoop = false;
    workMeanwhile();
  });
}

/** Those whose engines have been asked and have printed nothing since, in the order of the questions. */
const asked = new Set<AtOnce>();

export interface AtOnceListener {
  /** The descriptor of stdout; null where it cannot be read beside its stream now. */
  readable(): number | null;
  /** Whether more may be read before the event loop's next turn. */
  hasTime(): boolean;
  /** What was read: at least one byte. */
  onOutput(bytes: Buffer): void;
}

/** One engine. */
export class AtOnce {
  readonly #listener: AtOnceListener;
  /** When it was last written to, in ms, and whether it then answered almost at once. */
  #wroteAt = -Infinity;
  #isQuick = false;
  /** How long after a line its answer is looked for, in ms, found out by trial: a look that is in vain takes long. */
  #patience = 0.01;
  /** How long after a line it is looked for in passing, in ms, once the engine is known not to be quick this time. */
  #nextLook = waitMilliseconds;
  #isAwake = false;

  constructor(listener: AtOnceListener) {
    this.#listener = listener;
  }

  wrote(): void {
    this.#wroteAt = performance.now();
    this.#nextLook = waitMilliseconds;
  }

  /** Some of its output was read, here or by the event loop. */
  heard(): void {
    // Later, it may have answered long ago, while answers of others were read.
    if (this.#isJustAsked) this.#isQuick = true;
    asked.delete(this);
  }

  /** It will print nothing more. */
  stop(): void {
    asked.delete(this);
  }

  /**
   * Called when a question was written. If another quick engine was asked before, its answer is probably there by now
   * and is read instead: while that one's game goes on, this engine thinks.
   */
  read(): void {
    asked.delete(this);
    asked.add(this);
    if (!this.#isQuick) return;
    if (this.#listener.hasTime()) this.#readFirst();
    if (asked.has(this)) this.#stayAwake();
  }

  get #isJustAsked(): boolean {
    return performance.now() - this.#wroteAt < quickMilliseconds;
  }

  /** Waits for the quick engine that was asked first, and looks at those before it now and then. */
  #readFirst(): void {
    for (const one of asked) {
      if (one.#isQuick) {
        if (one === this) workMeanwhile();
        return one.#await();
      }
      if (one.#lookInPassing()) return;
    }
  }

  /** Looks again after twice the time, so that engines that think long take no time from others. */
  #lookInPassing(): boolean {
    const elapsed = performance.now() - this.#wroteAt;
    if (elapsed < this.#nextLook) return false;
    this.#nextLook = 2 * elapsed;
    return this.#look();
  }

  #await(): void {
    do {
      if (this.#look()) return;
    } while (performance.now() - this.#wroteAt < waitMilliseconds);
    // It is not so quick this time: the event loop reads its answer.
    this.#isQuick = false;
  }

  /** Reads what has come, unless that is too early. @returns whether nothing more is to be waited for */
  #look(): boolean {
    if (performance.now() - this.#wroteAt < this.#patience) return false;
    const descriptor = this.#listener.readable();
    if (descriptor === null) return true;
    const bytes = readAvailable(descriptor);
    this.#patience = Math.min(this.#patience * (bytes === null ? 1.1 : 0.99), waitMilliseconds / 2);
    if (bytes === null) return false;
    if (bytes.length > 0) {
      this.heard();
      this.#listener.onOutput(bytes);
    }
    return true;
  }

  /**
   * Keeps the event loop from sleeping while the answer is expected, since to be woken by the system takes longer than
   * some engines take to answer.
   */
  #stayAwake(): void {
    if (this.#isAwake) return;
    this.#isAwake = true;
    setImmediate(() => {
      this.#isAwake = false;
      if (asked.has(this) && this.#isJustAsked) this.#stayAwake();
    });
  }
}
