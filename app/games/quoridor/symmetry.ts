/**
 * The symmetries of Quoridor: the board mirrored, and the two that change top and bottom, in which each side plays the
 * other's part.
 */
import { otherSeat, type Symmetry } from '../game.ts';
import { orientationOf, ownerOf, wallOf, type QuoridorPosition } from './board.ts';

/** The image of an index on a square board of this side. */
function imageOf(index: number, side: number, mirrors: boolean, flips: boolean): number {
  const [column, row] = [index % side, Math.floor(index / side)];
  return (flips ? side - 1 - row : row) * side + (mirrors ? side - 1 - column : column);
}

function symmetry(
  size: number,
  name: string,
  mirrors: boolean,
  flips: boolean,
): Symmetry<QuoridorPosition, number> {
  const cells = size * size;
  const cell = (at: number): number => imageOf(at, size, mirrors, flips);
  const centre = (at: number): number => imageOf(at, size - 1, mirrors, flips);
  return {
    name,
    swapsSeats: flips,
    position: (position) => {
      const { pawns, walls, wallsLeft, mover } = position;
      const images = new Uint8Array(walls.length);
      walls.forEach((wall, at) => {
        if (wall === 0) return;
        const owner = ownerOf(wall);
        images[centre(at)] = wallOf(orientationOf(wall), flips ? otherSeat(owner) : owner);
      });
      const [black, white] = [cell(pawns[0]), cell(pawns[1])];
      return {
        size,
        pawns: flips ? [white, black] : [black, white],
        walls: images,
        wallsLeft: flips ? [wallsLeft[1], wallsLeft[0]] : wallsLeft,
        mover: flips ? otherSeat(mover) : mover,
      };
    },
    move: (move) => {
      if (move < cells) return cell(move);
      const wall = move - cells;
      return cells + 2 * centre(wall >> 1) + (wall & 1);
    },
  };
}

export const symmetries = (size: number): readonly Symmetry<QuoridorPosition, number>[] => [
  symmetry(size, '', false, false),
  symmetry(size, 'mirrored', true, false),
  symmetry(size, 'turned a half, with the sides changed', true, true),
  symmetry(size, 'flipped, with the sides changed', false, true),
];

/** Without the walls' owners, which decide nothing. */
export function ownKey({ size, pawns, walls, wallsLeft, mover }: QuoridorPosition): string {
  let standing = '';
  for (const wall of walls) standing += wall === 0 ? '.' : '|-'[orientationOf(wall) === 0 ? 1 : 0];
  return `${size} ${pawns.join()} ${standing} ${wallsLeft.join()} ${mover}`;
}

export function key(position: QuoridorPosition): string {
  const [first, ...others] = symmetries(position.size).map((each) => ownKey(each.position(position)));
  return others.reduce((least, text) => (text < least ? text : least), first!);
}
