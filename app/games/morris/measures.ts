/** Men and mobility. */
import type { GameMeasure, Seat } from '../game.ts';
import { ALL, count, lowest, NEIGHBOURS } from './board.ts';
import { inHand, menOf, type MorrisPosition } from './rules.ts';

/** With as many men, and none in hand, a side flies. */
const FLYING = 3;

/**
 * The places that a side's men on the board can go to: along lines, or anywhere once it flies. It does not matter who is
 * to move, or that men in hand come first.
 */
function mobility(position: MorrisPosition, seat: Seat): number {
  const men = menOf(position, seat);
  const empty = ALL & ~(position.white | position.black);
  if (inHand(position, seat) === 0 && count(men) <= FLYING) return count(men) * count(empty);
  let places = 0;
  for (let left = men; left !== 0; left &= left - 1) places += count(NEIGHBOURS[lowest(left)]! & empty);
  return places;
}

export const measures: readonly GameMeasure<MorrisPosition>[] = [
  {
    // On the board and in hand.
    id: 'men',
    name: 'Men',
    unit: 'men',
    value: (position, seat) => count(menOf(position, seat)) + inHand(position, seat),
  },
  { id: 'mobility', name: 'Mobility', unit: 'moves', value: mobility },
];
