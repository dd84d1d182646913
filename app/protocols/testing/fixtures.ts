/**
 * What the shared suites and the fuzzer need of a protocol: `sample` of its `sample.fixture.ts`, and `sentences` of its
 * `checks/sentences.fixture.ts`. The names are a convention, so that a new protocol needs no further entry.
 */
import type { Game, Setup } from '../../games/game.ts';
import type { Protocol } from '../protocol.ts';
import type { Responder } from '../responder.ts';
import type { Limit } from '../../shapes/engines.ts';

export interface Sample {
  readonly game: Game;
  /** A setup of short games, where the default's are too long to be played by the hundred. */
  readonly setup?: Setup;
  responder(): Responder;
  readonly limits: readonly Limit[];
  /** Lines outside the protocol's text that a driver has to bear at any time. */
  readonly noise: readonly string[];
  /** Lines to mutate, besides recorded ones: ours and the engine's. */
  readonly lines: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
  /** The engine's line that answers a search. */
  readonly answer: RegExp;
  /** Whether the driver may send blank lines, which the protocol's text lets an engine ignore. */
  readonly sendsBlankLines?: true;
  /** Lines of ours after which an engine has to answer. */
  readonly finish: readonly string[];
}

export async function sampleOf({ id }: Protocol): Promise<Sample> {
  const { sample } = (await import(`../${id}/sample.fixture.ts`)) as { sample: Sample };
  return sample;
}

/** A sentence of a protocol's text that binds an engine, with the checks that test it or the reason why none can. */
export interface Sentence {
  /** The section of the text. */
  readonly clause: string;
  /** Quoted in short. */
  readonly text: string;
  /** Ids of checks. */
  readonly checks: readonly string[];
  /** What no check can see; empty where the checks cover all. */
  readonly unseen: string;
}

/** @param checks ids, which one string may join by blanks */
export const covered = (clause: string, text: string, ...checks: readonly string[]): Sentence =>
  partly(clause, text, '', ...checks);

/** Covered in part or not at all. */
export const partly = (
  clause: string,
  text: string,
  unseen: string,
  ...checks: readonly string[]
): Sentence => ({ clause, text, checks: checks.flatMap((ids) => ids.split(' ')), unseen });

export async function sentencesOf(protocol: string): Promise<readonly Sentence[]> {
  const { sentences } = (await import(`../${protocol}/checks/sentences.fixture.ts`)) as {
    sentences: readonly Sentence[];
  };
  return sentences;
}
