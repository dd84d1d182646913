/**
 * Nine men's morris. White moves first. The first 18 plies place men; after that a man moves along a line to the next
 * point or, if its side has exactly three men, flies to any point. A mill captures one enemy man, even if two mills
 * close at once; men in mills are safe unless all are in mills. The side to move loses with two men (after placing) or
 * without a legal move. Draws: 100 plies without a capture, and the third occurrence of the same men with the same side
 * to move.
 */
import { IllegalMove, otherSeat, type MoveTrail, type Result, type Seat } from '../game.ts';
import {
  ALL,
  count,
  fromOf,
  inMill,
  lowest,
  MOVES,
  NAMES,
  NEIGHBOURS,
  NONE,
  pack,
  pointsOf,
  takeable,
  takenOf,
  toOf,
} from './board.ts';

export const MEN = 9;
export const PLACING_PLIES = 2 * MEN;

/** A draw after this many plies without a capture. */
export const MAX_QUIET = 100;

/**
 * The highest ply count in a position's text. The count of a longer game stays there, which does not affect its play.
 */
export const MAX_PLIES = 9999;

/** The fewest quiet plies after which a position can have occurred three times. */
const REPETITION_PLIES = 8;

export const SEATS = [
  { name: 'White', token: 'W', colour: 'light', piece: 'man' },
  { name: 'Black', token: 'B', colour: 'dark', piece: 'man' },
] as const;

export interface MorrisPosition {
  /** The men on the board, as bit masks of points. */
  readonly white: number;
  readonly black: number;
  readonly mover: Seat;
  /** Plies played, as given by the position's text; the rules use `pliesPlayed`. */
  readonly plies: number;
  /** Plies since the last capture. */
  readonly quiet: number;
  /** For repetition, and to identify men. A position's text does not contain it. */
  readonly trail: MoveTrail | null;
}

export const start: MorrisPosition = { white: 0, black: 0, mover: 0, plies: 0, quiet: 0, trail: null };

export const menOf = (position: MorrisPosition, seat: Seat): number =>
  seat === 0 ? position.white : position.black;

/** The owner of the man on the point. */
export const seatOn = ({ white, black }: MorrisPosition, point: number): Seat | null =>
  (white >> point) & 1 ? 0 : (black >> point) & 1 ? 1 : null;

/**
 * The number of plies played. White moves on even plies. If the count in a text contradicts its side to move, the side
 * to move is right and the count is one higher.
 */
export const pliesPlayed = ({ plies, mover }: MorrisPosition): number =>
  (plies & 1) === mover ? plies : plies + 1;

export const isPlacing = (position: MorrisPosition): boolean => pliesPlayed(position) < PLACING_PLIES;

export function inHand(position: MorrisPosition, seat: Seat): number {
  const plies = pliesPlayed(position);
  return Math.max(0, MEN - ((plies + (seat === 0 ? 1 : 0)) >> 1));
}

/** The number of men that the seat has lost; 0 if a text gives it more than nine. */
export const lost = (position: MorrisPosition, seat: Seat): number =>
  Math.max(0, MEN - inHand(position, seat) - count(menOf(position, seat)));

const withoutOne = (men: number): number => men & (men - 1);
const atMostTwo = (men: number): boolean => withoutOne(withoutOne(men)) === 0;
const atMostThree = (men: number): boolean => atMostTwo(withoutOne(men));

/** Whether the side to move may fly. */
export const isFlying = (position: MorrisPosition): boolean =>
  !isPlacing(position) && atMostThree(menOf(position, position.mover));

function canMove(position: MorrisPosition): boolean {
  const empty = ALL & ~(position.white | position.black);
  if (isPlacing(position) || isFlying(position)) return empty !== 0;
  for (let left = menOf(position, position.mover); left !== 0; left &= left - 1) {
    if (NEIGHBOURS[lowest(left)]! & empty) return true;
  }
  return false;
}

/**
 * Whether this is the position's third occurrence. Placing and capturing cannot be undone, so the search stops there.
 */
function isThirdTime({ white, black, mover, quiet, trail }: MorrisPosition): boolean {
  if (quiet < REPETITION_PLIES) return false;
  const [own, other] = mover === 0 ? [white, black] : [black, white];
  // The men of the side to move, and those of the side that has moved last; they change places with each ply.
  let next = own;
  let last = other;
  let times = 1;
  let isSameSide = true;
  for (let step = trail; step !== null; step = step.before) {
    const from = fromOf(step.move);
    if (from === NONE || takenOf(step.move) !== NONE) return false;
    const before = (last & ~(1 << toOf(step.move))) | (1 << from);
    last = next;
    next = before;
    isSameSide = !isSameSide;
    if (isSameSide && next === own && last === other && ++times === 3) return true;
  }
  return false;
}

/**
 * Whether some position since the last capture has occurred twice or more: it may end the game when it comes back.
 * Placing and capturing cannot be undone, so that what came before them does not count.
 */
export function repeatsAny({ white, black, mover, trail }: MorrisPosition): boolean {
  let men: [number, number] = mover === 0 ? [white, black] : [black, white];
  let plies = 0;
  const seen = new Set([`${men.join()} 0`]);
  for (let step = trail; step !== null; step = step.before) {
    const from = fromOf(step.move);
    if (from === NONE || takenOf(step.move) !== NONE) return false;
    const [next, last] = men;
    men = [(last & ~(1 << toOf(step.move))) | (1 << from), next];
    const key = `${men.join()} ${++plies % 2}`;
    if (seen.has(key)) return true;
    seen.add(key);
  }
  return false;
}

const TWO_MEN = 'two men left';
export const BLOCKED = 'no legal move';
export const QUIET = `${MAX_QUIET} plies without a capture`;
export const REPETITION = 'threefold repetition';

/** The position whose result was asked for last, and its result: several parts ask about the same one in turn. */
let known: MorrisPosition | null = null;
let resultOfKnown: Result | null = null;

/** A loss comes before a draw. */
export function result(position: MorrisPosition): Result | null {
  if (position !== known) {
    resultOfKnown = freshResult(position);
    known = position;
  }
  return resultOfKnown;
}

function freshResult(position: MorrisPosition): Result | null {
  const win = winOf(position);
  if (win !== null) return win;
  if (position.quiet >= MAX_QUIET) return { kind: 'draw', reason: QUIET };
  return isThirdTime(position) ? { kind: 'draw', reason: REPETITION } : null;
}

function winOf(position: MorrisPosition): Result | null {
  const winner = otherSeat(position.mover);
  if (!isPlacing(position) && atMostTwo(menOf(position, position.mover))) {
    return { kind: 'win', winner, reason: TWO_MEN };
  }
  return canMove(position) ? null : { kind: 'win', winner, reason: BLOCKED };
}

const none: readonly number[] = [];

/** In ascending order of the points left, entered and captured. */
export function moves(position: MorrisPosition): readonly number[] {
  if (result(position) !== null) return none;
  const own = menOf(position, position.mover);
  const targets = pointsOf(takeable(menOf(position, otherSeat(position.mover))));
  const empty = ALL & ~(position.white | position.black);
  const found: number[] = [];
  const addMoves = (from: number, staying: number, reach: number) => {
    for (let left = reach & empty; left !== 0; left &= left - 1) {
      const to = lowest(left);
      // A mill captures nothing if the other side has no man on the board.
      if (targets.length === 0 || !inMill(staying, to)) found.push(pack(from, to, NONE));
      else for (const taken of targets) found.push(pack(from, to, taken));
    }
  };
  if (isPlacing(position)) addMoves(NONE, own, ALL);
  else {
    const flying = isFlying(position);
    for (const from of pointsOf(own)) addMoves(from, own & ~(1 << from), flying ? ALL : NEIGHBOURS[from]!);
  }
  return found;
}

/** Why the move cannot be played; null if it can. */
export const objection = (position: MorrisPosition, move: number): string | null =>
  objectionUnless(position, move, result(position));

function objectionUnless(position: MorrisPosition, move: number, over: Result | null): string | null {
  if (over) return `the game is over: ${over.reason}`;
  if (!Number.isInteger(move) || move < 0 || move >= MOVES || toOf(move) === NONE)
    return 'this is not a move';
  const from = fromOf(move);
  const to = toOf(move);
  return (
    leavingObjection(position, from) ?? comingObjection(position, from, to) ?? takingObjection(position, move)
  );
}

/** Why a man cannot leave `from`, or, if `from` is `NONE`, why none can be placed. */
export function leavingObjection(position: MorrisPosition, from: number): string | null {
  const { mover } = position;
  const { name } = SEATS[mover];
  if (from === NONE) return isPlacing(position) ? null : `${name} has no men left in hand`;
  if (isPlacing(position)) {
    const hand = inHand(position, mover);
    return `${name} has ${hand === 1 ? 'a man' : `${hand} men`} in hand to place before any moves`;
  }
  const seat = seatOn(position, from);
  if (seat === mover) return null;
  return seat === null
    ? `no man stands on ${NAMES[from]}`
    : `the man on ${NAMES[from]} is ${SEATS[seat].name}'s`;
}

/** Why a man that may leave `from` cannot enter `to`. */
export function comingObjection(position: MorrisPosition, from: number, to: number): string | null {
  if (from !== NONE && !isFlying(position) && !((NEIGHBOURS[from]! >> to) & 1)) {
    return `${NAMES[from]} does not touch ${NAMES[to]}`;
  }
  return seatOn(position, to) === null ? null : `${NAMES[to]} is not empty`;
}

/** Why a move that may enter `to` cannot capture as it does, or must capture. */
export function takingObjection(position: MorrisPosition, move: number): string | null {
  const [to, taken] = [toOf(move), takenOf(move)];
  const { mover } = position;
  const enemy = menOf(position, otherSeat(mover));
  const whose = `${SEATS[otherSeat(mover)].name}'s`;
  const closes = inMill(menOf(position, mover) & ~(1 << fromOf(move)), to);
  if (taken === NONE) {
    return closes && enemy !== 0
      ? `a man on ${NAMES[to]} closes a mill: one of ${whose} men must be taken`
      : null;
  }
  if (!closes) return `a man on ${NAMES[to]} closes no mill, so that none is taken`;
  if ((takeable(enemy) >> taken) & 1) return null;
  if ((enemy >> taken) & 1) return `${NAMES[taken]} stands in a mill`;
  return seatOn(position, taken) === mover || taken === to
    ? `the man on ${NAMES[taken]} is ${SEATS[mover].name}'s own`
    : `no man stands on ${NAMES[taken]}`;
}

/** @throws IllegalMove */
export function play(position: MorrisPosition, move: number): MorrisPosition {
  const why = objection(position, move);
  if (why !== null) throw new IllegalMove(why);
  return playLegal(position, move);
}

/**
 * As `play`, and also after a draw: other programs know no draws, or count otherwise.
 * @throws IllegalMove
 */
export function playOn(position: MorrisPosition, move: number): MorrisPosition {
  const why = objectionUnless(position, move, winOf(position));
  if (why !== null) throw new IllegalMove(why);
  return playLegal(position, move);
}

/** As `play`, without any check: for searches over `moves`. */
export function playLegal(position: MorrisPosition, move: number): MorrisPosition {
  const { white, black, mover, plies, quiet, trail } = position;
  const taken = takenOf(move);
  const stay = ALL & ~(1 << fromOf(move));
  const safe = ALL & ~(1 << taken);
  const come = 1 << toOf(move);
  return {
    white: mover === 0 ? (white & stay) | come : white & safe,
    black: mover === 0 ? black & safe : (black & stay) | come,
    mover: otherSeat(mover),
    plies: plies < MAX_PLIES ? plies + 1 : plies,
    quiet: taken === NONE ? quiet + 1 : 0,
    trail: { move, before: trail },
  };
}
