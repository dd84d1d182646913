/** The truth by plain means, for comparison: every line followed by the rules, and nothing left out. */
import type { Game } from '../../games/game.ts';
import { ofMove, ofMoves, proven, unknown, type Verdict, verdictOfResult } from '../verdict.ts';

/** What can be forced within so many plies, by minimax. */
export function plainWithin<P, M>(game: Game<P, M>, position: P, plies: number): Verdict {
  const seat = game.seatToMove(position);
  const over = game.result(position);
  if (over !== null) return verdictOfResult(over, seat);
  if (plies === 0) return unknown;
  return ofMoves(
    game.moves(position).map((move) => {
      const next = game.play(position, move);
      return ofMove(plainWithin(game, next, plies - 1), game.seatToMove(next) !== seat);
    }),
  );
}

/**
 * The value of a position by minimax to the end of every line; null if that takes more than so many positions, or if one
 * comes back.
 * @param game whose rules do not look back, so that a position's text says all
 */
export function plainWhole<P, M>(game: Game<P, M>, position: P, most: number): Verdict | null {
  /** Null while its lines are followed. */
  const known = new Map<string, Verdict | null>();
  const valueOf = (at: P): Verdict | null => {
    const over = game.result(at);
    if (over !== null) return verdictOfResult(over, game.seatToMove(at));
    const text = game.positionText(at);
    const earlier = known.get(text);
    if (earlier !== undefined || known.size === most) return earlier ?? null;
    known.set(text, null);
    const moves: Verdict[] = [];
    for (const move of game.moves(at)) {
      const next = game.play(at, move);
      const verdict = valueOf(next);
      if (verdict === null) return null;
      moves.push(ofMove(verdict, game.seatToMove(next) !== game.seatToMove(at)));
    }
    const whole = ofMoves(moves);
    known.set(text, whole);
    return whole;
  };
  return valueOf(position);
}

/**
 * Every position that can follow, with its value, by passes over all of them until nothing changes. What stays unknown
 * cannot be forced.
 * @param textOf tells positions apart
 */
export function plainValues<P, M>(
  game: Game<P, M>,
  start: P,
  textOf: (position: P) => string,
): Map<string, { readonly position: P; readonly verdict: Verdict }> {
  const nodes = new Map<string, { position: P; next: string[]; verdict: Verdict }>();
  const queue = [start];
  for (const position of queue) {
    const text = textOf(position);
    if (nodes.has(text)) continue;
    const over = game.result(position);
    const next = over === null ? game.moves(position).map((move) => game.play(position, move)) : [];
    const verdict = over === null ? unknown : verdictOfResult(over, game.seatToMove(position));
    nodes.set(text, { position, next: next.map(textOf), verdict });
    queue.push(...next);
  }
  // In the pass of a number of plies, what ends after that many becomes known.
  for (let plies = 1, quiet = 0; quiet < 2; plies++) {
    const found: (() => void)[] = [];
    for (const node of nodes.values()) {
      if (node.verdict !== unknown || node.next.length === 0) continue;
      const { value } = ofMoves(node.next.map((text) => ofMove(nodes.get(text)!.verdict, true)));
      if (value === 'win' || value === 'loss') {
        found.push(() => (node.verdict = proven(value, 'search', plies)));
      }
    }
    for (const tell of found) tell();
    quiet = found.length === 0 ? quiet + 1 : 0;
  }
  return nodes;
}
