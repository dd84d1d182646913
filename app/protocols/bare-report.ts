import type { Answer, Report } from './protocol.ts';

/** What an answer is that says its move and nothing else. @param seconds from the request on */
export const bareReport = (answer: Answer, seconds: number): Report => ({
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
  rest: [],
});
