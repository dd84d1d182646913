/** Exhaustive search over the rules, for positions from which few others can be reached. */
import { quoridor, type QuoridorPosition } from '../../../app/games/quoridor/index.ts';

export interface Exhausted {
  readonly position: QuoridorPosition;
  /** To the end with best play: positive where the mover wins, negative where it loses, 0 for neither. */
  readonly plies: number;
}

/**
 * Every position that can be reached, with its worth: all that are not settled are gone through again and
 * again, ply after ply, until nothing more is settled.
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
    // Whoever is to move once the game is over has lost it.
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
