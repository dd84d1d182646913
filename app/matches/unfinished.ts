/** The moves of a game of a match that has not ended, as its journal has them. */
import type { Game } from '../games/game.ts';
import type { UnfinishedGame } from './match-record.ts';

export const startOf = (game: Game, { began: { opening } }: UnfinishedGame): unknown =>
  opening.start === null ? game.initial() : game.parsePosition(opening.start);

/** Each ply, the opening's included, with the position before it. @throws BadNotation | IllegalMove for one that cannot be played */
export function* pliesOf(game: Game, unfinished: UnfinishedGame) {
  let before = startOf(game, unfinished);
  for (const text of unfinished.texts) {
    const move = game.parseMove(before, text);
    const after = game.play(before, move);
    yield { before, move };
    before = after;
  }
}
