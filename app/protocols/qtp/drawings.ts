/**
 * Reads the answers of engines to `showboard`. The text requires coordinates and leaves the rest to the engine: some
 * draw cells in a grid of `+---+` and `|`, some points with blanks between them. A wall is any sign between two cells
 * that differs from the blank or plain line between others.
 */
import {
  cellText,
  columnText,
  HORIZONTAL,
  orientationOf,
  SEATS,
  VERTICAL,
  wallText,
  type QuoridorPosition,
  type Orientation,
} from '../../games/quoridor/index.ts';
import type { Drawn, Fact, Shown, Thing } from '../drawings.ts';
import type { Span } from '../../shapes/sessions.ts';

/** The most characters of a line, and the most lines, that are read: far more than a board of 25 by 25 takes. */
const LONGEST = 400;
const MOST_LINES = 200;

const pawnKind = (seat: number): string => `pawn-${seat}`;
const pawnName = (seat: number): string => `${SEATS[seat]!.name}'s pawn`;
const leftName = (seat: number): string => `${SEATS[seat]!.name}'s walls left`;
const WALLS = { h: 'wall-h', v: 'wall-v' } as const;
const frameOf = (size: number): string => `${size} by ${size} cells`;
const wallThing = (area: string): Thing => ({
  kind: area.endsWith('h') ? WALLS.h : WALLS.v,
  name: 'Wall',
  area,
});

/** The content that a drawing of a position must have. */
export function shownOf({ size, pawns, walls, wallsLeft, mover }: QuoridorPosition): Shown {
  const things: Thing[] = pawns.map((cell, seat) => ({
    kind: pawnKind(seat),
    name: pawnName(seat),
    area: cellText(size, cell),
  }));
  walls.forEach((wall, centre) => {
    if (wall !== 0) things.push(wallThing(wallText(size, centre, orientationOf(wall))));
  });
  const facts: Fact[] = wallsLeft.map((left, seat) => ({ name: leftName(seat), value: String(left) }));
  return { frame: frameOf(size), things, facts: [...facts, { name: 'To move', value: SEATS[mover].name }] };
}

/** Null if the form is unknown. */
export function readDrawing(lines: readonly string[]): Drawn | null {
  const text = lines.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST).replaceAll('\t', ' '));
  const layout = layoutOf(text);
  if (layout === null) return null;
  const { size, isUnknown } = layout;
  const unread = new Map<string, string>();
  const pawns = [0, 1].map((seat) => pawnsIn(layout, seat));
  pawns.forEach((things, seat) => {
    // The unknown sign may be the pawn.
    if (things.length === 0 && isUnknown) unread.set(pawnKind(seat), pawnName(seat));
  });
  if (unread.size === 2) return null;
  const across = layout.lying();
  if (across === null) unread.set(WALLS.h, 'walls that lie');
  return {
    frame: frameOf(size),
    things: [...pawns.flat(), ...lyingWalls(size, across), ...standingWalls(layout)],
    facts: factsIn(text),
    unread,
    spansOf: (area) => spansOf(layout, area),
  };
}

function pawnsIn({ size, cell }: Layout, seat: number): Thing[] {
  const letter = SEATS[seat]!.token.toLowerCase();
  const things: Thing[] = [];
  for (let row = size; row >= 1; row--) {
    for (let column = 0; column < size; column++) {
      if (cell(row, column).toLowerCase() !== letter) continue;
      things.push({ kind: pawnKind(seat), name: pawnName(seat), area: `${columnText(column)}${row}` });
    }
  }
  return things;
}

/** Divides a run of sides into walls of two sides each; an odd side at the end is half a wall. */
function wallsOf(run: readonly boolean[], areaAt: (side: number) => string): Thing[] {
  const things: Thing[] = [];
  for (let side = 0; side < run.length; side++) {
    if (!run[side]) continue;
    if (run[side + 1]) things.push(wallThing(areaAt(side++)));
    else {
      const whole = wallThing(areaAt(Math.min(side, run.length - 2)));
      things.push({ ...whole, name: 'Half a wall', kind: `half-${whole.kind}` });
    }
  }
  return things;
}

function lyingWalls(size: number, across: ReturnType<Layout['lying']>): Thing[] {
  if (across === null) return [];
  return Array.from({ length: size - 1 }, (_, edge) => size - edge).flatMap((row) =>
    wallsOf(
      Array.from({ length: size }, (_, column) => across(row, column)),
      (column) => `${columnText(column)}${row}h`,
    ),
  );
}

function standingWalls({ size, standing }: Layout): Thing[] {
  return Array.from({ length: size - 1 }, (_, column) => column).flatMap((column) =>
    wallsOf(
      Array.from({ length: size }, (_, side) => standing(size - side, column)),
      (side) => `${columnText(column)}${size - side}v`,
    ),
  );
}

/** Facts that engines print beside or below the board. */
const LEFT = /\b(black|white)\b[^\d\n]{0,16}?\b(?:walls?|fences?|muros)\b[^\d\n]{0,6}?(\d{1,9})/gi;
const MOVER =
  /\b(?:vez|turn|to move|to play)\b\W{1,4}(black|white|b|w)\b|\b(black|white) (?:to move|to play)\b/i;

function factsIn(text: readonly string[]): Fact[] {
  const facts = new Map<string, Fact>();
  const add = (name: string, value: string, line: number, from: number, to: number): void => {
    if (!facts.has(name)) facts.set(name, { name, value, span: { line, from, to } });
  };
  text.forEach((words, line) => {
    for (const match of words.matchAll(LEFT)) {
      const end = match.index + match[0].length;
      const seat = /^b/i.test(match[1]!) ? 0 : 1;
      add(leftName(seat), String(Number(match[2])), line, end - match[2]!.length, end);
    }
    const mover = MOVER.exec(words);
    if (!mover) return;
    const seat = /^b/i.test(mover[1] ?? mover[2]!) ? 0 : 1;
    add('To move', SEATS[seat].name, line, mover.index, mover.index + mover[0].length);
  });
  return [...facts.values()];
}

function spansOf({ cellSpan, sideSpan }: Layout, area: string): readonly Span[] {
  const match = /^([a-y])(\d{1,2})([hv]?)$/.exec(area);
  if (!match) return [];
  const [column, row] = [match[1]!.charCodeAt(0) - 97, Number(match[2])];
  if (match[3] === '') return cellSpan(row, column);
  if (match[3] === 'v') return [...sideSpan(VERTICAL, row, column), ...sideSpan(VERTICAL, row - 1, column)];
  const [left] = sideSpan(HORIZONTAL, row, column);
  const [right] = sideSpan(HORIZONTAL, row, column + 1);
  return left && right ? [{ ...left, to: right.to }] : [];
}

/** The places of a board's cells in its drawing, and the signs between them. */

export interface Layout {
  readonly size: number;
  /** The character in a cell. The row counts from 1 at the bottom, the column from 0. */
  cell(row: number, column: number): string;
  /** Whether some cell holds a sign that is neither a pawn's letter nor that of an empty cell. */
  readonly isUnknown: boolean;
  /** Whether a wall stands between a cell and the one to its right. */
  standing(row: number, column: number): boolean;
  /** Whether a wall lies between a cell and the one below it; null if the drawing has no lines for that. */
  lying(): ((row: number, column: number) => boolean) | null;
  cellSpan(row: number, column: number): readonly Span[];
  /** The side to the right of a cell (1), or below it (0). */
  sideSpan(orientation: Orientation, row: number, column: number): readonly Span[];
}

/** The positions of the cells in a line, at equal distances. */
type Columns = readonly number[];

const LEAST = 3;
const MOST = 25;
const PAWNS = /^[bw]$/i;

/** A row of the board: its line, and its shift against the others in characters. */
interface Row {
  readonly line: number;
  readonly shift: number;
}

/** Finds the board in a text; null if none. */
function layoutOf(text: readonly string[]): Layout | null {
  let best: { readonly layout: Layout; readonly pawns: number } | null = null;
  for (const columns of candidates(text)) {
    const layout = layoutBy(text, columns);
    if (layout === null) continue;
    const pawns = cellsOf(layout).filter((sign) => PAWNS.test(sign)).length;
    if (best === null || (pawns === 2 && best.pawns !== 2)) best = { layout, pawns };
  }
  return best?.layout ?? null;
}

/** Possible columns, from lines of letters and from the edges of a grid, without duplicates. */
function candidates(text: readonly string[]): Columns[] {
  const all = text.flatMap((line) => [lettersIn(line), gridIn(line)]).filter((columns) => columns !== null);
  return [...new Map(all.map((columns) => [columns.join(), columns])).values()];
}

/** `A   B   C …` */
function lettersIn(line: string): Columns | null {
  const start = /(?:^|\s)(a\s+b\s+c)/i.exec(line);
  if (!start) return null;
  const from = line.length - line.slice(start.index).trimStart().length;
  const pitch = line.toLowerCase().indexOf('b', from) - from;
  const columns: number[] = [];
  while (columns.length < MOST) {
    const at = from + columns.length * pitch;
    if (line.charAt(at).toLowerCase() !== String.fromCharCode(97 + columns.length)) break;
    columns.push(at);
  }
  return columns.length < LEAST ? null : columns;
}

/** `+---+---+…`: the middles between the corners. */
function gridIn(line: string): Columns | null {
  const corners = [...line.matchAll(/\+/g)].map(({ index }) => index);
  const pitch = corners[1]! - corners[0]!;
  const even = corners.every((at, index) => at === corners[0]! + index * pitch);
  if (corners.length <= LEAST || corners.length > MOST + 1 || !even || pitch < 2) return null;
  return corners.slice(1).map((at) => at - Math.floor(pitch / 2));
}

function layoutBy(text: readonly string[], columns: Columns): Layout | null {
  const size = columns.length;
  const pitch = columns[1]! - columns[0]!;
  const rows = rowsIn(text, columns);
  if (rows === null) return null;
  const at = (row: number, index: number): string => {
    const { line, shift } = rows[row]!;
    return text[line]!.charAt(index + shift) || ' ';
  };
  const cell = (row: number, column: number): string => at(row, columns[column]!);
  const plain = plainOf(text, columns, rows);
  const between = (row: number, column: number): string => {
    const { line, shift } = rows[row]!;
    return text[line]!.slice(columns[column]! + shift + 1, columns[column + 1]! + shift).trim();
  };
  /** The lines between a row and the one below it. */
  const edges = (row: number): readonly number[] => {
    const [one, other] = [rows[row]!.line, rows[row - 1]!.line];
    const first = Math.min(one, other);
    return Array.from({ length: Math.abs(one - other) - 1 }, (_, index) => first + 1 + index);
  };
  const below = (row: number, column: number): string =>
    edges(row)
      .map((line) => text[line]!.charAt(columns[column]!))
      .join('')
      .trim();
  const inner = Array.from({ length: size - 1 }, (_, index) => index);
  const every = inner.map((index) => index + 1).concat(size);
  const stands = wallTest(
    every.flatMap((row) => inner.map((column) => between(row, column))),
    /^[|│¦:]+$/,
  );
  const middle = Math.floor(pitch / 2);
  const half = Math.floor((pitch - 1) / 2);
  return {
    size,
    cell,
    isUnknown: every.some((row) =>
      columns.some((_, column) => {
        const sign = cell(row, column);
        return sign !== plain && sign !== ' ' && !PAWNS.test(sign);
      }),
    ),
    standing: (row, column) => stands(between(row, column)),
    lying: () => {
      const drawn = inner.map((index) => index + 2);
      if (drawn.some((row) => edges(row).length === 0)) return null;
      const lies = wallTest(
        drawn.flatMap((row) => columns.map((_, column) => below(row, column))),
        /^[-─_.]+$/,
      );
      return (row, column) => lies(below(row, column));
    },
    cellSpan: (row, column) => {
      const [place, x] = [rows[row], columns[column]];
      if (place === undefined || x === undefined) return [];
      return [{ line: place.line, from: x + place.shift, to: x + place.shift + 1 }];
    },
    sideSpan: (orientation, row, column) => {
      const [place, x] = [rows[row], columns[column]];
      if (place === undefined || x === undefined) return [];
      if (orientation === 1) {
        const from = x + middle + place.shift;
        return [{ line: place.line, from, to: from + 1 }];
      }
      const [line] = rows[row - 1] ? edges(row) : [];
      return line === undefined ? [] : [{ line, from: x - half, to: x + half + 1 }];
    },
  };
}

/**
 * Distinguishes walls from other signs between cells. If some sides are blank, any sign is a wall; otherwise, any sign
 * that is not a plain line.
 */
function wallTest(sides: readonly string[], line: RegExp): (side: string) => boolean {
  const open = sides.includes('');
  return (side) => (open ? side !== '' : !line.test(side));
}

/** The rows by their numbers, from 1; null if a number is missing or appears twice. */
function rowsIn(text: readonly string[], columns: Columns): Readonly<Record<number, Row>> | null {
  const rows: Record<number, Row> = {};
  const labels = text.map((line) => labelOf(line, columns));
  const plain = mostCommon(
    text.flatMap((line, index) =>
      labels[index] === null ? [] : columns.map((at) => line.charAt(at) || ' '),
    ),
  );
  for (const [line, label] of labels.entries()) {
    if (label === null) continue;
    if (rows[label]) return null;
    const fitting = [0, -1, 1, -2, 2].map((shift) => ({
      shift,
      fit: fitOf(text[line]!, columns, shift, plain),
    }));
    const { shift, fit } = fitting.reduce((best, each) => (each.fit > best.fit ? each : best));
    if (fit < columns.length - 2) return null;
    rows[label] = { line, shift };
  }
  return Object.keys(rows).length === columns.length ? rows : null;
}

/** The number of cells in a row that hold a pawn or the sign of an empty cell. */
const fitOf = (line: string, columns: Columns, shift: number, plain: string): number =>
  columns.filter((at) => {
    const sign = line.charAt(at + shift) || ' ';
    return sign === plain || PAWNS.test(sign);
  }).length;

/** The number of a row, on its left or else on its right. */
function labelOf(line: string, columns: Columns): number | null {
  const left = /(\d{1,2})\D{0,4}$/.exec(line.slice(0, columns[0]));
  const right = /^\D{0,4}(\d{1,2})(?:\D|$)/.exec(line.slice(columns.at(-1)! + 1));
  const label = Number((left ?? right)?.[1] ?? 0);
  return label >= 1 && label <= columns.length ? label : null;
}

const plainOf = (text: readonly string[], columns: Columns, rows: Readonly<Record<number, Row>>): string =>
  mostCommon(
    Object.values(rows).flatMap(({ line, shift }) =>
      columns.map((at) => text[line]!.charAt(at + shift) || ' '),
    ),
  );

function mostCommon(signs: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const sign of signs) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  return [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [' ', 0] as const)[0];
}

const cellsOf = ({ size, cell }: Layout): string[] =>
  Array.from({ length: size * size }, (_, index) => cell(1 + Math.floor(index / size), index % size));
