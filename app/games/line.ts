import { IllegalMove, type Game } from './game.ts';

/**
 * One line of play: a start position and the moves made from it. `game` names the rules; `gameKey` tells
 * one game from another, so that a protocol can tell a step within a game from a new or edited one.
 */
export interface Line {
  readonly game: Game;
  readonly gameKey: string;
  readonly start: unknown;
  readonly moves: readonly unknown[];
  /** The position after all moves. */
  readonly position: unknown;
}

/** Plays `moves` from `start`. @throws IllegalMove whose message names the ply (counted from 1). */
export function makeLine(game: Game, gameKey: string, start: unknown, moves: readonly unknown[]): Line {
  let position = start;
  moves.forEach((move, index) => {
    try {
      position = game.play(position, move);
    } catch (error) {
      if (error instanceof IllegalMove) throw new IllegalMove(`ply ${index + 1}: ${error.message}`);
      throw error;
    }
  });
  return { game, gameKey, start, moves, position };
}

/** The line one move longer. @throws IllegalMove */
export function extendLine(line: Line, move: unknown): Line {
  const position = line.game.play(line.position, move);
  return { ...line, moves: [...line.moves, move], position };
}
