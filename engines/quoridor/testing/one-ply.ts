/** A player who looks one ply ahead: whatever leaves the best difference of the two shortest ways. */
import { distance, quoridor, type QuoridorPosition } from '../../../app/games/quoridor/index.ts';
import { otherSeat } from '../../../app/games/game.ts';

/** Of moves that are equally good a pawn's, and among those one by chance. */
export function onePlyMove(position: QuoridorPosition, random: () => number): number {
  const { mover, size } = position;
  let best: number[] = [];
  let most = -Infinity;
  for (const move of quoridor.moves(position)) {
    const next = quoridor.play(position, move);
    const ahead = distance(next, otherSeat(mover)) - distance(next, mover);
    const worth = 2 * ahead + (move < size * size ? 1 : 0);
    if (worth > most) {
      most = worth;
      best = [];
    }
    if (worth === most) best.push(move);
  }
  return best[Math.floor(random() * best.length)];
}
