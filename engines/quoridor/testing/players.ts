/** Other players than the engine, for test games. */
import { otherSeat } from '../../../app/games/game.ts';
import { distance, pawnMoves, quoridor, type QuoridorPosition } from '../../../app/games/quoridor/index.ts';
import { seededRandom } from '../../../app/games/random.ts';
import type { QuoridorBrain } from '../brain.ts';
import { playerOf } from './engine.ts';
import { randomMove } from './positions.ts';

export type QuoridorPlayer = (position: QuoridorPosition) => number;

/** A third of its moves are walls. */
const randomPlayer =
  (random: () => number): QuoridorPlayer =>
  (position) =>
    randomMove(random, position);

/** Lengthens the other side's path as much as it can, and moves its pawn at random if no wall does. */
const delayingPlayer =
  (random: () => number): QuoridorPlayer =>
  (position) => {
    const other = otherSeat(position.mover);
    const valued = quoridor
      .moves(position)
      .map((move) => ({ move, way: distance(quoridor.play(position, move), other) }));
    const most = Math.max(...valued.map(({ way }) => way));
    const best = valued.filter(({ way }) => way === most);
    const pawns = best.filter(({ move }) => move < position.size ** 2);
    const among = pawns.length > 0 ? pawns : best;
    return among[Math.floor(random() * among.length)]!.move;
  };

/** Steps back and forth, and keeps its walls. */
export function waitingPlayer(): QuoridorPlayer {
  let from = -1;
  return (position) => {
    const steps = pawnMoves(position);
    const move = steps.includes(from) ? from : steps[0]!;
    from = position.pawns[position.mover];
    return move;
  };
}

/** One of each kind, and the engine itself. */
export const defenders = (mind: QuoridorBrain): readonly QuoridorPlayer[] => [
  waitingPlayer(),
  randomPlayer(seededRandom(3)),
  delayingPlayer(seededRandom(4)),
  playerOf(mind),
];

export interface PlayedGame {
  readonly winner: 0 | 1 | null;
  readonly plies: number;
  /** How often the most frequent position occurred. */
  readonly repeats: number;
}

/** A game between two players, up to `most` plies. */
export function play(
  start: QuoridorPosition,
  players: readonly [QuoridorPlayer, QuoridorPlayer],
  most = 300,
): PlayedGame {
  let position = start;
  const seen = new Map<string, number>();
  for (let plies = 0; ; plies++) {
    const result = quoridor.result(position);
    const repeats = Math.max(0, ...seen.values());
    if (result !== null) return { winner: result.kind === 'win' ? result.winner : null, plies, repeats };
    if (plies === most) return { winner: null, plies, repeats };
    position = quoridor.play(position, players[position.mover](position));
    const text = quoridor.positionText(position);
    seen.set(text, (seen.get(text) ?? 0) + 1);
  }
}

/**
 * A player that looks one ply ahead and maximises the difference of the two shortest paths. Among equal moves it
 * prefers pawn moves, and chooses at random among those.
 */
export function onePlyMove(position: QuoridorPosition, random: () => number): number {
  const { mover, size } = position;
  let best: number[] = [];
  let most = -Infinity;
  for (const move of quoridor.moves(position)) {
    const next = quoridor.play(position, move);
    const ahead = distance(next, otherSeat(mover)) - distance(next, mover);
    const worth = 2 * ahead + (move < size * size ? 1 : 0);
    if (worth > most) {
      most = worth;
      best = [];
    }
    if (worth === most) best.push(move);
  }
  return best[Math.floor(random() * best.length)];
}
