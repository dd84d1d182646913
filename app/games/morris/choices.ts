/** Moves as picked on the board, what to pick next, and why picks lead to no legal move. */
import { otherSeat, type Choice, type Mark } from '../game.ts';
import { NAMES, NEIGHBOURS, NONE, pack, pointOf, readMove } from './board.ts';
import { MAN, piece, place } from './geometry.ts';
import { menOfBoth } from './men.ts';
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
    // A man in hand may go to any empty point, so dots would add nothing.
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
