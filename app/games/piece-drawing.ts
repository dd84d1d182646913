/** How pieces are drawn on every board: the marks that tell the sides apart, stacks, and the letters on them. */
import type { Piece, Point, Seat, Shape } from './game.ts';
import { halfHeight, MIDDLE, shapePath, type Turn } from './outline.ts';

/** How far a storey shows below the one above it, and the limit for all of them together, in board units. */
const STOREY = 0.062;
const ALL_STOREYS = 0.2;
/** The most rims that can be told apart; a number tells of more storeys. */
const MOST_RIMS = 4;
/** How far the light side's rim lies inside the outline, and the length of the dark side's notch, in board units. */
const RIM = 0.055;
const NOTCH = 0.1;

/** The offset of the number of storeys from the middle of its piece, the same for every turn of the board. */
export const COUNT_AT: Point = { x: 0.32, y: 0.27 };
const COUNT: Shape = { kind: 'circle', r: 0.17 };

/** The numbers of pieces with several storeys, as pieces to be drawn above these and above the marks. */
export function countsOf(pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.every(({ storeys = 1 }) => storeys === 1)) return noCounts;
  return pieces.flatMap(({ id, x, y, seat, storeys = 1 }) =>
    storeys === 1 ? [] : [{ id, x, y, seat, look: 'count', shape: COUNT, text: String(storeys) }],
  );
}
// One constant array, so that derived values do not change.
const noCounts: readonly Piece[] = [];

/** The offsets of the lower storeys below the top one, in board units, the lowest storey first. */
export function dropsOf(storeys: number): number[] {
  const rims = Math.min(storeys - 1, MOST_RIMS);
  const step = Math.min(STOREY, ALL_STOREYS / Math.max(1, rims));
  return Array.from({ length: rims }, (_, index) => (rims - index) * step);
}

/** A short stroke inwards from the top of the outline. */
function notch(shape: Shape): string {
  const top = halfHeight(shape);
  return `M0 ${-top}v${NOTCH}`;
}

/** The font size relative to the inner radius: a letter keeps clear of the rim, a number may fill the outline. */
export const letterSize = (look: string, text: string): number =>
  look !== 'count' ? 1.02 : text.length === 1 ? 1.45 : 1.2;

/** The width of the stroke of a side's mark, relative to the inner radius: finer beside a letter. */
export const markWidth = ({ text }: Piece): number => (text === undefined ? 0.14 : 0.08);

/** Whether the mark of the side is filled and not only an outline. */
export const isMarkFull = ({ look, seat }: Piece): boolean => look === 'pawn' && seat === 1;

/**
 * The mark that tells the sides apart in grey and for colour-blind users: a cross or a ring; on a pawn a ring or a dot;
 * on a man two grooves or one; on a stone a rim or a notch. Path data around the origin.
 * @param r the inner radius of the piece
 */
export function sideMark({ look, shape }: Piece, seat: Seat, r: number, turn: Turn): string {
  const circle = (part: number): string => shapePath({ kind: 'circle', r: r * part }, MIDDLE);
  if (look === 'pawn') return circle(seat === 0 ? 0.45 : 0.25);
  if (look === 'man') return seat === 0 ? circle(0.62) + circle(0.28) : circle(0.5);
  if (look === 'stone') return seat === 0 ? shapePath(shape, MIDDLE, turn, -RIM) : notch(shape);
  const arm = r * 0.3;
  return seat === 0
    ? `M${-arm} ${-arm}l${2 * arm} ${2 * arm}M${arm} ${-arm}l${-2 * arm} ${2 * arm}`
    : circle(0.4);
}
