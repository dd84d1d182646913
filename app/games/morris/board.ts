/**
 * The board of nine men's morris: 24 points in three squares joined by four spokes, numbered from the top and left to
 * right as in the protocol (0 is a7, 23 is g1). Sets of points are bit masks, bit n for point n.
 *
 * A move is a number too: the point left, the point entered and the point captured, as digits to the base of 25, with
 * 24 for none. A placed man leaves no point.
 */

export const NAMES: readonly string[] = [
  ...['a7', 'd7', 'g7', 'b6', 'd6', 'f6', 'c5', 'd5', 'e5', 'a4', 'b4', 'c4'],
  ...['e4', 'f4', 'g4', 'c3', 'd3', 'e3', 'b2', 'd2', 'f2', 'a1', 'd1', 'g1'],
];

export const POINTS = NAMES.length;
export const ALL = (1 << POINTS) - 1;

const indices: ReadonlyMap<string, number> = new Map(NAMES.map((name, point) => [name, point]));

/** The point of this lower-case name; undefined if none. */
export const pointOf = (name: string): number | undefined => indices.get(name);

/** The distance of a point from the left and from the bottom, 0 to 6 each. */
export const columnOf = (point: number): number => NAMES[point]!.charCodeAt(0) - 'a'.charCodeAt(0);
export const rowOf = (point: number): number => Number(NAMES[point]![1]) - 1;

const triples = (line: readonly number[]): number[][] =>
  line.length === 3 ? [[...line]] : [line.slice(0, 3), line.slice(3)];

/** A file or a rank is one line of three points, or two lines with the middle of the board between them. */
const linesBy = (coordinate: (point: number) => number): number[][] =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((value) =>
    triples([...NAMES.keys()].filter((point) => coordinate(point) === value)),
  );

/** The 16 lines on which three men form a mill, each from end to end. */
export const LINES: readonly (readonly number[])[] = [...linesBy(rowOf), ...linesBy(columnOf)];

export const maskOf = (points: Iterable<number>): number => {
  let mask = 0;
  for (const point of points) mask |= 1 << point;
  return mask;
};

/** The points of a mask in ascending order. */
export function pointsOf(mask: number): number[] {
  const points: number[] = [];
  for (let left = mask; left !== 0; left &= left - 1) points.push(lowest(left));
  return points;
}

/** The lowest point of a mask that is not empty. */
export const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

export function count(mask: number): number {
  let found = 0;
  for (let left = mask; left !== 0; left &= left - 1) found++;
  return found;
}

const MILLS: readonly number[] = LINES.map(maskOf);

/** By point, its neighbours. */
export const NEIGHBOURS: readonly number[] = NAMES.map((_name, point) =>
  maskOf(
    LINES.flatMap((line) => {
      const place = line.indexOf(point);
      return place < 0 ? [] : line.filter((_other, at) => Math.abs(at - place) === 1);
    }),
  ),
);

/** By point, the two other points of its line along the rank and along the file. */
const others = (lines: readonly (readonly number[])[]): readonly number[] =>
  NAMES.map((_name, point) =>
    maskOf(lines.find((line) => line.includes(point))!.filter((other) => other !== point)),
  );
const ACROSS = others(LINES.slice(0, LINES.length / 2));
const UPRIGHT = others(LINES.slice(LINES.length / 2));

/** Whether a man on `point` is in a mill with these men, which need not include the point itself. */
export function inMill(men: number, point: number): boolean {
  const across = ACROSS[point]!;
  const upright = UPRIGHT[point]!;
  return (men & across) === across || (men & upright) === upright;
}

/** The mills of these men that go through `point`. */
export const millsThrough = (men: number, point: number): readonly (readonly number[])[] =>
  LINES.filter((line, index) => line.includes(point) && (men & MILLS[index]!) === MILLS[index]);

/** The men that may be captured: those outside mills, or all if every man is in a mill. */
export function takeable(men: number): number {
  let inMills = 0;
  for (const mill of MILLS) if ((men & mill) === mill) inMills |= mill;
  const free = men & ~inMills;
  return free === 0 ? men : free;
}

/** Stands for "no point" in a move's number. */
export const NONE = POINTS;
const BASE = POINTS + 1;

/** Moves are integers from 0 to MOVES - 1. */
export const MOVES = BASE ** 3;

/** What a move does, in points; `from` is null for a placed man, `taken` is null if nothing is captured. */
export interface MorrisMove {
  readonly from: number | null;
  readonly to: number;
  readonly taken: number | null;
}

export const packMove = ({ from, to, taken }: MorrisMove): number => pack(from ?? NONE, to, taken ?? NONE);

export const readMove = (move: number): MorrisMove => {
  const [from, taken] = [fromOf(move), takenOf(move)];
  return { from: from === NONE ? null : from, to: toOf(move), taken: taken === NONE ? null : taken };
};

// Encodes a move without an object, for loops over every move of a search.
export const pack = (from: number, to: number, taken: number): number => (from * BASE + to) * BASE + taken;
export const fromOf = (move: number): number => (move / (BASE * BASE)) | 0;
export const toOf = (move: number): number => ((move / BASE) | 0) % BASE;
export const takenOf = (move: number): number => move % BASE;

/** `d2`, `d2xg7`, `a1-d1`, `a1-d1xg7`. */
export function moveText(move: number): string {
  const { from, to, taken } = readMove(move);
  const start = from === null ? '' : `${NAMES[from]}-`;
  return `${start}${NAMES[to]}${taken === null ? '' : `x${NAMES[taken]}`}`;
}
