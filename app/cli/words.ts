import type { Report, Score, Truth } from '../api/contract.ts';

/** A score as a person reads it: from the mover's view, on the engine's own scale. */
export function scoreWords(
  score: Score | null,
  { staticScale, exhaustive }: Pick<Report, 'staticScale' | 'exhaustive'>,
): string {
  if (!score) return 'no score';
  if (score.type === 'static') {
    if (exhaustive && score.value === 0) return 'draw';
    const given = score.value * staticScale;
    const value = Math.abs(given) < 1000 ? Number(given.toPrecision(3)) : Math.round(given);
    return score.unit === undefined ? `${value} static` : `${score.unit.word} ${value}`;
  }
  return `${score.winner === 'mover' ? 'win' : 'loss'} in ${score.plies}`;
}

/** `win 5`, `loss 12` (in plies), `draw`, or that nothing is proven. */
export function truthWords(truth: Truth | null): string {
  if (!truth) return 'unknown';
  return truth.outcome === 'draw' ? 'draw' : `${truth.outcome} ${truth.plies}`;
}

/** How far a round has come, as far as the engine tells. */
export const progressWords = (nodes: number | null, score: Score | null): string =>
  [
    ...(score === null ? [] : [scoreWords(score, { staticScale: 1, exhaustive: false })]),
    ...(nodes === null ? [] : [`${nodes} nodes`]),
  ].join('  ');

/** The actions of the turn that an engine would make; null where it named no legal one. */
export const turnWords = ({ turn }: Report): string | null => (turn.length > 0 ? turn.join(' ') : null);

export function reportWords(report: Report): string {
  const parts = [
    report.depth === null ? null : `depth ${report.depth}`,
    `${report.seconds.toFixed(2)} s`,
    `move ${turnWords(report) ?? report.text}`,
    scoreWords(report.score, report),
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
