/** The time that people and engines have in a game, as its header `timeControl` has it. Pure. */

export type TimeControl =
  /** Seconds for each turn. */
  | { readonly kind: 'move'; readonly seconds: number }
  /** Seconds for the game, and those that each turn adds. */
  | { readonly kind: 'game'; readonly seconds: number; readonly increment: number };

/** The header of the game. */
export const timeControlHeader = 'timeControl';

/** As in PGN's TimeControl tag: `300+5` for the game, `1/30` for each move; whole seconds up to a day. */
export const timeControlPattern = /^(?:1\/([1-9]\d{0,4})|([1-9]\d{0,4})\+(\d{1,4}))$/;

/** Null for no text or one of another form. */
export function readTimeControl(text: string | undefined): TimeControl | null {
  const [, move, game, increment] = timeControlPattern.exec(text ?? '') ?? [];
  if (move !== undefined) return { kind: 'move', seconds: Number(move) };
  if (game !== undefined) return { kind: 'game', seconds: Number(game), increment: Number(increment) };
  return null;
}
