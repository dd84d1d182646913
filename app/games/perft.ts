/**
 * Perft: the number of lines of play of an exact length, the usual proof of a move generator. Lines that end the game
 * earlier are not counted. The last ply is played, not only counted, so that a perft proves `play` as well as `moves`.
 */
import type { Game } from './game.ts';

/** The nodes at exactly `depth` plies (actions). @throws RangeError if the depth is not a count */
export function perft<Position, Move>(game: Game<Position, Move>, position: Position, depth: number): number {
  checkDepth(depth);
  if (depth === 0) return 1;
  let nodes = 0;
  for (const move of game.moves(position)) nodes += perft(game, game.play(position, move), depth - 1);
  return nodes;
}

export interface PerftProgress {
  /** Nodes counted so far. */
  readonly nodes: number;
  /** The share of the tree that is done, 0 to 1, as if sibling subtrees had the same size; never decreases. */
  readonly share: number;
}

/** Nodes between two steps: a few milliseconds of work, so that the caller can stop the count. */
export const PERFT_STEP_NODES = 10_000;

interface Level<Position, Move> {
  readonly position: Position;
  readonly moves: readonly Move[];
  next: number;
  /** The share of the whole tree before this level, and that of each of its moves. */
  readonly done: number;
  readonly share: number;
}

/** The same count in steps; the caller cancels by not pulling. @throws RangeError as `perft` does */
export function* perftSteps<Position, Move>(
  game: Game<Position, Move>,
  position: Position,
  depth: number,
): Generator<PerftProgress, number> {
  checkDepth(depth);
  if (depth === 0) return 1;
  const enter = (at: Position, done: number, share: number): Level<Position, Move> => {
    const moves = game.moves(at);
    return { position: at, moves, next: 0, done, share: moves.length > 0 ? share / moves.length : 0 };
  };
  const stack = [enter(position, 0, 1)];
  let nodes = 0;
  // Counts every move played: lines that end early take time although they add no nodes.
  let played = 0;
  let due = PERFT_STEP_NODES;
  let share = 0;
  for (let level = stack.at(-1); level; level = stack.at(-1)) {
    if (stack.length === depth) {
      for (const move of level.moves) game.play(level.position, move);
      nodes += level.moves.length;
      played += level.moves.length;
      level.next = level.moves.length;
    }
    if (level.next === level.moves.length) {
      stack.pop();
      if (played >= due) {
        due = played + PERFT_STEP_NODES;
        share = Math.min(1, Math.max(share, level.done + level.share * level.moves.length));
        yield { nodes, share };
      }
    } else {
      const move = level.moves[level.next]!;
      const done = level.done + level.share * level.next++;
      stack.push(enter(game.play(level.position, move), done, level.share));
      played++;
    }
  }
  return nodes;
}

function checkDepth(depth: number): void {
  if (!Number.isInteger(depth) || depth < 0) throw new RangeError(`a depth is 0 or more plies, not ${depth}`);
}
