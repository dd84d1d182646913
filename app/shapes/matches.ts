/** Matches: their plan, and the entries of their journal. */
import * as v from 'valibot';
import { count, list, pair, SeatIndex, text, type Shape } from './base.ts';
import { GameEndingWord } from './games.ts';

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
const seconds = v.pipe(v.number(), v.minValue(0.001), v.maxValue(86_400));

/** Seconds that the referee allows; null where it sets no such limit. */
export const TimeAllowed = v.strictObject({
  /** For each request. */
  move: v.nullable(seconds),
  /** For a side's first request of a game, if it is another time than `move`. */
  first: v.nullable(seconds),
  /** For all requests of a game. */
  game: v.nullable(v.pipe(v.number(), v.minValue(0.001), v.maxValue(7 * 86_400))),
  /** Added to `game` by each turn. */
  increment: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400)),
  /** What an answer may be late. */
  margin: v.pipe(v.number(), v.minValue(0), v.maxValue(3600)),
});
export type TimeAllowed = Shape<typeof TimeAllowed>;

/** How an engine's process serves several games. */
export const Restart = v.picklist(['on', 'off', 'auto']);
export type Restart = Shape<typeof Restart>;

/** An engine of a match: the words that name it, and what applies to it alone. */
export const MatchEngine = v.strictObject({
  /** As on the command line: a name, a path, or `cmd=…` words. */
  engine: v.pipe(text(65_536), v.minLength(1)),
  name: v.optional(v.pipe(text(100), v.minLength(1))),
  protocol: v.optional(text(64)),
  st: v.optional(seconds),
  tc: v.optional(text(64)),
  depth: v.optional(v.pipe(positive, v.maxValue(1000))),
  timeMargin: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(3600))),
  restart: v.optional(Restart),
});
export type MatchEngine = Shape<typeof MatchEngine>;

export const Tournament = v.picklist(['round-robin', 'gauntlet', 'swiss']);
export type Tournament = Shape<typeof Tournament>;

const SprtWords = v.strictObject({
  elo0: v.number(),
  elo1: v.number(),
  alpha: v.optional(v.number(), 0.05),
  beta: v.optional(v.number(), 0.05),
  model: v.optional(v.picklist(['logistic', 'normalized']), 'normalized'),
});

/** An agreed result: so many moves in a row each engine reports such a score. */
export const DrawRule = v.strictObject({
  /** The ply from which it counts. */
  movenumber: v.optional(count, 0),
  movecount: v.optional(positive, 8),
  /** The largest size of a score, in the protocol's unit. */
  score: v.pipe(v.number(), v.minValue(0)),
});
export type DrawRule = Shape<typeof DrawRule>;

export const ResignRule = v.strictObject({
  movecount: v.optional(positive, 3),
  score: v.pipe(v.number(), v.minValue(0)),
  /** Whether the winner's own scores must agree. */
  twosided: v.optional(v.boolean(), true),
});
export type ResignRule = Shape<typeof ResignRule>;

/** The sessions whose journals are kept: all, those of games that ended by a fault, or none. */
export const Keep = v.picklist(['all', 'odd', 'none']);
export type Keep = Shape<typeof Keep>;

/** Everything that a match follows from; the form of its configuration file. */
export const MatchPlan = v.strictObject({
  engines: v.pipe(v.array(MatchEngine), v.maxLength(256)),
  game: v.optional(text(64)),
  setup: v.optional(v.record(text(64), v.number())),
  tournament: v.optional(Tournament, 'round-robin'),
  /** In a gauntlet, the number of engines, from the first on, that meet all others. */
  seeds: v.optional(positive, 1),
  rounds: v.optional(v.pipe(positive, v.maxValue(1_000_000)), 1),
  /** Games of a pairing in a round. */
  games: v.optional(v.pipe(positive, v.maxValue(1000)), 2),
  swap: v.optional(v.boolean(), true),
  concurrency: v.optional(v.pipe(positive, v.maxValue(256))),
  forceConcurrency: v.optional(v.boolean(), false),
  /** Whether the engines of a game are bound to one core. */
  useAffinity: v.optional(v.boolean(), false),
  openings: v.optional(
    v.strictObject({
      file: v.optional(v.nullable(text(4096)), null),
      order: v.optional(v.picklist(['sequential', 'random']), 'random'),
      /** Only the first moves of each line. */
      plies: v.optional(v.nullable(count), null),
      /** The number of the first one, from 1. */
      start: v.optional(positive, 1),
    }),
    {},
  ),
  srand: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1)), 1),
  sprt: v.optional(v.nullable(SprtWords), null),
  st: v.optional(seconds),
  tc: v.optional(text(64)),
  depth: v.optional(v.pipe(positive, v.maxValue(1000))),
  timeMargin: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(3600))),
  limits: v.optional(v.picklist(['text', 'cup', 'contest']), 'text'),
  draw: v.optional(v.nullable(DrawRule), null),
  resign: v.optional(v.nullable(ResignRule), null),
  /** Whether what is proven ends a game. */
  proof: v.optional(v.boolean(), false),
  maxPlies: v.optional(v.pipe(positive, v.maxValue(100_000))),
  maxRepetitions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(2), v.maxValue(1000))),
  restart: v.optional(Restart, 'auto'),
  keep: v.optional(Keep, 'odd'),
  /** Milliseconds between two games of one slot. */
  wait: v.optional(v.pipe(count, v.maxValue(3_600_000)), 0),
});
export type MatchPlan = Shape<typeof MatchPlan>;
/** As written by a user: what has a default may be missing. */
export type MatchPlanInput = v.InferInput<typeof MatchPlan>;

/** How a game began: a start position, and the moves of the opening. */
export const Opening = v.strictObject({
  /** The number of the opening, from 1. */
  number: count,
  /** As it is told: moves, or a position. */
  text: v.string(),
  /** The start position's text; null is the initial position. */
  start: v.nullable(v.string()),
  moves: list(v.string()),
});
export type Opening = Shape<typeof Opening>;

export const GameResult = v.picklist(['1-0', '0-1', '1/2-1/2', '*']);
export type GameResult = Shape<typeof GameResult>;

const index = count;

/** A player of a match as its journal names it. */
export const MatchPlayer = v.strictObject({
  /** Unique in the match. */
  name: v.string(),
  /** Of the words that named it. */
  engine: v.string(),
  protocol: v.string(),
  /** SHA-256 of the program; null if it could not be read. */
  program: v.nullable(v.string()),
});
export type MatchPlayer = Shape<typeof MatchPlayer>;

/** What one engine's process has of a game. */
export const GameSession = v.strictObject({
  seat: SeatIndex,
  session: v.string(),
  /** The numbers of its first and last line in this game; no last one if this process was killed. */
  lines: v.tuple([count, v.nullable(count)]),
});
export type GameSession = Shape<typeof GameSession>;

/** A move that gave away what was proven, for the side that made it. */
export const LostValue = v.strictObject({
  /** Counted from 1, the opening's moves included. */
  ply: positive,
  seat: SeatIndex,
  before: v.string(),
  after: v.string(),
  /** All moves that would have kept the value; empty if not all moves are proven. */
  best: list(v.string()),
});
export type LostValue = Shape<typeof LostValue>;

/** A finished game: by seat, its moves in positions with a proven value that could be lost, and how many kept it. */
export const JudgedGame = v.strictObject({
  number: positive,
  players: pair(index),
  decisions: pair(count),
  kept: pair(count),
  lost: list(LostValue),
});
export type JudgedGame = Shape<typeof JudgedGame>;

/** One line of a match's journal. */
export const MatchEntry = v.variant('kind', [
  v.strictObject({
    kind: v.literal('match'),
    version: v.literal(1),
    /** Milliseconds since 1970. */
    at: v.number(),
    /** The folder that relative paths start from. */
    folder: v.string(),
    game: v.string(),
    plan: MatchPlan,
    players: list(MatchPlayer),
    /** SHA-256 of its openings, as its copy of them is written; earlier journals lack it. */
    openings: v.optional(v.string()),
    /**
     * Whether the engine that is named first moves first where no colours are swapped; earlier journals lack it, whose games
     * have another order.
     */
    namedFirst: v.optional(v.boolean()),
    concurrency: positive,
    cores: positive,
  }),
  /** An engine of the same match, added later: it meets all others in games of their own. */
  v.strictObject({ kind: v.literal('player'), player: MatchPlayer, engine: MatchEngine, first: count }),
  /** More rounds. */
  v.strictObject({ kind: v.literal('rounds'), rounds: positive }),
  v.strictObject({
    kind: v.literal('began'),
    number: positive,
    round: positive,
    pair: positive,
    /** Whether the pair has two games. */
    isPaired: v.boolean(),
    players: pair(index),
    opening: Opening,
    at: v.number(),
    /** The system's load average of the last minute. */
    load: v.number(),
  }),
  /** The processes that play it, before it begins and before it is resumed. */
  v.strictObject({ kind: v.literal('seated'), number: positive, sessions: list(GameSession) }),
  v.strictObject({
    kind: v.literal('ply'),
    number: positive,
    /** Counted from 1, the opening's moves included. */
    ply: positive,
    seat: SeatIndex,
    move: v.string(),
    /** Seconds that both sides have left; null without such a clock. */
    left: pair(v.nullable(v.number())),
    /** Seconds from the request to the answer. */
    spent: v.number(),
    /** Milliseconds that this process itself was late meanwhile. */
    lag: v.optional(v.number()),
  }),
  /** What a finished game kept of its proven values; after the games. */
  v.strictObject({ kind: v.literal('judged'), ...JudgedGame.entries }),
  /** An unfinished game goes on behind this ply, or begins anew where it is 0. */
  v.strictObject({ kind: v.literal('resumed'), number: positive, ply: count }),
  v.strictObject({
    kind: v.literal('ended'),
    number: positive,
    result: GameResult,
    ending: GameEndingWord,
    reason: v.string(),
    /** The seat at fault. */
    fault: v.nullable(SeatIndex),
    /** What ended it where no rule did. */
    adjudicated: v.nullable(v.picklist(['plies', 'repetition', 'scores', 'proof'])),
    /** Seconds from the last request until its answer, or until it was given up, if that was too late; earlier journals lack it. */
    spent: v.optional(v.number()),
    sessions: list(GameSession),
    at: v.number(),
    load: v.number(),
  }),
]);
export type MatchEntry = Shape<typeof MatchEntry>;
export type MatchHead = Extract<MatchEntry, { kind: 'match' }>;
