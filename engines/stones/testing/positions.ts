/** Positions for tests, the same in every run. */
import { stones, type StonesPosition } from '../../../app/games/stones/index.ts';

/** The position after `plies` random moves; games that end before are left and another one begun. */
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
