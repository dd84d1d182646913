/** The report on a game: what each move did to the value of its position, and how that is known. */
import * as v from 'valibot';
import { count, Id, list, pair, SeatIndex, text, type Shape } from './base.ts';
import { Limit } from './engines.ts';
import { Score, Truth } from './games.ts';
import { NodeId } from './tree.ts';
import { Teller } from './evaluations.ts';
import { EndingWord } from './sessions.ts';

const TellerId = Teller.entries.id;
const points = v.pipe(v.number(), v.gtValue(0, 'points are above 0'), v.maxValue(1e9));

/**
 * By how much a static score of an engine must fall for a move to count as an error, on the engine's own scale: a static
 * score times `staticScale` of its report.
 */
export const EngineScale = v.variant('kind', [
  /** Points that a move gives away. */
  v.pipe(
    v.strictObject({ kind: v.literal('points'), inaccuracy: points, mistake: points, blunder: points }),
    v.check(
      ({ inaccuracy, mistake, blunder }) => inaccuracy <= mistake && mistake <= blunder,
      'an inaccuracy costs no more than a mistake, and a mistake no more than a blunder',
    ),
  ),
  /** The score with which the mover wins nine games of ten: scores are compared as chances to win. */
  v.strictObject({ kind: v.literal('chances'), points }),
]);
export type EngineScale = Shape<typeof EngineScale>;

/** How bad an error is: `?!`, `?`, `??`. */
export const Weight = v.picklist(['inaccuracy', 'mistake', 'blunder']);
export type Weight = Shape<typeof Weight>;

/** What a move lost by proof. The last two change no result, and are not errors. */
export const ProvenChange = v.picklist([
  'win to draw',
  'win to loss',
  'draw to loss',
  'slower win',
  'faster loss',
]);
export type ProvenChange = Shape<typeof ProvenChange>;

/** How the claims of an engine changed; `open` is any score that is not decisive. */
export const ClaimedChange = v.picklist(['win to loss', 'win to open', 'open to loss']);
export type ClaimedChange = Shape<typeof ClaimedChange>;

/** What a move did to the value of its position, from the mover's view; `app/analysis/move-verdicts.ts` defines each. */
export const MoveVerdict = v.variant('kind', [
  v.strictObject({
    kind: v.literal('proven'),
    change: ProvenChange,
    was: Truth,
    is: Truth,
    weight: v.nullable(Weight),
    /** The engine that proved it; null for Plywire itself. */
    by: v.nullable(TellerId),
  }),
  v.strictObject({
    kind: v.literal('claimed'),
    change: ClaimedChange,
    was: Score,
    is: Score,
    weight: Weight,
    by: TellerId,
  }),
  v.strictObject({
    kind: v.literal('judged'),
    was: Score,
    is: Score,
    /** Points of the engine's own scale, or the part of a whole by which the chance to win fell. */
    lost: v.number(),
    weight: Weight,
    by: TellerId,
  }),
]);
export type MoveVerdict = Shape<typeof MoveVerdict>;

/** What one engine said about a move and the position before it, from the mover's view. */
export const MoveFigure = v.strictObject({
  teller: TellerId,
  was: v.nullable(Score),
  is: v.nullable(Score),
  /** Its own move there. */
  best: v.nullable(v.string()),
});
export type MoveFigure = Shape<typeof MoveFigure>;

export const ReportedMove = v.strictObject({
  /** `n` and the node. */
  id: Id,
  node: NodeId,
  /** Counted from 1. */
  ply: count,
  seat: SeatIndex,
  move: v.string(),
  /** The best value before the move, from the mover's view; null if it is not proven. */
  was: v.nullable(Truth),
  /** The value after the move, counted from the same position. */
  is: v.nullable(Truth),
  /** How the value after the move is proven; null if it is not, or by an engine. */
  how: v.nullable(v.string()),
  /** The moves that keep the best value, canonical; empty if it is not proven. */
  best: list(v.string()),
  figures: list(MoveFigure),
  /** A proven one first, then those of engines in their order. */
  verdicts: list(MoveVerdict),
  /** Where the move is proven, as the proof has it; else the heaviest of the engines' verdicts. */
  weight: v.nullable(Weight),
  /** A better line from the position before an error, its first move first; empty if none is known. */
  better: list(v.string()),
  /** Whether the position before it and the one after it are finished. */
  isComplete: v.boolean(),
  /** Whether anything could tell that it is an error: a proof, or an engine whose scores are claims or have a scale. */
  isAssessed: v.boolean(),
});
export type ReportedMove = Shape<typeof ReportedMove>;

/** The moves of one side. */
export const ReportSide = v.strictObject({
  moves: count,
  inaccuracies: count,
  mistakes: count,
  blunders: count,
  /** Errors by how they are known. */
  proven: count,
  claimed: count,
  judged: count,
  /** Where truth is known: the moves that could lose value, and those of them that lost none. */
  couldLose: count,
  kept: count,
  /** Moves whose value before and after is proven. */
  known: count,
  /** Moves that nothing could show to be errors: neither proven nor assessed by an engine. */
  unassessed: count,
  /** Proven, and no errors. */
  slowerWins: count,
  fasterLosses: count,
});
export type ReportSide = Shape<typeof ReportSide>;

/** What is to be reported: the line through a node, the whole game with its variations, or some of its moves. */
export const ReportScope = v.variant('kind', [
  v.strictObject({ kind: v.literal('line'), node: NodeId }),
  v.strictObject({ kind: v.literal('game') }),
  v.strictObject({ kind: v.literal('nodes'), nodes: v.pipe(list(NodeId), v.minLength(1)) }),
]);
export type ReportScope = Shape<typeof ReportScope>;

/** An engine of a report. */
export const ReportEngine = v.strictObject({
  engine: Id,
  protocol: v.string(),
  /** For each position. A time that the protocol cannot carry is kept by a stop; `none` where nothing limits a search. */
  limit: Limit,
});
export type ReportEngine = Shape<typeof ReportEngine>;

const seconds = v.pipe(v.number(), v.minValue(0.1), v.maxValue(3600));

/** How a report is made. */
export const ReportOptions = v.strictObject({
  /** From the last position to the first, so that an engine's tables stay warm and proof climbs. */
  order: v.picklist(['backward', 'forward']),
  /** Engines are asked only about positions of which the truth is not known, and only where they have not answered. */
  onlyUnknown: v.boolean(),
  /** Seconds for the truth about each position; null asks for none. */
  truthSeconds: v.nullable(seconds),
  /** Whether the result is written into the game when the report is done. */
  writes: v.boolean(),
});
export type ReportOptions = Shape<typeof ReportOptions>;

/** A report that has begun, as it is stored until it is done. */
export const ReportJob = v.strictObject({
  id: Id,
  /** The key of the game. */
  game: Id,
  /** The nodes whose moves it is about. */
  nodes: list(NodeId),
  engines: v.pipe(list(ReportEngine), v.maxLength(16)),
  options: ReportOptions,
  /** In milliseconds since 1970. */
  begunAt: v.number(),
});
export type ReportJob = Shape<typeof ReportJob>;

/** What is known of a move that was tried in the place of an error. */
export const TriedMove = v.strictObject({
  /** `kept`: it keeps the value, or what assesses it finds no error; `lost`: it is an error too; `unknown`: neither. */
  outcome: v.picklist(['kept', 'lost', 'unknown']),
  /** In sentences. */
  words: v.string(),
});
export type TriedMove = Shape<typeof TriedMove>;

/** How an engine gets on with its part of a report. */
export const ReportEngineState = v.strictObject({
  /** Null until it is known. Of an engine that is asked within several limits, all but the first have an id of the report. */
  teller: v.nullable(Teller),
  name: text(256),
  protocol: v.string(),
  limit: Limit,
  /** `left`: it crashed too often, hung or broke its protocol; the others go on. */
  state: v.picklist(['waiting', 'working', 'done', 'left']),
  /** Positions that it was asked about and answered. */
  answered: count,
  /** Positions that it had answered before. */
  known: count,
  /** Positions that need no engine, or that cannot be put to it. */
  skipped: count,
  /** Positions that it was asked about and gave no answer to that can be used. */
  failed: count,
  restarts: count,
  /** Why it was left; else why it last failed; else why it could not be asked about the last position that it skipped. */
  reason: v.nullable(v.string()),
  /** How its session ended where it was left for that. */
  ending: v.nullable(EndingWord),
  /** The thresholds of its judged verdicts, in words; null if it has no scale. */
  scale: v.nullable(v.string()),
});
export type ReportEngineState = Shape<typeof ReportEngineState>;

export const ReportState = v.strictObject({
  /** `interrupted`: the host ended before the report did; it can go on. */
  state: v.picklist(['off', 'running', 'paused', 'waiting', 'interrupted', 'done', 'stopped', 'failed']),
  /** Of the report; null while there is none. */
  id: v.nullable(Id),
  /** The game; null while there is no report. */
  key: v.nullable(Id),
  /** What the report waits for while it is `waiting`. */
  waitsFor: v.nullable(v.picklist(['play', 'analysis'])),
  /** Answers, each of a position by Plywire or an engine. */
  done: count,
  total: count,
  /** An estimate; null before there is one. */
  secondsLeft: v.nullable(v.number()),
  engines: list(ReportEngineState),
  sides: v.nullable(pair(ReportSide)),
  /** The nodes of the errors that changed the game most, in the order of the game. */
  turningPoints: list(NodeId),
  /** Whether the result stands in the game. */
  isWritten: v.boolean(),
  reason: v.nullable(v.string()),
});
export type ReportState = Shape<typeof ReportState>;
