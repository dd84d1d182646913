/** How an answer lost the game that its engine was playing, in the words of the referee. The process lived on. */
export interface Forfeit {
  /** As a game ends: `illegal`, `malformed`. */
  readonly word: string;
  readonly reason: string;
}

/** As it stands among the notes of the session. */
export const forfeitNote = ({ word, reason }: Forfeit): string => `lost: ${word}: ${reason}`;

/** Null for a note of anything else. */
export function readForfeit(note: string): Forfeit | null {
  const [, word, reason] = /^lost: ([a-z]+): (.*)$/s.exec(note) ?? [];
  return word === undefined || reason === undefined ? null : { word, reason };
}
