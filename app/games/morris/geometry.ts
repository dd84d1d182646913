/**
 * The board as drawn: points one unit apart on seven files and ranks, and a tray on each side, White's on the left from
 * the bottom up and Black's on the right from the top down. A seat's tray holds its men in hand and, from the other
 * end, the men it has captured.
 */
import { otherSeat, type BoardLabel, type Geometry, type Piece, type Point } from '../game.ts';
import { columnOf, LINES, NAMES, POINTS, rowOf } from './board.ts';
import type { Man } from './men.ts';
import { MEN, SEATS } from './rules.ts';

/** From the first file or rank to the last. */
const REACH = 6;
const TRAY = 0.85;
const RIM = 0.6;
const MARGIN = 0.15;
const LABELS = 0.45;
const TRAY_RADIUS = 0.25;
export const MAN = 0.36;
const NODE = 0.075;
/** Men in a tray are drawn smaller, so that nine fit: men in hand and captured men together never exceed nine. */
const TRAY_MAN = 0.3;
const SLOTS = MEN;

const LEFT = TRAY + LABELS + RIM;
const SIDE = REACH + 2 * RIM;
const WIDTH = SIDE + 2 * (TRAY + LABELS);
const HEIGHT = SIDE + 2 * MARGIN + LABELS;

const PLACES: readonly Point[] = NAMES.map((_name, point) => ({
  x: LEFT + columnOf(point),
  y: MARGIN + RIM + REACH - rowOf(point),
}));
export const place = (point: number): Point => PLACES[point]!;

/** A slot of a seat's tray, counted from the end where its men in hand begin. */
function slot(seat: 0 | 1, index: number): Point {
  const along = ((Math.min(index, SLOTS - 1) + 0.5) / SLOTS) * SIDE;
  return seat === 0 ? { x: TRAY / 2, y: MARGIN + SIDE - along } : { x: WIDTH - TRAY / 2, y: MARGIN + along };
}

export function geometry(): Geometry {
  const labels: BoardLabel[] = [];
  for (let at = 0; at <= REACH; at++) {
    const file = String.fromCharCode('a'.charCodeAt(0) + at);
    labels.push({ x: LEFT + at, y: MARGIN + SIDE + LABELS / 2, text: file, edge: 'below' });
    const rank = { x: TRAY + LABELS / 2, y: MARGIN + RIM + REACH - at, text: String(at + 1) };
    labels.push({ ...rank, edge: 'left' });
  }
  const points = NAMES.map((id, point) => ({ id, ...place(point) }));
  const tray = { kind: 'rect', width: TRAY - 0.1, height: SIDE, radius: TRAY_RADIUS } as const;
  const y = MARGIN + SIDE / 2;
  return {
    width: WIDTH,
    height: HEIGHT,
    middle: { x: WIDTH / 2, y },
    plates: [
      { x: WIDTH / 2, y, shape: { kind: 'rect', width: SIDE, height: SIDE, radius: 0.2 }, look: 'wood' },
      { x: TRAY / 2, y, shape: tray, look: 'tray' },
      { x: WIDTH - TRAY / 2, y, shape: tray, look: 'tray' },
    ],
    lines: LINES.map((line) => ({ from: place(line[0]!), to: place(line[2]!), look: 'ink' })),
    spots: points.map((at) => ({ ...at, name: at.id, shape: { kind: 'circle', r: NODE }, look: 'node' })),
    areas: points.map((at) => ({ ...at, shape: { kind: 'circle', r: 0.5 }, name: at.id })),
    labels,
  };
}

const ON_BOARD = { kind: 'circle', r: MAN } as const;
const IN_TRAY = { kind: 'circle', r: TRAY_MAN } as const;

/** Pieces are immutable: each is created once for each place. */
const made = new Map<number, Piece>();
const KINDS = { board: 0, hand: 1, lost: 2 } as const;

export function piece(man: Man): Piece {
  const { seat, number, place: where } = man;
  const index = where.kind === 'board' ? where.point : Math.min(where.index, SLOTS - 1);
  const key = ((number * 2 + seat) * POINTS + index) * 3 + KINDS[where.kind];
  let piece = made.get(key);
  if (piece === undefined) made.set(key, (piece = makePiece(man, index)));
  return piece;
}

function makePiece({ seat, number, place: { kind } }: Man, index: number): Piece {
  const at =
    kind === 'board'
      ? place(index)
      : kind === 'hand'
        ? slot(seat, index)
        : slot(otherSeat(seat), SLOTS - 1 - index);
  const shape = kind === 'board' ? ON_BOARD : IN_TRAY;
  return { id: `man-${SEATS[seat].token}${number + 1}`, ...at, seat, look: 'man', shape };
}
