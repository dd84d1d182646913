/** A wire to a process: what checks and probes are run over. */
import type { CheckWire } from '../protocols/conformance.ts';
import type { Manner } from './manner.ts';
import type { CheckEntry } from '../shapes/checks.ts';

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
  /** What it is by its manner, where that is no engine's. */
  readonly manner: Manner | null;
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
