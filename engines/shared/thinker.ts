/** What thinks: the part of an engine that knows nothing of lines and protocols. */
import type { Finding, Job } from '../../app/protocols/responder.ts';

export interface Thinker {
  /** Begins to get up, without a word: called once the conversation is open, so that nobody waits for it later. */
  wake(): void;
  /** Allocates what searching needs. Resolves when a search could begin. */
  prepare(): Promise<void>;
  /** `onProgress` is told of what was found so far. Never rejects: the best so far is an answer. */
  search(job: Job, onProgress: (finding: Finding) => void): Promise<Finding>;
  /** Ends the search of this id soon; a search that has not begun answers at once. */
  cancel(id: number): void;
  /** @returns why the value cannot be had, in words, or null. */
  option(name: string, value: string): string | null;
  newGame(): void;
}
