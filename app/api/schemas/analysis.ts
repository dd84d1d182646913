/** What an engine says of a place, and the line of play behind a move. */
import * as v from 'valibot';
import { Id } from '../../library/shapes.ts';
import { count, SeatIndex } from './base.ts';
import { Place } from './game.ts';

export const Score = v.variant('type', [
  v.strictObject({
    type: v.literal('decisive'),
    winner: v.picklist(['mover', 'opponent']),
    plies: count,
  }),
  v.strictObject({
    type: v.literal('static'),
    value: v.number(),
    /** What the protocol calls it, and about how large it gets; absent for a number between -1 and 1. */
    unit: v.optional(v.strictObject({ word: v.string(), full: v.number() })),
  }),
]);
export type Score = v.InferOutput<typeof Score>;

/** One round of thinking as clients see it: moves as canonical text. */
export const Report = v.strictObject({
  /** Null when the engine named no move that could be read. */
  bestmove: v.nullable(v.string()),
  /** The actions of its turn, that one first, as far as they are legal and were asked for. */
  turn: v.array(v.string()),
  /** The engine's own words for its answer. */
  text: v.string(),
  /** Why the answer, or that for a further action of the turn, is no legal move; null when all are. */
  fault: v.nullable(v.string()),
  score: v.nullable(Score),
  scores: v.nullable(v.record(v.string(), Score)),
  /** What a static score times this is on the engine's own scale, whatever depth it was found at. */
  staticScale: v.number(),
  winningMoves: v.nullable(v.array(v.string())),
  depth: v.nullable(count),
  nodes: v.nullable(v.number()),
  seconds: v.number(),
  truncated: v.boolean(),
  /** Play was followed to the end of the game, so that a static score of 0 is a draw. */
  exhaustive: v.boolean(),
});
export type Report = v.InferOutput<typeof Report>;

export const AnalysisState = v.strictObject({
  engine: v.nullable(Id),
  protocol: v.nullable(v.string()),
  session: v.nullable(Id),
  state: v.picklist(['off', 'starting', 'thinking', 'stopping', 'done', 'refused', 'failed']),
  /** The place that `report` and `state` speak of. */
  place: v.nullable(Place),
  report: v.nullable(Report),
  /** Nodes or plies of the round under way, where the engine tells. */
  nodes: v.nullable(v.number()),
  /** What the engine holds of the place in the round under way, where it tells. */
  score: v.nullable(Score),
  /** Why there is nothing to show (refused, failed), in words. */
  reason: v.nullable(v.string()),
  /** How often a crash was answered by a restart; null while there was none. */
  restarts: v.nullable(v.strictObject({ made: count, most: count, seconds: v.number(), left: v.boolean() })),
});
export type AnalysisState = v.InferOutput<typeof AnalysisState>;

/** How a game ends with best play; `ply` counts the moves of the line, the last one included. */
export const Forecast = v.union([
  v.strictObject({ winner: SeatIndex, ply: count }),
  v.strictObject({ winner: v.null() }),
]);
export type Forecast = v.InferOutput<typeof Forecast>;

/** The line of play that follows a move, ply by ply, the move itself first. */
export const LineEvent = v.variant('kind', [
  v.strictObject({
    kind: v.literal('move'),
    ply: count,
    seat: SeatIndex,
    move: v.string(),
    /** What was proven when the move was chosen; null for an estimate, and for the first move. */
    forecast: v.nullable(Forecast),
  }),
  v.strictObject({
    kind: v.literal('end'),
    /** The game is over where the line ends. */
    over: v.boolean(),
    /** Who has won there; null for a draw, and where the game goes on. */
    winner: v.nullable(SeatIndex),
    /** The rule that ended the game, or why the line stops before. */
    reason: v.string(),
    /** Every move behind the first was proven to be the best. */
    proven: v.boolean(),
  }),
]);
export type LineEvent = v.InferOutput<typeof LineEvent>;
