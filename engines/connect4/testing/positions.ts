/** Positions for tests, the same in every run. */
import { connect4, makePosition, type Connect4Position } from '../../../app/games/connect4/index.ts';

/** A position after `plies` random moves, or as many as the game lasts. */
export function playedPosition(
  random: () => number,
  width: number,
  height: number,
  plies: number,
): Connect4Position {
  let position = connect4.initial({ width, height });
  for (let ply = 0; ply < plies; ply++) {
    const moves = connect4.moves(position);
    const next = connect4.play(position, moves[Math.floor(random() * moves.length)]!);
    if (connect4.result(next) !== null) return position;
    position = next;
  }
  return position;
}

/** A board that need not obey gravity, filled to about `density`, without a four and not full. */
export function floatingPosition(
  random: () => number,
  width: number,
  height: number,
  density: number,
): Connect4Position {
  for (;;) {
    const cells = Uint8Array.from({ length: width * height }, () =>
      random() < density ? (random() < 0.5 ? 1 : 2) : 0,
    );
    const position = makePosition({ width, height, cells }, random() < 0.5 ? 0 : 1);
    if (connect4.result(position) === null) return position;
  }
}
