/** Moves as they are picked on the board: the stone that goes and the one that it goes to, or the area to pass. */
import type { Choice } from '../game.ts';
import { fromOf, PASS, placeName, PLACES, toOf } from './board.ts';
import { PASS_AREA, PASS_AT, place, STONE } from './geometry.ts';
import {
  comingObjection,
  leavingObjection,
  moves,
  mustAttack,
  objection,
  overText,
  play,
  result,
  SEATS,
  type StonesPosition,
} from './rules.ts';
import { pieceOn } from './view.ts';

/** Around a stone that can be attacked or strengthened. */
const TARGET = STONE + 0.08;

const squares: ReadonlyMap<string, number> = new Map(PLACES.map((square) => [placeName(square), square]));

export function choices(position: StonesPosition): readonly Choice<number>[] {
  return moves(position).map((move) => {
    if (move === PASS) return { move, path: [PASS_AREA], preview: [], chip: PASS_AT };
    const to = toOf(move);
    return {
      move,
      path: [placeName(fromOf(move)), placeName(to)],
      preview: [pieceOn(play(position, move), to)],
      chip: place(to),
      dots: [null, { ...place(to), r: TARGET }],
    };
  });
}

/** Empty where the picks are a legal move or the beginning of one. */
export function refusal(position: StonesPosition, picks: readonly string[]): string {
  const over = result(position);
  if (over) return overText(over);
  const [first, second, ...more] = picks;
  if (first === undefined) return `pick the stone that ${SEATS[position.mover].name} moves`;
  if (more.length > 0) return 'a move is two places';
  if (first === PASS_AREA) {
    return objection(position, PASS) ?? (second === undefined ? '' : 'nothing can follow a pass');
  }
  const from = squares.get(first);
  if (from === undefined) return 'this is no place of the board';
  const leaving = leavingObjection(position, from);
  if (leaving !== null) return leaving;
  if (second === undefined) return stuck(position, from);
  const to = squares.get(second);
  return to === undefined ? 'a stone goes to another stone' : (comingObjection(position, from, to) ?? '');
}

/** Why no move begins with the mover's stone on `from`. */
function stuck(position: StonesPosition, from: number): string {
  if (PLACES.some((to) => to !== from && comingObjection(position, from, to) === null)) return '';
  return mustAttack(position)
    ? `the stone on ${placeName(from)} can attack none`
    : `the stone on ${placeName(from)} sees none that it could go to`;
}

/** What comes after the stone that goes. */
export function prompt(position: StonesPosition, [from]: readonly string[]): string {
  return mustAttack(position)
    ? `Pick the stone that ${from} attacks`
    : `Pick the stone that ${from} attacks or strengthens`;
}
