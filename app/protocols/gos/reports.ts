/** What an answer is to the search that asked. */
import type { Answer, Report } from '../protocol.ts';
import type { Answered } from './talk.ts';

/** A bot says its move and nothing else. */
export const reportOf = (answer: Answer, seconds: number, rest: readonly Answer[] = []): Report => ({
  answer,
  score: null,
  staticScale: 1,
  scores: null,
  winningMoves: null,
  depth: null,
  nodes: null,
  seconds,
  truncated: false,
  exhaustive: false,
  rest,
});

/** What a bot that was put to a position answers there may show that it does not look at the board. */
export const FOLLOWS_ONLY =
  'the bot was put to this position, and seems to look at no board, but to follow only the moves that it is told';

/** The answer of a bot to a board that it has not come to by its own way. */
export function answerOnBoard({ answer, why }: Answered): Answer {
  return why === null ? answer : { kind: 'illegal', text: answer.text, reason: `${why}; ${FOLLOWS_ONLY}` };
}
