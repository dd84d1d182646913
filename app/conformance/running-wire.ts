/** A wire to a process, for checks and probes. */
import type { CheckWire } from '../protocols/conformance.ts';
import type { NonEngine } from './non-engine.ts';
import type { CheckEntry } from '../shapes/checks.ts';
import { copyOf } from '../protocols/text.ts';

export interface RunningWire extends CheckWire {
  readonly exchange: readonly CheckEntry[];
  /** Absent if there is no process. */
  readonly program?: ProgramFacts;
  /** Ends the process. Never rejects. */
  close(): Promise<void>;
}

/** Facts about a program for the user. */
export interface ProgramFacts {
  /** The command line to start it by hand. */
  readonly command: string;
  /** What kind of non-engine it is; null if none was recognised. */
  readonly nonEngine: NonEngine | null;
  /** Whether it printed nothing until it was told to quit: known once it is closed. */
  readonly heldBack: boolean;
  /** How Plywire itself may have caused its exit, in sentences; else empty. */
  readonly around: string;
  /** Null if it ran without a sandbox. */
  readonly sandbox: {
    /** Sentences saying that it ran there and how to run it without. */
    readonly words: string;
    /** Whether it missed a file that exists outside. */
    readonly hides: boolean;
  } | null;
}

/** Starts a process when there is room; null if `signal` aborted first. @throws Unstartable */
export type OpenWire = (signal: AbortSignal) => Promise<RunningWire | null>;

/** The program could not be started. */
export class Unstartable extends Error {
  override readonly name = 'Unstartable';
  readonly advice: string;

  constructor(reason: string, advice: string) {
    super(reason);
    this.advice = advice;
  }
}

/** Lines kept at each end of an exchange: more than any check needs. */
const keptAtEnds = 60;

/** Characters kept of a line: enough for every message of a protocol. */
const keptOfLine = 400;

/** The note that no answer came. It has no duration, so that two runs can be compared. */
export const silence = 'silence';

/** The lines of a conversation as shown for a failed check. */
export class Exchange {
  readonly #head: CheckEntry[] = [];
  readonly #tail: CheckEntry[] = [];
  #leftOut = 0;

  /** @param at in milliseconds since the process started */
  add(direction: CheckEntry['direction'], text: string, at: number): void {
    const shown = text.length > keptOfLine ? `${copyOf(text, keptOfLine)}…` : text;
    const entry = { seconds: Math.round(at) / 1000, direction, text: shown };
    if (this.#head.length < keptAtEnds) this.#head.push(entry);
    else if (this.#tail.push(entry) > keptAtEnds) {
      this.#tail.shift();
      this.#leftOut++;
    }
  }

  /** In order, with a note for the lines left out. */
  get entries(): readonly CheckEntry[] {
    if (this.#leftOut === 0) return [...this.#head, ...this.#tail];
    const seconds = this.#head.at(-1)!.seconds;
    const text = `${this.#leftOut} lines left out here`;
    return [...this.#head, { seconds, direction: 'note', text }, ...this.#tail];
  }
}
