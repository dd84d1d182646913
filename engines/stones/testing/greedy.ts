/** A player that looks one action ahead and values scarce types, heights, dangers and mobility. */
import { otherSeat, type Seat } from '../../../app/games/game.ts';
import {
  heightOf,
  PLACES,
  RAY_STRIDE,
  RAYS,
  DIRECTIONS,
  END,
  stones,
  typeOf,
  TYPES,
  visible,
  type StonesPosition,
} from '../../../app/games/stones/index.ts';

/** The move with the best static value; random among equals. */
export function greedyMove(position: StonesPosition, random: () => number): number {
  const { mover } = position;
  let best: number[] = [];
  let most = -Infinity;
  for (const move of stones.moves(position)) {
    const next = stones.play(position, move);
    const result = stones.result(next);
    const worth =
      result?.kind === 'win'
        ? result.winner === mover
          ? Infinity
          : -1e9
        : standing(next, mover) - standing(next, otherSeat(mover));
    if (worth > most) {
      most = worth;
      best = [];
    }
    if (worth === most) best.push(move);
  }
  return best[Math.floor(random() * best.length)];
}

function standing(position: StonesPosition, seat: Seat): number {
  const sign = seat === 0 ? 1 : -1;
  let worth = 0;
  for (const type of TYPES) worth -= 100 / visible(position, seat, type);
  for (const from of PLACES) {
    const own = position.stones[from] * sign;
    if (own <= 0) continue;
    worth += 2 * Math.log2(heightOf(own));
    for (const other of neighbours(position, from)) {
      const enemy = -other * sign;
      if (enemy <= 0) continue;
      // Its own attacks, and dangers to its scarce types.
      if (heightOf(enemy) <= heightOf(own)) worth += 0.3;
      if (heightOf(enemy) >= heightOf(own)) worth -= 3 / visible(position, seat, typeOf(own));
    }
  }
  return worth;
}

/** The first stone in each direction. */
function neighbours({ stones: board }: StonesPosition, from: number): number[] {
  const found: number[] = [];
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    let ray = (from * DIRECTIONS + direction) * RAY_STRIDE;
    while (RAYS[ray] !== END && board[RAYS[ray]] === 0) ray++;
    if (RAYS[ray] !== END) found.push(board[RAYS[ray]]);
  }
  return found;
}
