import type { Settings } from '../../app/api/contract.ts';
import type { Game, Piece, Point } from '../../app/games/game.ts';

/** A few characters about a move, drawn at the point that the game gives for its chip. */
export interface Chip extends Point {
  readonly id: string;
  /** The area that completes the move. */
  readonly area: string;
  /** Empty if an arrow shows it. */
  readonly text: string;
  /** The full words for a tooltip and a screen reader, after the area's name. */
  readonly words: string;
  /** `plain` is an estimate. */
  readonly tone: 'win' | 'draw' | 'loss' | 'plain';
  /** Proven by Plywire, claimed by an engine as decided, or judged by an engine. */
  readonly look: 'proven' | 'claimed' | 'judged';
  readonly best: boolean;
}

/** A ring around the destination of a piece of a recommended move, with the move's origin and captures. */
export interface Ring {
  readonly id: string;
  readonly piece: Piece;
  /** 1 for the best move; a smaller weight is drawn thinner. */
  readonly weight: number;
  /** The piece's present place, from which an arrow leads. */
  readonly from?: Point;
  /** The engines that name the move, if there are several: drawn beside it, in the colour of the first one. */
  readonly labels?: readonly { readonly letter: string; readonly colour: number }[];
  /** The pieces that the move takes; they are crossed out. */
  readonly taken?: readonly Piece[];
}

/** A piece of a line to come, at its destination, with its number in the line. */
export interface LineGhost {
  readonly id: string;
  readonly piece: Piece;
  /** Counted from 1. */
  readonly ply: number;
}

/** The average width of a character of the interface's font, in parts of the font size. */
export const CHARACTER = 0.56;

/** The estimated width of a text, in parts of the font size: a minus is wide, a point is narrow. */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += sign === '−' ? 0.84 : /[.,\silt]/.test(sign) ? 0.34 : 0.64;
  return width;
}

/** The length of the two sides of an arrowhead, in board units. */
const BARB = 0.16;

/** How far from the middle of its origin an arrow begins, in board units, so that text there stays legible. */
const BEGIN = 0.2;

/** SVG path data of an arrow from a point to the rim, at distance `rim`, of a piece at another point. */
export function arrowPath(from: Point, to: Point, rim: number): string {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy);
  if (length <= rim) return '';
  const [x, y] = [dx / length, dy / length];
  const tip = { x: to.x - x * rim, y: to.y - y * rim };
  const barb = (side: 1 | -1): string => pair(tip.x - BARB * (x - side * y), tip.y - BARB * (y + side * x));
  const begin = Math.min(BEGIN, length - rim);
  return `M${pair(from.x + x * begin, from.y + y * begin)}L${pair(tip.x, tip.y)}M${barb(1)}L${pair(tip.x, tip.y)}L${barb(-1)}`;
}

/** SVG path data of a cross around the origin, within a piece of inner radius `reach`. */
export function crossPath(reach: number): string {
  const arm = 0.55 * reach;
  return `M${pair(-arm, -arm)}L${pair(arm, arm)}M${pair(-arm, arm)}L${pair(arm, -arm)}`;
}

const pair = (x: number, y: number): string => `${x.toFixed(3)} ${y.toFixed(3)}`;

/** The key of an overlay in the settings. */
export const overlayKey = (game: Pick<Game, 'id'>, overlay: { readonly id: string }): string =>
  `${game.id}/${overlay.id}`;

export const isShown = ({ overlays }: Settings, key: string): boolean => overlays.includes(key);

/** The change of settings that shows or hides an overlay. */
export const showing = ({ overlays }: Settings, key: string, shown: boolean): Pick<Settings, 'overlays'> => ({
  overlays: shown ? [...new Set([...overlays, key])] : overlays.filter((other) => other !== key),
});
