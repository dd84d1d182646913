import { BadNotation, IllegalMove, type Game } from './game.ts';

/**
 * One line of play: a start position and the moves made from it. `game` names the rules; `gameKey` identifies the game,
 * so that a protocol can tell a step within a game from a new or edited game.
 */
export interface Line {
  readonly game: Game;
  readonly gameKey: string;
  readonly start: unknown;
  readonly moves: readonly unknown[];
  /** The position after all moves. */
  readonly position: unknown;
}

/** Runs `work` for one ply, counted from 1, and adds the ply to what it throws. @throws IllegalMove | BadNotation */
export function atPly<T>(ply: number, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof IllegalMove) throw new IllegalMove(`ply ${ply}: ${error.message}`);
    if (error instanceof BadNotation) throw new BadNotation(`ply ${ply}: ${error.message}`);
    throw error;
  }
}

/** Plays a move of a game that is read, which may go on after a draw that other programs do not know. @throws IllegalMove */
export const playOn = <Position, Move>(
  game: Pick<Game<Position, Move>, 'play' | 'playOn'>,
  position: Position,
  move: Move,
): Position => (game.playOn ?? game.play)(position, move);

/** Plays `moves` from `start`. @throws IllegalMove whose message names the ply (counted from 1) */
export function makeLine(game: Game, gameKey: string, start: unknown, moves: readonly unknown[]): Line {
  let position = start;
  moves.forEach((move, index) => {
    position = atPly(index + 1, () => game.play(position, move));
  });
  return { game, gameKey, start, moves, position };
}

/** The line with one more move. @param reached the position after it, if it was played already @throws IllegalMove */
export function extendLine(
  { game, gameKey, start, moves, position }: Line,
  move: unknown,
  reached: unknown = game.play(position, move),
): Line {
  return { game, gameKey, start, moves: [...moves, move], position: reached };
}

/** The longest list of moves that is read, in characters: about 25 000 plies. */
const MAX_MOVES_TEXT = 100_000;

/**
 * Reads moves that are separated by blanks or commas, playing each before it reads the next.
 * @throws BadNotation | IllegalMove naming the ply, counted from 1
 */
export function parseMoveList<Position, Move>(
  { parseMove, play }: Pick<Game<Position, Move>, 'parseMove' | 'play'>,
  start: Position,
  text: string,
): readonly Move[] {
  if (text.length > MAX_MOVES_TEXT) {
    throw new BadNotation(`${text.length} characters are more than any list of moves has`);
  }
  let position = start;
  return text
    .split(/[\s,]+/)
    .filter((word) => word !== '')
    .map((word, index) =>
      atPly(index + 1, () => {
        const move = parseMove(position, word);
        position = play(position, move);
        return move;
      }),
    );
}
