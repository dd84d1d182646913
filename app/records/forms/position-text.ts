/** Positions as other programs write them, alone in a text. */
import { formsOfGames } from '../../games/forms.ts';
import { BadNotation } from '../../games/game.ts';

/** The position of a game that a text is in another program's form; undefined if it is in none. */
export function foreignPosition(gameId: string, text: string): unknown {
  for (const form of formsOfGames.get(gameId) ?? []) {
    try {
      if (form.kind === 'positions') return form.read(text.trim()).position;
      if (form.kind === 'words' && form.fen !== undefined) return form.fen.read(text.trim());
    } catch (error) {
      if (!(error instanceof BadNotation)) throw error;
    }
  }
  return undefined;
}
