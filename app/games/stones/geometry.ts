/**
 * The board as drawn: the rows of the protocol's figure run across, each half a place further left than the one above,
 * so that all neighbours are equally far apart and the 61 squares form a hexagon. A column's letter stands above its
 * first place, a row's number before its first place.
 */
import type { BoardLabel, BoardLine, Geometry, Point, Shape } from '../game.ts';
import {
  columnOf,
  DIRECTIONS,
  END,
  HOLE,
  placeName,
  PLACES,
  RAY_STRIDE,
  RAYS,
  rowOf,
  SIDE,
  squareAt,
  type StoneType,
} from './board.ts';

/** The distance between rows, in units of the distance between the places of a row. */
const DOWN = Math.sqrt(3) / 2;
/** From the middle to a corner place, in places. */
const REACH = (SIDE - 1) / 2;
/** How far the table extends beyond the outer places, and the labels beyond the table. */
const RIM = 0.55;
const LABEL = 0.24;
const MARGIN = 0.05;
const NODE = 0.07;
const PIT = 0.4;

/** From the middle of the table to its corners and to its sides. */
const SIDES = REACH * DOWN + RIM;
const CORNERS = SIDES / DOWN;

/** The distance of a label from its place along a line, and where the table ends on the way. */
const BEYOND = (RIM + LABEL) / DOWN;
const EDGE = RIM / DOWN;

const WIDTH = 2 * (REACH + BEYOND + LABEL + MARGIN);
const HEIGHT = 2 * (SIDES + 2 * LABEL);
const MIDDLE: Point = { x: WIDTH / 2, y: HEIGHT / 2 };

const at = (column: number, row: number): Point => ({
  x: MIDDLE.x + (column - REACH) - (row - REACH) / 2,
  y: MIDDLE.y + (row - REACH) * DOWN,
});

export const place = (square: number): Point => at(columnOf(square), rowOf(square));

export const circle = (r: number): Shape => ({ kind: 'circle', r });

/** A disc, a square and a diamond of about the same size. */
export const STONE_SHAPES: Readonly<Record<StoneType, Shape>> = {
  1: circle(0.385),
  2: { kind: 'rect', width: 0.68, height: 0.68, radius: 0.07 },
  3: {
    kind: 'polygon',
    points: [
      { x: 0, y: -0.48 },
      { x: 0.48, y: 0 },
      { x: 0, y: 0.48 },
      { x: -0.48, y: 0 },
    ],
  },
};

export const PASS_AREA = 'pass';
/** In the corner beside the hexagon. */
export const PASS_AT: Point = { x: WIDTH - 1, y: HEIGHT - 0.5 };
/** Around the hole: the mark of a pass. */
export const PIT_MARK = { ...MIDDLE, shape: circle(PIT + 0.1) };

/** Where the guide from a column's or row's first place to its label ends. */
function ends(index: number, beyond: number): { readonly column: Point; readonly row: Point } {
  const first = Math.max(0, index - REACH) - beyond;
  return { column: at(index, first), row: at(first, index) };
}

/** A segment from each place to its next ones on a line, each once and none to the hole; guides lead to the labels. */
function lines(): BoardLine[] {
  const found: BoardLine[] = [];
  for (let index = 0; index < SIDE; index++) {
    const [from, to] = [ends(index, 0), ends(index, EDGE)];
    found.push({ from: from.column, to: to.column, look: 'guide' });
    found.push({ from: from.row, to: to.row, look: 'guide' });
  }
  for (const from of PLACES) {
    for (let direction = 0; direction < DIRECTIONS; direction++) {
      const to = RAYS[(from * DIRECTIONS + direction) * RAY_STRIDE]!;
      if (to !== END && to > from) found.push({ from: place(from), to: place(to), look: 'ink' });
    }
  }
  return found;
}

function labels(): BoardLabel[] {
  const found: BoardLabel[] = [];
  for (let index = 0; index < SIDE; index++) {
    const name = placeName(squareAt(index, index));
    const { column, row } = ends(index, BEYOND);
    found.push({ ...column, text: name.charAt(0) }, { ...row, text: name.charAt(1) });
  }
  return found;
}

const hexagon: Shape = {
  kind: 'polygon',
  points: [0, 1, 2, 3, 4, 5].map((corner) => ({
    x: CORNERS * Math.cos((corner * Math.PI) / 3),
    y: SIDES * Math.sign(Math.round(2 * Math.sin((corner * Math.PI) / 3))),
  })),
};

export function geometry(): Geometry {
  const places = PLACES.map((square) => ({ id: placeName(square), ...place(square) }));
  return {
    width: WIDTH,
    height: HEIGHT,
    plates: [
      { ...MIDDLE, shape: hexagon, look: 'slate' },
      { ...place(HOLE), shape: circle(PIT), look: 'pit' },
    ],
    lines: lines(),
    spots: places.map((spot) => ({ ...spot, name: spot.id, shape: circle(NODE), look: 'node' })),
    areas: [
      ...places.map((area) => ({ ...area, shape: circle(0.5), name: area.id })),
      {
        ...PASS_AT,
        id: PASS_AREA,
        shape: { kind: 'rect', width: 1.6, height: 0.7 },
        name: 'pass and end the turn',
        key: '0',
        button: 'Pass',
      },
    ],
    labels: labels(),
  };
}
