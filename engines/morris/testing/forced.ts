/** Positions in which the mover wins in three plies and not sooner, found by playing games with many captures. */
import { count, isFlying, morris, type MorrisPosition } from '../../../app/games/morris/index.ts';
import { seededRandom } from '../../shared/random.ts';
import { endWithin, winningMoves } from './exhaust.ts';
import { greedyMove } from './greedy.ts';
import { randomMove } from './positions.ts';

/** In plies. */
export const forcedWithin = 3;
export const forcedCount = 50;

/** Of so many moves no more than one in three may win: the others are there to be passed over. */
const fewest = 5;
const mostWinning = 1 / 3;

/** In no more positions than these the mover flies: that makes the proof much longer. */
const mostFlying = 20;

/** As texts; half of the moves that lead there are a greedy player's and half of them chance's. */
export function forcedPositions(seed: number): string[] {
  const random = seededRandom(seed);
  const found = new Set<string>();
  let flying = 0;
  while (found.size < forcedCount) {
    let position = morris.initial();
    while (morris.result(position) === null) {
      if (isForced(position)) {
        const text = morris.positionText(position);
        const flies = isFlying(position);
        if (!found.has(text) && (!flies || flying < mostFlying)) {
          found.add(text);
          if (flies) flying++;
        }
        // One of a game is enough.
        break;
      }
      position = morris.play(
        position,
        random() < 0.5 ? greedyMove(position, random) : randomMove(random, position),
      );
    }
  }
  return [...found].slice(0, forcedCount);
}

function isForced(position: MorrisPosition): boolean {
  const { white, black, plies } = position;
  // Nobody is near the end before.
  if (plies < 18 || Math.min(count(white), count(black)) > 5) return false;
  if (endWithin(position, forcedWithin) !== forcedWithin) return false;
  // The text does not hold what has stood before: proven from there.
  const alone = morris.parsePosition(morris.positionText(position));
  const moves = morris.moves(alone).length;
  return moves >= fewest && winningMoves(alone, forcedWithin).length <= moves * mostWinning;
}
