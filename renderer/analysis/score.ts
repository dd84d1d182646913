/**
 * How evaluations are written: from the side to move, as the engine gave them, with their unit. Nothing is
 * shown that an engine did not say.
 */
import type { Choice, Seat } from '../../app/games/game.ts';
import type { AnalysisState, Report, Score } from '../../app/api/contract.ts';
import type { Chip, Ring } from '../board/overlay.ts';

const MINUS = '−';

/** In characters, sign left out: a longer number is written with an exponent. */
const LONGEST = 6;

/** A number as it was given, to `digits` significant ones: 0.05, 5.1e−9. */
export function formatStatic(value: number, digits: number): string {
  const plain = String(Number(value.toPrecision(digits)));
  const long = plain.replace('-', '').length > Math.max(LONGEST, digits + 3);
  const text = long ? String(Number(value).toExponential(digits - 1)).replace(/\.?0*e/, 'e') : plain;
  return text.replace('e+', 'e').replaceAll('-', MINUS);
}

/** `win in 7`, `loss in 2`, `0.05 static`. Plies are counted from the position shown. */
export function scoreWords(score: Score): string {
  if (score.type === 'static') return `${formatStatic(score.value, 4)} static`;
  const word = score.winner === 'mover' ? 'win' : 'loss';
  return `${word} in ${score.plies}`;
}

/** The same for a chip a board unit wide. */
export function scoreChip(score: Score): string {
  if (score.type === 'static') {
    const text = formatStatic(score.value, 2);
    return text.length > LONGEST ? formatStatic(score.value, 1) : text;
  }
  return `${score.winner === 'mover' ? 'win' : 'loss'} ${score.plies}`;
}

/**
 * What part of the bar is the first seat's, 0 to 1. Static values have no common unit and shrink with depth
 * in some protocols, so that only their side and their order of magnitude are shown.
 */
export function barShare(score: Score, mover: Seat): number {
  const forFirst = mover === 0 ? 1 : -1;
  if (score.type === 'decisive') return (score.winner === 'mover') === (mover === 0) ? 1 : 0;
  if (score.value === 0 || !Number.isFinite(score.value)) return 0.5;
  const magnitude = Math.max(0, 1 - Math.max(0, -Math.log10(Math.abs(score.value))) / 12);
  return 0.5 + forFirst * Math.sign(score.value) * (0.06 + 0.3 * magnitude);
}

const thousands = [
  { size: 1e9, unit: ' G' },
  { size: 1e6, unit: ' M' },
  { size: 1e3, unit: ' k' },
];

/** `56780` as `56.8 k`: a count of nodes or plies. */
export function formatCount(count: number): string {
  const scale = thousands.find(({ size }) => count >= size);
  return scale === undefined ? String(count) : `${Number((count / scale.size).toPrecision(3))}${scale.unit}`;
}

/** The figures beside a score, only those that the engine gave. */
export function reportFigures(report: Report): string[] {
  return [
    ...(report.depth === null ? [] : [`depth ${report.depth}`]),
    ...(report.nodes === null ? [] : [`${formatCount(report.nodes)} nodes`]),
    `${report.seconds.toFixed(1)} s`,
    ...(report.truncated ? ['cut short'] : []),
  ];
}

/** The answer in one line: `4, win in 7`, or what the protocol does not give. */
export function reportWords(report: Report): string {
  if (report.fault !== null) return `${report.bestmove ?? report.text}: ${report.fault}`;
  const move = report.bestmove ?? 'no move';
  return report.score === null
    ? `${move} (no score: this protocol gives a move only)`
    : `${move}, ${scoreWords(report.score)}`;
}

/** Scores over the moves they are about, and a ring where the best move would stand. */
export function overlay(
  analysis: AnalysisState | null,
  choices: readonly Choice<unknown>[],
  moveText: (move: unknown) => string,
): { readonly chips: readonly Chip[]; readonly rings: readonly Ring[] } {
  const report = analysis?.report ?? null;
  if (report === null) return { chips: [], rings: [] };
  const chips: Chip[] = [];
  const rings: Ring[] = [];
  for (const choice of choices) {
    const text = moveText(choice.move);
    const best = report.fault === null && report.bestmove === text;
    const area = choice.path.at(-1) ?? '';
    const score = report.scores?.[text] ?? (best ? report.score : null);
    if (score !== null && score !== undefined) {
      const tone = score.type === 'static' ? 'plain' : score.winner === 'mover' ? 'win' : 'loss';
      const words = `${scoreWords(score)}${best ? ', the best move' : ''}`;
      chips.push({ id: text, area, ...choice.chip, text: scoreChip(score), words, tone, best });
    } else if (best) {
      const words = 'the best move; this protocol gives no score';
      chips.push({ id: text, area, ...choice.chip, text: 'best', words, tone: 'plain', best });
    }
    if (best) for (const piece of choice.preview) rings.push({ id: piece.id, piece, weight: 1 });
  }
  return { chips, rings };
}
