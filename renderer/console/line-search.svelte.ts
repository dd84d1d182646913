/** A search of lines as its bar shows it: the query, and the matches to step through. */
import type { Query } from './filter.ts';

export abstract class LineSearch implements Query {
  /** Whether its bar is shown. */
  open = $state(false);
  /** Counts the calls of `show`, each of which focuses the field. */
  asked = $state(0);
  text = $state('');
  regex = $state(false);
  exact = $state(false);
  /** Why there is no new result; null if there is one. */
  fault = $state<string | null>(null);

  /** The fraction searched so far, 0 to 1, while there is no result; else null. */
  abstract get pending(): number | null;

  /** The position of the shown match among all matches, from 1; 0 if none is shown. */
  abstract get position(): number;

  abstract get count(): number;

  protected get query(): Query {
    const { text, regex, exact } = this;
    return { text, regex, exact };
  }

  /** Opens the search and focuses its field. */
  show(): void {
    this.open = true;
    this.asked++;
  }

  /** Searches for another text, or with other options. */
  change(part: Partial<Query>): void {
    Object.assign(this, part);
    this.look();
  }

  /** Searches for the text, and shows a match. */
  abstract look(): void;

  /** Goes to the next or previous match, and wraps around at the ends. */
  abstract step(way: 1 | -1): Promise<void>;

  abstract close(): void;
}
