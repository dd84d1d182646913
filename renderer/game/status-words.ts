/** What the row below the board says of the position shown, and what a screen reader says when it changes. */
import type { GameEnding, GameState } from '../../app/api/contract.ts';
import type { Choice, Game, Geometry } from '../../app/games/game.ts';
import { wordsOf } from '../board/picks.ts';
import { endingSentence } from './names.ts';

/** The position shown, and what can be played there. */
interface Shown {
  readonly rules: Game;
  readonly position: unknown;
  readonly choices: readonly Choice<unknown>[];
}

/** What to pick after these picks; empty if there is nothing to pick, or nothing to add to whose turn it is. */
export const promptWords = ({ rules, position, choices }: Shown, picks: readonly string[]): string =>
  choices.length === 0 ? '' : (rules.prompt?.(position, picks) ?? '');

/** The areas that can be picked next and what each does, for a screen reader: `C4: attack, E4: attack`. */
export function targetWords(
  choices: readonly Choice<unknown>[],
  picks: readonly string[],
  geometry: Geometry | null,
): string {
  const names = new Map(geometry?.areas.map(({ id, name }) => [id, name]));
  return [...wordsOf(choices, picks)].map(([id, words]) => `${names.get(id)}: ${words}`).join(', ');
}

/** What a move would do: `C4xE4: attack`; empty if the board has no words for it. */
export function foretellingWords(rules: Game, position: unknown, choice: Choice<unknown>): string {
  const words = choice.dots?.at(-1)?.words;
  return words === undefined ? '' : `${rules.moveText(position, choice.move)}: ${words}`;
}

/** How the game has ended, who thinks, or what to do. @param ending null if it has not ended at the node shown */
export function statusWords(
  shown: Shown,
  { isExample, thinking, shown: node }: Pick<GameState, 'isExample' | 'thinking' | 'shown'>,
  ending: GameEnding | null,
): string {
  const { rules, position } = shown;
  if (ending !== null) return endingSentence(rules, ending);
  if (isExample) return 'An example. Left and Right step through it, A analyses, N begins your own game.';
  const { name } = rules.seats[rules.seatToMove(position)];
  if (thinking?.at === node) return `${name} is thinking.`;
  const wanted = promptWords(shown, []);
  return wanted === '' ? `${name} is to move.` : `${wanted}.`;
}

/**
 * The move that led to the position, and its status.
 * @param before the move and the position before it; null at the start
 */
export function newsWords(
  rules: Game,
  before: { readonly position: unknown; readonly move: string } | null,
  status: string,
): string {
  if (before === null) return status;
  return `${rules.seats[rules.seatToMove(before.position)].name} played ${before.move}. ${status}`;
}
