/** Positions for tests, the same in every run. */
import { morris, type MorrisPosition } from '../../../app/games/morris/index.ts';

/** The position after `plies` random moves; games that end before are left and another one begun. */
export function playedPosition(random: () => number, plies: number): MorrisPosition {
  for (;;) {
    let position = morris.initial();
    for (let ply = 0; ply < plies && morris.result(position) === null; ply++) {
      position = morris.play(position, randomMove(random, position));
    }
    if (morris.result(position) === null) return position;
  }
}

export function randomMove(random: () => number, position: MorrisPosition): number {
  const moves = morris.moves(position);
  return moves[Math.floor(random() * moves.length)]!;
}
