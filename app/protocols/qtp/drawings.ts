/**
 * Reads what engines answer to `showboard`. The text demands coordinates and leaves the rest to the engine, so that
 * the forms differ: cells in a grid of `+---+` and `|`, or points with blanks between them; a wall is whatever stands
 * between two cells where nothing or a plain line stands elsewhere.
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
} from '../../games/quoridor/index.ts';
import type { Drawn, Fact, Shown, Thing } from '../drawings.ts';
import { layOutOf, type LayOut } from './layout.ts';
import type { Span } from '../../shapes/sessions.ts';

/** In characters and lines, far above what a board of 25 by 25 takes; what is behind is not looked at. */
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

/** What a drawing of a position has to show. */
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

/** Null where it is in no form that is known. */
export function readDrawing(lines: readonly string[]): Drawn | null {
  const text = lines.slice(0, MOST_LINES).map((line) => line.slice(0, LONGEST).replaceAll('\t', ' '));
  const layOut = layOutOf(text);
  if (layOut === null) return null;
  const { size, isUnknown } = layOut;
  const unread = new Map<string, string>();
  const pawns = [0, 1].map((seat) => pawnsIn(layOut, seat));
  pawns.forEach((things, seat) => {
    // Some other sign may well be the pawn.
    if (things.length === 0 && isUnknown) unread.set(pawnKind(seat), pawnName(seat));
  });
  if (unread.size === 2) return null;
  const across = layOut.lying();
  if (across === null) unread.set(WALLS.h, 'walls that lie');
  return {
    frame: frameOf(size),
    things: [...pawns.flat(), ...lyingWalls(size, across), ...standingWalls(layOut)],
    facts: factsIn(text),
    unread,
    spansOf: (area) => spansOf(layOut, area),
  };
}

function pawnsIn({ size, cell }: LayOut, seat: number): Thing[] {
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

/** A wall is two sides long: a run of sides is walls from its beginning on, and a side that is left over is half a wall. */
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

function lyingWalls(size: number, across: ReturnType<LayOut['lying']>): Thing[] {
  if (across === null) return [];
  return Array.from({ length: size - 1 }, (_, edge) => size - edge).flatMap((row) =>
    wallsOf(
      Array.from({ length: size }, (_, column) => across(row, column)),
      (column) => `${columnText(column)}${row}h`,
    ),
  );
}

function standingWalls({ size, standing }: LayOut): Thing[] {
  return Array.from({ length: size - 1 }, (_, column) => column).flatMap((column) =>
    wallsOf(
      Array.from({ length: size }, (_, side) => standing(size - side, column)),
      (side) => `${columnText(column)}${size - side}v`,
    ),
  );
}

/** Beside the board or below it, in the words of whoever drew it. */
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

function spansOf({ cellSpan, sideSpan }: LayOut, area: string): readonly Span[] {
  const match = /^([a-y])(\d{1,2})([hv]?)$/.exec(area);
  if (!match) return [];
  const [column, row] = [match[1]!.charCodeAt(0) - 97, Number(match[2])];
  if (match[3] === '') return cellSpan(row, column);
  if (match[3] === 'v') return [...sideSpan(VERTICAL, row, column), ...sideSpan(VERTICAL, row - 1, column)];
  const [left] = sideSpan(HORIZONTAL, row, column);
  const [right] = sideSpan(HORIZONTAL, row, column + 1);
  return left && right ? [{ ...left, to: right.to }] : [];
}
