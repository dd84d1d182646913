/** Rings and arrows over a board, as a user draws them, each within an edge that shows on every board. */
import type { Geometry, Point } from '../games/game.ts';
import { placePoint, shapePath, short, type Turn } from '../games/outline.ts';
import type { Mark as DrawnMark } from '../shapes/tree.ts';
import type { Paint } from './palette.ts';
import { path } from './svg.ts';

/** In board units: the radius of a ring, and the length of each stroke of an arrow's head. */
const RING = 0.46;
const HEAD = 0.28;

/** @throws RangeError if a mark names no spot of the board */
export function drawnMarks(
  marks: readonly DrawnMark[],
  geometry: Geometry,
  turn: Turn,
  paint: Paint,
): string {
  const at = (name: string): Point => {
    const spot = geometry.spots.find((each) => each.name === name);
    if (spot === undefined) throw new RangeError(`the board has no spot ${name.slice(0, 64)}`);
    return placePoint(spot, geometry, turn);
  };
  const outlines = marks.map(({ color, from, to }) => ({
    color,
    d: to === null ? ring(at(from)) : arrow(at(from), at(to)),
  }));
  const stroked = (d: string, stroke: string, width: number): string =>
    path(d, {
      ...{ fill: 'none', stroke, 'stroke-width': width },
      ...{ 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
    });
  return [
    ...outlines.map(({ d }) => stroked(d, paint('drawn-edge'), 0.17)),
    ...outlines.map(({ d, color }) => stroked(d, paint(`drawn-${color}`), 0.1)),
  ].join('');
}

const ring = (at: Point): string => shapePath({ kind: 'circle', r: RING }, at);

/** From near the middle of one spot to near the middle of the other, with a head of two strokes. */
function arrow(from: Point, to: Point): string {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return ring(from);
  const [x, y] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = { x: to.x - 0.12 * x, y: to.y - 0.12 * y };
  const side = (sign: number): string =>
    `${short(end.x - HEAD * (x + sign * 0.6 * y))} ${short(end.y - HEAD * (y - sign * 0.6 * x))}`;
  const tip = `${short(end.x)} ${short(end.y)}`;
  return `M${short(from.x + 0.2 * x)} ${short(from.y + 0.2 * y)}L${tip}M${side(1)}L${tip}L${side(-1)}`;
}
