/** Positions in which the mover wins in three plies and not sooner, found by playing games with many captures. */
import { otherSeat } from '../../../app/games/game.ts';
import { count, isFlying, menOf, morris, type MorrisPosition } from '../../../app/games/morris/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import { endWithin, winningMoves, randomMove } from './positions.ts';
import { greedyMove } from './greedy.ts';

/** In plies. */
export const forcedWithin = 3;
export const forcedCount = 50;

/** At least this many moves, of which at most one in three may win: the others must be rejected. */
const fewest = 5;
const mostWinning = 1 / 3;

/** At most this many positions in which the mover flies, since that makes the proof much longer. */
const mostFlying = 20;

/** At least this many in which the other side keeps three men or more after any capture, and is blocked. */
const shutIn = 10;

/** As texts; half of the moves before them come from a greedy player, half are random. */
export function forcedPositions(seed: number): string[] {
  const random = seededRandom(seed);
  const found = new Set<string>();
  const left = { shutIn, flying: mostFlying, rest: forcedCount - shutIn };
  while (left.shutIn + left.rest > 0) {
    let position = morris.initial();
    while (morris.result(position) === null) {
      const shut = count(menOf(position, otherSeat(position.mover))) >= 5;
      const flies = isFlying(position);
      const wanted = shut ? left.shutIn > 0 : left.rest > 0 && (!flies || left.flying > 0);
      if (wanted && isForced(position, shut) && !found.has(morris.positionText(position))) {
        found.add(morris.positionText(position));
        left[shut ? 'shutIn' : 'rest']--;
        if (flies) left.flying--;
        // One position per game is enough.
        break;
      }
      position = morris.play(
        position,
        random() < 0.5 ? greedyMove(position, random) : randomMove(random, position),
      );
    }
  }
  return [...found];
}

/** This few moves are left to a side that will soon have none. */
const nearlyShut = 4;

function isForced(position: MorrisPosition, shut: boolean): boolean {
  const { white, black, plies, mover } = position;
  // No game is near its end before.
  if (plies < 18) return false;
  if (shut) {
    const other = { ...position, mover: otherSeat(mover), plies: plies + 1, trail: null };
    if (morris.moves(other).length > nearlyShut) return false;
  } else if (Math.min(count(white), count(black)) > 5) return false;
  // The text does not contain earlier positions: proven from there.
  const alone = morris.parsePosition(morris.positionText(position));
  if (endWithin(alone, forcedWithin) !== forcedWithin) return false;
  const moves = morris.moves(alone).length;
  return moves >= fewest && winningMoves(alone, forcedWithin).length <= moves * mostWinning;
}
