/** Which of several readings of a pasted text is Plywire's own. */
import type { FormFit } from '../../app/api/contract.ts';
import { BadNotation, type Game } from '../../app/games/game.ts';
import { gameById } from '../../app/games/registry.ts';
import { goTo } from '../../app/records/record.ts';
import { readGameText, recordOfText, writeGameText } from '../../app/records/text.ts';

/** The id of the form in which Plywire copies games. */
const OWN = 'moves';

/**
 * The reading as a game that Plywire has copied, where the text is letter by letter what Plywire writes, apart from blanks.
 * A text that is only legal in that form, such as moves with numbers before them, may well be of another program.
 *
 * @param kinds ids of the games that it may be of, the likeliest first
 */
export function ownFit(text: string, fits: readonly FormFit[], kinds: readonly string[]): FormFit | null {
  for (const kind of kinds) {
    const fit = fits.find(({ form, game }) => form === OWN && game === kind);
    if (fit !== undefined && isWritten(text, gameById(kind))) return fit;
  }
  return null;
}

function isWritten(text: string, rules: Game): boolean {
  try {
    const record = recordOfText(rules, '', readGameText(rules, text));
    return writeGameText(rules, goTo(record, record.moves.length)) === text.trim().replaceAll(/\s+/g, ' ');
  } catch (error) {
    if (error instanceof BadNotation) return false;
    throw error;
  }
}
