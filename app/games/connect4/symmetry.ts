/** The mirror image of a board of Connect Four. */
import { identity, type Symmetry } from '../game.ts';
import type { Connect4Position } from './rules.ts';

function mirrored(position: Connect4Position): Connect4Position {
  const { width, cells, tops } = position;
  return {
    ...position,
    cells: cells.map((_, index) => cells[index - (index % width) + width - 1 - (index % width)]!),
    tops: tops.toReversed(),
  };
}

export const symmetries = (width: number): readonly Symmetry<Connect4Position, number>[] => [
  identity(),
  { name: 'mirrored', swapsSeats: false, position: mirrored, move: (column) => width - 1 - column },
];

export const ownKey = ({ width, height, cells, mover }: Connect4Position): string =>
  `${width}x${height} ${cells.join('')} ${mover}`;

export function key({ width, height, cells, mover }: Connect4Position): string {
  let text = '';
  let image = '';
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      text += cells[row * width + column];
      image += cells[row * width + width - 1 - column];
    }
  }
  return `${width}x${height} ${text < image ? text : image} ${mover}`;
}
