/** What an engine says of a place, the line of play behind a move, and the audit of a game. */
import * as v from 'valibot';
import { Place } from './game.ts';
import { count, Id, list, SeatIndex } from '../../shapes/base.ts';
import { Forecast, Score } from '../../shapes/games.ts';

/** One round of thinking as clients see it: moves as canonical text. */
export const Report = v.strictObject({
  /** Null when the engine named no move that could be read. */
  bestmove: v.nullable(v.string()),
  /** The actions of its turn, that one first, as far as they are legal and were asked for. */
  turn: list(v.string()),
  /** The engine's own words for its answer. */
  text: v.string(),
  /** Why the answer, or that for a further action of the turn, is not a legal move; null when all are. */
  fault: v.nullable(v.string()),
  score: v.nullable(Score),
  scores: v.nullable(v.record(v.string(), Score)),
  /** What a static score times this is on the engine's own scale, at any depth. */
  staticScale: v.number(),
  winningMoves: v.nullable(list(v.string())),
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
