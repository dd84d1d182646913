/** The moves that an engine considers at the position shown, best first. */
import type { JudgedReport, Score } from '../../app/api/contract.ts';
import { ownScale, scoreWords } from './score.ts';

export interface Candidate {
  /** The move, and the further actions of its turn as far as the engine named them. */
  readonly moves: readonly string[];
  /** Null if the engine gave none. */
  readonly score: Score | null;
  readonly best: boolean;
}

/** For sorting alone: a quick win is best, a late loss better than a quick one, static values lie between. */
function rank(score: Score): number {
  if (score.type === 'static') return Math.atan(score.value);
  return score.winner === 'mover' ? 1e6 - score.plies : score.plies - 1e6;
}

/**
 * The moves with scores, or the best move alone where the protocol gives no scores a move; none of an answer at fault.
 * @param most the number to show; null for all
 */
export function candidatesOf(report: JudgedReport, most: number | null): readonly Candidate[] {
  const { bestmove, scores, turn, fault } = report;
  if (fault !== null || bestmove === null) return [];
  const best: Candidate = { moves: turn, score: scores?.[bestmove] ?? report.score, best: true };
  const others = Object.entries(scores ?? {})
    .filter(([move]) => move !== bestmove)
    .toSorted(([, one], [, other]) => rank(other) - rank(one))
    .map(([move, score]): Candidate => ({ moves: [move], score, best: false }));
  return [best, ...others].slice(0, most ?? Infinity);
}

/** The comment of a line that is kept: `0.35 static, depth 14, mine`. */
export const figureWords = (
  { score }: Pick<Candidate, 'score'>,
  { depth, exhaustive, staticScale }: Pick<JudgedReport, 'depth' | 'exhaustive' | 'staticScale'>,
  name: string,
): string =>
  [
    ...(score === null ? [] : [scoreWords(ownScale(score, staticScale), exhaustive)]),
    ...(depth === null ? [] : [`depth ${depth}`]),
    name,
  ].join(', ');
