/** What an engine says to a question: its answer, and what it holds of the position. */
import type { Score } from '../shapes/games.ts';

/** What an engine answered when it was asked for a move. */
export type Answer =
  /** A move on the board's grid; whether it is legal is for the rules to say. */
  | { readonly kind: 'move'; readonly move: unknown; readonly text: string }
  /** It can be read, and the protocol's text forbids what no move of the rules can hold: a pass with a place. */
  | { readonly kind: 'illegal'; readonly text: string; readonly reason: string }
  /** The engine says that there is no move. */
  | { readonly kind: 'none'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string };

/** What one round of thinking gave. Null wherever the protocol or the engine gives nothing. */
export interface Report {
  readonly answer: Answer;
  readonly score: Score | null;
  /**
   * What a static score times this is on the engine's own scale, where the protocol says how scores shrink
   * with depth; 1 elsewhere.
   */
  readonly staticScale: number;
  /** By canonical move text (`Game.moveText`). */
  readonly scores: ReadonlyMap<string, Score> | null;
  /** The mover's own moves of a win that the engine sees, the first being the answer. */
  readonly winningMoves: readonly string[] | null;
  /** Depth in plies that was asked for or reported. */
  readonly depth: number | null;
  /** Plies (half-moves) or nodes the engine says it played in this round. */
  readonly nodes: number | null;
  /** Seconds from the request to the answer, on our clock. */
  readonly seconds: number;
  /** The engine was cut short in this round. */
  readonly truncated: boolean;
  /** Play was followed to the end of the game in every line, so that a static score of 0 is a draw. */
  readonly exhaustive: boolean;
  /**
   * Answers for the further actions of the same turn, each about the position after the one before; only in
   * analysis, and only where a turn is several actions and the engine is asked for one after the other.
   */
  readonly rest: readonly Answer[];
}

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
