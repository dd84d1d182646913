/** An engine's answer, and what the engine reports about the position. */
import type { Score } from '../shapes/games.ts';

export type Answer =
  /** A move of the board, legal or not. */
  | { readonly kind: 'move'; readonly move: unknown; readonly text: string }
  /** Readable, but impossible as a move of the rules: a pass with a place. */
  | { readonly kind: 'illegal'; readonly text: string; readonly reason: string }
  /** The engine says that there is no move. */
  | { readonly kind: 'none'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string };

/** The result of a round of thinking. Null where the protocol or the engine gives none. */
export interface Report {
  readonly answer: Answer;
  readonly score: Score | null;
  /** Factor from a static score to the engine's own scale, where the protocol's scores shrink with depth; else 1. */
  readonly staticScale: number;
  /** By canonical move text (`Game.moveText`). */
  readonly scores: ReadonlyMap<string, Score> | null;
  /** The mover's moves of a win that the engine sees, beginning with the answer. */
  readonly winningMoves: readonly string[] | null;
  /** In plies, as asked for or reported. */
  readonly depth: number | null;
  /** Plies or nodes that the engine reports for this round. */
  readonly nodes: number | null;
  /** Seconds from the request to the answer, on our clock. */
  readonly seconds: number;
  /** The round was cut short. */
  readonly truncated: boolean;
  /** Every line was searched to the end of the game, so a static score of 0 is a draw. */
  readonly exhaustive: boolean;
  /** In analysis, the answers for the further actions of the same turn, each after the one before. */
  readonly rest: readonly Answer[];
}

/** The report of an answer that is a move alone. @param seconds from the request on */
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
