/** Rings and arrows over a board, as a user draws them, each within an edge that shows on every board. */
import type { Geometry, Point } from '../games/game.ts';
import { placePoint, shapePath, short, type Turn } from '../games/outline.ts';
import type { Mark as DrawnMark } from '../shapes/tree.ts';
import type { Paint } from './palette.ts';
import { path, type Drawing } from './svg.ts';

/** In board units: the radius of a ring, and the length and half the width of an arrow's head. */
const RING = 0.43;
const HEAD = { length: 0.3, half: 0.17 };

/** In board units: the width of the stroke of a mark, and of its edge. */
export const MARK_WIDTH = 0.1;
export const MARK_EDGE = 0.17;

export interface MarkOutline {
  /** Path data. */
  readonly d: string;
  /** The head of an arrow is filled; a ring is not. */
  readonly isFilled: boolean;
}

/**
 * The outline of a mark between points as drawn: an arrow, or a ring where there is one point. An arrow onto itself is a
 * ring.
 */
export function markOutline(from: Point, to: Point | null): MarkOutline {
  const length = to === null ? 0 : Math.hypot(to.x - from.x, to.y - from.y);
  if (to === null || length === 0) {
    return { d: shapePath({ kind: 'circle', r: RING }, from), isFilled: false };
  }
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const point = (along: number, across: number): string =>
    `${short(from.x + dx * along - dy * across)} ${short(from.y + dy * along + dx * across)}`;
  const neck = length - HEAD.length;
  const head = [point(length, 0), point(neck, HEAD.half), point(neck, -HEAD.half)];
  return { d: `M${point(0, 0)}L${point(neck, 0)}M${head.join('L')}z`, isFilled: true };
}

/** The points of a mark's spots, as drawn. @returns null if the board does not have them */
export function markPlaces(
  { from, to }: Pick<DrawnMark, 'from' | 'to'>,
  spots: Geometry['spots'],
  at: (point: Point) => Point,
): readonly [from: Point, to: Point | null] | null {
  const [start, end] = [from, to].map((name) => spots.find((spot) => spot.name === name));
  if (start === undefined || (to !== null && end === undefined)) return null;
  return [at(start), end === undefined ? null : at(end)];
}

/** @throws RangeError if a mark names no spot of the board */
export function drawnMarks(
  marks: readonly DrawnMark[],
  geometry: Geometry,
  turn: Turn,
  paint: Paint,
): readonly Drawing[] {
  const outlines = marks.map((mark) => {
    const places = markPlaces(mark, geometry.spots, (point) => placePoint(point, geometry, turn));
    if (places === null) {
      const names = [mark.from, ...(mark.to === null ? [] : [mark.to])].map((name) => name.slice(0, 64));
      throw new RangeError(`the board has no spot ${names.join(' or ')}`);
    }
    return { ...markOutline(...places), color: mark.color };
  });
  const stroked = ({ d, isFilled }: MarkOutline, colour: string, width: number): Drawing =>
    path(d, {
      ...{ fill: isFilled ? colour : 'none', stroke: colour, 'stroke-width': width },
      ...{ 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
    });
  return [
    ...outlines.map((outline) => stroked(outline, paint('drawn-edge'), MARK_EDGE)),
    ...outlines.map((outline) => stroked(outline, paint(`drawn-${outline.color}`), MARK_WIDTH)),
  ];
}
