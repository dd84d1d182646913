/**
 * The native record: SGF with all that a tree of ours holds. W is the side with the light pieces, B the one with the dark.
 * `GM[5]` is Nine Men's Morris; the other games have no number in SGF, so that `PWG` names them. Properties of other
 * programs stay where they are. This file has the names that `native-reader.ts` and `native-writer.ts` share.
 *
 * | ours | holds                                                     |
 * | ---- | --------------------------------------------------------- |
 * | PWG  | the game's id                                             |
 * | PWP  | the start position, if it is not the usual one            |
 * | PWH  | a header without a property of its own, `name:text`; a    |
 * |      | `\` stands before each `:` and `\` of the name           |
 * | PWN  | a glyph without one, by its number                        |
 * | PWM  | a mark that is not green: colour, spot, spot              |
 * | PWC  | seconds on the clock before the first move                |
 * | PWT  | seconds that the move took                                |
 * | PWE  | an evaluation: `win 5`, `win ?`, `draw` or a number, and  |
 * |      | who said it                                               |
 */
import type { Game, Seat } from '../../games/game.ts';

/** Headers with a property of their own; players and the result hang on the colours. */
export const headerProperties: readonly (readonly [header: string, property: string])[] = [
  ['event', 'EV'],
  ['site', 'PC'],
  ['date', 'DT'],
  ['round', 'RO'],
  ['annotator', 'AN'],
  ['opening', 'ON'],
  ['title', 'GN'],
  ['user', 'US'],
  ['source', 'SO'],
  ['copyright', 'CP'],
  ['rules', 'RU'],
];

/** Glyphs with a property of their own, and its value. */
export const glyphProperties: readonly (readonly [glyph: number, property: string, value: string])[] = [
  [1, 'TE', '1'],
  [3, 'TE', '2'],
  [2, 'BM', '1'],
  [4, 'BM', '2'],
  [5, 'IT', ''],
  [6, 'DO', ''],
  [10, 'DM', '1'],
  [13, 'UC', '1'],
];

/** Glyphs that say which side stands better; White is the side that moves first. */
export const betterGlyphs: readonly (readonly [glyph: number, seat: Seat, value: string])[] = [
  [16, 0, '1'],
  [18, 0, '2'],
  [17, 1, '1'],
  [19, 1, '2'],
];

/** Endings in the result of SGF, as PGN's tag `Termination` has them. */
export const terminations: Readonly<Record<string, string>> = {
  T: 'time forfeit',
  F: 'rules infraction',
  R: 'resignation',
};

/** In characters: of the name of a header. */
const mostHeaderName = 64;

/** A value of `PWH`; null if none can have the header. */
export const headerText = (name: string, text: string): string | null =>
  name === '' || name.length > mostHeaderName ? null : `${name.replace(/[\\:]/g, '\\$&')}:${text}`;

/** Null if the text is not a value of `PWH`. */
export function readHeader(text: string): { readonly name: string; readonly text: string } | null {
  const end = /^(?:[^\\:]|\\[^]?){1,128}:/.exec(text)?.[0].length;
  if (end === undefined) return null;
  const name = text.slice(0, end - 1).replace(/\\([\\:])/g, '$1');
  return name.length > mostHeaderName ? null : { name, text: text.slice(end) };
}

/** The letter of a side's moves and of all that belongs to it. */
export const letterOf = (game: Game, seat: Seat): 'W' | 'B' =>
  game.seats[seat].colour === 'light' ? 'W' : 'B';

/** The side that a letter stands for, the inverse of `letterOf`. */
export const seatOf = (game: Game, letter: string): Seat => (letterOf(game, 0) === letter ? 0 : 1);

/** In a file that says nothing else, so that a person who opens it knows. */
export const explanation = (game: Game): string => `${game.name}, written by Plywire.`;
