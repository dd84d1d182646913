/**
 * Formats evaluations for the window and the command line: from the side to move, with their unit. A number is rounded,
 * and not rescaled here. The command line gives those that the engine wrote; the window gives them on the scale of the
 * engine, with what it wrote beside them.
 */
import type { JudgedReport } from '../shapes/analysis.ts';
import type { Score } from '../shapes/games.ts';

/** In characters without the sign; a longer number is written with an exponent. */
const LONGEST = 6;

/** @returns the value with `digits` significant digits, or as an integer if it is larger: 0.05, 9983, 5.1e-9 */
function number(value: number, digits: number): string {
  const rounded = Math.abs(value) < 10 ** digits ? Number(value.toPrecision(digits)) : Math.round(value);
  const plain = String(rounded);
  const long = plain.replace('-', '').length > Math.max(LONGEST, digits + 3);
  const text = long ? value.toExponential(digits - 1).replace(/\.?0*e/, 'e') : plain;
  return text.replace('e+', 'e');
}

/** Whether the score is a proven draw: a zero for which play was followed to the end of the game. */
export const isDraw = (score: Score, exhaustive: boolean): boolean =>
  exhaustive && score.type === 'static' && score.value === 0;

/**
 * `win in 7`, `loss in 2`, `0.05 static`, `eval 1.5`, `draw`. Plies are counted from the position shown.
 * @param exhaustive whether play was followed to the end of the game, so that 0 is a draw
 */
export function scoreWords(score: Score, exhaustive = false): string {
  if (isDraw(score, exhaustive)) return 'draw';
  if (score.type === 'static') {
    const value = number(score.value, 3);
    return score.unit === undefined ? `${value} static` : `${score.unit.word} ${value}`;
  }
  return `${score.winner === 'mover' ? 'win' : 'loss'} in ${score.plies}`;
}

/** As `scoreWords`, for a chip one board unit wide: at most seven characters. */
export function scoreChip(score: Score, exhaustive = false): string {
  if (isDraw(score, exhaustive)) return 'draw';
  if (score.type === 'static') {
    const text = number(score.value, 2);
    return text.length > LONGEST ? number(score.value, 1) : text;
  }
  return `${score.winner === 'mover' ? 'win' : 'loss'} ${score.plies}`;
}

/** The actions of the turn that an engine chose; null if it named no legal one. */
export const turnWords = ({ turn }: Pick<JudgedReport, 'turn'>): string | null =>
  turn.length > 0 ? turn.join(' ') : null;
