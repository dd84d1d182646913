/** Moves as picked on the board, what to pick next, and why picks lead to no legal move. */
import { otherSeat, type Choice, type Mark, type MoveTrail, type Seat } from '../game.ts';
import {
  NAMES,
  NEIGHBOURS,
  NONE,
  pack,
  pointOf,
  readMove,
  ALL,
  fromOf,
  pointsOf,
  takenOf,
  toOf,
} from './board.ts';
import { MAN, piece, place } from './geometry.ts';
import { millMarks } from './view.ts';
import {
  comingObjection,
  isFlying,
  isPlacing,
  leavingObjection,
  moves,
  result,
  SEATS,
  takingObjection,
  inHand,
  lost,
  menOf,
  type MorrisPosition,
} from './rules.ts';

/** Drawn on a point that a man may move to: wider than the point itself. */
const TARGET = 0.15;
/** Around a man that may be captured. */
const TAKEABLE = MAN + 0.11;

const name = (point: number): string => NAMES[point]!;

export function choices(position: MorrisPosition): readonly Choice<number>[] {
  const both = menOfBoth(position);
  const pieces = new Map(
    both.flatMap((man) => (man.place.kind === 'board' ? [[man.place.point, piece(man)]] : [])),
  );
  const men = both.filter(({ seat }) => seat === position.mover);
  const inHand = men.find((man) => man.place.kind === 'hand');
  const linksWith = linksOf(position);
  return moves(position).map((move) => {
    const { from, to, taken } = readMove(move);
    const man =
      from === null ? inHand : men.find(({ place: { ...at } }) => at.kind === 'board' && at.point === from);
    const path = [from, to, taken].flatMap((point) => (point === null ? [] : [name(point)]));
    // A man in hand may go to any empty point; dots would add nothing.
    const dots = [
      ...(from === null ? [null] : [null, { ...place(to), r: TARGET }]),
      ...(taken === null ? [] : [{ ...place(taken), r: TAKEABLE }]),
    ];
    const preview = man ? [piece({ ...man, place: { kind: 'board', point: to } })] : [];
    // Shown while the man to capture is still to be picked: the new mill, and the other mills that remain.
    const links = taken === null ? {} : { links: linksWith(from, to) };
    const goesFrom = from === null ? {} : { from: place(from) };
    const takes = taken === null ? {} : { taken: [pieces.get(taken)!] };
    return { move, path, preview, chip: place(to), dots, ...goesFrom, ...takes, ...links };
  });
}

/** The mills after the mover's man has moved, by origin and destination. */
function linksOf({
  mover,
  white,
  black,
}: MorrisPosition): (from: number | null, to: number) => readonly Mark[] {
  const known = new Map<number, readonly Mark[]>();
  return (from, to) => {
    const left = from === null ? 0 : 1 << from;
    const moved = (men: number): number => (men & ~left) | (1 << to);
    const key = pack(from ?? NONE, to, NONE);
    const links =
      known.get(key) ?? (mover === 0 ? millMarks(moved(white), black) : millMarks(white, moved(black)));
    known.set(key, links);
    return links;
  };
}

/** Empty if the picks are a legal move or the beginning of one. */
export function refusal(position: MorrisPosition, picks: readonly string[]): string {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  const points: number[] = [];
  for (const pick of picks) {
    const point = pointOf(pick);
    if (point === undefined) return 'this is not a point of the board';
    points.push(point);
  }
  if (isPlacing(position)) return refusalOf(position, NONE, points);
  const [from, ...rest] = points;
  if (from === undefined) return `pick the man that ${SEATS[position.mover].name} moves`;
  return (
    leavingObjection(position, from) ??
    (rest.length > 0 ? refusalOf(position, from, rest) : stuck(position, from))
  );
}

/** What to pick after these picks, which begin a legal move: where the man goes, or which man to capture. */
export function prompt(position: MorrisPosition, picks: readonly string[]): string {
  const [from] = picks;
  if (from === undefined) return '';
  if (!isPlacing(position) && picks.length === 1) {
    return isFlying(position)
      ? `The man on ${from} flies: pick any empty point`
      : `Pick where the man on ${from} goes`;
  }
  return `A mill: pick one of ${SEATS[otherSeat(position.mover)].name}'s men to take`;
}

/** Why a man on `from`, which may move, cannot go through these points. */
function refusalOf(position: MorrisPosition, from: number, [to, taken, ...more]: readonly number[]): string {
  if (to === undefined) return 'pick an empty point';
  const why = comingObjection(position, from, to);
  if (why !== null) return why;
  if (taken === undefined) return '';
  if (more.length > 0) return 'a turn takes one man at most';
  return takingObjection(position, pack(from, to, taken)) ?? '';
}

/** Why no move starts with the mover's man on `from`. */
function stuck(position: MorrisPosition, from: number): string {
  const taken = position.white | position.black;
  const blocked = !isFlying(position) && (NEIGHBOURS[from]! & ~taken) === 0;
  return blocked ? `the man on ${name(from)} cannot move: no point that it touches is empty` : '';
}

// Each man has a number, so that a view can move its element. A side's men are numbered in this order: those on the
// board at the start, by point; those in hand, in placing order; those lost before.

/** Where a man is: on a point, or beside the board at a slot counted from 0. */
export type ManPlace =
  | { readonly kind: 'board'; readonly point: number }
  | { readonly kind: 'hand'; readonly index: number }
  | { readonly kind: 'lost'; readonly index: number };

export interface Man {
  readonly seat: Seat;
  /** From 0, among the men of its seat. */
  readonly number: number;
  readonly place: ManPlace;
}

/** The start position of the game, and the moves made from it. */
function opening(position: MorrisPosition): { start: MorrisPosition; moves: number[] } {
  const men: [number, number] = [position.white, position.black];
  let { mover, plies } = position;
  const moves: number[] = [];
  for (let step: MoveTrail | null = position.trail; step !== null; step = step.before) {
    mover = otherSeat(mover);
    plies--;
    moves.push(step.move);
    const [from, taken] = [fromOf(step.move), takenOf(step.move)];
    men[mover] = ((men[mover] & ~(1 << toOf(step.move))) | (1 << from)) & ALL;
    men[otherSeat(mover)] = (men[otherSeat(mover)] | (1 << taken)) & ALL;
  }
  return {
    start: { white: men[0], black: men[1], mover, plies, quiet: 0, trail: null },
    moves: moves.reverse(),
  };
}

/** Every man of both seats, on the board or beside it. */
export function menOfBoth(position: MorrisPosition): readonly Man[] {
  const { start, moves } = opening(position);
  const sides: readonly [Side, Side] = [sideAt(start, 0), sideAt(start, 1)];
  let { mover } = start;
  for (const move of moves) {
    const { points } = sides[mover];
    const enemy = sides[otherSeat(mover)];
    const [from, to, taken] = [fromOf(move), toOf(move), takenOf(move)];
    if (from === NONE) points.push(to);
    else points[points.indexOf(from)] = to;
    if (taken !== NONE) {
      const number = enemy.points.indexOf(taken);
      enemy.points[number] = NONE;
      enemy.taken.push(number);
    }
    mover = otherSeat(mover);
  }
  return ([0, 1] as const).flatMap((seat) => {
    const { points, taken, lostBefore } = sides[seat];
    const places: ManPlace[] = points.map((point, number) =>
      point === NONE ? { kind: 'lost', index: lostBefore + taken.indexOf(number) } : { kind: 'board', point },
    );
    // The last man in hand is placed first, so that the others stay in place.
    for (let index = inHand(position, seat) - 1; index >= 0; index--) places.push({ kind: 'hand', index });
    for (let index = 0; index < lostBefore; index++) places.push({ kind: 'lost', index });
    return places.map((place, number): Man => ({ seat, number, place }));
  });
}

interface Side {
  /** By number, the point of each man; `NONE` if it was captured. */
  readonly points: number[];
  /** The numbers of the captured men, in order of capture. */
  readonly taken: number[];
  readonly lostBefore: number;
}

const sideAt = (start: MorrisPosition, seat: Seat): Side => ({
  points: pointsOf(menOf(start, seat)),
  taken: [],
  lostBefore: lost(start, seat),
});
