/** Where things are drawn: points and outlines of the geometry, for each turn of the board. */
import type { BoardLabel, Point, Shape } from './game.ts';

/** How the board is turned: not at all, by a half turn, or mirrored left to right. */
export type Turn = 'none' | 'turn' | 'mirror';

/** The size of the board, in board units, and the point about which it is turned if not its middle. */
export interface Board {
  readonly width: number;
  readonly height: number;
  readonly middle?: Point;
}

export function placePoint(point: Point, board: Board, turn: Turn): Point {
  if (turn === 'none') return point;
  const { x, y } = board.middle ?? { x: board.width / 2, y: board.height / 2 };
  return { x: 2 * x - point.x, y: turn === 'turn' ? 2 * y - point.y : point.y };
}

export function placeLabel(label: BoardLabel, board: Board, turn: Turn): Point {
  const { x, y } = placePoint(label, board, turn);
  return { x: label.edge === 'left' ? label.x : x, y: label.edge === 'below' ? label.y : y };
}

/** The origin, for outlines that a `translate` puts in place: moving them needs no new path. */
export const MIDDLE: Point = { x: 0, y: 0 };

/** The transform that moves an element from the origin to a point as drawn. */
export const translate = ({ x, y }: Point): string => `translate(${short(x)} ${short(y)})`;

/** Rounded to a ten-thousandth of a unit, so that paths stay short. */
export const short = (value: number): string => String(Math.round(value * 10_000) / 10_000);

/** The outline as SVG path data around `at`, a point as drawn; `grow` moves the outline outwards, in board units. */
export function shapePath(shape: Shape, at: Point, turn: Turn = 'none', grow = 0): string {
  const { x, y } = at;
  if (shape.kind === 'circle') {
    const r = Math.max(0, shape.r + grow);
    const d = short(2 * r);
    return `M${short(x - r)} ${short(y)}a${short(r)} ${short(r)} 0 1 0 ${d} 0a${short(r)} ${short(r)} 0 1 0 -${d} 0z`;
  }
  if (shape.kind === 'rect') {
    const width = Math.max(0, shape.width + 2 * grow);
    const height = Math.max(0, shape.height + 2 * grow);
    const r = Math.max(0, Math.min((shape.radius ?? 0) + grow, width / 2, height / 2));
    const [left, top] = [x - width / 2, y - height / 2];
    if (r === 0) return `M${short(left)} ${short(top)}h${short(width)}v${short(height)}h${short(-width)}z`;
    const arc = (dx: number, dy: number) => `a${short(r)} ${short(r)} 0 0 1 ${short(dx)} ${short(dy)}`;
    const [across, down] = [width - 2 * r, height - 2 * r];
    return (
      `M${short(left + r)} ${short(top)}h${short(across)}${arc(r, r)}v${short(down)}${arc(-r, r)}` +
      `h${short(-across)}${arc(-r, -r)}v${short(-down)}${arc(r, -r)}z`
    );
  }
  const [signX, signY] = [turn === 'none' ? 1 : -1, turn === 'turn' ? -1 : 1];
  const reach = Math.max(...shape.points.map((point) => Math.hypot(point.x, point.y)), 0);
  const scale = reach === 0 ? 1 : (reach + grow) / reach;
  const points = shape.points.map(
    (point) => `${short(x + signX * scale * point.x)} ${short(y + signY * scale * point.y)}`,
  );
  return points.length === 0 ? '' : `M${points.join('L')}z`;
}

/** Makes outlines around the origin, each shape's only once, because many elements share a shape. */
export function outlines(turn: Turn): (shape: Shape) => string {
  const made = new WeakMap<Shape, string>();
  return (shape) => {
    let outline = made.get(shape);
    if (outline === undefined) made.set(shape, (outline = shapePath(shape, MIDDLE, turn)));
    return outline;
  };
}

/** The shortest distance from the middle to the outline, for marks drawn inside it. */
export function innerRadius(shape: Shape): number {
  if (shape.kind === 'circle') return shape.r;
  if (shape.kind === 'rect') return Math.min(shape.width, shape.height) / 2;
  const edges = shape.points.map((point, index) => distanceToEdge(point, shape.points.at(index - 1)!));
  return Math.min(...edges, 1);
}

/** The distance from the middle to the segment between two points. */
function distanceToEdge(from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : -(from.x * dx + from.y * dy) / length;
  const part = Math.max(0, Math.min(1, along));
  return Math.hypot(from.x + part * dx, from.y + part * dy);
}

/** An outline with a smaller `innerRadius` has no room for marks or words inside it. */
export const THIN = 0.2;

/** The distance that the outline reaches up and down from its middle. */
export function halfHeight(shape: Shape): number {
  if (shape.kind === 'circle') return shape.r;
  if (shape.kind === 'rect') return shape.height / 2;
  return Math.max(...shape.points.map(({ y }) => Math.abs(y)), 0);
}
