/** What engines and proofs say in the host's state, and the state without it. Pure. */
import type { HostState } from '../../app/api/contract.ts';

/**
 * The state as if nothing were known about any position: for a lesson, in which the user looks for a better move. Engines
 * that analyse stay, with neither answer nor progress, so that what is beside the board keeps its place.
 */
export const withoutAdvice = (state: HostState): HostState => ({
  ...state,
  analyses: state.analyses.map((analysis) => ({ ...analysis, report: null, score: null, nodes: null })),
  proofs: {
    ...{ state: 'off', place: null, moves: {}, note: null, key: null, nodes: [] },
    verdict: { value: 'unknown', how: null, plies: null, to: null },
  },
  evaluations: { key: null, tellers: [], place: null, here: [], nodes: [] },
  reportMoves: [],
});
