/**
 * What a conformance check is: one rule of a protocol's text as a sentence about an engine, and a script that
 * finds out whether it holds. A script talks over a wire and knows neither process nor clock, so that the same
 * one runs against a real engine and, in the tests, against a responder with a clock of its own.
 *
 * Scripts send only what the text allows, and read what comes with the protocol's own parser.
 */
import type { CheckLevel } from '../shapes/checks.ts';

/** The process is gone, and all it said has been heard. Null where the other of the two says it. */
export interface Ended {
  readonly kind: 'ended';
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** What `next` heard. */
export type WireEvent =
  | { readonly kind: 'line'; readonly text: string }
  /** Nothing came before the deadline. */
  | { readonly kind: 'silence' }
  | Ended;

/** A conversation with one process, fresh for each check. */
export interface CheckWire {
  /** Milliseconds since the process was started. */
  readonly now: number;
  /** What a person chose for the engine's options, by name; none where it is left out. */
  readonly values?: Readonly<Record<string, string>>;
  /** The protocol's settings for the engine, by id, as a driver is told them; the usual ones where it is left out. */
  readonly settings?: Readonly<Record<string, string>>;
  send(line: string): void;
  /** What comes next from stdout, within so many milliseconds. */
  next(milliseconds: number): Promise<WireEvent>;
  /** The lines that come within so many milliseconds where none is due. Unlike `next` it notes no silence. */
  unaskedLines(milliseconds: number): Promise<readonly string[]>;
  /** Closes the engine's input. */
  end(): void;
}

export type Outcome =
  | { readonly kind: 'pass' }
  /** Both read on after their label: "expected: `readyok` within 5 s", "instead: silence". */
  | {
      readonly kind: 'fail';
      readonly expected: string;
      readonly instead: string;
      /** How the process ended, where the rule was broken by that. */
      readonly ended: Ended | null;
    }
  /** What it is about is optional, and this engine does not have it. */
  | { readonly kind: 'not offered' };

export interface Check {
  /** Stable, in kebab-case, unique in its protocol. */
  readonly id: string;
  readonly level: CheckLevel;
  /** Reads as a sentence about an engine: "answers `stop` with `bestmove`". */
  readonly sentence: string;
  /** The place in the protocol's text, or whose need it is where the level is `beyond`. */
  readonly clause: string;
  /**
   * Ids of checks before it that it stands on: where one failed it is not run, and where one is not offered
   * neither is it. They bind at least as much as it does.
   */
  readonly needs: readonly string[];
  /**
   * Ids of checks before it, at least as binding, whose failure explains that of this one: it is run all the same,
   * but where both fail, and the process did not end, this one counts as not run.
   */
  readonly explainedBy?: readonly string[];
  /** One or two sentences on what to do where it fails. */
  readonly advice: string;
  /** @throws Breach where the rule is broken */
  run(wire: CheckWire): Promise<Outcome>;
}

export const pass: Outcome = { kind: 'pass' };
export const notOffered: Outcome = { kind: 'not offered' };

/** A script has seen the rule broken. */
export class Breach extends Error {
  override readonly name = 'Breach';
  readonly expected: string;
  readonly instead: string;
  readonly ended: Ended | null;

  /** @param ended how the process ended, where it was to go on */
  constructor(expected: string, instead: string, ended: Ended | null = null) {
    super(`expected ${expected}; instead ${instead}`);
    this.expected = expected;
    this.instead = instead;
    this.ended = ended;
  }
}

/** What came of a script. @throws what is no breach: a fault of the script itself */
export async function judge(check: Check, wire: CheckWire): Promise<Outcome> {
  try {
    return await check.run(wire);
  } catch (error) {
    if (!(error instanceof Breach)) throw error;
    const { expected, instead, ended } = error;
    return { kind: 'fail', expected, instead, ended };
  }
}
