/**
 * What a bot's move is on the board. What the rules can be asked about is theirs to refuse; what their moves do not
 * hold is refused here: a type that is not what the move does, places that are none, a pass with a place.
 */
import type { Seat } from '../../games/game.ts';
import {
  moveOf,
  mustAttack,
  objection,
  PASS,
  placeName,
  squareAt,
  stoneAt,
  stones as game,
  type StonesPosition,
} from '../../games/stones/index.ts';
import type { Answer } from '../report.ts';
import { ATTACK, PASS_TYPE, STRENGTHEN, type PlaceRead, type Reply } from './replies.ts';

export interface Judged {
  /** A move of the rules' own; null where the bot's is none. */
  readonly move: number | null;
  /** Why it is illegal, in words; null where it is legal. */
  readonly why: string | null;
}

const nameOf = (seat: Seat): string => game.seats[seat].name;

export function judgeReply(position: StonesPosition, reply: Reply): Judged {
  const misfit = misfitOf(position, reply);
  if (misfit !== null) return { move: null, why: misfit };
  const { type, from, to } = reply;
  const goes = type !== PASS_TYPE && from.kind === 'place' && to.kind === 'place';
  const move = goes ? moveOf(squareOf(from), squareOf(to)) : PASS;
  return { move, why: objection(position, move) };
}

const squareOf = ({ x, y }: { readonly x: number; readonly y: number }): number => squareAt(x, y);

/** What is wrong about it that a move of the rules' would not show. */
function misfitOf(position: StonesPosition, { type, typeText, from, to }: Reply): string | null {
  const mover = nameOf(position.mover);
  if (type === null) return `Type is ${typeText}, and there are 0 (pass), 1 (attack) and 2 (strengthen)`;
  const onlyAttack = mustAttack(position);
  if (type === PASS_TYPE) {
    return onlyAttack ? null : (passMisfit('From', from) ?? passMisfit('To', to));
  }
  if (onlyAttack && type === STRENGTHEN) {
    const isMove = from.kind === 'place' && to.kind === 'place';
    const move = isMove ? game.moveText(position, moveOf(squareOf(from), squareOf(to))) : 'this';
    return `${mover} must attack, and ${move} strengthens`;
  }
  const missing = placeMisfit('From', from, type) ?? placeMisfit('To', to, type);
  if (missing !== null || from.kind !== 'place' || to.kind !== 'place') return missing;
  return ownerMisfit(position, squareOf(from), squareOf(to), type);
}

/** A pass that is not allowed is that, whatever else it is: the rules refuse it. */
const passMisfit = (name: string, place: PlaceRead): string | null =>
  place.kind === 'none' ? null : `a pass has no places, and ${name} is not null`;

function placeMisfit(name: string, place: PlaceRead, type: number): string | null {
  const what = type === ATTACK ? 'an attack' : 'a strengthening';
  if (place.kind === 'none') return `${what} has two places, and ${name} is null or missing`;
  return place.kind === 'wrong' ? `${name} ${place.reason}` : null;
}

/** The stone that is gone to is not whose the type says; all else about the two is for the rules. */
function ownerMisfit(position: StonesPosition, from: number, to: number, type: number): string | null {
  const { stones, mover } = position;
  const target = stoneAt(stones, to);
  if (from === to || target === null || stoneAt(stones, from)?.seat !== mover) return null;
  if (type === ATTACK && target.seat === mover) {
    return `the stone on ${placeName(to)} is ${nameOf(mover)}'s own, and an attack goes to one of the opponent's`;
  }
  if (type === STRENGTHEN && target.seat !== mover) {
    return `the stone on ${placeName(to)} is ${nameOf(target.seat)}'s, and only one's own can be strengthened`;
  }
  return null;
}

/** @param text the bot's own words */
export function answerOf({ move, why }: Judged, text: string): Answer {
  return move === null ? { kind: 'illegal', text, reason: why! } : { kind: 'move', move, text };
}
