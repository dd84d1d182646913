/**
 * Perft: how many lines of play of an exact length there are, the common proof of a move generator. Lines
 * that end earlier count for nothing. The last ply is really played, not only counted, so that a perft
 * proves `play` as well as `moves`.
 */
import type { Game } from './game.ts';

/** The nodes at exactly `depth` plies (actions). @throws RangeError on a depth that is no count. */
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
  /** How much of the tree is done, from 0 to 1, as if sibling subtrees were of one size; never falls. */
  readonly share: number;
}

/** Nodes between two steps: some milliseconds of work, so that whoever drives the count can stop it. */
export const PERFT_STEP_NODES = 10_000;

interface Level<Position, Move> {
  readonly position: Position;
  readonly moves: readonly Move[];
  next: number;
  /** Of the whole tree: what lies before this level, and what each of its moves is worth. */
  readonly done: number;
  readonly share: number;
}

/** The same count in steps: stop pulling and it is cancelled. @throws RangeError as `perft` does. */
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
  // Every move played counts here: lines that end early cost time though they count for nothing.
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
