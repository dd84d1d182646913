/**
 * What the shared suites and the fuzzer need to know of a protocol beyond its driver. A protocol's folder
 * has it in `sample.fixture.ts`, exported as `sample`.
 */
import type { Game, Setup } from '../../games/game.ts';
import type { Protocol } from '../protocol.ts';
import type { Responder } from '../responder.ts';
import type { Limit } from '../../shapes/engines.ts';

export interface Sample {
  /** The game that the suites play over this protocol. */
  readonly game: Game;
  /** How its games are set up, where those of the default are too long to be played by the hundred. */
  readonly setup?: Setup;
  /** A new engine's side of a conversation. */
  responder(): Responder;
  /** Limits that a game is played with. */
  readonly limits: readonly Limit[];
  /** Noise that the protocol's text says nothing about, and that must be borne at any time. */
  readonly noise: readonly string[];
  /** Lines from which mutation begins, besides recorded ones: ours to the engine, and the engine's. */
  readonly lines: { readonly ours: readonly string[]; readonly theirs: readonly string[] };
  /** Which of the engine's lines answers a search. */
  readonly answer: RegExp;
  /** Lines of ours after which an engine may hold no answer back any more. */
  readonly finish: readonly string[];
}

/** By convention, so that a protocol in the registry needs no second line in any list. */
export async function sampleOf({ id }: Protocol): Promise<Sample> {
  const { sample } = (await import(`../${id}/sample.fixture.ts`)) as { sample: Sample };
  return sample;
}

/**
 * The sentences of a protocol's text that bind an engine, each with the checks that hold it to them or the
 * reason why none can. A protocol's folder has them in `checks/sentences.fixture.ts`, by convention.
 */
export interface Sentence {
  /** The section of the text. */
  readonly clause: string;
  /** In the text's words, shortened. */
  readonly text: string;
  /** Ids of checks. */
  readonly checks: readonly string[];
  /** What no check can see of it; empty where the checks cover all. */
  readonly unseen: string;
}

/** Covered by these checks. */
export const covered = (clause: string, text: string, ...checks: readonly string[]): Sentence => ({
  ...{ clause, text, checks, unseen: '' },
});

/** Covered in part, or not at all. */
export const partly = (
  clause: string,
  text: string,
  unseen: string,
  ...checks: readonly string[]
): Sentence => ({ clause, text, checks, unseen });

export async function sentencesOf(protocol: string): Promise<readonly Sentence[]> {
  const { sentences } = (await import(`../${protocol}/checks/sentences.fixture.ts`)) as {
    sentences: readonly Sentence[];
  };
  return sentences;
}
