/** Positions for tests, the same in every run. */
import { stones, type StonesPosition } from '../../../app/games/stones/index.ts';

/** The position after `plies` random moves; games that end earlier are replaced by others. */
export function playedPosition(random: () => number, plies: number): StonesPosition {
  for (;;) {
    let position = stones.initial();
    for (let ply = 0; ply < plies && stones.result(position) === null; ply++) {
      position = stones.play(position, randomMove(random, position));
    }
    if (stones.result(position) === null) return position;
  }
}

export function randomMove(random: () => number, position: StonesPosition): number {
  const moves = stones.moves(position);
  return moves[Math.floor(random() * moves.length)];
}

/**
 * The plies, which are actions, until the mover wins (above 0) or loses (below 0) with best play, within `plies`; 0 if
 * neither. The game must not be over.
 */
export function endWithin(position: StonesPosition, plies: number): number {
  if (plies === 0) return 0;
  let best = -Infinity;
  for (const move of stones.moves(position)) {
    const end = endAfter(position, move, plies);
    if (better(end) > better(best)) best = end;
    if (best === 1) break;
  }
  return best;
}

/** The same after this move of the mover. */
export function endAfter(position: StonesPosition, move: number, plies: number): number {
  const next = stones.play(position, move);
  const result = stones.result(next);
  if (result?.kind === 'win') return result.winner === position.mover ? 1 : -1;
  const end = endWithin(next, plies - 1);
  if (end === 0) return 0;
  const one = end > 0 ? 1 : -1;
  return next.mover === position.mover ? end + one : -(end + one);
}

/** Wins before neither before losses; near wins and far losses first. */
const better = (end: number): number => (end === 0 || !Number.isFinite(end) ? end : 1 / end);
