/** Positions for tests, the same in every run. */
import { morris, type MorrisPosition } from '../../../app/games/morris/index.ts';

/** The position after `plies` random moves; games that end before are left and another one begun. */
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

/** The worth of a game that is won; each ply on the way takes one off. */
const won = 1000;

/**
 * In how many plies the game ends with best play: positive where the mover wins, negative where it loses, 0 where
 * neither can be forced within `plies`.
 */
export function endWithin(position: MorrisPosition, plies: number): number {
  const worth = worthOf(position, plies);
  return worth > 0 ? won - worth : worth < 0 ? -won - worth : 0;
}

/** The moves that win in no more than `plies`, whatever is replied. */
export const winningMoves = (position: MorrisPosition, plies: number): number[] =>
  morris.moves(position).filter((move) => worthOf(morris.play(position, move), plies - 1) < 0);

function worthOf(position: MorrisPosition, plies: number): number {
  const result = morris.result(position);
  // Whoever is to move once the game is won has lost it.
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
