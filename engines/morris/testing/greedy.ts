/** A player that looks one ply ahead and values men, lines and mobility. */
import { otherSeat, type Seat } from '../../../app/games/game.ts';
import {
  count,
  LINES,
  maskOf,
  menOf,
  morris,
  NEIGHBOURS,
  pointsOf,
  type MorrisPosition,
} from '../../../app/games/morris/index.ts';

const lines = LINES.map(maskOf);

/** The move with the best static value; random among equals. */
export function greedyMove(position: MorrisPosition, random: () => number): number {
  const { mover } = position;
  let best: number[] = [];
  let most = -Infinity;
  for (const move of morris.moves(position)) {
    const next = morris.play(position, move);
    const result = morris.result(next);
    const worth =
      result?.kind === 'win'
        ? Infinity
        : result
          ? 0
          : standing(next, mover) - 1.5 * standing(next, otherSeat(mover));
    if (worth > most) {
      most = worth;
      best = [];
    }
    if (worth === most) best.push(move);
  }
  return best[Math.floor(random() * best.length)]!;
}

/** Men, lines with two men and a free point, and open steps. */
function standing(position: MorrisPosition, seat: Seat): number {
  const men = menOf(position, seat);
  const enemy = menOf(position, otherSeat(seat));
  const empty = ~(men | enemy);
  const pairs = lines.filter((line) => count(line & men) === 2 && (line & enemy) === 0).length;
  const room = pointsOf(men).reduce((sum, point) => sum + count(NEIGHBOURS[point]! & empty), 0);
  return 100 * count(men) + 10 * pairs + room;
}
