/** A position on the board: its stones, what is marked of the last move, what each side shows, and all of it in words. */
import type { Gauge, Mark, Piece, View } from '../game.ts';
import {
  fromOf,
  PASS,
  placeName,
  PLACES,
  stoneAt,
  STONES_OF,
  toOf,
  TYPES,
  typeText,
  type Stone,
} from './board.ts';
import { PASS_AREA, PASS_AT, place, STONE } from './geometry.ts';
import { moves, mustAttack, result, SEATS, visible, type StonesPosition } from './rules.ts';

type Last = { readonly before: StonesPosition; readonly move: number } | null;

export function view(position: StonesPosition, last: Last): View {
  const home = homeOf(position);
  return {
    pieces: standingOn(position).map((square) => pieceOn(position, square)),
    marks: lastMarks(last),
    gauges: gauges(position),
    ...(home === null ? {} : { home }),
    standing: standing(position),
    spoken: spoken(position, last),
  };
}

const standingOn = ({ stones }: StonesPosition): readonly number[] =>
  PLACES.filter((square) => stones[square] !== 0);

/** The stone on a square that has one. */
export function pieceOn({ stones }: StonesPosition, square: number): Piece {
  const { seat, type, height } = stoneAt(stones, square)!;
  const text = `${typeText(type)}${height > 1 ? height : ''}`;
  const id = `stone-${placeName(square)}`;
  return { id, ...place(square), seat, look: 'stone', shape: { kind: 'circle', r: STONE }, text };
}

function lastMarks(last: Last): Mark[] {
  if (!last) return [];
  if (last.move === PASS) return [{ ...PASS_AT, look: 'last', shape: { kind: 'circle', r: 0.3 } }];
  const ring = (square: number) => ({ ...place(square), shape: { kind: 'circle', r: STONE } as const });
  return [
    { ...ring(toOf(last.move)), look: 'last' },
    { ...ring(fromOf(last.move)), look: 'origin' },
  ];
}

function gauges(position: StonesPosition): Gauge[] {
  return ([0, 1] as const).flatMap((seat) =>
    TYPES.map((type) => ({
      seat,
      label: `visible ${typeText(type)}`,
      value: visible(position, seat, type),
      most: STONES_OF[type],
      shape: { kind: 'circle', r: STONE } as const,
    })),
  );
}

/** Where a keyboard begins: the first stone that can go. */
function homeOf(position: StonesPosition): string | null {
  const [first] = moves(position);
  return first === undefined ? null : first === PASS ? PASS_AREA : placeName(fromOf(first));
}

const stoneText = ({ type, height }: Stone): string =>
  height > 1 ? `${typeText(type)}, ${height} high` : typeText(type);

function standing(position: StonesPosition): Record<string, string> {
  const words: Record<string, string> = {};
  for (const square of standingOn(position)) {
    const stone = stoneAt(position.stones, square)!;
    words[placeName(square)] = `${SEATS[stone.seat].name}'s ${stoneText(stone)}`;
  }
  return words;
}

function spoken(position: StonesPosition, last: Last): string {
  const sentences: string[] = [];
  if (last) sentences.push(playedWords(last));
  const { name } = SEATS[position.mover];
  const over = result(position);
  if (over) {
    const winner = over.kind === 'win' ? `${SEATS[over.winner].name} has won` : 'The game is drawn';
    sentences.push(`${winner}: ${over.reason}.`);
  } else sentences.push(mustAttack(position) ? `${name} is to attack.` : `${name} may do anything.`);
  for (const seat of [0, 1] as const) sentences.push(sideWords(position, seat));
  return sentences.join(' ');
}

function playedWords({ before, move }: NonNullable<Last>): string {
  const { name } = SEATS[before.mover];
  if (move === PASS) return `${name} passed.`;
  const [from, to] = [fromOf(move), toOf(move)];
  const attacks = stoneAt(before.stones, to)!.seat !== before.mover;
  return `${name} ${attacks ? 'attacked' : 'strengthened'} ${placeName(to)} from ${placeName(from)}.`;
}

function sideWords(position: StonesPosition, seat: 0 | 1): string {
  const own = standingOn(position).flatMap((square) => {
    const stone = stoneAt(position.stones, square)!;
    return stone.seat === seat ? [`${placeName(square)} ${stoneText(stone)}`] : [];
  });
  const shown = TYPES.map((type) => `${visible(position, seat, type)} ${typeText(type)}`).join(', ');
  return `${SEATS[seat].name} shows ${shown}${own.length === 0 ? '' : `: ${own.join('; ')}`}.`;
}
