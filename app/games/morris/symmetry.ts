/**
 * The 16 symmetries of the morris board: four rotations, each mirrored or not, with the inner and the outer square
 * changed or not.
 */
import { type Symmetry, trailImage } from '../game.ts';
import { columnOf, fromOf, NAMES, NONE, pack, rowOf, takenOf, toOf } from './board.ts';
import { type MorrisPosition, pliesPlayed, PLACING_PLIES } from './rules.ts';

/** The middle of the board, in columns and rows. */
const MIDDLE = 3;

type Turn = (x: number, y: number) => readonly [number, number];

const turns: readonly (readonly [name: string, turn: Turn])[] = [
  ['', (x, y) => [x, y]],
  ['turned a quarter', (x, y) => [-y, x]],
  ['turned a half', (x, y) => [-x, -y]],
  ['turned three quarters', (x, y) => [y, -x]],
  ['mirrored', (x, y) => [-x, y]],
  ['flipped', (x, y) => [x, -y]],
  ['mirrored on a diagonal', (x, y) => [y, x]],
  ['mirrored on the other diagonal', (x, y) => [-y, -x]],
];

function imagesBy(turn: Turn, changesSquares: boolean): readonly number[] {
  const at = new Map(NAMES.map((_, point) => [`${columnOf(point)},${rowOf(point)}`, point]));
  const images = NAMES.map((_, point) => {
    let [x, y] = turn(columnOf(point) - MIDDLE, rowOf(point) - MIDDLE);
    if (changesSquares) {
      const square = Math.max(Math.abs(x), Math.abs(y));
      [x, y] = [(x / square) * (MIDDLE + 1 - square), (y / square) * (MIDDLE + 1 - square)];
    }
    return at.get(`${x + MIDDLE},${y + MIDDLE}`)!;
  });
  return [...images, NONE];
}

/** By symmetry, the image of each point; `NONE` is its own. */
const images = turns.flatMap(([name, turn]) =>
  [false, true].map((changes) => ({
    name: [name, changes ? 'with the squares changed' : ''].filter(Boolean).join(', '),
    points: imagesBy(turn, changes),
  })),
);

/** By symmetry, then by byte of a mask and its value: the image. */
const masks = images.map(({ points }) => [0, 8, 16].map((shift) => bytesBy(points.slice(shift, shift + 8))));

/** The image of each byte, whose bits go to these points. */
function bytesBy(points: readonly number[]): Int32Array {
  const bytes = new Int32Array(256);
  for (let byte = 1; byte < bytes.length; byte++) {
    const rest = byte & (byte - 1);
    const bit = 31 - Math.clz32(byte - rest);
    bytes[byte] = bytes[rest]! | (1 << points[bit]!);
  }
  return bytes;
}

function imageOf(men: number, symmetry: number): number {
  const [low, middle, high] = masks[symmetry]!;
  return low![men & 255]! | middle![(men >> 8) & 255]! | high![men >> 16]!;
}

export const symmetries: readonly Symmetry<MorrisPosition, number>[] = images.map(
  ({ name, points }, symmetry) => {
    const move = (each: number): number =>
      pack(points[fromOf(each)]!, points[toOf(each)]!, points[takenOf(each)]!);
    return {
      name,
      swapsSeats: false,
      position: (position) => ({
        ...position,
        white: imageOf(position.white, symmetry),
        black: imageOf(position.black, symmetry),
        trail: trailImage(position.trail, move),
      }),
      move,
    };
  },
);

export function ownKey(position: MorrisPosition): string {
  const { white, black, mover } = position;
  return `${white} ${black} ${mover} ${Math.min(pliesPlayed(position), PLACING_PLIES)}`;
}

/** The least pair of masks of all images, the side to move, and the plies while men are placed. */
export function key(position: MorrisPosition): string {
  const { white, black, mover } = position;
  let [least, other] = [white, black];
  for (let symmetry = 1; symmetry < images.length; symmetry++) {
    const own = imageOf(white, symmetry);
    if (own > least) continue;
    const enemy = imageOf(black, symmetry);
    if (own < least || enemy < other) [least, other] = [own, enemy];
  }
  return `${least} ${other} ${mover} ${Math.min(pliesPlayed(position), PLACING_PLIES)}`;
}
