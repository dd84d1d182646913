/**
 * Other ways to name cells and walls. Ours are the protocol's: the first player starts at e9, and a wall has the name of the
 * cell north-west of its middle. Where the first player starts at e1, the board is mirrored top to bottom: the first stays
 * the first, columns and h or v stay, and rows change as each form says.
 *
 * | form        | first starts | pawns in row r | walls in row r | our name for e3h |
 * | ----------- | ------------ | -------------- | -------------- | ---------------- |
 * | usual       | e1           | N+1-r          | N+1-r          | e7h              |
 * | Ishtar      | e1           | N+1-r          | N+2-r          | e8h              |
 * | Glendenning | e9           | r              | r+1            | e4h              |
 */
import type { WordsForm } from '../../form.ts';
import { BadNotation, quote } from '../../game.ts';
import {
  cellText,
  HORIZONTAL,
  moveAt,
  orientationText,
  readMove,
  VERTICAL,
  vertexText,
  type Orientation,
  type QuoridorPosition,
} from '../board.ts';

/** Where a row of a form is on our board of this size; `walls` and `pawns` are their own inverses or come in pairs. */
export interface Rows {
  pawns(size: number, row: number): number;
  walls(size: number, row: number): number;
  pawnsBack(size: number, row: number): number;
  wallsBack(size: number, row: number): number;
}

const mirror = (size: number, row: number): number => size + 1 - row;
const mirrorOneUp = (size: number, row: number): number => size + 2 - row;
const same = (_size: number, row: number): number => row;

export const usualRows: Rows = { pawns: mirror, walls: mirror, pawnsBack: mirror, wallsBack: mirror };

const ishtarRows: Rows = { pawns: mirror, walls: mirrorOneUp, pawnsBack: mirror, wallsBack: mirrorOneUp };

const glendenningRows: Rows = {
  pawns: same,
  walls: (_size, row) => row + 1,
  pawnsBack: same,
  wallsBack: (_size, row) => row - 1,
};

/** A move by column, row and orientation as a form counts them. @throws BadNotation */
function moveOf(
  size: number,
  rows: Rows,
  column: number,
  row: number,
  orientation: Orientation | null,
): number {
  const ours = orientation === null ? rows.pawns(size, row) : rows.walls(size, row);
  if (ours < 0 || ours > 99) throw new BadNotation(`there is no row ${row} on this board`);
  return moveAt(size, column, ours, orientation);
}

const orientationOf = (letter: string | undefined): Orientation | null =>
  letter === undefined || letter === '' ? null : letter.toLowerCase() === 'h' ? HORIZONTAL : VERTICAL;

/** @throws BadNotation */
export function readWord(size: number, rows: Rows, word: string): number {
  const match = /^([a-z])(\d{1,2})([hv]?)$/i.exec(word);
  if (match === null) throw new BadNotation(`${quote(word)} is not a cell such as e2 or a wall such as e3h`);
  const column = match[1]!.toLowerCase().charCodeAt(0) - 'a'.charCodeAt(0);
  return moveOf(size, rows, column, Number(match[2]), orientationOf(match[3]));
}

export function wordOf(size: number, rows: Rows, move: number): string {
  const meant = readMove(size, move);
  if (meant?.kind === 'pawn') {
    const text = cellText(size, meant.cell);
    return `${text[0]!}${rows.pawnsBack(size, Number(text.slice(1)))}`;
  }
  if (meant?.kind === 'wall') {
    const text = vertexText(size, meant.centre);
    return `${text[0]!}${rows.wallsBack(size, Number(text.slice(1)))}${orientationText(meant.orientation)}`;
  }
  throw new BadNotation('there is no such place on the board');
}

const mirrored = (
  rows: Rows,
  names: Pick<WordsForm, 'id' | 'name' | 'examples'>,
): WordsForm<QuoridorPosition, number> => ({
  kind: 'words',
  ...names,
  fromInitial: true,
  readMove: ({ size }, word) => readWord(size, rows, word),
  moveText: ({ size }, move) => wordOf(size, rows, move),
});

/** Wikipedia, quoridorstrats: a wall has the name of the cell nearest to a1. */
export const usual = mirrored(usualRows, {
  id: 'quoridor-usual',
  name: 'usual: first from e1, walls by the cell nearest to a1',
  examples: ['1. e2 e8 2. e3h', 'e2 e8 e3 e7 a1h h8v'],
});

/** The server's name in other programs is Glendenning's, though its walls are elsewhere. */
export const ishtar = mirrored(ishtarRows, {
  id: 'ishtar',
  name: "Ishtar's server: first from e1, walls one row higher",
  examples: ['e2 e8 f4h', 'e2 e8 e3 e7 a2h h9v'],
});

/** Lisa Glendenning, "Mastering Quoridor" (2005). */
export const glendenning = mirrored(glendenningRows, {
  id: 'glendenning',
  name: "Glendenning's thesis: first from e9, walls by the cell nearest to a1",
  examples: ['e8 e2 e3h', 'e8 e2 e7 e3 a1h h8v'],
});

/** A line of a replay: `tq1#`, a JSON object, and usual names, where the h or v of a wall may come first. */
export const tq1: WordsForm<QuoridorPosition, number> = {
  ...{ kind: 'words', id: 'tq1', name: 'tq1, a replay on a line' },
  examples: ['tq1#{"winner":"none","plies":3} e2 e8 d1h', 'tq1#{"winner":"none","plies":3} e2 e8 hf8'],
  aLineEach: true,
  fromInitial: true,
  line(text) {
    const match = /^\s*tq1#(\{[^{}]{0,1000}\})(?=\s|$)/.exec(text);
    if (match === null) return null;
    return { begin: match[0].length, headers: headersIn(match[1]!) };
  },
  before(_start, { winner, plies }) {
    const name = winner === null ? 'none' : winner === 0 ? 'white' : 'black';
    return `tq1#${JSON.stringify({ winner: name, plies })}`;
  },
  readMove: ({ size }, word) => readWord(size, usualRows, word.replace(/^([hv])([a-z]\d{1,2})$/i, '$2$1')),
  moveText: ({ size }, move) => wordOf(size, usualRows, move),
};

/** All that a replay says beside its moves; the number of plies is written anew, and the winner tells the result. */
function headersIn(object: string): Readonly<Record<string, string>> {
  const { winner, ...others } = membersIn(object);
  const isTold = typeof winner === 'string';
  const headers = Object.entries(others)
    .filter(([name, value]) => name !== 'plies' && name !== '' && value !== null)
    .map(([name, value]): readonly [string, string] => [
      name === 'result' && isTold ? 'resultText' : name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]);
  if (isTold) headers.push(['result', resultOf(winner)]);
  return Object.fromEntries(headers) as Record<string, string>;
}

/** What is not quite JSON is kept as a whole too, beside the texts that are found in it. */
function membersIn(object: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(object) as Readonly<Record<string, unknown>>;
  } catch {
    const texts = object.matchAll(/"([A-Za-z]{1,32})":\s*"([^"\\]{0,200})"/g);
    return { ...Object.fromEntries([...texts].map(([, name, value]) => [name!, value!])), replay: object };
  }
}

/** White moves first there. */
const resultOf = (winner: string): string => (winner === 'white' ? '1-0' : winner === 'black' ? '0-1' : '*');
