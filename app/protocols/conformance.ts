/**
 * A conformance check is one rule of a protocol's text, as a sentence about an engine, and a script that tests it. A
 * script talks over a wire and knows neither process nor clock, so it also runs against a responder in memory.
 *
 * Scripts send only what the text allows, and read answers with the protocol's parser.
 */
import type { CheckLevel } from '../shapes/checks.ts';

/** How the process ended, after all its lines were read. One of the two is null. */
export interface Ended {
  readonly kind: 'ended';
  readonly exitCode: number | null;
  readonly signal: string | null;
}

export type WireEvent =
  | { readonly kind: 'line'; readonly text: string }
  /** No line before the deadline. */
  | { readonly kind: 'silence' }
  | Ended;

/** The wire to a process, a new one for each check. */
export interface CheckWire {
  /** Milliseconds since the process started. */
  readonly now: number;
  /** The user's values of the engine's options, by name. */
  readonly values?: Readonly<Record<string, string>>;
  /** The protocol's settings by id, as `createDriver` takes them. */
  readonly settings?: Readonly<Record<string, string>>;
  send(line: string): void;
  /** Whether the line that `next` gave last has no line end; absent if that is not known. */
  readonly isUnended?: boolean;
  /** The next line of stdout. */
  next(milliseconds: number): Promise<WireEvent>;
  /** The lines that arrive within this time, while none is due. Unlike `next`, it does not record silence. */
  unaskedLines(milliseconds: number): Promise<readonly string[]>;
  /** Closes the engine's input. */
  end(): void;
}

export type Outcome =
  | { readonly kind: 'pass' }
  /** Both continue their label: "expected: `readyok` within 5 s", "instead: silence". */
  | {
      readonly kind: 'fail';
      readonly expected: string;
      readonly instead: string;
      /** How the process ended, if that broke the rule. */
      readonly ended: Ended | null;
      /** Whether no line came while one was awaited. */
      readonly isSilent: boolean;
    }
  /** The engine lacks the optional feature. */
  | { readonly kind: 'not offered' };

export interface Check {
  /** Stable, kebab-case, unique in its protocol. */
  readonly id: string;
  readonly level: CheckLevel;
  /** Reads as a sentence about an engine: "answers `stop` with `bestmove`". */
  readonly sentence: string;
  /** The place in the protocol's text; for level `beyond`, the programs that need it. */
  readonly clause: string;
  /**
   * Ids of earlier checks, at least as binding. If one fails, this check is not run; if one is not offered, neither is
   * this one.
   */
  readonly needs: readonly string[];
  /**
   * Ids of earlier checks, at least as binding, whose failure explains a failure of this one: if both fail without an
   * end of the process, this check counts as not run.
   */
  readonly explainedBy?: readonly string[];
  /** How to fix a failure, in one or two sentences. */
  readonly advice: string;
  /** @throws Breach */
  run(wire: CheckWire): Promise<Outcome>;
}

export const pass: Outcome = { kind: 'pass' };
export const notOffered: Outcome = { kind: 'not offered' };

/** The engine broke the rule. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly expected: string;
  readonly instead: string;
  readonly ended: Ended | null;

  /** @param ended how the process ended, if it should have kept running */
  constructor(expected: string, instead: string, ended: Ended | null = null) {
    super(`expected ${expected}; instead ${instead}`);
    this.expected = expected;
    this.instead = instead;
    this.ended = ended;
  }
}

/** No line came while one was awaited. */
export class Silence extends Breach {
  constructor(expected: string) {
    super(expected, 'silence');
  }
}

/** Runs a check. @throws any error of the script except a Breach */
export async function judge(check: Check, wire: CheckWire): Promise<Outcome> {
  try {
    return await check.run(wire);
  } catch (error) {
    if (!(error instanceof Breach)) throw error;
    const { expected, instead, ended } = error;
    return { kind: 'fail', expected, instead, ended, isSilent: error instanceof Silence };
  }
}
