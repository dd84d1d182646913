/** The words of scores, for clients. */
export * from '../records/score-words.ts';
