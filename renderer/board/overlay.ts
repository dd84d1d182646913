import type { Settings } from '../../app/api/contract.ts';
import type { Game, Piece, Point } from '../../app/games/game.ts';

/** A few characters about a move, drawn where the game says that its chip belongs. */
export interface Chip extends Point {
  readonly id: string;
  /** The area that completes the move. */
  readonly area: string;
  /** Empty where an arrow says it. */
  readonly text: string;
  /** In full, for a tip and a screen reader; said after the area's name. */
  readonly words: string;
  /** `plain` is an estimate; the others are proven. */
  readonly tone: 'win' | 'draw' | 'loss' | 'plain';
  readonly best: boolean;
}

/** A ring around where a piece of a recommended move would stand, and what else the move does. */
export interface Ring {
  readonly id: string;
  readonly piece: Piece;
  /** 1 for the best; less is drawn thinner. */
  readonly weight: number;
  /** Where the piece stands now: an arrow leads from there. */
  readonly from?: Point;
  /** What the move takes: crossed out. */
  readonly taken?: readonly Piece[];
}

/** A piece of a line to come, as it will stand, with its number in the line. */
export interface LineGhost {
  readonly id: string;
  readonly piece: Piece;
  /** Counted from 1. */
  readonly ply: number;
}

/** About what a character of the interface's font takes of its size. */
export const CHARACTER = 0.56;

/** What a text takes of its size: a minus is wide, and a point is narrow. */
export function textWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += sign === '−' ? 0.84 : /[.,\silt]/.test(sign) ? 0.34 : 0.64;
  return width;
}

/** How long the two sides of an arrow's point are, in board units. */
const BARB = 0.16;

/** How far from the middle an arrow begins, so that what is written there can be read. */
const BEGIN = 0.2;

/** The data of a path from one point to the rim of what would stand at another, its point there. */
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

/** The data of a cross around the middle, within what reaches so far. */
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
