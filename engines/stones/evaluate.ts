/**
 * Static evaluation, in hundredths of one of the six C stones that a side starts with. The value of a type is minus a
 * constant divided by the weight of its stones, so it falls as the type becomes scarce. High stones weigh more, most of
 * all above every enemy's height; attacked stones weigh less.
 */
import { DIRECTIONS } from '../../app/games/stones/index.ts';
import { win } from '../shared/table.ts';
import { countsOf, heightOf, SECOND, squares, typeOf, type StonesBoard } from './board.ts';

/** The weight of a stone of height 1. */
const whole = 100;

/** The weight of a stone by its height. */
const weights = Int32Array.from({ length: 32 }, (_, height) =>
  Math.round(whole * (1 + 0.65 * Math.log2(Math.max(1, height)))),
);
/** Added if no enemy is high enough to attack it. */
const safety = 60;
/** Subtracted from a stone attacked by the side to move, and by the other side. */
const attackedNow = 35;
const attackedLater = 18;

/** The value of a type by the weight of its stones: 100 between five and six C stones. */
const scarcity = (count: number): number => (-3000 * whole) / count;

/** By the number of possible attacks: a side without one has lost. */
const rooms = Int32Array.from({ length: 256 }, (_, attacks) => Math.round(-5000 / (attacks + 2)));
/** For having the move. */
const tempo = 20;

// Buffers; the mover's types come before those of the other side.
const counts = new Int32Array(8);
const attacked = new Int32Array(8);
const standing = new Uint8Array(squares.length);
/** By square; all 0 between calls. */
const isAttacked = new Uint8Array(128);

/**
 * From the mover's view. A win at the next ply and a loss for lack of an attack are recognised. Neither side may have
 * lost a type already.
 */
export function evaluate({ stones, next, visible, side, phase }: StonesBoard): number {
  let ownHighest = 0;
  let enemyHighest = 0;
  let ownAttacks = 0;
  let enemyAttacks = 0;
  let end = 0;
  for (let i = 0; i < squares.length; i++) {
    const square = squares[i];
    const stone = stones[square] * side;
    if (stone === 0) continue;
    standing[end++] = square;
    const height = heightOf(stone);
    if (stone > 0) ownHighest = height > ownHighest ? height : ownHighest;
    else enemyHighest = height > enemyHighest ? height : enemyHighest;
    const links = square * DIRECTIONS;
    // Half the directions, so that each pair of neighbours is visited once.
    for (let at = links; at < links + DIRECTIONS; at += 2) {
      const to = next[at];
      const other = stones[to] * side;
      if (other * stone >= 0) continue;
      const otherHeight = heightOf(other);
      if (otherHeight <= height) {
        isAttacked[to] = 1;
        if (stone > 0) ownAttacks++;
        else enemyAttacks++;
      }
      if (otherHeight >= height) {
        isAttacked[square] = 1;
        if (stone > 0) enemyAttacks++;
        else ownAttacks++;
      }
    }
  }

  counts.fill(0);
  attacked.fill(0);
  for (let i = 0; i < end; i++) {
    const square = standing[i];
    const stone = stones[square] * side;
    const height = heightOf(stone);
    const own = stone > 0;
    const kind = (own ? 0 : 4) + typeOf(stone);
    let count = weights[height];
    if (height > (own ? enemyHighest : ownHighest)) count += safety;
    if (isAttacked[square] === 1) {
      isAttacked[square] = 0;
      attacked[kind]++;
      count -= own ? attackedLater : attackedNow;
    }
    counts[kind] += count;
  }

  const enemy = countsOf(-side);
  for (let type = 1; type <= 3; type++) {
    if (attacked[4 + type] > 0 && visible[enemy + type] === 1) return win - 1;
  }
  if (phase !== SECOND && ownAttacks === 0) return -win;
  return tempo + standingOf(0, ownAttacks) - standingOf(4, enemyAttacks);
}

const standingOf = (kind: number, attacks: number): number =>
  rooms[attacks] +
  Math.round(scarcity(counts[kind + 1]) + scarcity(counts[kind + 2]) + scarcity(counts[kind + 3]));
