import type { Report, Score } from '../api/contract.ts';

/** A score as a person reads it, from the mover's view. */
export function scoreWords(score: Score | null): string {
  if (!score) return 'no score';
  if (score.type === 'static') return `${score.value} static`;
  return `${score.winner === 'mover' ? 'win' : 'loss'} in ${score.plies}`;
}

export function reportWords(report: Report): string {
  const parts = [
    report.depth === null ? null : `depth ${report.depth}`,
    `${report.seconds.toFixed(2)} s`,
    `move ${report.bestmove ?? report.text}`,
    scoreWords(report.score),
    report.nodes === null ? null : `${report.nodes} nodes`,
    report.truncated ? '(cut short)' : null,
  ];
  return parts.filter((part) => part !== null).join('  ');
}
