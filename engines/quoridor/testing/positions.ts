/** Positions for tests, the same in every run. */
import {
  defaultWalls,
  quoridor,
  orientationOf,
  ownerOf,
  wallOf,
  type QuoridorPosition,
} from '../../../app/games/quoridor/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import { otherSeat } from '../../../app/games/game.ts';

/** The position after `plies` random moves, a third of them walls, or at the end of the game. */
export function playedPosition(
  random: () => number,
  setup: { readonly size: number; readonly walls: number },
  plies: number,
): QuoridorPosition {
  let position = quoridor.initial(setup);
  for (let ply = 0; ply < plies; ply++) {
    const next = quoridor.play(position, randomMove(random, position));
    if (quoridor.result(next) !== null) return position;
    position = next;
  }
  return position;
}

/** A pawn move twice as often as a wall. */
export function randomMove(random: () => number, position: QuoridorPosition): number {
  const moves = quoridor.moves(position);
  const cells = position.size * position.size;
  const walls = moves.filter((move) => move >= cells);
  const pawn = moves.filter((move) => move < cells);
  const among = walls.length > 0 && random() < 1 / 3 ? walls : pawn;
  return among[Math.floor(random() * among.length)];
}

/** The positions after four random plies, each for two games. */
export const opening = (game: number, size = 9): QuoridorPosition =>
  playedPosition(seededRandom(100 + (game >> 1)), { size, walls: defaultWalls(size) }, 4);

export interface Exhausted {
  readonly position: QuoridorPosition;
  /** To the end with best play: positive if the mover wins, negative if it loses, 0 for neither. */
  readonly plies: number;
}

/**
 * Every reachable position with its value, by retrograde analysis: unsettled positions are examined ply after ply until
 * nothing changes.
 */
export function exhausted(start: QuoridorPosition): Exhausted[] {
  const index = new Map<string, number>();
  const positions: QuoridorPosition[] = [];
  const next: number[][] = [];
  const enter = (position: QuoridorPosition): number => {
    const key = `${position.pawns.join()} ${position.mover} ${position.wallsLeft.join()} ${position.walls.join('')}`;
    let at = index.get(key);
    if (at === undefined) {
      at = positions.length;
      index.set(key, at);
      positions.push(position);
    }
    return at;
  };
  enter(start);
  for (let at = 0; at < positions.length; at++) {
    const position = positions[at];
    next.push(quoridor.moves(position).map((move) => enter(quoridor.play(position, move))));
  }
  const lost = new Int8Array(positions.length);
  const plies = new Int32Array(positions.length);
  const settled = new Uint8Array(positions.length);
  positions.forEach((position, at) => {
    // The side to move in a finished game has lost it.
    if (quoridor.result(position) !== null) settled[at] = lost[at] = 1;
  });
  for (let ply = 1, changed = true; changed; ply++) {
    changed = false;
    const fresh: [number, boolean][] = [];
    for (let at = 0; at < positions.length; at++) {
      if (settled[at] || next[at].length === 0) continue;
      if (next[at].some((to) => settled[to] && lost[to])) fresh.push([at, false]);
      else if (next[at].every((to) => settled[to])) fresh.push([at, true]);
    }
    for (const [at, isLost] of fresh) {
      settled[at] = 1;
      lost[at] = isLost ? 1 : 0;
      plies[at] = isLost ? -ply : ply;
      changed = true;
    }
  }
  return positions.map((position, at) => ({ position, plies: plies[at] }));
}

export const wonGame =
  'e8 e2 e7 e3 e6 e4 e7h d2h f6 f2h f5 e5 d5 b2h d4 e6 c4 d6 c7h d5 a7h e5 e6v e4 e4v d4 d4h a2v c5v a3h f3h b4h b4 a5v b6v d5 b5 h9v b6 g9v a6 d4'.split(
    ' ',
  );

/** Black, to move, is 12 steps from its goal, White 27; each has a wall left. */
export function wonPosition(): QuoridorPosition {
  let position = quoridor.initial();
  for (const text of wonGame) position = quoridor.play(position, quoridor.parseMove(position, text));
  return position;
}

/** The same game mirrored left to right. */
export const mirrored = (position: QuoridorPosition): QuoridorPosition => turned(position, true, false);

/** The same game with the sides exchanged, top to bottom. */
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
