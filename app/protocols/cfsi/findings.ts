/**
 * What our engine found, as a bestmove.
 *
 * Scores of a finding go on the wire as they are: a static `value` **is the number on the wire**, that is
 * the leaf's worth v (0 < v < 1, minus where the opponent moved last) already divided by 10^(p-1) for a leaf
 * at ply p; a decisive score is sent as 10^-(plies-1) with the loser's minus.
 */
import { type Connect4Position } from '../../games/connect4/index.ts';
import type { Finding } from '../responder.ts';
import { fourThrough, isOpen, openColumns } from './columns.ts';
import type { BestmoveResponse } from './responses.ts';
import { writeScore } from './scores.ts';

const isColumn = (move: unknown): move is number => typeof move === 'number' && Number.isInteger(move);

/** The open column nearest to the middle, the left one of two; null on a full board. */
export function anyColumn(position: Connect4Position): number | null {
  const middle = (position.width - 1) / 2;
  let best: number | null = null;
  for (const column of openColumns(position)) {
    if (best === null || Math.abs(column - middle) < Math.abs(best - middle)) best = column;
  }
  return best;
}

/** A bestmove that tells the column and nothing else. */
export const bareBestmove = (column: number | null): BestmoveResponse => ({
  kind: 'bestmove',
  column,
  score: null,
  four: null,
  line: null,
  scores: null,
});

/**
 * The answer to a play of `depth` plies from `position`; `only` is the column that was asked about, null
 * for all. A finding without a legal move (the search was cut before its first) gets one.
 */
export function bestmoveOf(
  finding: Finding,
  position: Connect4Position,
  depth: number,
  only: number | null,
): BestmoveResponse {
  const { bestmove, score } = finding;
  if (!isColumn(bestmove) || !isOpen(position, bestmove)) return bareBestmove(only ?? anyColumn(position));
  const scores = finding.scores
    .flatMap(({ move, score: own }) =>
      isColumn(move) ? [{ column: move, score: writeScore(own, depth) }] : [],
    )
    .sort((one, two) => one.column - two.column);
  const line = fourThrough(position, bestmove);
  return {
    kind: 'bestmove',
    column: bestmove,
    score: score && writeScore(score, depth),
    four: line ? [bestmove] : wonSequence(finding, bestmove),
    line,
    scores: scores.length > 0 ? scores : null,
  };
}

/** The mover's own columns of a forced win; null where there is none or its line is not known to its end. */
function wonSequence({ score, line }: Finding, bestmove: number): readonly number[] | null {
  if (score?.type !== 'decisive' || score.winner !== 'mover' || line.length < score.plies) return null;
  if (line[0] !== bestmove) return null;
  const own = line.slice(0, score.plies).filter((_, ply) => ply % 2 === 0);
  return own.every(isColumn) ? own : null;
}
