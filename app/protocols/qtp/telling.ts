/**
 * How a position is told: `boardsize`, `clear_board`, `walls`, then the moves. A position that was not reached by
 * play is told by a made-up sequence on the empty board: the pawns step to their cells, then the walls are put
 * up, moves of one colour in a row, as the text allows.
 */
import {
  goalRow,
  moveAt,
  orientationOf,
  ownerOf,
  quoridor,
  readMove,
  rowOf,
  startCell,
  wallMove,
  wallsPlaced,
  type QuoridorPosition,
} from '../../games/quoridor/index.ts';
import { otherSeat, type Seat } from '../../games/game.ts';
import type { Line } from '../../games/line.ts';
import { MOST_INT, writeColor, writePlacement, type Placement, type WallForm } from './entities.ts';

export interface Step {
  readonly seat: Seat;
  readonly placement: Placement;
}

export interface Telling {
  readonly size: number;
  /** What each side begins with. */
  readonly walls: number;
  readonly steps: readonly Step[];
  /** Who is to move in the end. */
  readonly mover: Seat;
}

/** A move's number in the text's terms. Moves of a line are legal, so none lies outside the board. */
export function placementOf(size: number, move: number): Placement {
  const meant = readMove(size, move);
  if (meant?.kind === 'wall') {
    const row = Math.floor(meant.centre / (size - 1)) + 2;
    const vertex = { column: meant.centre % (size - 1), row };
    return { kind: 'wall', vertex, orientation: meant.orientation === 0 ? 'horizontal' : 'vertical' };
  }
  const cell = meant?.kind === 'pawn' ? meant.cell : 0;
  return { kind: 'pawn', vertex: { column: cell % size, row: rowOf(size, cell) + 1 } };
}

/** The move's number; a vertex that is not on this board gives a move that the rules refuse. */
export function moveOf(size: number, placement: Placement): number {
  const { column, row } = placement.vertex;
  if (placement.kind === 'pawn') return moveAt(size, column, row, null);
  return moveAt(size, column, row, placement.orientation === 'horizontal' ? 0 : 1);
}

/** How the position at the end of a line is told, or why it cannot be, in words. */
export function tellingOf(line: Line): Telling | string {
  if (line.game.id !== quoridor.id) return `QTP carries Quoridor only, not ${line.game.name}`;
  const start = line.start as QuoridorPosition;
  const setup = setupSteps(start);
  if (typeof setup === 'string') return setup;
  const { size } = start;
  const steps = [...setup.steps];
  let seat = start.mover;
  for (const move of line.moves as readonly number[]) {
    steps.push({ seat, placement: placementOf(size, move) });
    seat = otherSeat(seat);
  }
  return { size, walls: setup.walls, steps, mover: seat };
}

/** A made-up way to a position; nothing where a game begins with it. */
function setupSteps(start: QuoridorPosition): { walls: number; steps: readonly Step[] } | string {
  const { size, pawns, walls, wallsLeft } = start;
  const placed = wallsPlaced(start);
  const [black, white] = [wallsLeft[0] + placed[0], wallsLeft[1] + placed[1]];
  if (black !== white) {
    const counts = `Black has ${black} walls in all and White ${white}`;
    return `QTP gives both sides the same number of walls to begin with; here ${counts}`;
  }
  if (black > MOST_INT) return `QTP has no number as large as that of the walls, ${black}`;
  const steps: Step[] = [];
  const at: [number, number] = [startCell(size, 0), startCell(size, 1)];
  for (const seat of [0, 1] as const) {
    const way = wayTo(size, seat, at[seat], pawns[seat], at[otherSeat(seat)]);
    if (way === null) return 'QTP can tell this position only by moves, and no pawn can walk there';
    for (const cell of way) steps.push({ seat, placement: placementOf(size, cell) });
    at[seat] = pawns[seat];
  }
  walls.forEach((wall, centre) => {
    if (wall === 0) return;
    const placement = placementOf(size, wallMove(size, centre, orientationOf(wall)));
    steps.push({ seat: ownerOf(wall), placement });
  });
  return { walls: black, steps };
}

/** Cells of a shortest way on the empty board that keeps clear of the other pawn and of one's own goal. */
function wayTo(size: number, seat: Seat, from: number, to: number, other: number): readonly number[] | null {
  if (from === to) return [];
  const before = new Map<number, number>([[from, from]]);
  const queue = [from];
  for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
    for (const next of neighbours(size, cell)) {
      if (before.has(next) || next === other || rowOf(size, next) === goalRow(size, seat)) continue;
      before.set(next, cell);
      if (next === to) return wayBack(before, from, to);
      queue.push(next);
    }
  }
  return null;
}

function wayBack(before: ReadonlyMap<number, number>, from: number, to: number): readonly number[] {
  const way: number[] = [];
  for (let cell = to; cell !== from; cell = before.get(cell)!) way.push(cell);
  return way.reverse();
}

function neighbours(size: number, cell: number): readonly number[] {
  const column = cell % size;
  return [
    ...(cell >= size ? [cell - size] : []),
    ...(column > 0 ? [cell - 1] : []),
    ...(column < size - 1 ? [cell + 1] : []),
    ...(cell < size * (size - 1) ? [cell + size] : []),
  ];
}

/** How many commands come before the moves. */
export const openingLength = 3;

/** The commands that tell it, in the form that every engine understands, or in that of the token dialect. */
export function commandsOf({ size, walls, steps }: Telling, form: WallForm): readonly string[] {
  return [
    `boardsize ${size}`,
    'clear_board',
    `walls ${walls}`,
    ...steps.map(({ seat, placement }) => {
      const command = placement.kind === 'pawn' ? 'playmove' : 'playwall';
      return `${command} ${writeColor(seat)} ${writePlacement(placement, form)}`;
    }),
  ];
}

/** What the engines of the token dialect are for. */
const TOKEN_SIZE = 9;

/** Why an engine of the token dialect cannot be told this, in words; null where it can. */
export function tokenObjection({ size, steps, mover }: Telling): string | null {
  if (size !== TOKEN_SIZE) {
    return `this engine writes walls in one word, as engines do that know the board of 9 by 9 only; this one is ${size} by ${size}`;
  }
  const alternates = steps.every(({ seat }, index) => seat === index % 2) && mover === steps.length % 2;
  return alternates
    ? null
    : 'this engine writes walls in one word, as engines do that want Black and White to move in turn; this position can only be told otherwise';
}
