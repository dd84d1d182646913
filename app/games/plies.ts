/** Games as texts: the position that they begin from, and move after move. */
import type { Game } from './game.ts';

/** The position that a text names; without a text the initial one. @throws BadNotation */
export const startAt = (game: Game, text: string | null): unknown =>
  text === null ? game.initial() : game.parsePosition(text);

/** Each ply with the positions before and after it. @throws BadNotation | IllegalMove for one that cannot be played */
export function* playedPlies(game: Game, start: unknown, texts: readonly string[]) {
  let before = start;
  for (const text of texts) {
    const move = game.parseMove(before, text);
    const after = game.play(before, move);
    yield { before, move, after };
    before = after;
  }
}
