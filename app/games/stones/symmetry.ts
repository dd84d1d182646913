/** The 12 symmetries of the hexagon: six rotations, each mirrored or not. */
import { type Symmetry, trailImage } from '../game.ts';
import { columnOf, fromOf, HOLE, moveOf, PASS, PLACES, rowOf, squareAt, SQUARES, toOf } from './board.ts';
import type { StonesPosition } from './rules.ts';

/** The hole's column and row. */
const MIDDLE = columnOf(HOLE);

/** Distances from the middle along three axes, which sum up to 0. */
type Axes = readonly [number, number, number];

const rotations: readonly (readonly [name: string, turn: (axes: Axes) => Axes])[] = [
  ['', ([u, v, w]) => [u, v, w]],
  ['turned by 60°', ([u, v, w]) => [-v, -w, -u]],
  ['turned by 120°', ([u, v, w]) => [w, u, v]],
  ['turned by 180°', ([u, v, w]) => [-u, -v, -w]],
  ['turned by 240°', ([u, v, w]) => [v, w, u]],
  ['turned by 300°', ([u, v, w]) => [-w, -u, -v]],
];

function imagesBy(turn: (axes: Axes) => Axes, mirrors: boolean): readonly number[] {
  const images = Array.from({ length: SQUARES }, (_, square) => square);
  for (const place of PLACES) {
    const [x, y] = [columnOf(place) - MIDDLE, rowOf(place) - MIDDLE];
    const [u, v] = turn(mirrors ? [-y, x, y - x] : [x, -y, y - x]);
    images[place] = squareAt(u + MIDDLE, MIDDLE - v);
  }
  return images;
}

const images = [false, true].flatMap((mirrors) =>
  rotations.map(([name, turn]) => ({
    name: [mirrors ? 'mirrored' : '', name].filter(Boolean).join(', '),
    squares: imagesBy(turn, mirrors),
  })),
);

export const symmetries: readonly Symmetry<StonesPosition, number>[] = images.map(({ name, squares }) => {
  const move = (each: number): number =>
    each === PASS ? PASS : moveOf(squares[fromOf(each)]!, squares[toOf(each)]!);
  return {
    name,
    swapsSeats: false,
    position: (position) => {
      const stones: number[] = Array.from({ length: SQUARES }, () => 0);
      for (const place of PLACES) stones[squares[place]!] = position.stones[place]!;
      return { ...position, stones, trail: trailImage(position.trail, move) };
    },
    move,
  };
});

/** A stone as a character: its value is from -123 to 123. */
const characterOf = (value: number): string => String.fromCharCode(256 + value);

/** The images are compared place by place. */
const order: readonly (readonly number[])[] = images.map(({ squares }) => {
  const origins = Array.from({ length: SQUARES }, () => 0);
  for (const place of PLACES) origins[squares[place]!] = place;
  return PLACES.map((place) => origins[place]!);
});

export function ownKey({ stones, mover, phase }: StonesPosition): string {
  let text = '';
  for (const place of PLACES) text += characterOf(stones[place]!);
  return `${text} ${mover} ${phase}`;
}

export function key({ stones, mover, phase }: StonesPosition): string {
  let least = '';
  for (const origins of order) {
    let text = '';
    for (const origin of origins) text += characterOf(stones[origin]!);
    if (least === '' || text < least) least = text;
  }
  return `${least} ${mover} ${phase}`;
}
