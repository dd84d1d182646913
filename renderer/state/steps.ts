/** The positions of the line shown, played by the rules. */
import type { Game } from '../../app/games/game.ts';
import { gameById } from '../../app/games/registry.ts';
import { startPosition, type GameRecord } from '../../app/records/record.ts';

export interface Step {
  /** The move that is played here; null at the end. */
  readonly move: { readonly text: string; readonly value: unknown } | null;
  readonly position: unknown;
}

export interface Steps {
  readonly key: string;
  readonly game: Game;
  /** One more than there are moves. */
  readonly steps: readonly Step[];
}

/** Whether the game starts from the same position by the same rules. */
const sameStart = (one: GameRecord, other: GameRecord): boolean =>
  one.key === other.key && one.gameId === other.gameId && one.start === other.start;

/**
 * Returns a function that plays a line. It keeps earlier positions as far as the moves are the same, so that a new move
 * costs one `play` and a step none.
 */
export function makeStepper(): (state: GameRecord) => Steps {
  let known: { readonly state: GameRecord; readonly steps: Steps } | null = null;
  return (state) => {
    if (known !== null && sameStart(known.state, state)) {
      const { moves } = known.state;
      if (moves.length === state.moves.length && moves.every((move, ply) => move === state.moves[ply])) {
        return known.steps;
      }
    }
    const game = gameById(state.gameId);
    const old = known !== null && sameStart(known.state, state) ? known.steps.steps : [];
    const steps: Step[] = [];
    let position = old[0]?.position ?? startPosition(state);
    state.moves.forEach((text, ply) => {
      const kept = old[ply]?.move;
      const value = kept?.text === text ? kept.value : game.parseMove(position, text);
      const next = old[ply + 1];
      steps.push({ move: { text, value }, position });
      // A kept position is valid only while all moves before it are the same.
      const same = next !== undefined && kept?.text === text && old[ply]?.position === position;
      position = same ? next.position : game.play(position, value);
    });
    steps.push({ move: null, position });
    known = { state, steps: { key: state.key, game, steps } };
    return known.steps;
  };
}
