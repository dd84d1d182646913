/**
 * Reads the output of engines in turns. In each turn of the event loop all engines together get a few milliseconds, one
 * piece from each engine in rotation. The rest waits in the pipes, which blocks the engines. So a flood from one engine
 * delays neither the others nor calls to the host.
 */
import { performance } from 'node:perf_hooks';

/** Milliseconds per turn for all engines together. A call that takes a few turns is answered within 50 ms. */
const turnMilliseconds = 4;

/** The size of a piece: with the costliest lines, which are empty, at most a millisecond of work. */
export const pieceLines = 128;
export const pieceBytes = 32 * 1024;

/** Milliseconds of work that do not start a turn: an answer or two. */
const free = 0.2;

export type Stream = 'stdout' | 'stderr';

export interface IntakeListener {
  /**
   * Handles a piece of output. It consists of whole lines, unless a line is longer than a piece or has not ended yet.
   */
  onPiece(stream: Stream, piece: Buffer): void;
  /** Pauses or resumes reading of the output. */
  onWaiting(waiting: boolean): void;
}

/** The clock for turns, and a way to run work in the next turn of the event loop. */
export interface EventLoop {
  now(): number;
  next(work: () => void): void;
}

const eventLoop: EventLoop = { now: () => performance.now(), next: (work) => void setImmediate(work) };

interface Chunk {
  readonly stream: Stream;
  readonly bytes: Buffer;
  /** The offset of the rest. */
  from: number;
}

/** The end of the piece of a chunk that begins at `from`. */
export function pieceEnd(bytes: Buffer, from: number): number {
  // So few bytes cannot hold more lines than a piece.
  if (bytes.length - from <= pieceLines) return bytes.length;
  const most = Math.min(bytes.length, from + pieceBytes);
  let end = from;
  for (let lines = 0; lines < pieceLines; lines++) {
    const feed = bytes.indexOf(10, end);
    if (feed === -1 || feed >= most) return end > from && most < bytes.length ? end : most;
    end = feed + 1;
  }
  return end;
}

/** The turns of all engines that one event loop reads. */
export class Intake {
  readonly #turns: EventLoop;
  /** Inlets with waiting items, in the order of their turns. */
  readonly #waiting: Inlet[] = [];
  /** Inlets without waiting items whose pipes may still contain more. */
  readonly #resting = new Set<Inlet>();
  /** When this turn began. */
  #began = 0;
  /** Whether the next turn is scheduled. */
  #armed = false;
  #taking = false;
  /** Since when output has been read outside of turns; null if it was not since the last turn. */
  #straightSince: number | null = null;

  constructor(turns: EventLoop = eventLoop) {
    this.#turns = turns;
  }

  /**
   * Whether output may be read outside of the event loop's turns. Nothing else is served meanwhile, so there is as much
   * time for that between two turns as within one.
   */
  get hasTime(): boolean {
    const now = this.#turns.now();
    if (this.#straightSince === null) {
      this.#straightSince = now;
      this.#turns.next(() => (this.#straightSince = null));
    }
    return now - this.#straightSince < turnMilliseconds;
  }

  inlet(listener: IntakeListener): Inlet {
    return new Inlet(listener, (inlet) => this.#enter(inlet));
  }

  #enter(inlet: Inlet): void {
    // An engine that has kept up goes before those that flood.
    if (inlet.isBehind) this.#waiting.push(inlet);
    else this.#waiting.unshift(inlet);
    if (this.#taking) return;
    if (this.#armed && this.#isOver) return inlet.wait();
    // If no turn is scheduled, a piece is taken regardless of the time: nothing else would return to it.
    if (!this.#armed) this.#began = this.#turns.now();
    this.#take();
  }

  get #isOver(): boolean {
    return this.#turns.now() - this.#began >= turnMilliseconds;
  }

  /** Takes one piece from each engine in rotation until the turn's time is over or nothing waits. */
  #take(): void {
    this.#taking = true;
    try {
      for (let inlet = this.#waiting.shift(); inlet !== undefined; inlet = this.#waiting.shift()) {
        if (inlet.takeOne()) this.#waiting.push(inlet);
        else if (inlet.isBehind) this.#resting.add(inlet);
        if (this.#isOver) break;
      }
    } finally {
      this.#taking = false;
      this.#goOn();
    }
  }

  /** Schedules another turn if anything waits. */
  #goOn(): void {
    for (const inlet of this.#waiting) inlet.wait();
    const isIdle = this.#waiting.length === 0 && this.#resting.size === 0;
    if (this.#armed || (isIdle && this.#turns.now() - this.#began < free)) return;
    this.#armed = true;
    this.#turns.next(() => this.#next());
  }

  #next(): void {
    this.#armed = false;
    for (const inlet of this.#resting) if (!inlet.rest()) this.#resting.delete(inlet);
    this.#began = this.#turns.now();
    if (this.#waiting.length > 0 || this.#resting.size > 0) this.#take();
  }
}

/** Turns of the event loop after which the pipe's content has certainly been read: the first may be half over. */
const restTurns = 2;

/** The input from one engine: chunks of output, and work to do between them, in order. */
export class Inlet {
  readonly #listener: IntakeListener;
  readonly #enter: (inlet: Inlet) => void;
  readonly #items: (Chunk | (() => void))[] = [];
  /** Whether it is queued for a turn or being taken from. */
  #entered = false;
  #held = false;
  #waits = false;
  #paused = false;
  #rests = 0;
  #taken = 0;

  constructor(listener: IntakeListener, enter: (inlet: Inlet) => void) {
    this.#listener = listener;
    this.#enter = enter;
  }

  /** Whether its output waits for us: chunks wait, or the pipe may still contain some after reading was paused. */
  get isBehind(): boolean {
    return this.#waits || this.#rests > 0;
  }

  /** Whether the owner has paused it. */
  get isHeld(): boolean {
    return this.#held;
  }

  /** Bytes taken so far. */
  get taken(): number {
    return this.#taken;
  }

  chunk(stream: Stream, bytes: Buffer): void {
    this.#items.push({ stream, bytes, from: 0 });
    this.#come();
  }

  /** Calls `work` when all earlier chunks have been taken. */
  after(work: () => void): void {
    if (this.#items.length === 0) return work();
    this.#items.push(work);
    this.#come();
  }

  /** Pauses or resumes the taking of chunks. */
  hold(held: boolean): void {
    this.#held = held;
    this.#pause();
    if (!held && this.#items.length > 0) this.#come();
  }

  /** Pauses reading until its turn comes. */
  wait(): void {
    this.#waits = true;
    this.#pause();
  }

  /** Takes a piece. @returns whether more waits for its turn */
  takeOne(): boolean {
    const [item] = this.#items;
    if (item !== undefined && !this.#held) {
      if (typeof item === 'function') {
        this.#items.shift();
        item();
      } else this.#takeFrom(item);
      if (this.#items.length > 0 && !this.#held) return true;
    }
    this.#entered = false;
    if (this.#waits && this.#items.length === 0) {
      this.#waits = false;
      this.#rests = restTurns;
      this.#pause();
    }
    return false;
  }

  /** Counts a turn in which the pipe could be read. @returns whether the inlet still counts as behind */
  rest(): boolean {
    if (this.#rests > 0 && !this.#entered) this.#rests--;
    return this.#rests > 0 && !this.#entered;
  }

  #takeFrom(chunk: Chunk): void {
    const { stream, bytes, from } = chunk;
    const end = pieceEnd(bytes, from);
    chunk.from = end;
    if (end === bytes.length) this.#items.shift();
    this.#taken += end - from;
    this.#listener.onPiece(stream, from === 0 && end === bytes.length ? bytes : bytes.subarray(from, end));
  }

  #come(): void {
    if (this.#entered || this.#held) return;
    this.#entered = true;
    this.#enter(this);
  }

  #pause(): void {
    const paused = this.#held || this.#waits;
    if (paused === this.#paused) return;
    this.#paused = paused;
    this.#listener.onWaiting(paused);
  }
}
