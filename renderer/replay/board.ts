/** The board at a line of a recording: the position that the line refers to, by the rules of the protocol's game. */
import {
  BadNotation,
  IllegalMove,
  type Game,
  type Geometry,
  type Result,
  type Seat,
  type Setup,
  type View,
} from '../../app/games/game.ts';
import type { ReplayFocus } from '../../app/api/contract.ts';

export interface ReplayBoard {
  readonly rules: Game;
  readonly setup: Setup;
  readonly geometry: Geometry;
  readonly view: View;
  /** The position after the move if it is legal, else before it. */
  readonly position: unknown;
  /** The seat to move in `position`. */
  readonly seat: Seat;
  readonly result: Result | null;
  /** The move of the line, its seat, and why the rules forbid it; null if the line refers to no move. */
  readonly move: { readonly text: string; readonly by: Seat; readonly fault: string | null } | null;
  /** The line that refers to the position; null for the start of a game, before any line did. */
  readonly line: number | null;
}

/** Geometries by setup: the board is redrawn if its geometry is a different object. */
const geometries = new WeakMap<Game, Map<string, Geometry>>();

function geometryOf(rules: Game, setup: Setup): Geometry {
  let known = geometries.get(rules);
  if (known === undefined) geometries.set(rules, (known = new Map<string, Geometry>()));
  const key = JSON.stringify(setup);
  let geometry = known.get(key);
  if (geometry === undefined) known.set(key, (geometry = rules.geometry(setup)));
  return geometry;
}

function standing(
  rules: Game,
  position: unknown,
  last: Parameters<Game['view']>[1],
): Pick<ReplayBoard, 'rules' | 'setup' | 'geometry' | 'view' | 'position' | 'seat' | 'result'> {
  const setup = rules.setupOf(position);
  return {
    ...{ rules, setup, position, geometry: geometryOf(rules, setup), view: rules.view(position, last) },
    ...{ seat: rules.seatToMove(position), result: rules.result(position) },
  };
}

/**
 * Returns the board at a place, or the start of the usual game without one; null if the game cannot read the position.
 */
export function boardAt(rules: Game, place: ReplayFocus['place']): ReplayBoard | null {
  if (place === null) return { ...standing(rules, rules.initial(), null), move: null, line: null };
  const { line } = place;
  let before: unknown;
  try {
    before = rules.parsePosition(place.position);
  } catch (error) {
    if (error instanceof BadNotation) return null;
    throw error;
  }
  if (place.move === null) return { ...standing(rules, before, null), move: null, line };
  const by = rules.seatToMove(before);
  const told = { text: place.move, by, fault: place.fault };
  if (place.fault === null) {
    try {
      const move = rules.parseMove(before, place.move);
      const after = rules.play(before, move);
      return { ...standing(rules, after, { before, move }), move: told, line };
    } catch (error) {
      // A text that is not a single move is shown in words beside the position before it.
      if (!(error instanceof BadNotation || error instanceof IllegalMove)) throw error;
    }
  }
  return { ...standing(rules, before, null), move: told, line };
}
