/** What an answer is to the search that asked. */
import type { Answer, Report } from '../protocol.ts';
import type { Enums } from './enums.ts';
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

/** What the answer of a bot that was put to a position may show. */
export const FOLLOWS_ONLY =
  'the bot was put to this position, and seems to look at no board, but to follow only the moves that it is told';

/** Both forms of enums were tried. */
export const noBetter = ({ other }: Enums): string => `with its enums as ${other}s it did no better`;

/** An answer that is illegal for more reasons than the rules know. */
export const because = ({ answer, why }: Answered, more: string): Answer =>
  why === null ? answer : { kind: 'illegal', text: answer.text, reason: `${why}; ${more}` };
