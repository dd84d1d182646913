/** Games: how they end, what moves are worth, and what is proven. */
import * as v from 'valibot';
import { count, Id, list, pair, SeatIndex, type Shape } from './base.ts';
import { NodeId } from './tree.ts';

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

/** What a move lost. */
export const Turn = v.picklist(['win to draw', 'win to loss', 'draw to loss']);
export type Turn = Shape<typeof Turn>;

export const AuditedMove = v.strictObject({
  /** Counted from 1. */
  ply: count,
  seat: SeatIndex,
  move: v.string(),
  /** The best value before the move, from the mover's view; null if it could not be proven. */
  was: v.nullable(Truth),
  /** The value after the move, counted from the same position. */
  is: v.nullable(Truth),
  /** The moves that keep the best value, canonical; empty if it could not be proven. */
  best: list(v.string()),
  turn: v.nullable(Turn),
});
export type AuditedMove = Shape<typeof AuditedMove>;

/** An audited move of an open game. */
export const AuditedNode = v.strictObject({ ...AuditedMove.entries, node: NodeId });
export type AuditedNode = Shape<typeof AuditedNode>;

export const SideCount = v.strictObject({
  moves: count,
  /** Moves whose value could be proven. */
  proven: count,
  turns: v.strictObject({ 'win to draw': count, 'win to loss': count, 'draw to loss': count }),
});
export type SideCount = Shape<typeof SideCount>;

/** A line of a game whose moves are compared one by one with what an engine proves. */
export const AuditState = v.strictObject({
  state: v.picklist(['off', 'running', 'done', 'failed']),
  /** The game of the moves below; null if there was no audit. */
  key: v.nullable(Id),
  moves: list(AuditedNode),
  /** The number of moves to audit. */
  total: count,
  sides: v.nullable(pair(SideCount)),
  reason: v.nullable(v.string()),
});
export type AuditState = Shape<typeof AuditState>;
