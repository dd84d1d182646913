/** Proof climbs: what is known of the positions after its moves is known of a position. */
import { ofMove, ofMoves, type PositionTruth, type Verdict } from './verdict.ts';

/** What is known of the position after a move. */
export interface After<Move> {
  readonly move: Move;
  readonly verdict: Verdict;
  /** Whether the other side is to move there. */
  readonly turns: boolean;
}

/**
 * The truth about a position, improved by what is known of positions after its moves. A proof holds for the moves that
 * led there, so that what the rules count over them is part of it.
 */
export function climb<Move>(truth: PositionTruth<Move>, after: readonly After<Move>[]): PositionTruth<Move> {
  const moves = truth.moves.map((each) => {
    const known = after.find(({ move }) => move === each.move);
    if (known === undefined || known.verdict.value === 'unknown' || each.verdict.value !== 'unknown')
      return each;
    return { ...each, verdict: ofMove(known.verdict, known.turns) };
  });
  const verdict =
    truth.verdict.value === 'unknown' ? ofMoves(moves.map((each) => each.verdict)) : truth.verdict;
  return { ...truth, verdict, moves };
}
