/** A wire to a process: what checks and probes are run over. */
import type { CheckWire } from '../protocols/conformance.ts';
import type { NonEngine } from './non-engine.ts';
import type { CheckEntry } from '../shapes/checks.ts';
import { copyOf } from '../protocols/text.ts';

/** A wire with the life of its process. */
export interface RunningWire extends CheckWire {
  readonly exchange: readonly CheckEntry[];
  /** Left out where there is no process. */
  readonly program?: ProgramFacts;
  /** Ends the process, however it stands; never rejects. */
  close(): Promise<void>;
}

/** What a person has to know of a program beside the lines. */
export interface ProgramFacts {
  /** How it is started by hand. */
  readonly command: string;
  /** What it is by its nonEngine, where that is no engine's. */
  readonly nonEngine: NonEngine | null;
  /** What of Plywire's own may be behind its end, as a sentence or two; else empty. */
  readonly around: string;
  /** Where it ran in the sandbox; else null. */
  readonly sandbox: {
    /** That it ran there and how it runs without, in sentences. */
    readonly words: string;
    /** It complained of a file that is there outside. */
    readonly hides: boolean;
  } | null;
}

/** Starts a process, when there is room for one; null where `signal` called it off before. @throws Unstartable */
export type OpenWire = (signal: AbortSignal) => Promise<RunningWire | null>;

/** There is no program to speak to. */
export class Unstartable extends Error {
  override readonly name = 'Unstartable';
  readonly advice: string;

  constructor(reason: string, advice: string) {
    super(reason);
    this.advice = advice;
  }
}

/** Lines that are kept from the beginning and from the end of an exchange: more than any check has with an engine that answers. */
const keptAtEnds = 60;

/** Characters of a line that are kept: enough for every line that a protocol's text has. */
const keptOfLine = 400;

/** The note that an answer was awaited in vain; how long is told by the times, so that two runs read alike. */
export const silence = 'silence';

/** Both directions of one conversation as they are shown where a check fails; what is left out is counted. */
export class Exchange {
  readonly #head: CheckEntry[] = [];
  readonly #tail: CheckEntry[] = [];
  #leftOut = 0;

  /** @param at in milliseconds since the process was started */
  add(direction: CheckEntry['direction'], text: string, at: number): void {
    const shown = text.length > keptOfLine ? `${copyOf(text, keptOfLine)}…` : text;
    const entry = { seconds: Math.round(at) / 1000, direction, text: shown };
    if (this.#head.length < keptAtEnds) this.#head.push(entry);
    else if (this.#tail.push(entry) > keptAtEnds) {
      this.#tail.shift();
      this.#leftOut++;
    }
  }

  /** In order; a note stands for what is left out. */
  get entries(): readonly CheckEntry[] {
    if (this.#leftOut === 0) return [...this.#head, ...this.#tail];
    const seconds = this.#head.at(-1)!.seconds;
    const text = `${this.#leftOut} lines left out here`;
    return [...this.#head, { seconds, direction: 'note', text }, ...this.#tail];
  }
}
