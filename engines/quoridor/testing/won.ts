/** A won position from a real game, in every way that the board can be turned. */
import { otherSeat } from '../../../app/games/game.ts';
import {
  orientationOf,
  ownerOf,
  quoridor,
  wallOf,
  type QuoridorPosition,
} from '../../../app/games/quoridor/index.ts';

export const wonGame =
  'e8 e2 e7 e3 e6 e4 e7h d2h f6 f2h f5 e5 d5 b2h d4 e6 c4 d6 c7h d5 a7h e5 e6v e4 e4v d4 d4h a2v c5v a3h f3h b4h b4 a5v b6v d5 b5 h9v b6 g9v a6 d4'.split(
    ' ',
  );

/** Black, to move, has 12 steps to go and White 27; each has a wall left. */
export function wonPosition(): QuoridorPosition {
  let position = quoridor.initial();
  for (const text of wonGame) position = quoridor.play(position, quoridor.parseMove(position, text));
  return position;
}

/** The same game from left to right. */
export const mirrored = (position: QuoridorPosition): QuoridorPosition => turned(position, true, false);

/** The same game with the sides exchanged, from top to bottom. */
export function swapped(position: QuoridorPosition): QuoridorPosition {
  const { pawns, wallsLeft, walls, mover, ...rest } = turned(position, false, true);
  return {
    ...rest,
    pawns: [pawns[1], pawns[0]],
    wallsLeft: [wallsLeft[1], wallsLeft[0]],
    walls: walls.map((wall) => (wall === 0 ? 0 : wallOf(orientationOf(wall), otherSeat(ownerOf(wall))))),
    mover: otherSeat(mover),
  };
}

function turned(position: QuoridorPosition, acrossColumns: boolean, acrossRows: boolean): QuoridorPosition {
  const place = (index: number, side: number): number => {
    const column = index % side;
    const row = (index - column) / side;
    return (acrossRows ? side - 1 - row : row) * side + (acrossColumns ? side - 1 - column : column);
  };
  const { size, pawns } = position;
  const walls = new Uint8Array(position.walls.length);
  position.walls.forEach((wall, centre) => (walls[place(centre, size - 1)] = wall));
  return { ...position, walls, pawns: [place(pawns[0], size), place(pawns[1], size)] };
}
