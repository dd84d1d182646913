/**
 * What engines write is taken in turns. In each turn of the event loop all of them together get a few milliseconds, one
 * piece after the other from engine after engine; what is left waits in the pipe, and with it the engine. So that one
 * that pours takes time from none of the others, nor from callers of the host.
 */

/** Milliseconds of a turn that all engines get together. A call that takes a few turns is answered within 50 ms. */
const turnMilliseconds = 4;

/** A piece is what is taken at a time: at most a millisecond of work with the costliest lines, which are empty. */
export const pieceLines = 128;
export const pieceBytes = 32 * 1024;

/** Milliseconds of work that is done without counting it towards a turn: an answer or two. */
const free = 0.2;

export type Stream = 'stdout' | 'stderr';

export interface IntakeListener {
  /** Takes a piece of what was read: whole lines, but where a line is longer than a piece or has not ended yet. */
  onPiece(stream: Stream, piece: Buffer): void;
  /** Whether nothing more is to be read until what was read has been taken. */
  onWaiting(waiting: boolean): void;
}

/** The time that a turn is measured by, and what runs something once others have had their turn. */
export interface EventLoop {
  now(): number;
  next(work: () => void): void;
}

const eventLoop: EventLoop = { now: () => performance.now(), next: (work) => void setImmediate(work) };

interface Chunk {
  readonly stream: Stream;
  readonly bytes: Buffer;
  /** Where its rest begins. */
  from: number;
}

/** Where the piece of a chunk ends that begins at `from`. */
export function pieceEnd(bytes: Buffer, from: number): number {
  const most = Math.min(bytes.length, from + pieceBytes);
  let end = from;
  for (let lines = 0; lines < pieceLines; lines++) {
    const feed = bytes.indexOf(10, end);
    if (feed === -1 || feed >= most) return end > from && most < bytes.length ? end : most;
    end = feed + 1;
  }
  return end;
}

/** The turns of all engines that are read by one event loop. */
export class Intake {
  readonly #turns: EventLoop;
  /** Those of which something waits, in the order of their turns. */
  readonly #waiting: Inlet[] = [];
  /** Those of which nothing waits any more, though more may lie in the pipe. */
  readonly #resting = new Set<Inlet>();
  /** When the time of this turn began to run. */
  #began = 0;
  /** This turn is over once others have had theirs. */
  #armed = false;
  #taking = false;

  constructor(turns: EventLoop = eventLoop) {
    this.#turns = turns;
  }

  inlet(listener: IntakeListener): Inlet {
    return new Inlet(listener, (inlet) => this.#enter(inlet));
  }

  #enter(inlet: Inlet): void {
    // One that has kept up goes before those that pour.
    if (inlet.isBehind) this.#waiting.push(inlet);
    else this.#waiting.unshift(inlet);
    if (this.#taking) return;
    if (this.#armed && this.#isOver) return inlet.wait();
    // Where no turn is to come, a piece is taken in any case: nothing else would come back to it.
    if (!this.#armed) this.#began = this.#turns.now();
    this.#take();
  }

  get #isOver(): boolean {
    return this.#turns.now() - this.#began >= turnMilliseconds;
  }

  /** Takes pieces, one from each engine and again, until the time of this turn is over or nothing waits. */
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

  /** Whatever waits has another turn. */
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

/** EventLoop of the event loop after which what lies in the pipe has been read: one of them may be half over. */
const restTurns = 2;

/** The way in from one engine: what was read, and what is to be told in its place between, in their order. */
export class Inlet {
  readonly #listener: IntakeListener;
  readonly #enter: (inlet: Inlet) => void;
  readonly #items: (Chunk | (() => void))[] = [];
  /** It has its place among those that wait, or is being taken from. */
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

  /** What it wrote has to wait for us: some was read and not taken, or may lie in the pipe since reading was stopped. */
  get isBehind(): boolean {
    return this.#waits || this.#rests > 0;
  }

  /** Its own taker lets it wait. */
  get isHeld(): boolean {
    return this.#held;
  }

  /** Bytes that were taken so far. */
  get taken(): number {
    return this.#taken;
  }

  chunk(stream: Stream, bytes: Buffer): void {
    this.#items.push({ stream, bytes, from: 0 });
    this.#come();
  }

  /** Does this once all that was read before has been taken. */
  after(work: () => void): void {
    if (this.#items.length === 0) return work();
    this.#items.push(work);
    this.#come();
  }

  /** Lets what is read wait, or go on. */
  hold(held: boolean): void {
    this.#held = held;
    this.#pause();
    if (!held && this.#items.length > 0) this.#come();
  }

  /** Its turn has not come: no more is to be read meanwhile. */
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

  /** Another turn has gone by in which it could be read. @returns whether it still counts as behind */
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
