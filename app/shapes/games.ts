/** Games: how they end, what a move of them is worth, and what is proven. */
import * as v from 'valibot';
import { count, Id, list, pair, SeatIndex, type Shape } from './base.ts';

export const GameEndingWord = v.picklist([
  'win',
  'draw',
  'illegal',
  'time',
  'malformed',
  'crashed',
  'stalled',
  /** It took more of the machine than it may, or said more than its journal may hold. */
  'limit',
  /** Nobody has won: a limit of ours on plies or repetitions ended it. */
  'adjudicated',
  /** Faults that are ours: nobody won. */
  'void',
]);
export type GameEndingWord = Shape<typeof GameEndingWord>;

/** How a game ended. */
export const GameEnding = v.strictObject({
  word: GameEndingWord,
  /** Null for a draw, and for `adjudicated` and `void`. */
  winner: v.nullable(SeatIndex),
  /** Whose fault it was, where it was one. */
  fault: v.nullable(SeatIndex),
  /** The rule's name, or one sentence of what happened. */
  reason: v.string(),
  /** What to do next; empty when there is nothing to do. */
  advice: v.string(),
});
export type GameEnding = Shape<typeof GameEnding>;

/** A score from the mover's view, as the engine gave it. */
export const Score = v.variant('type', [
  v.strictObject({
    type: v.literal('decisive'),
    winner: v.picklist(['mover', 'opponent']),
    /** Plies until the game is over, the move to be made included. */
    plies: count,
  }),
  v.strictObject({
    type: v.literal('static'),
    value: v.number(),
    /** How it is to be read, where it is more than a number between -1 and 1. */
    unit: v.optional(
      v.strictObject({
        /** What the protocol's text calls it: `eval`. */
        word: v.string(),
        /** About what it rarely exceeds, on either side: for what draws it. */
        full: v.number(),
      }),
    ),
  }),
]);
export type Score = Shape<typeof Score>;

/** How a protocol's static scores are to be read, where they are more than a number between -1 and 1. */
export type ScoreUnit = NonNullable<Extract<Score, { type: 'static' }>['unit']>;

/** How a game ends with best play; `ply` counts the moves of the line, the last one included. */
export const Forecast = v.union([
  v.strictObject({ winner: SeatIndex, ply: count }),
  v.strictObject({ winner: v.null() }),
]);
export type Forecast = Shape<typeof Forecast>;

/** What a position is worth to the side to move; `plies` until the end, its own move included. */
export const Truth = v.variant('outcome', [
  v.strictObject({ outcome: v.picklist(['win', 'loss']), plies: count }),
  v.strictObject({ outcome: v.literal('draw') }),
]);
export type Truth = Shape<typeof Truth>;

/** What a move threw away. */
export const Turn = v.picklist(['win to draw', 'win to loss', 'draw to loss']);
export type Turn = Shape<typeof Turn>;

export const AuditedMove = v.strictObject({
  /** Counted from 1. */
  ply: count,
  seat: SeatIndex,
  move: v.string(),
  /** The best there was before the move, from the mover's view; null where it could not be proven. */
  was: v.nullable(Truth),
  /** What the move kept of it, counted from the same position. */
  is: v.nullable(Truth),
  /** The moves that keep the best, canonical; empty where it could not be proven. */
  best: list(v.string()),
  turn: v.nullable(Turn),
});
export type AuditedMove = Shape<typeof AuditedMove>;

export const SideCount = v.strictObject({
  moves: count,
  /** Moves whose truth could be proven. */
  proven: count,
  turns: v.strictObject({ 'win to draw': count, 'win to loss': count, 'draw to loss': count }),
});
export type SideCount = Shape<typeof SideCount>;

/** A game whose moves are held one by one against what an engine proves. */
export const AuditState = v.strictObject({
  state: v.picklist(['off', 'running', 'done', 'failed']),
  /** The game that the moves below are of, and what they were called then. */
  key: v.nullable(Id),
  moves: list(AuditedMove),
  /** How many moves there are to audit. */
  total: count,
  sides: v.nullable(pair(SideCount)),
  reason: v.nullable(v.string()),
});
export type AuditState = Shape<typeof AuditState>;
