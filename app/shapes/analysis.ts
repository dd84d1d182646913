/** What an engine says of a position, and the line of play behind a move. */
import * as v from 'valibot';
import { count, Id, list, SeatIndex, text, type Shape } from './base.ts';
import { Limit, OptionValues } from './engines.ts';
import { Forecast, Score } from './games.ts';
import { NodeId } from './tree.ts';

/** Names one position: a node of one game. */
export const Place = v.strictObject({ game: Id, node: NodeId });
export type Place = Shape<typeof Place>;

/** One iteration of a search, judged by the rules; moves are canonical texts. */
export const JudgedReport = v.strictObject({
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
  /** To the microsecond: what lies behind that is noise of the clock. */
  seconds: v.number(),
  truncated: v.boolean(),
  /** Play was followed to the end of the game, so that a static score of 0 is a draw. */
  exhaustive: v.boolean(),
});
export type JudgedReport = Shape<typeof JudgedReport>;

/** How often a crash was answered by a restart. */
export const RestartsMade = v.strictObject({
  /** Within the last `seconds`, as of the last crash. */
  made: count,
  most: count,
  seconds: v.number(),
  /** There were enough of them, or it could not be started again: the engine was left as it is. */
  left: v.boolean(),
});
export type RestartsMade = Shape<typeof RestartsMade>;

/** What is known of one place; nothing of another place remains. */
export const Assessment = v.strictObject({
  state: v.picklist(['off', 'starting', 'thinking', 'stopping', 'done', 'refused', 'failed']),
  place: v.nullable(Place),
  report: v.nullable(JudgedReport),
  /** Nodes or plies of the round under way, where the engine tells. */
  nodes: v.nullable(v.number()),
  /** What the engine holds of the place in that round, where it tells. */
  score: v.nullable(Score),
  /** Why there is nothing to show (refused, failed), in words. */
  reason: v.nullable(v.string()),
  /** Null if the engine has not crashed since the user let it follow. */
  restarts: v.nullable(RestartsMade),
});
export type Assessment = Shape<typeof Assessment>;

/** How many candidate moves are shown, best first; null for all. */
export const Candidates = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)));

/** What can be chosen for one of the engines that analyse. */
export const AnalysisChoices = v.strictObject({
  /** For each position. */
  limit: Limit,
  /** In addition to the values stored for the engine. */
  options: OptionValues,
  candidates: Candidates,
});
export type AnalysisChoices = Shape<typeof AnalysisChoices>;

/** One of the engines that analyse a kind of game, whether it runs or not. */
export const AnalysisSetup = v.strictObject({
  id: Id,
  /** Unique within the kind of game; shown as a letter, from 0 for A. */
  number: count,
  engine: Id,
  protocol: text(64),
  ...AnalysisChoices.entries,
});
export type AnalysisSetup = Shape<typeof AnalysisSetup>;

/** An engine that analysed, as it is remembered. */
export const RememberedAnalysis = v.strictObject({
  /** The kind of game. */
  game: text(64),
  ...AnalysisSetup.entries,
  /** It is started when the analysis as a whole is. */
  isChosen: v.boolean(),
});
export type RememberedAnalysis = Shape<typeof RememberedAnalysis>;

/** One of the engines that analyse the kind of game shown; `off` if it does not run. */
export const AnalysisState = v.strictObject({
  ...AnalysisSetup.entries,
  session: v.nullable(Id),
  ...Assessment.entries,
});
export type AnalysisState = Shape<typeof AnalysisState>;

/** The line of play that follows a move, ply by ply, the move itself first. */
export const BestLineEvent = v.variant('kind', [
  v.strictObject({
    kind: v.literal('move'),
    /** Counted from 1, the move that was asked about. */
    ply: count,
    seat: SeatIndex,
    move: v.string(),
    /** What the engine had proven when it chose the move; null for an estimate, and for the first move. */
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
    /** Every move behind the first was proven, each forecast says the same, and the line ends so. */
    proven: v.boolean(),
  }),
]);
export type BestLineEvent = Shape<typeof BestLineEvent>;
