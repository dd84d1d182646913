/** What lost the engine's game, an answer or its time, in the referee's words. The process went on. */
export interface Forfeit {
  /** The ending of the game: `illegal`, `malformed` or `time`. */
  readonly word: string;
  readonly reason: string;
}

/** The text of the session's note on a forfeit. */
export const forfeitNote = ({ word, reason }: Forfeit): string => `lost: ${word}: ${reason}`;

/** Parses such a note. @returns null for any other note */
export function readForfeit(note: string): Forfeit | null {
  const [, word, reason] = /^lost: ([a-z]+): (.*)$/s.exec(note) ?? [];
  return word === undefined || reason === undefined ? null : { word, reason };
}
