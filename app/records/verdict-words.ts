/** Verdicts in words, the same in comments, on the page and on the command line. */
import { scoreWords } from './score-words.ts';
import type { Score, Truth } from '../shapes/games.ts';
import type { MoveVerdict, Weight } from '../shapes/report.ts';
import type { Glyph } from '../shapes/tree.ts';

/** The name of a teller by its id. */
export type NameOf = (teller: string) => string;

export const weightSigns: Readonly<Record<Weight, string>> = {
  inaccuracy: '?!',
  mistake: '?',
  blunder: '??',
};
export const weightGlyphs: Readonly<Record<Weight, Glyph>> = { inaccuracy: 6, mistake: 2, blunder: 4 };

/** `a win in 5 plies`, `a draw`, `a loss`. */
export function truthWords(truth: Truth): string {
  if (truth.outcome === 'draw') return 'a draw';
  return truth.plies === null ? `a ${truth.outcome}` : `a ${truth.outcome} in ${truth.plies}`;
}

/** One sentence: `Proven: was a win in 5, is a draw (solver).` @param how a proof of Plywire was found */
export function verdictWords(verdict: MoveVerdict, nameOf: NameOf, how: string | null): string {
  switch (verdict.kind) {
    case 'proven': {
      const by = verdict.by === null ? (how ?? 'Plywire') : oneLine(nameOf(verdict.by));
      return `Proven: was ${truthWords(verdict.was)}, is ${truthWords(verdict.is)} (${by}).`;
    }
    case 'claimed':
      return `${oneLine(nameOf(verdict.by))} claims: was ${words(verdict.was)}, is ${words(verdict.is)}.`;
    case 'judged':
      return `${oneLine(nameOf(verdict.by))} judges: was ${words(verdict.was)}, is ${words(verdict.is)} (${verdict.weight}).`;
  }
}

/** Whether a line of a comment is one that `verdictWords` wrote. */
export const isVerdictLine = (line: string): boolean =>
  /^Proven: was a |^.{1,256} (claims|judges): was .*\.$/u.test(line);

const words = (score: Score): string => scoreWords(score);

/** The name of an engine on one line, so that a comment has each verdict on a line of its own. */
const oneLine = (name: string): string => name.replaceAll(/\s+/g, ' ').slice(0, 200);
