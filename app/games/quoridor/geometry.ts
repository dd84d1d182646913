/**
 * The board as drawn: a cell a unit square, with grooves between them in which walls stand. One area is a
 * cell, or the piece of groove that begins a wall: below the wall's vertex for `h`, to its right for `v`.
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
import {
  cellText,
  columnOf,
  columnText,
  HORIZONTAL,
  moveAt,
  moveText,
  orientationOf,
  ownerOf,
  readMove,
  rowOf,
  VERTICAL,
  wallText,
  type Orientation,
} from './board.ts';
import { objection } from './objection.ts';
import { result, SEATS, type QuoridorPosition } from './position.ts';
import { moves } from './rules.ts';

const MARGIN = 0.6;
/** The width of a groove; cells take what is left of their unit. */
const GROOVE = 0.22;
const CELL = 1 - GROOVE;
const WALL = 0.16;
const PAWN = 0.3;

const cellPoint = (size: number, cell: number): Point => ({
  x: MARGIN + columnOf(size, cell) + 0.5,
  y: MARGIN + (size - 1 - rowOf(size, cell)) + 0.5,
});
const centrePoint = (size: number, centre: number): Point => ({
  x: MARGIN + (centre % (size - 1)) + 1,
  y: MARGIN + (size - 1 - Math.floor(centre / (size - 1))),
});

const wallShape = (orientation: Orientation) =>
  orientation === HORIZONTAL
    ? ({ kind: 'rect', width: 2 - GROOVE, height: WALL, radius: WALL / 2 } as const)
    : ({ kind: 'rect', width: WALL, height: 2 - GROOVE, radius: WALL / 2 } as const);

export function geometry(setup: Setup): Geometry {
  const size = setup['size']!;
  const side = size + 2 * MARGIN;
  const spots: Spot[] = [];
  const areas: Area[] = [];
  const labels: BoardLabel[] = [];
  for (let cell = 0; cell < size * size; cell++) {
    const at = cellPoint(size, cell);
    const name = cellText(size, cell);
    const shape = { kind: 'rect', width: CELL, height: CELL, radius: 0.06 } as const;
    const row = rowOf(size, cell);
    const look = row === 0 ? 'goal-0' : row === size - 1 ? 'goal-1' : 'cell';
    spots.push({ id: `cell-${name}`, ...at, shape, look });
    areas.push({ id: name, ...at, shape, name });
  }
  for (let centre = 0; centre < (size - 1) * (size - 1); centre++) {
    const { x, y } = centrePoint(size, centre);
    const across = wallText(size, centre, HORIZONTAL);
    const upright = wallText(size, centre, VERTICAL);
    const low = { kind: 'rect', width: CELL, height: GROOVE } as const;
    const high = { kind: 'rect', width: GROOVE, height: CELL } as const;
    areas.push({ id: across, x: x - 0.5, y, shape: low, name: `wall ${across}` });
    areas.push({ id: upright, x, y: y - 0.5, shape: high, name: `wall ${upright}` });
  }
  for (let at = 0; at < size; at++) {
    labels.push({ x: MARGIN + at + 0.5, y: side - MARGIN / 2, text: columnText(at).toUpperCase() });
    labels.push({ x: MARGIN / 2, y: MARGIN + size - at - 0.5, text: String(at + 1) });
  }
  const plate = { kind: 'rect', width: size + GROOVE, height: size + GROOVE, radius: 0.15 } as const;
  return {
    width: side,
    height: side,
    plates: [{ x: side / 2, y: side / 2, shape: plate, look: 'plate' }],
    lines: [],
    spots,
    areas,
    labels,
  };
}

const pawn = (size: number, seat: Seat, cell: number): Piece => ({
  id: `pawn-${SEATS[seat].token}`,
  ...cellPoint(size, cell),
  seat,
  look: 'pawn',
  shape: { kind: 'circle', r: PAWN },
});

const wall = (size: number, seat: Seat, centre: number, orientation: Orientation): Piece => ({
  id: `wall-${wallText(size, centre, orientation)}`,
  ...centrePoint(size, centre),
  seat,
  look: 'wall',
  shape: wallShape(orientation),
});

/** The piece as a move leaves it. */
function moved(size: number, seat: Seat, move: number): Piece[] {
  const meant = readMove(size, move);
  if (meant?.kind === 'pawn') return [pawn(size, seat, meant.cell)];
  return meant?.kind === 'wall' ? [wall(size, seat, meant.centre, meant.orientation)] : [];
}

export function view(
  position: QuoridorPosition,
  last: { readonly before: QuoridorPosition; readonly move: number } | null,
): View {
  const { size, pawns, walls, wallsLeft } = position;
  const pieces: Piece[] = [pawn(size, 0, pawns[0]), pawn(size, 1, pawns[1])];
  walls.forEach((there, centre) => {
    if (there !== 0) pieces.push(wall(size, ownerOf(there), centre, orientationOf(there)));
  });
  const marks: Mark[] = [];
  const over = result(position);
  if (over?.kind === 'win') {
    const at = cellPoint(size, pawns[over.winner]);
    marks.push({ ...at, look: 'winning', shape: { kind: 'circle', r: PAWN } });
  }
  if (last) {
    const made = moved(size, last.before.mover, last.move);
    marks.push(...made.map(({ x, y, shape }): Mark => ({ x, y, shape, look: 'last' })));
  }
  const gauges = ([0, 1] as const).map((seat) => ({ seat, label: 'Walls left', value: wallsLeft[seat] }));
  return { pieces, marks, gauges, spoken: spoken(position, last) };
}

function spoken(
  position: QuoridorPosition,
  last: { readonly before: QuoridorPosition; readonly move: number } | null,
): string {
  const { size, pawns, walls, wallsLeft, mover } = position;
  const over = result(position);
  const sentences: string[] = [];
  if (last) sentences.push(`${SEATS[last.before.mover].name} played ${moveText(size, last.move)}.`);
  if (over?.kind === 'win') sentences.push(`${SEATS[over.winner].name} has won: ${over.reason}.`);
  else sentences.push(`${SEATS[mover].name} is to move.`);
  for (const seat of [0, 1] as const) {
    const left = wallsLeft[seat] === 1 ? '1 wall left' : `${wallsLeft[seat]} walls left`;
    const standing = [...walls].flatMap((there, centre) =>
      there !== 0 && ownerOf(there) === seat ? [wallText(size, centre, orientationOf(there))] : [],
    );
    const stands = standing.length > 0 ? `, and walls at ${standing.join(', ')}` : '';
    sentences.push(`${SEATS[seat].name} is on ${cellText(size, pawns[seat])}, has ${left}${stands}.`);
  }
  return sentences.join(' ');
}

export function choices(position: QuoridorPosition): readonly Choice<number>[] {
  const { size, mover } = position;
  return moves(position).map((move) => {
    const preview = moved(size, mover, move);
    const { x, y } = preview[0]!;
    return { move, path: [moveText(size, move)], preview, chip: { x, y } };
  });
}

/** Empty where the picks are a legal move. */
export function refusal(position: QuoridorPosition, picks: readonly string[]): string {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  const [first, ...more] = picks;
  if (first === undefined) return 'pick a cell or a groove';
  if (more.length > 0) return 'a move is one cell or one wall';
  const match = /^([a-y])(\d{1,2})([hv]?)$/.exec(first);
  if (!match) return 'this is no place on the board';
  const orientation = match[3] === '' ? null : match[3] === 'h' ? HORIZONTAL : VERTICAL;
  const column = match[1]!.charCodeAt(0) - 97;
  return objection(position, moveAt(position.size, column, Number(match[2]), orientation)) ?? '';
}
