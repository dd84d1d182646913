/** Runs of lines of one kind, of which a console that is folded shows the first ones and the newest. */
import type { ConsoleLine } from './lines.ts';
import { isTrouble } from './filter.ts';

/** Lines of a run that stand as they are. */
const shownFirst = 2;

/** Lines that stand in one row, by their numbers. */
export interface Fold {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly newest: ConsoleLine;
}

/** Lines of the same key behind one another are of one run; null where a line is of none. */
function keyOf(line: ConsoleLine): string | null {
  const { direction, text, asks, answers, byHand, cut, origin } = line;
  const isHeard = direction === 'heard' || direction === 'stderr';
  if (!isHeard || asks || answers.length > 0 || byHand || cut > 0 || isTrouble(line)) return null;
  const word = /^\s*(\S+)/.exec(text.slice(0, 80))?.[1];
  return word === undefined ? null : `${origin?.session ?? ''} ${direction} ${word}`;
}

export class Runs {
  #key: string | null = null;
  #shown = 0;
  #fold: Fold | null = null;

  /** Something else was painted: the next line begins a run. */
  end(): void {
    this.#key = null;
    this.#fold = null;
  }

  /** The next line. @returns what it is folded into; null where it stands for itself */
  take(line: ConsoleLine): Fold | null {
    const key = keyOf(line);
    if (key === null || key !== this.#key) {
      this.#key = key;
      this.#shown = 1;
      this.#fold = null;
      return null;
    }
    if (this.#shown < shownFirst) {
      this.#shown++;
      return null;
    }
    const { from, count } = this.#fold ?? { from: line.seq, count: 0 };
    this.#fold = { from, to: line.seq + 1, count: count + 1, newest: line };
    return this.#fold;
  }
}
