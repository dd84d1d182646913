/**
 * The board as drawn: a plate with one hole per cell and column numbers below. Discs enter from above the picture, and
 * the chip of a move is in the hole where its disc would land. One unit is one cell; a whole column is one area.
 */
import type {
  Area,
  BoardLabel,
  Choice,
  Geometry,
  Mark,
  Piece,
  Point,
  Seat,
  Setup,
  Spot,
  View,
} from '../game.ts';
import { PositionView } from '../view.ts';
import { EMPTY, moves, objection, result, stoneOf, winningCells } from './rules.ts';
import type { Connect4Position } from './rules.ts';

/** The plate's rim around its cells. */
const RIM = 0.15;
const MARGIN = 0.2;
/** The strip of labels below the plate. */
const LABELS = 0.55;

const HOLE = 0.4;
const DISC = 0.4;
/** Shared, so that views can compare shapes by identity. */
export const DISC_SHAPE = { kind: 'circle', r: DISC } as const;
const LAST_DISC = { kind: 'circle', r: 0.78 * DISC } as const;

export const SEATS = [
  { name: 'Player 1', token: 'x', colour: 'light', piece: 'disc' },
  { name: 'Player 2', token: 'o', colour: 'dark', piece: 'disc' },
] as const;

export const centreX = (column: number): number => MARGIN + RIM + column + 0.5;
export const centreY = (height: number, row: number): number => MARGIN + RIM + (height - row) - 0.5;
const aboveColumn = (column: number): Point => ({ x: centreX(column), y: -0.5 });

const areaId = (column: number): string => `column-${column + 1}`;
const cellName = (column: number, row: number): string => `${column + 1}-${row + 1}`;

export function geometry(setup: Setup): Geometry {
  const width = setup.width!;
  const height = setup.height!;
  const plateHeight = height + 2 * RIM;
  const spots: Spot[] = [];
  const areas: Area[] = [];
  const labels: BoardLabel[] = [];
  for (let column = 0; column < width; column++) {
    const x = centreX(column);
    const name = `column ${column + 1}`;
    const shape = { kind: 'rect', width: 1, height: MARGIN + plateHeight } as const;
    const area = { id: areaId(column), x, y: (MARGIN + plateHeight) / 2, shape, name };
    areas.push(column < 10 ? { ...area, key: String((column + 1) % 10) } : area);
    labels.push({ x, y: MARGIN + plateHeight + LABELS / 2, text: String(column + 1) });
    for (let row = 0; row < height; row++) {
      const name = cellName(column, row);
      const shape = { kind: 'circle', r: HOLE } as const;
      spots.push({ id: `hole-${name}`, name, x, y: centreY(height, row), shape, look: 'hole' });
    }
  }
  const boardWidth = width + 2 * RIM + 2 * MARGIN;
  const plate = { kind: 'rect', width: width + 2 * RIM, height: plateHeight, radius: 0.3 } as const;
  return {
    width: boardWidth,
    height: MARGIN + plateHeight + LABELS,
    plates: [{ x: boardWidth / 2, y: MARGIN + plateHeight / 2, shape: plate, look: 'plate' }],
    lines: [],
    spots,
    areas,
    labels,
  };
}

function disc(position: Connect4Position, column: number, row: number, seat: Seat): Piece {
  return {
    id: `disc-${cellName(column, row)}`,
    x: centreX(column),
    y: centreY(position.height, row),
    seat,
    look: 'disc',
    shape: DISC_SHAPE,
    from: aboveColumn(column),
  };
}

export function view(
  position: Connect4Position,
  last: { readonly before: Connect4Position; readonly move: number } | null,
): View {
  const { width, height, cells } = position;
  const pieces: Piece[] = [];
  cells.forEach((cell, index) => {
    if (cell === EMPTY) return;
    const seat = cell === stoneOf(0) ? 0 : 1;
    pieces.push(disc(position, index % width, Math.floor(index / width), seat));
  });
  const marks: Mark[] = winningCells(position).map((index) => ({
    x: centreX(index % width),
    y: centreY(height, Math.floor(index / width)),
    look: 'winning',
    shape: { kind: 'circle', r: DISC },
  }));
  if (last) {
    const row = last.before.tops[last.move] ?? 0;
    const spot = { x: centreX(last.move), y: centreY(height, row) };
    marks.push({ ...spot, look: 'last', shape: LAST_DISC });
  }
  return new PositionView({ pieces, marks, gauges: [] }, () => ({ spoken: spoken(position, last) }));
}

function spoken(
  position: Connect4Position,
  last: { readonly before: Connect4Position; readonly move: number } | null,
): string {
  const { width, height, cells } = position;
  const token = (seat: Seat) => `${SEATS[seat].name}, ${SEATS[seat].token}`;
  const over = result(position);
  const sentences: string[] = [];
  if (last) sentences.push(`${token(last.before.mover)}, played column ${last.move + 1}.`);
  if (over?.kind === 'win') sentences.push(`${token(over.winner)}, has won: ${over.reason}.`);
  else if (over) sentences.push(`The game is drawn: ${over.reason}.`);
  else sentences.push(`${token(position.mover)}, is to move.`);
  const rows: string[] = [];
  for (let row = 0; row < height; row++) {
    const stones: string[] = [];
    for (let column = 0; column < width; column++) {
      const cell = cells[row * width + column]!;
      if (cell !== EMPTY) stones.push(`${column + 1} ${SEATS[cell === stoneOf(0) ? 0 : 1].token}`);
    }
    if (stones.length > 0) rows.push(`Row ${row + 1}: ${stones.join(', ')}.`);
  }
  if (rows.length === 0) sentences.push(`The board of ${width} columns and ${height} rows is empty.`);
  else sentences.push('From the bottom, by column:', ...rows);
  return sentences.join(' ');
}

export function choices(position: Connect4Position): readonly Choice<number>[] {
  return moves(position).map((column) => {
    const landing = disc(position, column, position.tops[column]!, position.mover);
    return {
      move: column,
      path: [areaId(column)],
      preview: [landing],
      chip: { x: landing.x, y: landing.y },
    };
  });
}

/** Empty if the picks are a legal move. */
export function refusal(position: Connect4Position, picks: readonly string[]): string {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  const [first, ...more] = picks;
  if (first === undefined) return 'pick a column';
  if (more.length > 0) return 'a move is one column';
  const column = Number(/^column-(\d{1,3})$/.exec(first)?.[1] ?? 0) - 1;
  return column < 0 ? 'this is not a column' : (objection(position, column) ?? '');
}
