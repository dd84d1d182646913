/** A position on the board: its men, the marks of the last move and of the ending, and the spoken text. */
import { counted } from '../sentences.ts';
import { otherSeat, type Mark, type Point, type Seat, type Shape, type View } from '../game.ts';
import { PositionView } from '../view.ts';
import { inMill, millsThrough, NAMES, NEIGHBOURS, pointsOf, readMove, LINES, maskOf } from './board.ts';
import { MAN, piece, place } from './geometry.ts';
import { menOfBoth } from './men.ts';
import {
  BLOCKED,
  inHand,
  isFlying,
  isPlacing,
  lost,
  menOf,
  moves,
  result,
  SEATS,
  type MorrisPosition,
} from './rules.ts';

/** Joins the men of every mill: a stroke from the rim of one to the rim of the next. */
export function millMarks(white: number, black: number): Mark[] {
  const mills = LINES.filter((line) => {
    const mask = maskOf(line);
    return (white & mask) === mask || (black & mask) === mask;
  });
  return mills.flatMap(([first, middle, last]) => [link(first!, middle!), link(middle!, last!)]);
}

function link(one: number, other: number): Mark {
  const [from, to] = [place(one), place(other)];
  const across = Math.abs(to.x - from.x);
  const down = Math.abs(to.y - from.y);
  const length = across + down - 2 * MAN - 0.06;
  const [width, height] = across > 0 ? [length, 0] : [0, length];
  return {
    x: (from.x + to.x) / 2,
    y: (from.y + to.y) / 2,
    look: 'link',
    shape: { kind: 'rect', width, height },
  };
}

type Last = { readonly before: MorrisPosition; readonly move: number } | null;

export function view(position: MorrisPosition, last: Last): View {
  const seen = {
    pieces: menOfBoth(position).map(piece),
    marks: [
      ...endingMarks(position),
      ...millMarks(position.white, position.black),
      ...lastMarks(position, last),
    ],
    gauges: [],
  };
  return new PositionView(seen, () => ({
    home: homeOf(position),
    standing: standing(position),
    spoken: spoken(position, last),
  }));
}

/** The first man that can move, once all men are placed. */
function homeOf(position: MorrisPosition): string | undefined {
  const [first] = isPlacing(position) ? [] : moves(position);
  const from = first === undefined ? null : readMove(first).from;
  return from === null ? undefined : NAMES[from]!;
}

function standing(position: MorrisPosition): Record<string, string> {
  const words: Record<string, string> = {};
  for (const seat of [0, 1] as const) {
    const own = menOf(position, seat);
    for (const point of pointsOf(own)) {
      words[NAMES[point]!] = `${SEATS[seat].name}'s man${inMill(own, point) ? ' in a mill' : ''}`;
    }
  }
  return words;
}

/** Shared, so that views can compare shapes by identity. */
const LAST = { kind: 'circle', r: 0.84 * MAN } as const;
const AROUND = { kind: 'circle', r: MAN } as const;
const ring = (point: number, shape: Shape) => ({ ...place(point), shape });

/** A cross that fits into a man's outline. */
const cross = (() => {
  const [thick, long] = [0.05, 0.22];
  const corner = (x: number, y: number): Point => ({ x: (x - y) * Math.SQRT1_2, y: (x + y) * Math.SQRT1_2 });
  const arms = [
    ...[corner(thick, thick), corner(thick, long), corner(-thick, long), corner(-thick, thick)],
    ...[corner(-long, thick), corner(-long, -thick), corner(-thick, -thick), corner(-thick, -long)],
    ...[corner(thick, -long), corner(thick, -thick), corner(long, -thick), corner(long, thick)],
  ];
  return { kind: 'polygon', points: arms } as const;
})();

/** Around the three men of a line. */
function lineMark(line: readonly number[], look: Mark['look']): Mark {
  const [from, , to] = line.map(place) as [Point, Point, Point];
  const rim = 2 * MAN + 0.16;
  const width = Math.abs(to.x - from.x) + rim;
  const height = Math.abs(to.y - from.y) + rim;
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2];
  return { x, y, look, shape: { kind: 'rect', width, height, radius: rim / 2 } };
}

function lastMarks(position: MorrisPosition, last: Last): Mark[] {
  if (!last) return [];
  const { from, to, taken } = readMove(last.move);
  const marks: Mark[] = [{ ...ring(to, LAST), look: 'last' }];
  if (from !== null) marks.push({ ...ring(from, LAST), look: 'origin' });
  if (taken === null) return marks;
  marks.push({ ...place(taken), shape: cross, look: 'hint' });
  const look = result(position)?.kind === 'win' ? 'winning' : 'hint';
  const mills = millsThrough(menOf(position, last.before.mover), to);
  return [...mills.map((line) => lineMark(line, look)), ...marks];
}

/** If a side is blocked, the men that block it. */
function endingMarks(position: MorrisPosition): Mark[] {
  const over = result(position);
  if (over?.kind !== 'win' || over.reason !== BLOCKED) return [];
  const losers = menOf(position, otherSeat(over.winner));
  return pointsOf(menOf(position, over.winner))
    .filter((point) => NEIGHBOURS[point]! & losers)
    .map((point) => ({ ...ring(point, AROUND), look: 'winning' }));
}

function spoken(position: MorrisPosition, last: Last): string {
  const sentences: string[] = [];
  if (last) sentences.push(playedWords(last));
  const over = result(position);
  if (over?.kind === 'win') sentences.push(`${SEATS[over.winner].name} has won: ${over.reason}.`);
  else if (over) sentences.push(`The game is drawn: ${over.reason}.`);
  else sentences.push(moverWords(position));
  for (const seat of [0, 1] as const) sentences.push(sideWords(position, seat));
  return sentences.join(' ');
}

function playedWords({ before, move }: NonNullable<Last>): string {
  const { from, to, taken } = readMove(move);
  const { name } = SEATS[before.mover];
  const did = from === null ? `placed a man on ${NAMES[to]}` : `moved from ${NAMES[from]} to ${NAMES[to]}`;
  return `${name} ${did}${taken === null ? '' : `, closed a mill and took the man on ${NAMES[taken]}`}.`;
}

function moverWords(position: MorrisPosition): string {
  const { name } = SEATS[position.mover];
  if (isPlacing(position)) return `${name} is to place a man.`;
  return isFlying(position) ? `${name} is to move, and may fly.` : `${name} is to move.`;
}

function sideWords(position: MorrisPosition, seat: Seat): string {
  const { name } = SEATS[seat];
  const own = menOf(position, seat);
  const points = pointsOf(own);
  const parts = [
    points.length === 0 ? 'no man on the board' : `${counted(points.length, 'man', 'men')} on the board`,
  ];
  if (isPlacing(position)) parts.push(`${inHand(position, seat)} in hand`);
  if (lost(position, seat) > 0) parts.push(`${lost(position, seat)} lost`);
  const at = points.map((point) => `${NAMES[point]}${inMill(own, point) ? ' in a mill' : ''}`);
  return `${name} has ${parts.join(', ')}${at.length > 0 ? `: ${at.join(', ')}` : ''}.`;
}
