/**
 * The board as drawn: the points a unit apart in seven files and ranks, and beside it a tray a side, White's
 * on the left from the bottom up and Black's on the right from the top down. A seat's tray holds the men
 * that it has in hand and, from the other end, those that it has taken.
 */
import { otherSeat, type BoardLabel, type Choice, type Geometry, type Piece, type Point } from '../game.ts';
import { columnOf, LINES, NAMES, NEIGHBOURS, NONE, pack, pointOf, readMove, rowOf } from './board.ts';
import { menOfBoth, type Man } from './men.ts';
import {
  comingObjection,
  isFlying,
  isPlacing,
  leavingObjection,
  MEN,
  moves,
  result,
  SEATS,
  takingObjection,
  type MorrisPosition,
} from './rules.ts';

/** From the first file to the last one, and from the first rank to the last one. */
const REACH = 6;
const TRAY = 0.85;
const RIM = 0.6;
const MARGIN = 0.15;
const LABELS = 0.45;
const TRAY_RADIUS = 0.25;
export const MAN = 0.36;
const NODE = 0.075;
/** On a point that a man may move to: wider than the point itself. */
const TARGET = 0.15;
/** Around a man that may be taken. */
const TAKEABLE = MAN + 0.11;
/** Men in a tray are drawn smaller, so that ten have room: a side's in hand and those that it took are no more. */
const TRAY_MAN = 0.3;
const SLOTS = MEN + 1;

const LEFT = TRAY + LABELS + RIM;
const SIDE = REACH + 2 * RIM;
const WIDTH = SIDE + 2 * (TRAY + LABELS);
const HEIGHT = SIDE + 2 * MARGIN + LABELS;

export const place = (point: number): Point => ({
  x: LEFT + columnOf(point),
  y: MARGIN + RIM + REACH - rowOf(point),
});

/** A place in a seat's tray, counted from the end where its men in hand begin. */
function slot(seat: 0 | 1, index: number): Point {
  const along = ((Math.min(index, SLOTS - 1) + 0.5) / SLOTS) * SIDE;
  return seat === 0 ? { x: TRAY / 2, y: MARGIN + SIDE - along } : { x: WIDTH - TRAY / 2, y: MARGIN + along };
}

const name = (point: number): string => NAMES[point]!;

export function geometry(): Geometry {
  const labels: BoardLabel[] = [];
  for (let at = 0; at <= REACH; at++) {
    const file = String.fromCharCode('a'.charCodeAt(0) + at);
    labels.push({ x: LEFT + at, y: MARGIN + SIDE + LABELS / 2, text: file });
    labels.push({ x: TRAY + LABELS / 2, y: MARGIN + RIM + REACH - at, text: String(at + 1) });
  }
  const points = NAMES.map((id, point) => ({ id, ...place(point) }));
  const tray = { kind: 'rect', width: TRAY - 0.1, height: SIDE, radius: TRAY_RADIUS } as const;
  const y = MARGIN + SIDE / 2;
  return {
    width: WIDTH,
    height: HEIGHT,
    plates: [
      { x: WIDTH / 2, y, shape: { kind: 'rect', width: SIDE, height: SIDE, radius: 0.2 }, look: 'wood' },
      { x: TRAY / 2, y, shape: tray, look: 'tray' },
      { x: WIDTH - TRAY / 2, y, shape: tray, look: 'tray' },
    ],
    lines: LINES.map((line) => ({ from: place(line[0]!), to: place(line[2]!), look: 'ink' })),
    spots: points.map(({ id, x, y }) => ({ id, x, y, shape: { kind: 'circle', r: NODE }, look: 'node' })),
    areas: points.map((at) => ({ ...at, shape: { kind: 'circle', r: 0.5 }, name: at.id })),
    labels,
  };
}

const manId = ({ seat, number }: Pick<Man, 'seat' | 'number'>): string =>
  `man-${SEATS[seat].token}${number + 1}`;

export function piece(man: Man): Piece {
  const { seat, place: where } = man;
  const at =
    where.kind === 'board'
      ? place(where.point)
      : where.kind === 'hand'
        ? slot(seat, where.index)
        : slot(otherSeat(seat), SLOTS - 1 - Math.min(where.index, SLOTS - 1));
  const r = where.kind === 'board' ? MAN : TRAY_MAN;
  return { id: manId(man), ...at, seat, look: 'man', shape: { kind: 'circle', r } };
}

export function choices(position: MorrisPosition): readonly Choice<number>[] {
  const both = menOfBoth(position);
  const pieces = new Map(
    both.flatMap((man) => (man.place.kind === 'board' ? [[man.place.point, piece(man)]] : [])),
  );
  const men = both.filter(({ seat }) => seat === position.mover);
  const inHand = men.find((man) => man.place.kind === 'hand');
  return moves(position).map((move) => {
    const { from, to, taken } = readMove(move);
    const man =
      from === null ? inHand : men.find(({ place: { ...at } }) => at.kind === 'board' && at.point === from);
    const path = [from, to, taken].flatMap((point) => (point === null ? [] : [name(point)]));
    // A man in hand may go to any empty point, which needs no saying.
    const dots = [
      ...(from === null ? [null] : [null, { ...place(to), r: TARGET }]),
      ...(taken === null ? [] : [{ ...place(taken), r: TAKEABLE }]),
    ];
    const preview = man ? [piece({ ...man, place: { kind: 'board', point: to } })] : [];
    const goesFrom = from === null ? {} : { from: place(from) };
    const takes = taken === null ? {} : { taken: [pieces.get(taken)!] };
    return { move, path, preview, chip: place(to), dots, ...goesFrom, ...takes };
  });
}

/** Empty where the picks are a legal move or the beginning of one. */
export function refusal(position: MorrisPosition, picks: readonly string[]): string {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  const points: number[] = [];
  for (const pick of picks) {
    const point = pointOf(pick);
    if (point === undefined) return 'this is no point of the board';
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

/** What comes after these picks, which begin a legal move: where the man goes, or the man that its mill takes. */
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

/** Why a man that leaves `from`, where it may, cannot go through these points. */
function refusalOf(position: MorrisPosition, from: number, [to, taken, ...more]: readonly number[]): string {
  if (to === undefined) return 'pick an empty point';
  const why = comingObjection(position, from, to);
  if (why !== null) return why;
  if (taken === undefined) return '';
  if (more.length > 0) return 'a turn takes one man at most';
  return takingObjection(position, pack(from, to, taken)) ?? '';
}

/** Why no move begins with the mover's man on `from`. */
function stuck(position: MorrisPosition, from: number): string {
  const taken = position.white | position.black;
  const blocked = !isFlying(position) && (NEIGHBOURS[from]! & ~taken) === 0;
  return blocked ? `the man on ${name(from)} cannot move: no point that it touches is empty` : '';
}
