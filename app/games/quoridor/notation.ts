/**
 * Moves and positions as text. A pawn move is its destination cell (`e8`), a wall the cell north-west of its middle and
 * `h` or `v` (`e2h`). Blanks or commas separate moves in a list. Capitals are accepted.
 *
 * A position is eight words: the size, the cells of Black's pawn and White's, the walls that Black and White have left,
 * the walls of Black and of White on the board (separated by commas, from the bottom up and left to right, or `-` for
 * none), and the side to move, `b` or `w`:
 *
 *     9 e9 e1 10 10 - - b
 *     9 e8 e2 9 10 d7h - w
 *
 * The position need not be reachable: any walls that fit, both pawns anywhere with a path to their goals.
 */
import { refuseFaults } from '../editing.ts';
import type { Fault } from '../editor.ts';
import { BadNotation, quote, type Seat } from '../game.ts';
import { parseMoveList } from '../line.ts';
import {
  cellText,
  goalRow,
  MAX_SIZE,
  MIN_SIZE,
  moveAt,
  moveText as textOf,
  orientationOf,
  ownerOf,
  readMove,
  wallOf,
  wallText,
  MAX_WALLS,
  SEATS,
  wallsPlaced,
  type QuoridorMove,
  type QuoridorPosition,
} from './board.ts';
import { fitObjection, play } from './rules.ts';
import { shortestPath } from './paths.ts';

/** In characters: a 25 by 25 board with a wall at every centre. */
const MAX_POSITION_TEXT = 3000;

export const moveText = ({ size }: QuoridorPosition, move: number): string => textOf(size, move);

/** Does not check that the vertex is on the board. @throws BadNotation */
export function parseMove({ size }: QuoridorPosition, text: string): number {
  const trimmed = text.trim();
  const match = /^([a-z])(0|[1-9]\d?)([hv]?)$/i.exec(trimmed);
  if (!match) {
    const why = 'a move is a cell like e8, or a wall like e2h or e2v';
    throw new BadNotation(`${quote(trimmed)} is not a move; ${why}`);
  }
  const column = match[1]!.toLowerCase().charCodeAt(0) - 97;
  const turned = match[3]!.toLowerCase();
  return moveAt(size, column, Number(match[2]), turned === '' ? null : turned === 'h' ? 0 : 1);
}

export function movesText(start: QuoridorPosition, moves: readonly number[]): string {
  return moves.map((move) => moveText(start, move)).join(' ');
}

/** @throws BadNotation | IllegalMove naming the ply, counted from 1. */
export const parseMoves = (start: QuoridorPosition, text: string): readonly number[] =>
  parseMoveList({ parseMove, play }, start, text);

export function positionText(position: QuoridorPosition): string {
  const { size, pawns, walls, wallsLeft, mover } = position;
  const standing: [string[], string[]] = [[], []];
  walls.forEach((wall, centre) => {
    if (wall !== 0) standing[ownerOf(wall)].push(wallText(size, centre, orientationOf(wall)));
  });
  const lists = standing.map((list) => (list.length === 0 ? '-' : list.join(',')));
  const cells = pawns.map((cell) => cellText(size, cell));
  return [size, ...cells, ...wallsLeft, ...lists, mover === 0 ? 'b' : 'w'].join(' ');
}

/** @throws BadNotation */
export function parsePosition(text: string): QuoridorPosition {
  const position = readPosition(text);
  refuseFaults(positionFaults(position));
  return position;
}

/** Reads a position that need not fulfil the rules (`positionFaults`), except that its walls fit. @throws BadNotation */
export function readPosition(text: string): QuoridorPosition {
  const trimmed = text.trim();
  if (trimmed.length > MAX_POSITION_TEXT) {
    throw new BadNotation(`${trimmed.length} characters are not a position; the largest takes fewer`);
  }
  if (trimmed === '') throw new BadNotation('the position is empty');
  const words = trimmed.split(/\s+/);
  if (words.length !== 8) {
    const form = 'size, both pawns, walls left to both, walls of both, side to move';
    throw new BadNotation(`a position has 8 words (${form}), this one ${words.length}`);
  }
  const [first, black, white, blackLeft, whiteLeft, blackWalls, whiteWalls, token] = words as [
    ...[string, string, string, string, string, string, string, string],
  ];
  const size = parseSize(first);
  const position: QuoridorPosition = {
    size,
    pawns: [parsePawn(size, 0, black), parsePawn(size, 1, white)],
    walls: new Uint8Array((size - 1) * (size - 1)),
    wallsLeft: [parseCount(0, blackLeft), parseCount(1, whiteLeft)],
    mover: parseToken(token),
  };
  placeWalls(position, 0, blackWalls);
  placeWalls(position, 1, whiteWalls);
  return position;
}

/** What keeps a position whose walls fit from being one: pawns on one cell, too many walls, no path to a goal. */
export function positionFaults(position: QuoridorPosition): Fault<QuoridorPosition>[] {
  const { size, pawns, wallsLeft } = position;
  const cells = pawns.map((cell) => cellText(size, cell)) as [string, string];
  if (pawns[0] === pawns[1]) {
    return [{ words: `both pawns stand on ${cells[0]}`, level: 'error', at: [cells[0]] }];
  }
  const placed = wallsPlaced(position);
  return ([0, 1] as const).flatMap((seat): Fault<QuoridorPosition>[] => {
    const whose = SEATS[seat].name;
    const found: Fault<QuoridorPosition>[] = [];
    if (wallsLeft[seat] + placed[seat] > MAX_WALLS) {
      const words = `${whose} has more walls, left and standing, than ${MAX_WALLS}`;
      found.push({ words, level: 'error', at: [] });
    }
    if (shortestPath(position, seat) === null) {
      const rank = goalRow(size, seat) + 1;
      const words = `${whose}'s pawn on ${cells[seat]} has no path to rank ${rank}: walls close it`;
      found.push({ words, level: 'error', at: [cells[seat]] });
    }
    return found;
  });
}

function parseSize(text: string): number {
  const size = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (size < MIN_SIZE || size > MAX_SIZE || size % 2 === 0) {
    throw new BadNotation(`the size is an odd number from ${MIN_SIZE} to ${MAX_SIZE}, not ${quote(text)}`);
  }
  return size;
}

function parsePawn(size: number, seat: Seat, text: string): number {
  const meant = read(size, text);
  if (meant?.kind === 'pawn') return meant.cell;
  const where = `on this board, whose cells are from a1 to ${cellText(size, size * size - 1)}`;
  throw new BadNotation(`${SEATS[seat].name}'s pawn must stand ${where}, not on ${quote(text)}`);
}

function parseCount(seat: Seat, text: string): number {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : Infinity;
  if (count > MAX_WALLS) {
    const range = `a number from 0 to ${MAX_WALLS}`;
    throw new BadNotation(`the walls left to ${SEATS[seat].name} are ${range}, not ${quote(text)}`);
  }
  return count;
}

function parseToken(text: string): Seat {
  if (text === 'b' || text === 'B') return 0;
  if (text === 'w' || text === 'W') return 1;
  throw new BadNotation(`the side to move is b or w, not ${quote(text)}`);
}

/** Writes to the position's walls, which are not shared yet. */
function placeWalls(position: QuoridorPosition, owner: Seat, list: string): void {
  if (list === '-') return;
  const { size, walls } = position;
  for (const text of list.split(',')) {
    const meant = read(size, text);
    const whose = `the walls of ${SEATS[owner].name}`;
    if (meant?.kind !== 'wall') {
      const form = 'like e2h or e2v, separated by commas, or - for none';
      throw new BadNotation(
        `${whose} have ${quote(text)}, which is not a wall of this board; they are ${form}`,
      );
    }
    const { centre, orientation } = meant;
    const why = fitObjection(position, centre, orientation);
    if (why !== null) throw new BadNotation(`${whose}: ${why}`);
    walls[centre] = wallOf(orientation, owner);
  }
}

/** The move that a word stands for; null if it is not a move. */
function read(size: number, text: string): QuoridorMove | null {
  try {
    return readMove(size, parseMove({ size } as QuoridorPosition, text));
  } catch (error) {
    if (error instanceof BadNotation) return null;
    throw error;
  }
}
