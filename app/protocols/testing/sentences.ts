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
