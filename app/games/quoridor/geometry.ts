/**
 * The board as drawn: a cell is a unit square minus the grooves between cells, in which walls stand. Each cell is one
 * area. So is each wall: it extends half a cell to either side along its groove, the outermost walls to the edge. Where
 * two grooves cross, each wall gets the two quarters along its own groove. The areas cover the board without overlap.
 */
import type { Area, BoardLabel, Geometry, Point, Setup, Shape, Spot } from '../game.ts';
import {
  cellText,
  columnOf,
  columnText,
  goalRow,
  HORIZONTAL,
  rowOf,
  VERTICAL,
  wallText,
  type Orientation,
} from './board.ts';

const MARGIN = 0.15;
/** The width of a groove; cells take the rest of their unit. */
const GROOVE = 0.24;
const CELL = 1 - GROOVE;
const WALL = 0.2;
/** The thickness of a wall's area: wider than its groove, so that a pointer finds it on any board. */
const REACH = 0.36;
/** Around the outermost cells; it contains the goal lines. */
const RIM = 0.08;

/** From the outermost cells to the goal lines. */
const EDGE = 0.02;

/** The strip of labels at the left and below: wider if cells are small and ranks have two digits. */
const labelStrip = (size: number): number => 0.4 + 0.02 * size;

const topLeft = (size: number): Point => ({ x: labelStrip(size), y: MARGIN + RIM });

export const cellPoint = (size: number, cell: number): Point => ({
  x: topLeft(size).x + columnOf(size, cell) + 0.5,
  y: topLeft(size).y + (size - 1 - rowOf(size, cell)) + 0.5,
});

export const centrePoint = (size: number, centre: number): Point => ({
  x: topLeft(size).x + (centre % (size - 1)) + 1,
  y: topLeft(size).y + (size - 1 - Math.floor(centre / (size - 1))),
});

const CELL_SHAPE: Shape = { kind: 'rect', width: CELL, height: CELL, radius: 0.07 };
/** The part of a cell that the areas of walls leave: larger at the edge, where there are no walls. */
function cellAreaShape(size: number, cell: number): Shape {
  const near = 0.5 - REACH / 2;
  const [column, row] = [columnOf(size, cell), rowOf(size, cell)];
  const [left, right] = [column === 0 ? 0.5 : near, column === size - 1 ? 0.5 : near];
  const [up, down] = [row === size - 1 ? 0.5 : near, row === 0 ? 0.5 : near];
  const points = [
    { x: -left, y: -up },
    { x: right, y: -up },
    { x: right, y: down },
    { x: -left, y: down },
  ];
  return { kind: 'polygon', points };
}

const LENGTH = 2 - GROOVE;
const WALL_SHAPES: readonly [Shape, Shape] = [
  { kind: 'rect', width: LENGTH, height: WALL, radius: 0.06 },
  { kind: 'rect', width: WALL, height: LENGTH, radius: 0.06 },
];
export const wallShape = (orientation: Orientation): Shape => WALL_SHAPES[orientation];
export const cellShape = (): Shape => CELL_SHAPE;

/** Two halves that meet in the middle of the crossing, `before` and `after` it along the groove. */
function wallArea(orientation: Orientation, before: number, after: number): Shape {
  const h = REACH / 2;
  const along = [
    { x: -before, y: -h },
    { x: -h, y: -h },
    { x: 0, y: 0 },
    { x: h, y: -h },
    { x: after, y: -h },
    { x: after, y: h },
    { x: h, y: h },
    { x: 0, y: 0 },
    { x: -h, y: h },
    { x: -before, y: h },
  ];
  const points = orientation === HORIZONTAL ? along : along.map(({ x, y }) => ({ x: y, y: x }));
  return { kind: 'polygon', points };
}

function wallAreas(size: number, centre: number): Area[] {
  const last = size - 2;
  const column = centre % (size - 1);
  const row = Math.floor(centre / (size - 1));
  const [west, east] = [columnText(column), columnText(column + 1)];
  const [north, south] = [row + 2, row + 1];
  const turns = {
    h: wallText(size, centre, HORIZONTAL),
    v: wallText(size, centre, VERTICAL),
  };
  const at = centrePoint(size, centre);
  return [HORIZONTAL, VERTICAL].map((orientation) => {
    const text = wallText(size, centre, orientation);
    const across = orientation === HORIZONTAL;
    const [before, after] = across ? [column === 0, column === last] : [row === last, row === 0];
    const between = across
      ? `between ${west}${north} ${east}${north} and ${west}${south} ${east}${south}`
      : `between ${west}${north} ${west}${south} and ${east}${north} ${east}${south}`;
    return {
      id: text,
      ...at,
      name: `${across ? 'horizontal' : 'vertical'} wall ${text}, ${between}`,
      shape: wallArea(orientation, before ? 1 : 0.5, after ? 1 : 0.5),
      ghost: wallShape(orientation),
      layer: across ? 'horizontal walls' : 'vertical walls',
      turns,
    };
  });
}

/**
 * Keys lead from a cell to the walls that it names (it is their north-west neighbour), or to the nearest ones at an
 * edge.
 */
function cellArea(size: number, cell: number): Area {
  const column = Math.min(columnOf(size, cell), size - 2);
  const row = Math.max(rowOf(size, cell), 1) - 1;
  const centre = row * (size - 1) + column;
  const name = cellText(size, cell);
  return {
    id: name,
    ...cellPoint(size, cell),
    name,
    shape: cellAreaShape(size, cell),
    outline: CELL_SHAPE,
    layer: 'cells',
    turns: { h: wallText(size, centre, HORIZONTAL), v: wallText(size, centre, VERTICAL) },
  };
}

export function geometry(setup: Setup): Geometry {
  const size = setup['size']!;
  const strip = labelStrip(size);
  const spots: Spot[] = [];
  const areas: Area[] = [];
  const labels: BoardLabel[] = [];
  const { x: left, y: top } = topLeft(size);
  for (let row = size - 1; row >= 0; row--) {
    const look = row === goalRow(size, 0) ? 'goal-0' : row === goalRow(size, 1) ? 'goal-1' : 'cell';
    for (let column = 0; column < size; column++) {
      const cell = row * size + column;
      const name = cellText(size, cell);
      spots.push({ id: `cell-${name}`, name, ...cellPoint(size, cell), shape: CELL_SHAPE, look });
      areas.push(cellArea(size, cell));
    }
  }
  for (let centre = 0; centre < (size - 1) * (size - 1); centre++) areas.push(...wallAreas(size, centre));
  const bottom = top + size + RIM;
  for (let at = 0; at < size; at++) {
    labels.push({ x: left + at + 0.5, y: bottom + strip / 2, text: columnText(at), edge: 'below' });
    labels.push({ x: (strip - RIM) / 2, y: top + size - at - 0.5, text: String(at + 1), edge: 'left' });
  }
  const side = size + 2 * RIM;
  const middle = { x: left + size / 2, y: top + size / 2 };
  return {
    width: left + size + RIM + MARGIN,
    height: bottom + strip,
    middle,
    plates: [
      {
        ...middle,
        shape: { kind: 'rect', width: side, height: side, radius: 0.12 },
        look: 'grooves',
      },
    ],
    lines: ([0, 1] as const).map((seat) => {
      const y = goalRow(size, seat) === 0 ? top + size + EDGE : top - EDGE;
      return { from: { x: left + 0.12, y }, to: { x: left + size - 0.12, y }, look: `goal-${seat}` };
    }),
    spots,
    areas,
    labels,
    labelSize: strip * 0.78,
  };
}
