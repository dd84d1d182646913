/**
 * A position as the players of the usual notation write it: horizontal walls, vertical walls, pawns, walls left, and who
 * moves, as in `d2h /  / e2 e8 / 10 10 / 1`. Walls have no blanks between them and may lack their letter, and no owner:
 * they are shared out by what is left of ten each.
 */
import type { PositionsForm } from '../../form.ts';
import { BadNotation, quote, type Seat } from '../../game.ts';
import {
  defaultWalls,
  HORIZONTAL,
  orientationOf,
  ownerOf,
  readMove,
  VERTICAL,
  wallMove,
  pawnMove,
  wallOf,
  type Orientation,
  type QuoridorPosition,
} from '../board.ts';
import { parsePosition, positionText } from '../notation.ts';
import { fitObjection } from '../rules.ts';
import { readWord, usualRows, wordOf } from './mirrored.ts';

const SIZE = 9;
const WALLS = defaultWalls(SIZE);

/** @throws BadNotation */
function centresOf(text: string, orientation: Orientation): number[] {
  const letter = orientation === HORIZONTAL ? 'h' : 'v';
  const words = text.trim() === '' ? [] : (text.trim().match(/[a-z]\d[hv]?/gi) ?? []);
  if (words.join('') !== text.replace(/\s+/g, ''))
    throw new BadNotation(`${quote(text.trim())} is not a list of walls`);
  return words.map((word) => {
    const named = word.length === 3 ? word : `${word}${letter}`;
    const meant = readMove(SIZE, readWord(SIZE, usualRows, named));
    if (meant?.kind === 'wall' && meant.orientation === orientation) return meant.centre;
    throw new BadNotation(`${quote(word)} is not a ${letter === 'h' ? 'horizontal' : 'vertical'} wall`);
  });
}

function read(text: string): QuoridorPosition {
  const fields = text.split('/', 6);
  if (fields.length !== 5)
    throw new BadNotation(`a position has 5 parts between slashes, not ${fields.length}`);
  const [horizontal, vertical, pawns, left, side] = fields as [string, string, string, string, string];
  const cells = pawns
    .trim()
    .split(/\s+/, 3)
    .map((word) => readMove(SIZE, readWord(SIZE, usualRows, word)));
  const counts = left
    .trim()
    .split(/\s+/, 3)
    .map((word) => (/^\d{1,2}$/.test(word) ? Number(word) : NaN));
  const [first, second] = cells;
  if (cells.length !== 2 || first?.kind !== 'pawn' || second?.kind !== 'pawn') {
    throw new BadNotation(`${quote(pawns.trim())} is not the cells of two pawns`);
  }
  if (counts.length !== 2 || !counts.every((count) => count <= WALLS)) {
    throw new BadNotation(`the walls left are two numbers up to ${WALLS}, not ${quote(left.trim())}`);
  }
  const mover = side.trim();
  if (mover !== '1' && mover !== '2')
    throw new BadNotation(`the side to move is 1 or 2, not ${quote(mover)}`);
  const position: QuoridorPosition = {
    size: SIZE,
    pawns: [first.cell, second.cell],
    walls: new Uint8Array((SIZE - 1) ** 2),
    wallsLeft: [counts[0]!, counts[1]!],
    mover: mover === '1' ? 0 : 1,
  };
  const placed = [
    ...centresOf(horizontal, HORIZONTAL).map((centre) => [centre, HORIZONTAL] as const),
    ...centresOf(vertical, VERTICAL).map((centre) => [centre, VERTICAL] as const),
  ];
  let ownedByFirst = WALLS - counts[0]!;
  for (const [centre, orientation] of placed) {
    const why = fitObjection(position, centre, orientation);
    if (why !== null) throw new BadNotation(why);
    const owner: Seat = ownedByFirst-- > 0 ? 0 : 1;
    position.walls[centre] = wallOf(orientation, owner);
  }
  // Proves what the rules ask of a position: distinct pawns, and a path to each goal.
  return parsePosition(positionText(position));
}

export const quoridorPosition: PositionsForm<QuoridorPosition> = {
  ...{ kind: 'positions', id: 'quoridor-position', name: 'usual position: walls, pawns, walls left, side' },
  examples: [' /  / e2 e8 / 10 10 / 1', 'd2h / a5v / e3 e8 / 9 9 / 2'],
  lacks: 'owners of walls',
  read: (text) => ({ position: read(text) }),
  write(position) {
    const { size, pawns, walls, wallsLeft, mover } = position;
    if (size !== SIZE)
      throw new BadNotation(`the form is for ${SIZE} x ${SIZE}, and this board is ${size} x ${size}`);
    if (Math.max(...wallsLeft) > WALLS) throw new BadNotation(`a side has more than ${WALLS} walls`);
    const lists: [string, string] = ['', ''];
    const placed: [number, number] = [0, 0];
    walls.forEach((wall, centre) => {
      if (wall === 0) return;
      placed[ownerOf(wall)]++;
      lists[orientationOf(wall)] += wordOf(size, usualRows, wallMove(size, centre, orientationOf(wall)));
    });
    const [first, second] = pawns.map((cell) => wordOf(size, usualRows, pawnMove(cell)));
    return `${lists[HORIZONTAL]} / ${lists[VERTICAL]} / ${first} ${second} / ${wallsLeft.join(' ')} / ${mover + 1}`;
  },
};
