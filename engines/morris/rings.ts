/**
 * The board as the search sees it: three rings of eight points, the outermost first, each clockwise from its upper left
 * corner. Bit 8r + p of a mask is point p of ring r, so that corners are even and points on spokes odd, and lines,
 * neighbours and symmetries of all men at once are a few shifts.
 */
import { pointOf } from '../../app/games/morris/index.ts';

/** All points. */
export const ALL = 0xffffff;
const CORNERS = 0x555555;
const SPOKES = 0xaaaaaa;

/** Stands for "no point", as in the game's own moves. */
export const NONE = 24;

const RINGS = [
  ...['a7', 'd7', 'g7', 'g4', 'g1', 'd1', 'a1', 'a4'],
  ...['b6', 'd6', 'f6', 'f4', 'f2', 'd2', 'b2', 'b4'],
  ...['c5', 'd5', 'e5', 'e4', 'e3', 'd3', 'c3', 'c4'],
];

/** By bit, the game's number of its point; none maps to none. */
export const POINT_OF_BIT: readonly number[] = [...RINGS.map((name) => pointOf(name)!), NONE];
/** The inverse. */
export const BIT_OF_POINT: readonly number[] = POINT_OF_BIT.map((_point, at) => POINT_OF_BIT.indexOf(at));

/** A mask of the game's points as one of rings. */
export const toRings = (points: number): number => {
  let rings = 0;
  for (let left = points; left !== 0; left &= left - 1) rings |= 1 << BIT_OF_POINT[lowest(left)];
  return rings;
};

/** The lowest bit of a mask that is not empty. */
export const lowest = (mask: number): number => 31 - Math.clz32(mask & -mask);

export function count(mask: number): number {
  const pairs = mask - ((mask >> 1) & 0x555555);
  const fours = (pairs & 0x333333) + ((pairs >> 2) & 0x333333);
  return ((((fours + (fours >> 4)) & 0x0f0f0f) * 0x010101) >> 16) & 31;
}

// Every man moved one or two points around its ring, clockwise and counterclockwise.
const clockwise = (men: number): number => ((men << 1) & 0xfefefe) | ((men >> 7) & 0x010101);
const counter = (men: number): number => ((men >> 1) & 0x7f7f7f) | ((men << 7) & 0x808080);
const clockwiseTwice = (men: number): number => ((men << 2) & 0xfcfcfc) | ((men >> 6) & 0x030303);
const counterTwice = (men: number): number => ((men >> 2) & 0x3f3f3f) | ((men << 6) & 0xc0c0c0);
/** The men on spokes, moved to their neighbours on the spoke. */
const along = (men: number): number => ((men << 8) | (men >> 8)) & SPOKES;
/** The points on spokes whose two partners both hold a man. */
const spokePairs = (men: number): number => ((men << 8) | (men >> 16)) & ((men << 16) | (men >> 8)) & SPOKES;

/** The points adjacent to one of these. */
export const neighbours = (men: number): number => clockwise(men) | counter(men) | along(men);

/** Adjacent pairs of a man and an empty point. */
export const steps = (men: number, empty: number): number =>
  count(clockwise(men) & empty) +
  count(counter(men) & empty) +
  count((men << 8) & SPOKES & empty) +
  count((men >> 8) & SPOKES & empty);

/** The men that stand in a mill. */
export function inMills(men: number): number {
  const middles = men & clockwise(men) & counter(men) & SPOKES;
  return middles | clockwise(middles) | counter(middles) | (men & spokePairs(men));
}

/** The number of mills. */
export const mills = (men: number): number =>
  count(men & clockwise(men) & counter(men) & SPOKES) + count(men & spokePairs(men) & 0xff);

/** The men that may be captured. */
export const takeable = (men: number): number => men & ~inMills(men) || men;

/** The points, occupied or not, where one more man is in a mill. */
export function closers(men: number): number {
  const with1 = clockwise(men);
  const against1 = counter(men);
  const corners = (with1 & clockwiseTwice(men)) | (against1 & counterTwice(men));
  return (with1 & against1 & SPOKES) | (corners & CORNERS) | spokePairs(men);
}

/** The empty points where one of `movers`, a part of `men`, closes a mill by a step. */
export function closable(men: number, empty: number, movers: number): number {
  const with1 = clockwise(men);
  const against1 = counter(men);
  const moved = clockwise(movers);
  const back = counter(movers);
  const corners = (with1 & clockwiseTwice(men) & back) | (against1 & counterTwice(men) & moved);
  const middles = with1 & against1 & along(movers);
  return ((corners & CORNERS) | middles | (spokePairs(men) & (moved | back))) & empty;
}
