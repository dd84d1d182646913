/** Positions for tests, the same in every run. */
import { defaultWalls, quoridor, type QuoridorPosition } from '../../../app/games/quoridor/index.ts';
import { seededRandom } from '../../shared/random.ts';

/** The position after `plies` random moves, a third of them walls, or as many as the game lasts. */
export function playedPosition(
  random: () => number,
  setup: { readonly size: number; readonly walls: number },
  plies: number,
): QuoridorPosition {
  let position = quoridor.initial(setup);
  for (let ply = 0; ply < plies; ply++) {
    const next = quoridor.play(position, randomMove(random, position));
    if (quoridor.result(next) !== null) return position;
    position = next;
  }
  return position;
}

/** A pawn's move twice as often as a wall. */
export function randomMove(random: () => number, position: QuoridorPosition): number {
  const moves = quoridor.moves(position);
  const cells = position.size * position.size;
  const walls = moves.filter((move) => move >= cells);
  const pawn = moves.filter((move) => move < cells);
  const among = walls.length > 0 && random() < 1 / 3 ? walls : pawn;
  return among[Math.floor(random() * among.length)];
}

/** The positions after four random plies, each for two games. */
export const opening = (game: number, size = 9): QuoridorPosition =>
  playedPosition(seededRandom(100 + (game >> 1)), { size, walls: defaultWalls(size) }, 4);
