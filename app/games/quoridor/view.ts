/** The pieces, the moves that can be picked, and the overlays of a position. */
import { counted } from '../sentences.ts';
import type { Choice, Gauge, Mark, Overlay, Piece, Point, Seat, View } from '../game.ts';
import { PositionView } from '../view.ts';
import {
  cellText,
  HORIZONTAL,
  moveAt,
  moveText,
  orientationOf,
  ownerOf,
  readMove,
  VERTICAL,
  wallText,
  result,
  SEATS,
  type Orientation,
  type QuoridorPosition,
} from './board.ts';
import { cellPoint, cellShape, centrePoint, wallShape } from './geometry.ts';
import { objection, moves } from './rules.ts';
import { shortestPath } from './paths.ts';

type Last = { readonly before: QuoridorPosition; readonly move: number } | null;

const PAWN = 0.32;
/** Shared, so that views can compare shapes by identity. */
export const PAWN_SHAPE = { kind: 'circle', r: PAWN } as const;
const LAST_PAWN = { kind: 'circle', r: 0.8 * PAWN } as const;
/** The offset of a side's path from the middle of the cells, so that two paths along the same cells stay visible. */
const ASIDE = 0.09;
const SEATS_BOTH: readonly Seat[] = [0, 1];

const pawn = (size: number, seat: Seat, cell: number): Piece => ({
  id: `pawn-${SEATS[seat].token}`,
  ...cellPoint(size, cell),
  seat,
  look: 'pawn',
  shape: PAWN_SHAPE,
});

/** Walls never change: each is created once, by size and then by centre, orientation and seat. */
const made = new Map<number, Piece[]>();

function wall(size: number, seat: Seat, centre: number, orientation: Orientation): Piece {
  let ofSize = made.get(size);
  if (ofSize === undefined) made.set(size, (ofSize = []));
  return (ofSize[4 * centre + 2 * (orientation === HORIZONTAL ? 1 : 0) + seat] ??= {
    id: `wall-${wallText(size, centre, orientation)}`,
    ...centrePoint(size, centre),
    seat,
    look: 'wall',
    shape: wallShape(orientation),
  });
}

const PREFIX = 'wall-'.length;
/** `e2h` */
const textOf = (wall: Piece): string => wall.id.slice(PREFIX);

/** The piece after a move. */
function moved(size: number, seat: Seat, move: number): Piece[] {
  const meant = readMove(size, move);
  if (meant?.kind === 'pawn') return [pawn(size, seat, meant.cell)];
  return meant?.kind === 'wall' ? [wall(size, seat, meant.centre, meant.orientation)] : [];
}

export function view(position: QuoridorPosition, last: Last): View {
  const { size, pawns, walls, mover } = position;
  const pieces: Piece[] = [];
  for (let centre = 0; centre < walls.length; centre++) {
    const there = walls[centre]!;
    if (there !== 0) pieces.push(wall(size, ownerOf(there), centre, orientationOf(there)));
  }
  const stand = pieces.slice();
  for (const seat of SEATS_BOTH) pieces.push(pawn(size, seat, pawns[seat]));
  const seen = { pieces, marks: marks(position, last), gauges: gauges(position, stand) };
  return new PositionView(seen, () => ({
    home: cellText(size, pawns[mover]),
    standing: standing(position, stand),
    spoken: spoken(position, last, stand),
  }));
}

function standing({ size, pawns }: QuoridorPosition, walls: readonly Piece[]): Record<string, string> {
  const words: Record<string, string> = {};
  for (const wall of walls) words[textOf(wall)] = `${SEATS[wall.seat!].name}'s wall stands`;
  for (const seat of SEATS_BOTH) words[cellText(size, pawns[seat])] = `${SEATS[seat].name}'s pawn`;
  return words;
}

function marks(position: QuoridorPosition, last: Last): Mark[] {
  const { size, pawns } = position;
  const marks: Mark[] = [];
  const over = result(position);
  if (over?.kind === 'win') {
    const at = cellPoint(size, pawns[over.winner]);
    marks.push({ ...at, look: 'winning', shape: { kind: 'circle', r: PAWN + 0.03 } });
  }
  if (last === null) return marks;
  const { mover } = last.before;
  for (const { x, y, shape, look } of moved(size, mover, last.move)) {
    if (look === 'pawn') {
      marks.push({ ...cellPoint(size, last.before.pawns[mover]), look: 'origin', shape: cellShape() });
    }
    marks.push({ x, y, look: 'last', shape: look === 'pawn' ? LAST_PAWN : shape });
  }
  return marks;
}

const GAUGE = { kind: 'rect', width: 0.24, height: 0.92, radius: 0.06 } as const;

function gauges({ wallsLeft }: QuoridorPosition, walls: readonly Piece[]): Gauge[] {
  const stand: [number, number] = [0, 0];
  for (const wall of walls) stand[wall.seat!]++;
  return SEATS_BOTH.map((seat) => ({
    seat,
    label: 'walls left',
    value: wallsLeft[seat],
    most: wallsLeft[seat] + stand[seat],
    shape: GAUGE,
  }));
}

function spoken(position: QuoridorPosition, last: Last, walls: readonly Piece[]): string {
  const { size, pawns, wallsLeft, mover } = position;
  const over = result(position);
  const sentences: string[] = [];
  if (last) sentences.push(`${SEATS[last.before.mover].name} played ${moveText(size, last.move)}.`);
  if (over?.kind === 'win') sentences.push(`${SEATS[over.winner].name} has won: ${over.reason}.`);
  else sentences.push(`${SEATS[mover].name} is to move.`);
  for (const seat of SEATS_BOTH) {
    const left = `${counted(wallsLeft[seat], 'wall')} left`;
    const standing = walls.filter((wall) => wall.seat === seat).map(textOf);
    const stands = standing.length > 0 ? `, and walls at ${standing.join(', ')}` : '';
    sentences.push(`${SEATS[seat].name} is on ${cellText(size, pawns[seat])}, has ${left}${stands}.`);
  }
  return sentences.join(' ');
}

export function choices(position: QuoridorPosition): readonly Choice<number>[] {
  const { size, mover, pawns } = position;
  const stand = pawns.map((cell) => cellPoint(size, cell));
  return moves(position).map((move) => {
    const preview = moved(size, mover, move);
    const { x, y, look } = preview[0]!;
    const choice = { move, path: [moveText(size, move)], preview };
    // Chips leave the middle free for the numbers of a line of play.
    if (look === 'pawn') return { ...choice, chip: { x, y: y + 0.24 }, dots: [{ x, y }] };
    const across = preview[0]!.id.endsWith('h');
    if (across) return { ...choice, chip: { x: x + 0.5, y } };
    // A chip on a vertical groove reaches into the cells on both sides.
    const hides = (at: number): boolean =>
      stand.some((pawn) => Math.abs(pawn.x - x) < 1 && Math.abs(pawn.y - at) < 0.5);
    return { ...choice, chip: { x, y: [y + 0.5, y - 0.5].find((at) => !hides(at)) ?? y } };
  });
}

/** Empty if the picks are a legal move. */
export function refusal(position: QuoridorPosition, picks: readonly string[]): string {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  const [first, ...more] = picks;
  if (first === undefined) return 'pick a cell or a groove';
  if (more.length > 0) return 'a move is one cell or one wall';
  const match = /^([a-y])(\d{1,2})([hv]?)$/.exec(first);
  if (!match) return 'this is not a place on the board';
  const orientation = match[3] === '' ? null : match[3] === 'h' ? HORIZONTAL : VERTICAL;
  const column = match[1]!.charCodeAt(0) - 97;
  return objection(position, moveAt(position.size, column, Number(match[2]), orientation)) ?? '';
}

/** Each side's shortest path to its goal row, ignoring the other pawn. */
export const paths: Overlay<QuoridorPosition> = {
  id: 'paths',
  name: 'the shortest paths',
  key: 'S',
  lines: (position) =>
    SEATS_BOTH.flatMap((seat) => {
      const path = shortestPath(position, seat);
      if (path === null) return [];
      const steps = path.length - 1;
      const aside = seat === 0 ? -ASIDE : ASIDE;
      const points = path.map((cell): Point => {
        const { x, y } = cellPoint(position.size, cell);
        return { x: x + aside, y: y + aside };
      });
      // A pawn on the last cell would hide the text.
      const hidden = position.pawns.includes(path.at(-1)!) && steps > 0;
      const [before, end] = [points.at(-2), points.at(-1)];
      const between =
        hidden && before && end ? { textAt: { x: (before.x + end.x) / 2, y: (before.y + end.y) / 2 } } : {};
      const needs = `needs ${counted(steps, 'step')}`;
      return [{ seat, points, text: String(steps), ...between, spoken: `${SEATS[seat].name} ${needs}` }];
    }),
};
