/** Why a move is against the rules, in words that name the places. */
import { otherSeat, type Seat } from '../game.ts';
import {
  cellText,
  columnOf,
  columnText,
  goalRow,
  HORIZONTAL,
  moveText,
  orientationOf,
  readMove,
  rowOf,
  VERTICAL,
  wallText,
  type Orientation,
} from './board.ts';
import { inTheWay } from './maze.ts';
import { closedBy } from './paths.ts';
import { result, SEATS, type QuoridorPosition } from './position.ts';

/** Null where the move is legal. */
export function objection(position: QuoridorPosition, move: number): string | null {
  const over = result(position);
  if (over) return `the game is over: ${over.reason}`;
  const { size, wallsLeft, mover } = position;
  const meant = readMove(size, move);
  if (meant === null) return `${String(move)} is no move`;
  if (meant.kind === 'pawn') return pawnObjection(position, meant.cell);
  if (meant.kind === 'outside' && meant.orientation === null) {
    return `there is no cell ${moveText(size, move)} on this board, which ends at ${cellText(size, size * size - 1)}`;
  }
  if (wallsLeft[mover] === 0) return `${SEATS[mover].name} has no walls left`;
  if (meant.kind === 'outside') {
    const last = `${columnText(size - 2)}${size}`;
    return `no wall can stand at ${moveText(size, move).slice(0, -1)}; walls of this board are from a2 to ${last}`;
  }
  return wallObjection(position, meant.centre, meant.orientation);
}

function pawnObjection(position: QuoridorPosition, to: number): string | null {
  const { size, pawns, mover } = position;
  const from = pawns[mover];
  const other = pawns[otherSeat(mover)];
  const name = (cell: number): string => cellText(size, cell);
  const rival = `${SEATS[otherSeat(mover)].name}'s pawn`;
  if (to === from) return `${SEATS[mover].name}'s pawn stands on ${name(to)} already`;
  if (to === other) return `${rival} stands on ${name(to)}`;
  const steps = (a: number, b: number): number =>
    Math.abs(rowOf(size, a) - rowOf(size, b)) + Math.abs(columnOf(size, a) - columnOf(size, b));
  if (steps(from, to) === 1) return barText(position, from, to);
  // All else leads past the other pawn, which must stand beside both ends.
  if (steps(from, other) !== 1 || steps(other, to) !== 1) return `${name(to)} is not beside ${name(from)}`;
  const way = barText(position, from, other) ?? barText(position, other, to);
  if (way !== null) return way;
  const straight = 2 * other - from;
  if (to === straight) return null;
  const onBoard =
    straight >= 0 && straight < size * size && steps(other, straight) === 1 && steps(from, straight) === 2;
  if (!onBoard || barText(position, other, straight) !== null) return null;
  return `a diagonal step is only for where the straight jump is barred; from ${name(from)} the jump to ${name(straight)} is open`;
}

/** The wall between two cells side by side, in words; null where there is none. */
function barText({ size, walls }: QuoridorPosition, one: number, two: number): string | null {
  const low = Math.min(one, two);
  const upwards = Math.abs(one - two) === size;
  const row = rowOf(size, low);
  const column = columnOf(size, low);
  const orientation = upwards ? HORIZONTAL : VERTICAL;
  // The wall's middle is at either end of the border that the two cells share.
  for (const [atRow, atColumn] of [[row, column], upwards ? [row, column - 1] : [row - 1, column]] as const) {
    if (atRow < 0 || atColumn < 0 || atRow >= size - 1 || atColumn >= size - 1) continue;
    const centre = atRow * (size - 1) + atColumn;
    const wall = walls[centre]!;
    if (wall === 0 || orientationOf(wall) !== orientation) continue;
    const text = wallText(size, centre, orientation);
    return `the wall ${text} is between ${cellText(size, one)} and ${cellText(size, two)}`;
  }
  return null;
}

/** Why the walls that stand leave no room for another one, in words; null where it fits. */
export function fitObjection(
  { size, walls }: Pick<QuoridorPosition, 'size' | 'walls'>,
  centre: number,
  orientation: Orientation,
): string | null {
  const there = inTheWay(size, walls, centre, orientation);
  if (there < 0) return null;
  const standing = orientationOf(walls[there]!);
  const text = wallText(size, there, standing);
  if (there !== centre) return `${wallText(size, centre, orientation)} overlaps the wall ${text}`;
  if (standing === orientation) return `the wall ${text} stands already`;
  return `${wallText(size, centre, orientation)} crosses the wall ${text}`;
}

function wallObjection(position: QuoridorPosition, centre: number, orientation: Orientation): string | null {
  const { size } = position;
  const unfit = fitObjection(position, centre, orientation);
  if (unfit !== null) return unfit;
  const closed = closedBy(position, centre, orientation);
  if (closed === 0) return null;
  const last = (seat: Seat): string => `${SEATS[seat].name}'s last path to rank ${goalRow(size, seat) + 1}`;
  const whose = ([0, 1] as const).filter((seat) => (closed & (1 << seat)) !== 0).map(last);
  return `${wallText(size, centre, orientation)} would close ${whose.join(' and ')}`;
}
