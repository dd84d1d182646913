/** What the rules say of an answer in a conversation. */
import type { Game } from '../games/game.ts';
import { makeLine } from '../games/line.ts';
import { faultInWords, judge } from '../play/judge.ts';
import type { Answer } from '../protocols/protocol.ts';

export interface JudgedAnswer {
  /** In canonical notation; as on the wire if it is not a move of the game. */
  readonly move: string;
  /** Why it is illegal or no move; absent if it is legal. */
  readonly fault?: string;
}

/** @returns null if the game was over and no move was due */
export function judgedAnswer(game: Game, position: unknown, answer: Answer): JudgedAnswer | null {
  const over = game.result(position);
  if (answer.kind === 'none' && over) return null;
  const verdict = judge(makeLine(game, '', position, []), answer);
  if (verdict.kind === 'move') return { move: verdict.text };
  const move = answer.kind === 'move' ? game.moveText(position, answer.move) : answer.text;
  const { fault } = verdict;
  const why = fault.kind === 'illegal' ? fault.why : faultInWords(verdict)!;
  return { move, fault: over ? `the game is over: ${over.reason}` : why };
}
