/** The drawing that `showboard` answers, with the coordinates where the text demands them. */
import { orientationOf, wallsPlaced, type QuoridorPosition } from '../../games/quoridor/index.ts';

const PAWNS = ['B', 'W'] as const;

/**
 * Letters run from the left to the right, numbers from the bottom to the top, both at both edges. A wall is
 * drawn over the two cells' sides that it bars, `=` where it lies and `#` where it stands; whose it is, is told
 * by the counts. No line is blank and none begins with what an answer begins with.
 */
export function drawBoard(position: QuoridorPosition): readonly string[] {
  const { size } = position;
  const letters = `     ${Array.from({ length: size }, (_, column) => String.fromCharCode(65 + column)).join('   ')}`;
  const lines = [letters];
  for (let row = size; row >= 1; row--) {
    lines.push(edge(position, row + 1), cells(position, row));
  }
  return [...lines, edge(position, 1), letters];
}

/** The wall whose centre is the corner at the south-east of a cell; 0 where none stands. */
function wallAt({ size, walls }: QuoridorPosition, column: number, row: number): number {
  if (column < 0 || column >= size - 1 || row < 2 || row > size) return 0;
  return walls[(row - 2) * (size - 1) + column]!;
}

const lies = (wall: number): boolean => wall !== 0 && orientationOf(wall) === 0;
const stands = (wall: number): boolean => wall !== 0 && orientationOf(wall) === 1;

/** The line under the cells of `row`. */
function edge(position: QuoridorPosition, row: number): string {
  let text = '   +';
  for (let column = 0; column < position.size; column++) {
    const left = wallAt(position, column - 1, row);
    const right = wallAt(position, column, row);
    text += lies(left) || lies(right) ? '===' : '---';
    text += lies(right) ? '=' : stands(right) ? '#' : '+';
  }
  return text;
}

function cells(position: QuoridorPosition, row: number): string {
  const { size, pawns } = position;
  const number = String(row).padStart(2);
  let text = `${number} |`;
  for (let column = 0; column < size; column++) {
    const seat = pawns.indexOf((row - 1) * size + column);
    const barred = stands(wallAt(position, column, row)) || stands(wallAt(position, column, row + 1));
    text += ` ${PAWNS[seat] ?? ' '} ${barred ? '#' : '|'}`;
  }
  return `${text} ${number.trim()}${counts(position, row)}`;
}

function counts(position: QuoridorPosition, row: number): string {
  const seat = position.size - row;
  if (seat > 1) return '';
  const placed = wallsPlaced(position)[seat]!;
  return `   ${seat === 0 ? 'black' : 'white'} walls: ${position.wallsLeft[seat]!} left, ${placed} placed`;
}
