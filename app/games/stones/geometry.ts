/**
 * The board as drawn: columns go straight down, rows rise to the right and diagonals fall to it, the places of each a
 * unit apart, so that the board is a hexagon. A column's letter stands over it and a row's number before it. Under
 * the board is what is picked to pass.
 */
import type { BoardLabel, BoardLine, Geometry, Point } from '../game.ts';
import { columnOf, DIRECTIONS, placeName, PLACES, RAY_STRIDE, RAYS, rowOf, SIDE, squareAt } from './board.ts';

/** From the hole to each corner. */
const REACH = (SIDE - 1) / 2;
const RIM = 1;
/** From one column to the next. */
const ACROSS = Math.sqrt(3) / 2;
const NODE = 0.08;
export const STONE = 0.42;

const MARGIN = 0.15;
const PLATE: Point = { x: 2 * (REACH + RIM) * ACROSS, y: 2 * (REACH + RIM) };
const PASS_BOX = { kind: 'rect', width: 1.8, height: 0.7, radius: 0.2 } as const;
const WIDTH = PLATE.x + 2 * MARGIN;
const HEIGHT = PLATE.y + PASS_BOX.height + 3 * MARGIN;

/** The middle of the board. */
const MIDDLE: Point = { x: WIDTH / 2, y: MARGIN + PLATE.y / 2 };

/** Columns and rows as counted from the hole. */
const at = (column: number, row: number): Point => ({
  x: MIDDLE.x + column * ACROSS,
  y: MIDDLE.y + row - column / 2,
});

export const place = (square: number): Point => at(columnOf(square) - REACH, rowOf(square) - REACH);

/** The area that is picked to pass, which is named as the move is. */
export const PASS_AREA = 'pass';
export const PASS_AT: Point = { x: WIDTH / 2, y: HEIGHT - MARGIN - PASS_BOX.height / 2 };

/** From each place to the next one before it on every line; none leads across the hole. */
function lines(): BoardLine[] {
  const found: BoardLine[] = [];
  for (const from of PLACES) {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const to = RAYS[(from * DIRECTIONS + direction) * RAY_STRIDE]!;
      if (to < from) found.push({ from: place(from), to: place(to), look: 'ink' });
    }
  }
  return found;
}

function labels(): BoardLabel[] {
  const found: BoardLabel[] = [];
  const before = 0.7;
  for (let index = -REACH; index <= REACH; index++) {
    const name = placeName(squareAt(index + REACH, index + REACH));
    const first = Math.max(-REACH, index - REACH) - before;
    found.push({ ...at(index, first), text: name.charAt(0) }, { ...at(first, index), text: name.charAt(1) });
  }
  return found;
}

function plate(): readonly Point[] {
  const far = REACH + RIM;
  const corners = [at(-far, -far), at(0, -far), at(far, 0), at(far, far), at(0, far), at(-far, 0)];
  return corners.map(({ x, y }) => ({ x: x - MIDDLE.x, y: y - MIDDLE.y }));
}

export function geometry(): Geometry {
  const places = PLACES.map((square) => ({ id: placeName(square), ...place(square) }));
  const pass = { ...PASS_AT, shape: PASS_BOX };
  return {
    width: WIDTH,
    height: HEIGHT,
    plates: [
      { ...MIDDLE, shape: { kind: 'polygon', points: plate() }, look: 'wood' },
      { ...pass, look: 'tray' },
    ],
    lines: lines(),
    spots: places.map((spot) => ({ ...spot, shape: { kind: 'circle', r: NODE }, look: 'node' })),
    areas: [
      ...places.map((area) => ({ ...area, shape: { kind: 'circle', r: 0.5 } as const, name: area.id })),
      { ...pass, id: PASS_AREA, name: 'pass', key: '0' },
    ],
    labels: [...labels(), { ...PASS_AT, text: 'pass' }],
  };
}
