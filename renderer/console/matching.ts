/** What the thread of a regular expression is asked and answers; and the work itself. */
import type { Places, Query } from './query.ts';

export interface Question {
  readonly id: number;
  readonly query: Query;
  readonly texts: readonly string[];
}

/** For each text where it fits; null where it does not. */
export interface Matches {
  readonly id: number;
  readonly places: readonly (Places | null)[];
}

/** Places of one line that are marked. */
const mostPlaces = 50;

/** @throws SyntaxError where the expression is none */
export function match({ text, exact }: Query, texts: readonly string[]): readonly (Places | null)[] {
  const expression = new RegExp(text, exact ? 'g' : 'gi');
  return texts.map((line) => {
    expression.lastIndex = 0;
    const places: number[] = [];
    let found = false;
    for (let count = 0; count < mostPlaces; count++) {
      const match = expression.exec(line);
      if (match === null) break;
      found = true;
      const end = match.index + match[0].length;
      // What fits without taking a character is found and has nothing to be marked.
      if (end === match.index) expression.lastIndex++;
      else places.push(match.index, end);
    }
    return found ? places : null;
  });
}
