/** Games: how they end, what moves are worth, and what is proven. */
import * as v from 'valibot';
import { count, SeatIndex, type Shape } from './base.ts';

export const GameEndingWord = v.picklist([
  'win',
  'draw',
  'illegal',
  'time',
  'malformed',
  'crashed',
  'stalled',
  /** It exceeded its share of the machine, or of its journal. */
  'limit',
  /** No winner: a limit on plies or repetitions ended it. */
  'adjudicated',
  /** A fault of Plywire: no winner. */
  'void',
]);
export type GameEndingWord = Shape<typeof GameEndingWord>;

/** How a game ended. */
export const GameEnding = v.strictObject({
  word: GameEndingWord,
  /** Null for a draw, and for `adjudicated` and `void`. */
  winner: v.nullable(SeatIndex),
  /** The seat at fault, if any. */
  fault: v.nullable(SeatIndex),
  /** The rule's name, or one sentence. */
  reason: v.string(),
  /** What to do next; empty if nothing. */
  advice: v.string(),
});
export type GameEnding = Shape<typeof GameEnding>;

/** A score from the mover's view, as the engine reported it. */
export const Score = v.variant('type', [
  v.strictObject({
    type: v.literal('decisive'),
    winner: v.picklist(['mover', 'opponent']),
    /** Plies until the end, including the next move. */
    plies: count,
  }),
  v.strictObject({
    type: v.literal('static'),
    value: v.number(),
    /** How to read it if it is more than a number between -1 and 1. */
    unit: v.optional(
      v.strictObject({
        /** The protocol's name for it: `eval`. */
        word: v.string(),
        /** The size it rarely exceeds on either side, for drawing it. */
        full: v.number(),
      }),
    ),
  }),
]);
export type Score = Shape<typeof Score>;

/** How to read a protocol's static scores if they are more than numbers between -1 and 1. */
export type ScoreUnit = NonNullable<Extract<Score, { type: 'static' }>['unit']>;

/** How a game ends with best play; `ply` counts the moves of the line, including the last. */
export const Forecast = v.union([
  v.strictObject({ winner: SeatIndex, ply: count }),
  v.strictObject({ winner: v.null() }),
]);
export type Forecast = Shape<typeof Forecast>;

/** The value of a position for the side to move; `plies` until the end, including its own move. */
export const Truth = v.variant('outcome', [
  /** Null plies: the result is proven, and not its distance. */
  v.strictObject({ outcome: v.picklist(['win', 'loss']), plies: v.nullable(count) }),
  v.strictObject({ outcome: v.literal('draw') }),
]);
export type Truth = Shape<typeof Truth>;
