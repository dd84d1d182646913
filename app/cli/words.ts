import type { Report, Score, Truth } from '../api/contract.ts';
import { scoreWords as wordsOfScore, turnWords } from '../api/score-words.ts';

/** Those of a score, or that there is none. */
export const scoreWords = (score: Score | null, exhaustive: boolean): string =>
  score === null ? 'no score' : wordsOfScore(score, exhaustive);

/** `win 5`, `loss 12` (in plies), `draw`, or that nothing is proven. */
export function truthWords(truth: Truth | null): string {
  if (!truth) return 'unknown';
  return truth.outcome === 'draw' ? 'draw' : `${truth.outcome} ${truth.plies}`;
}

/** How far a round has come, as far as the engine tells. */
export const progressWords = (nodes: number | null, score: Score | null): string =>
  [...(score === null ? [] : [scoreWords(score, false)]), ...(nodes === null ? [] : [`${nodes} nodes`])].join(
    '  ',
  );

export function reportWords(report: Report): string {
  const parts = [
    report.depth === null ? null : `depth ${report.depth}`,
    `${report.seconds.toFixed(2)} s`,
    `move ${turnWords(report) ?? report.text}`,
    scoreWords(report.score, report.exhaustive),
    report.nodes === null ? null : `${report.nodes} nodes`,
    report.truncated ? '(cut short)' : null,
    report.fault,
  ];
  return parts.filter((part) => part !== null).join('  ');
}

/** Rows of cells as lines whose columns stand under each other. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  }
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at]!))
      .join('  ')
      .trimEnd(),
  );
}
