/**
 * The Game of Stones. White starts with one attack; after that a turn is two actions: an attack, and then an attack, a
 * strengthening or a pass. A stone moves along a line to the first stone there. It attacks an enemy stone that is not
 * higher and takes its place, or strengthens one of its own: it moves on top and the heights add up.
 *
 * Only the top stones count. A side loses when it has no visible stone of one of the three types, after any move
 * including its own, and when it must attack and cannot. There are no draws.
 */
import { IllegalMove, otherSeat, type MoveTrail, type Result, type Seat } from '../game.ts';
import {
  DIRECTIONS,
  END,
  fromOf,
  heightOf,
  HOLE,
  isPlace,
  moveOf,
  moveText,
  PASS,
  placeName,
  PLACES,
  RAY_STRIDE,
  RAYS,
  SQUARES,
  START,
  STEP_BETWEEN,
  toOf,
  typeOf,
  TYPES,
  typeText,
  type Stones,
  type StoneType,
} from './board.ts';

export const SEATS = [
  { name: 'White', token: 'W', colour: 'light', piece: 'stone' },
  { name: 'Black', token: 'B', colour: 'dark', piece: 'stone' },
] as const;

/** The only action of White's first turn, the first action of a turn (an attack), and the second (any action). */
export type Phase = 'opening' | 'first' | 'second';

export interface StonesPosition {
  readonly stones: Stones;
  readonly mover: Seat;
  readonly phase: Phase;
  /** The number of visible stones by seat and type, four bits each: see `visible`. Derived from `stones`. */
  readonly counts: number;
  /** Identifies stones for a view. A position's text does not contain it. */
  readonly trail: MoveTrail | null;
}

const BITS = 4;
const MOST_COUNTED = 2 ** BITS - 1;
const countShift = (seat: Seat, type: StoneType): number => BITS * (3 * seat + type - 1);

/** The number of stones of this type that the seat has on top. */
export const visible = ({ counts }: Pick<StonesPosition, 'counts'>, seat: Seat, type: StoneType): number =>
  (counts >> countShift(seat, type)) & MOST_COUNTED;

/**
 * A position from a board, which is not validated (`readBoard` does). White's attack on the start board is the opening
 * action.
 */
export function makePosition(stones: Stones, mover: Seat, phase: Exclude<Phase, 'opening'>): StonesPosition {
  let counts = 0;
  for (const value of stones) {
    if (value === 0) continue;
    const shift = countShift(value > 0 ? 0 : 1, typeOf(value));
    // A board that is edited may have more stones of a type than the rules allow, and than can be counted.
    if (((counts >> shift) & MOST_COUNTED) < MOST_COUNTED) counts += 1 << shift;
  }
  const opens = mover === 0 && phase === 'first' && stones.every((value, square) => value === START[square]);
  return { stones, mover, phase: opens ? 'opening' : phase, counts, trail: null };
}

export const start: StonesPosition = makePosition(START, 0, 'first');

/** Whether the side to move may only attack. */
export const mustAttack = ({ phase }: Pick<StonesPosition, 'phase'>): boolean => phase !== 'second';

/** The lowest bit of each count. */
const ONES = 0x111111;

/** Whether any of the six counts is 0: subtracting 1 from each sets the highest bit of a count that was 0. */
const someMissing = ({ counts }: StonesPosition): boolean =>
  ((counts - ONES) & ~counts & (ONES << (BITS - 1))) !== 0;

/** The first type of which the seat has no visible stone. */
function missing(position: StonesPosition, seat: Seat): StoneType | null {
  for (const type of TYPES) if (visible(position, seat, type) === 0) return type;
  return null;
}

/** The first stone on a ray; END if none. */
function firstOn(stones: Stones, ray: number): number {
  let at = ray;
  while (RAYS[at] !== END && stones[RAYS[at]!] === 0) at++;
  return RAYS[at]!;
}

/** The number of attacks that a seat could make, counted up to `most`. */
export function attacks(stones: Stones, seat: Seat, most = Infinity): number {
  const sign = seat === 0 ? 1 : -1;
  let found = 0;
  for (const from of PLACES) {
    const own = stones[from]! * sign;
    if (own <= 0) continue;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const to = firstOn(stones, (from * DIRECTIONS + direction) * RAY_STRIDE);
      if (to === END) continue;
      const enemy = -stones[to]! * sign;
      if (enemy > 0 && enemy >> 2 <= own >> 2 && ++found >= most) return found;
    }
  }
  return found;
}

const canAttack = ({ stones, mover }: StonesPosition): boolean => attacks(stones, mover, 1) > 0;

const goneText = (type: StoneType): string => `no visible ${typeText(type)} left`;
export const NO_ATTACK = 'no attack possible';

/** If both sides lack a type, which no game leads to, the side that moved last has won. */
function lossOfType(position: StonesPosition): Result | null {
  if (!someMissing(position)) return null;
  const { mover, phase } = position;
  const last = phase === 'second' ? mover : otherSeat(mover);
  const next = otherSeat(last);
  const nextMisses = missing(position, next);
  if (nextMisses !== null) return { kind: 'win', winner: last, reason: goneText(nextMisses) };
  const lastMisses = missing(position, last);
  return lastMisses === null ? null : { kind: 'win', winner: next, reason: goneText(lastMisses) };
}

export function result(position: StonesPosition): Result | null {
  const lost = lossOfType(position);
  if (lost !== null || !mustAttack(position) || canAttack(position)) return lost;
  return { kind: 'win', winner: otherSeat(position.mover), reason: NO_ATTACK };
}

const none: readonly number[] = [];

/** In ascending order of origin, then of direction, with a pass last. */
export function moves(position: StonesPosition): readonly number[] {
  if (lossOfType(position) !== null) return none;
  const { stones, mover } = position;
  const sign = mover === 0 ? 1 : -1;
  const attacksOnly = mustAttack(position);
  const found: number[] = [];
  for (const from of PLACES) {
    const own = stones[from]! * sign;
    if (own <= 0) continue;
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const to = firstOn(stones, (from * DIRECTIONS + direction) * RAY_STRIDE);
      if (to === END) continue;
      const other = stones[to]! * sign;
      if (other < 0 ? -other >> 2 <= own >> 2 : !attacksOnly) found.push(moveOf(from, to));
    }
  }
  if (!attacksOnly) found.push(PASS);
  return found;
}

/** Why the move cannot be played; null if it can. */
export function objection(position: StonesPosition, move: number): string | null {
  const lost = lossOfType(position);
  if (lost !== null) return overText(lost);
  const why = moveObjection(position, move);
  // A legal attack proves that one is possible.
  const over = why === null ? null : result(position);
  return over === null ? why : overText(over);
}

export const overText = ({ reason }: Result): string => `the game is over: ${reason}`;

function moveObjection(position: StonesPosition, move: number): string | null {
  if (!Number.isInteger(move) || move < 0 || move > PASS) return 'this is not a move';
  if (move === PASS) {
    return mustAttack(position) ? `${SEATS[position.mover].name} must attack and cannot pass` : null;
  }
  const [from, to] = [fromOf(move), toOf(move)];
  return leavingObjection(position, from) ?? comingObjection(position, from, to);
}

const placeObjection = (square: number): string | null =>
  isPlace(square)
    ? null
    : square === HOLE
      ? `${placeName(HOLE)} is the hole`
      : `there is no place ${placeName(square)}`;

/** Why no stone of the mover can leave `from`. */
export function leavingObjection({ stones, mover }: StonesPosition, from: number): string | null {
  const wrong = placeObjection(from);
  if (wrong !== null) return wrong;
  const value = stones[from]!;
  if (value === 0) return `no stone stands on ${placeName(from)}`;
  const seat = value > 0 ? 0 : 1;
  return seat === mover ? null : `the stone on ${placeName(from)} is ${SEATS[seat].name}'s`;
}

/** Why the mover's stone on `from` cannot go to `to`. */
export function comingObjection(position: StonesPosition, from: number, to: number): string | null {
  const { stones, mover } = position;
  const wrong = placeObjection(to);
  if (wrong !== null) return wrong;
  if (from === to) return `the stone on ${placeName(from)} stands there already`;
  const between = betweenObjection(stones, from, to);
  if (between !== null) return between;
  const [own, other] = [stones[from]!, stones[to]!];
  if (other === 0) return `${placeName(to)} is empty`;
  if (other > 0 === own > 0) {
    return mustAttack(position)
      ? `${SEATS[mover].name} must attack, and ${moveText(moveOf(from, to))} strengthens`
      : null;
  }
  if (heightOf(other) <= heightOf(own)) return null;
  const heights = `${heightOf(other)} high, the one on ${placeName(from)} ${heightOf(own)}`;
  return `the stone on ${placeName(to)} is ${heights}: only one as high or higher can attack it`;
}

function betweenObjection(stones: Stones, from: number, to: number): string | null {
  const step = STEP_BETWEEN[from * SQUARES + to]!;
  if (step === 0) return `${placeName(from)} and ${placeName(to)} are not on one line`;
  for (let at = from + step; at !== to; at += step) {
    if (at !== HOLE && stones[at] === 0) continue;
    const what = at === HOLE ? 'the hole is' : `the stone on ${placeName(at)} stands`;
    return `${what} between ${placeName(from)} and ${placeName(to)}`;
  }
  return null;
}

/** @throws IllegalMove */
export function play(position: StonesPosition, move: number): StonesPosition {
  const why = objection(position, move);
  if (why !== null) throw new IllegalMove(why);
  const { mover, phase, trail } = position;
  const keeps = phase === 'first';
  const [from, to] = [fromOf(move), toOf(move)];
  let { stones, counts } = position;
  if (move !== PASS) {
    const [own, other] = [stones[from]!, stones[to]!];
    // A stone that strengthens has the height of both, and the covered one no longer counts.
    const added = other > 0 === own > 0 ? 4 * heightOf(other) : 0;
    const board = stones.slice();
    board[from] = 0;
    board[to] = own > 0 ? own + added : own - added;
    stones = board;
    counts -= 1 << countShift(other > 0 ? 0 : 1, typeOf(other));
  }
  return {
    stones,
    mover: keeps ? mover : otherSeat(mover),
    phase: keeps ? 'second' : 'first',
    counts,
    trail: { move, before: trail },
  };
}
