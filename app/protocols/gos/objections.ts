/** What is said of an answer beyond what the rules say. */
import type { Answer } from '../report.ts';
import type { Enums } from './enums.ts';
import type { Answered } from './talk.ts';

/** What the answer of a bot that was put to a position may show. */
export const FOLLOWS_ONLY =
  'the bot was put to this position, and seems to look at no board, but to follow only the moves that it is told';

/** Both forms of enums were tried. */
export const noBetter = ({ other }: Enums): string => `with its enums as ${other}s it did no better`;

/** An answer that is illegal for more reasons than the rules know. */
export const because = ({ answer, why }: Answered, more: string): Answer =>
  why === null ? answer : { kind: 'illegal', text: answer.text, reason: `${why}; ${more}` };
