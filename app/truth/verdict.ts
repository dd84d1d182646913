/** What is known for certain about a position or a move. */
import type { Result, Seat } from '../games/game.ts';

/** The value of the game, for the side to move, or for the side that makes the move. */
export type Value = 'win' | 'draw' | 'loss';

/** Where a proof comes from. */
export type How = 'rules' | 'table' | 'solver' | 'race' | 'search';

export interface Verdict {
  readonly value: Value | 'unknown';
  /**
   * Null if nothing was found out. With `unknown`: the method that answered that neither side can force anything, which
   * `solver` and `race` can say of a game without a draw.
   */
  readonly how: How | null;
  /** Plies from the position to the end, with the shortest win and the longest loss; null for a draw, or if not known. */
  readonly plies: number | null;
  /** What the plies lead to; null with an unknown value. */
  readonly to: 'end' | 'capture' | null;
}

/** The truth about a position as a whole, and about each of its moves. */
export interface PositionTruth<Move> {
  readonly verdict: Verdict;
  /** All legal moves; plies are counted from the position, the move included. */
  readonly moves: readonly { readonly move: Move; readonly verdict: Verdict }[];
  /** What stands in the way of a proof, in a sentence. */
  readonly note?: string;
}

export const unknown: Verdict = { value: 'unknown', how: null, plies: null, to: null };

export const proven = (value: Value, how: How, plies: number | null): Verdict => ({
  value,
  how,
  plies: value === 'draw' ? null : plies,
  to: 'end',
});

/** A finished game, from the view of `seat`. */
export function verdictOfResult(result: Result, seat: Seat): Verdict {
  if (result.kind === 'draw') return proven('draw', 'rules', null);
  return proven(result.winner === seat ? 'win' : 'loss', 'rules', 0);
}

const opposite = { win: 'loss', draw: 'draw', loss: 'win', unknown: 'unknown' } as const;

/**
 * The verdict of a move from that of the position after it.
 * @param turns whether the other side is to move there
 */
export const ofMove = (after: Verdict, turns: boolean): Verdict => ({
  ...after,
  value: turns ? opposite[after.value] : after.value,
  plies: after.plies === null ? null : after.plies + 1,
});

/** Orders verdicts of moves from the mover's view, the best last; a shorter win and a longer loss are better. */
function rank({ value, plies }: Verdict): number {
  const distance = Math.min(plies ?? 9e6, 9e6) / 1e7;
  return value === 'win' ? 3 - distance : value === 'draw' ? 1 : value === 'unknown' ? 0 : distance - 2;
}

/**
 * The verdict that follows from those of all moves: a proven win is enough; otherwise every move must be proven. A
 * position without moves is `unknown`.
 */
export function ofMoves(moves: readonly Verdict[]): Verdict {
  if (moves.length === 0) return unknown;
  const best = moves.reduce((one, other) => (rank(other) > rank(one) ? other : one));
  if (best.value === 'win') return best;
  if (moves.some(({ value }) => value === 'unknown')) return neither(moves) ?? unknown;
  return best;
}

/** If none of the moves wins, and each is known not to lose or to lead nowhere by force: that is known of all. */
function neither(moves: readonly Verdict[]): Verdict | null {
  const open = moves.filter(({ value }) => value === 'unknown');
  return open.every(({ how }) => how !== null) ? open[0]! : null;
}

/** A move that keeps what is proven of its position: the shortest win, a draw, or the longest loss; null if none does. */
export function best<Move>(moves: PositionTruth<Move>['moves']): Move | null {
  const known = moves.filter(({ verdict }) => verdict.value !== 'unknown');
  if (known.length === 0) return null;
  const first = known.reduce((one, other) => (rank(other.verdict) > rank(one.verdict) ? other : one));
  return first.verdict.value === 'win' || known.length === moves.length ? first.move : null;
}
