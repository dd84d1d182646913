/** What can be picked on the board, what it leads to, and why picks are refused. */
import type { Choice, Dot, Piece } from '../game.ts';
import {
  DIRECTIONS,
  END,
  fromOf,
  PASS,
  placeName,
  PLACES,
  RAY_STRIDE,
  RAYS,
  readStone,
  toOf,
  typeText,
  type Stone,
  type Stones,
} from './board.ts';
import { PASS_AREA, PASS_AT, place, STONE_SHAPES } from './geometry.ts';
import {
  comingObjection,
  leavingObjection,
  moves,
  mustAttack,
  objection,
  overText,
  result,
  SEATS,
  visible,
  type StonesPosition,
} from './rules.ts';

/** A chip sits above its stone. */
const OVER = 0.5;
/** Around a stone of any shape. */
const SIGN = 0.46;

/** A stone is identified by its place: one that moves says where it comes from. */
export function piece(square: number, { seat, type, height }: Stone, from?: number): Piece {
  return {
    id: `stone-${placeName(square)}`,
    ...place(square),
    seat,
    look: 'stone',
    shape: STONE_SHAPES[type],
    text: typeText(type),
    storeys: height,
    ...(from === undefined ? {} : { from: place(from) }),
  };
}

const stacked = (height: number): string => (height === 1 ? '' : `, ${height} high`);

/** `Black's B, 2 high` */
export const stoneWords = ({ seat, type, height }: Stone): string =>
  `${SEATS[seat].name}'s ${typeText(type)}${stacked(height)}`;

/** What a move from `from` to `to` does, and its result if it ends the game. */
function deed(position: StonesPosition, from: Stone, to: Stone): string {
  const last = visible(position, to.seat, to.type) === 1;
  const type = typeText(to.type);
  if (from.seat !== to.seat) return last ? `attack and win: the last visible ${type} goes` : 'attack';
  if (last) return `strengthen and lose: the last visible ${type} is covered`;
  return `strengthen to ${from.height + to.height} high`;
}

export function choices(position: StonesPosition): readonly Choice<number>[] {
  const { stones } = position;
  return moves(position).map((move) => {
    if (move === PASS) return { move, path: [PASS_AREA], preview: [], chip: PASS_AT };
    const [from, to] = [fromOf(move), toOf(move)];
    const [own, other] = [readStone(stones[from]!)!, readStone(stones[to]!)!];
    const joins = own.seat === other.seat;
    const target = place(to);
    const dot: Dot = {
      ...target,
      r: SIGN,
      sign: joins ? 'join' : 'take',
      words: deed(position, own, other),
    };
    return {
      move,
      path: [placeName(from), placeName(to)],
      preview: [piece(to, joins ? { ...own, height: own.height + other.height } : own)],
      chip: { x: target.x, y: target.y - OVER },
      from: place(from),
      dots: [null, dot],
    };
  });
}

/** What to pick first, or where the picked stone may go. */
export function prompt(position: StonesPosition, picks: readonly string[]): string {
  const { name } = SEATS[position.mover];
  const [from] = picks;
  if (from !== undefined) {
    return mustAttack(position)
      ? `${name}: pick the stone that ${from} attacks`
      : `${name}: pick the stone that ${from} attacks or strengthens`;
  }
  if (mustAttack(position)) return `${name}: pick the stone that attacks`;
  return `${name}: attack again, strengthen or pass`;
}

const squares: ReadonlyMap<string, number> = new Map(PLACES.map((square) => [placeName(square), square]));

/** Empty if the picks are a legal move or the beginning of one. */
export function refusal(position: StonesPosition, picks: readonly string[]): string {
  const over = result(position);
  if (over) return overText(over);
  const [first, second, ...more] = picks;
  if (first === PASS_AREA) return objection(position, PASS) ?? '';
  if (second === PASS_AREA) return 'let the stone go before you pass';
  if (first === undefined) return prompt(position, []);
  if (more.length > 0) return 'an action takes one stone to another one';
  const [from, to] = [squares.get(first), second === undefined ? null : squares.get(second)];
  if (from === undefined || to === undefined) return 'this is not a place of the board';
  const leaving = leavingObjection(position, from);
  if (leaving !== null) return leaving;
  return to === null ? stuck(position, from) : (comingObjection(position, from, to) ?? '');
}

/** Why no move starts with the mover's stone on `from`; empty if one does. */
function stuck(position: StonesPosition, from: number): string {
  const reasons = sight(position.stones, from).map((to) => comingObjection(position, from, to));
  if (reasons.includes(null)) return '';
  const { name } = SEATS[position.mover];
  if (reasons.length === 0) return `the stone on ${placeName(from)} sees no other stone`;
  const enemies = sight(position.stones, from).filter(
    (to) => readStone(position.stones[to]!)!.seat !== position.mover,
  );
  if (enemies.length > 0) return comingObjection(position, from, enemies[0]!)!;
  return `${name} must attack, and the stone on ${placeName(from)} sees none but its own`;
}

/** The first stone on each line from a place. */
function sight(stones: Stones, from: number): number[] {
  return Array.from({ length: DIRECTIONS }, (_, direction) => {
    let at = (from * DIRECTIONS + direction) * RAY_STRIDE;
    while (RAYS[at] !== END && stones[RAYS[at]!] === 0) at++;
    return RAYS[at]!;
  }).filter((to) => to !== END);
}
