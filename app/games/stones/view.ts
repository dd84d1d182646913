/** A position on the board: its stones, the marks of the turn that led to it, and the spoken text. */
import type { Gauge, Mark, Piece, Seat, View } from '../game.ts';
import { PositionView } from '../view.ts';
import {
  fromOf,
  PASS,
  placeName,
  PLACES,
  readStone,
  STONES_OF,
  toOf,
  TYPES,
  typeText,
  type StoneType,
} from './board.ts';
import { piece, stoneWords } from './choices.ts';
import { circle, PIT_MARK, place, STONE_SHAPES } from './geometry.ts';
import { moves, mustAttack, result, SEATS, visible, type StonesPosition } from './rules.ts';

type Last = { readonly before: StonesPosition; readonly move: number } | null;

const BOTH: readonly Seat[] = [0, 1];
/** Around a stone, within the lines that mark what can be picked. */
const RING = circle(0.46);
const WINNING = circle(0.53);
/** By the number of visible stones of a type that are left. */
const WARNINGS: Readonly<Record<number, string>> = { 0: 'gone', 1: 'last' };

export function view(position: StonesPosition, last: Last): View {
  const seen = {
    pieces: pieces(position, last),
    marks: marks(position, last),
    gauges: BOTH.flatMap((seat) => gauges(position, seat)),
  };
  return new PositionView(seen, () => ({
    home: homeOf(position),
    standing: standing(position),
    spoken: spoken(position, last),
  }));
}

/** Equal stones are the same object in every view: each is created once per place, with its words. */
const made = new Map<number, { readonly piece: Piece; readonly words: string }>();

function stoneOn(square: number, value: number): { readonly piece: Piece; readonly words: string } | null {
  if (value === 0) return null;
  // A stack is less than 64 high.
  const key = 512 * square + value + 256;
  let found = made.get(key);
  if (found === undefined) {
    const stone = readStone(value);
    if (stone === null) return null;
    made.set(key, (found = { piece: piece(square, stone), words: stoneWords(stone) }));
  }
  return found;
}

function pieces({ stones }: StonesPosition, last: Last): Piece[] {
  const came = last === null || last.move === PASS ? null : toOf(last.move);
  const found: Piece[] = [];
  for (const square of PLACES) {
    const stone = square === came ? readStone(stones[square]!) : null;
    const there =
      stone === null ? stoneOn(square, stones[square]!)?.piece : piece(square, stone, fromOf(last!.move));
    if (there !== undefined) found.push(there);
  }
  return found;
}

function gauges(position: StonesPosition, seat: Seat): Gauge[] {
  return TYPES.map((type) => {
    const value = visible(position, seat, type);
    const warning = WARNINGS[value];
    return {
      seat,
      label: `visible ${typeText(type)} stones`,
      value,
      most: STONES_OF[type],
      shape: STONE_SHAPES[type],
      text: typeText(type),
      ...(warning === undefined ? {} : { warning }),
    };
  });
}

/** The first stone that can move. */
function homeOf(position: StonesPosition): string | undefined {
  const [first = PASS] = moves(position);
  return first === PASS ? undefined : placeName(fromOf(first));
}

function standing({ stones }: StonesPosition): Record<string, string> {
  const words: Record<string, string> = {};
  for (const square of PLACES) {
    const stone = stoneOn(square, stones[square]!);
    if (stone !== null) words[placeName(square)] = stone.words;
  }
  return words;
}

/** The previous action of the same turn; null if the turn began with this one. */
function earlierOf(position: StonesPosition, last: NonNullable<Last>): number | null {
  const earlier = last.before.phase === 'second' ? position.trail?.before : null;
  return earlier?.move ?? null;
}

function actionMarks(move: number): Mark[] {
  if (move === PASS) return [{ ...PIT_MARK, look: 'last' }];
  return [
    { ...place(toOf(move)), shape: RING, look: 'last' },
    { ...place(fromOf(move)), shape: RING, look: 'origin' },
  ];
}

function marks(position: StonesPosition, last: Last): Mark[] {
  if (last === null) return [];
  const found: Mark[] = [];
  const earlier = earlierOf(position, last);
  // They come first, where the view before had them, so that the board can keep their elements.
  if (earlier !== null) {
    // A stone that moved on from its destination has left that place.
    const wentOn = last.move !== PASS && fromOf(last.move) === toOf(earlier);
    found.push(...actionMarks(earlier).slice(wentOn ? 1 : 0));
  }
  found.push(...actionMarks(last.move));
  const over = result(position);
  if (over?.kind !== 'win' || over.winner !== last.before.mover || last.move === PASS) return found;
  return [{ ...place(toOf(last.move)), shape: WINNING, look: 'winning' }, ...found];
}

function spoken(position: StonesPosition, last: Last): string {
  const sentences: string[] = [];
  if (last) sentences.push(playedWords(last));
  const over = result(position);
  if (over?.kind === 'win') sentences.push(`${SEATS[over.winner].name} has won: ${over.reason}.`);
  else sentences.push(moverWords(position));
  for (const seat of BOTH) sentences.push(sideWords(position, seat));
  return sentences.join(' ');
}

function playedWords({ before, move }: NonNullable<Last>): string {
  const { name } = SEATS[before.mover];
  if (move === PASS) return `${name} passed.`;
  const [from, to] = [fromOf(move), toOf(move)];
  const other = readStone(before.stones[to]!);
  const did = other?.seat === before.mover ? 'strengthened' : 'attacked';
  return `${name}'s stone on ${placeName(from)} ${did} ${placeName(to)}.`;
}

function moverWords(position: StonesPosition): string {
  const { name } = SEATS[position.mover];
  return mustAttack(position)
    ? `${name} is to attack.`
    : `${name} is to attack again, to strengthen or to pass.`;
}

function sideWords(position: StonesPosition, seat: Seat): string {
  const places: Record<StoneType, string[]> = { 1: [], 2: [], 3: [] };
  for (const square of PLACES) {
    const stone = readStone(position.stones[square]!);
    if (stone === null || stone.seat !== seat) continue;
    places[stone.type].push(`${placeName(square)}${stone.height === 1 ? '' : ` ${stone.height} high`}`);
  }
  const types = TYPES.map((type) => {
    const { length } = places[type];
    return `${length} ${typeText(type)}${length === 0 ? '' : ` on ${places[type].join(', ')}`}`;
  });
  return `${SEATS[seat].name} shows ${types.join('; ')}.`;
}
