/** Positions for tests, the same in every run. */
import { morris, type MorrisPosition } from '../../../app/games/morris/index.ts';

/** The position after `plies` random moves; games that end earlier are replaced by others. */
export function playedPosition(random: () => number, plies: number): MorrisPosition {
  for (;;) {
    let position = morris.initial();
    for (let ply = 0; ply < plies && morris.result(position) === null; ply++) {
      position = morris.play(position, randomMove(random, position));
    }
    if (morris.result(position) === null) return position;
  }
}

export function randomMove(random: () => number, position: MorrisPosition): number {
  const moves = morris.moves(position);
  return moves[Math.floor(random() * moves.length)]!;
}

/** The value of a won game; each ply before the end takes one off. */
const won = 1000;

/**
 * The plies until the end with best play: positive if the mover wins, negative if it loses, 0 if neither can be forced
 * within `plies`.
 */
export function endWithin(position: MorrisPosition, plies: number): number {
  const worth = worthOf(position, plies);
  return worth > 0 ? won - worth : worth < 0 ? -won - worth : 0;
}

/** The moves that win in at most `plies`, against any reply. */
export const winningMoves = (position: MorrisPosition, plies: number): number[] =>
  morris.moves(position).filter((move) => worthOf(morris.play(position, move), plies - 1) < 0);

function worthOf(position: MorrisPosition, plies: number): number {
  const result = morris.result(position);
  // The side to move in a won game has lost it.
  if (result !== null) return result.kind === 'win' ? -won : 0;
  if (plies === 0) return 0;
  let best = -won;
  for (const move of morris.moves(position)) {
    const worth = -worthOf(morris.play(position, move), plies - 1);
    best = Math.max(best, worth > 0 ? worth - 1 : worth < 0 ? worth + 1 : 0);
    if (best === won - 1) break;
  }
  return best;
}
