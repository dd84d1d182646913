/** Builds of engines that are kept, what was measured of each, and suites of positions. */
import * as v from 'valibot';
import { count, list, text, type Shape } from './base.ts';

/** SHA-256 in hexadecimal. */
const BuildId = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a build'));

const name = v.pipe(text(1024), v.minLength(1));

/** A word of an engine's command line; one that names a kept file holds what comes before its path. */
const KeptArgument = v.union([text(65_536), v.strictObject({ before: text(1024), file: name })]);

/** A build: the program of an engine and the files that its command line names, as copies. */
export const Build = v.strictObject({
  version: v.literal(1),
  id: BuildId,
  /** When it was kept, in milliseconds since 1970. */
  at: v.number(),
  /** The path of the program that it is a copy of: builds of one path are builds of one engine. */
  engine: v.pipe(text(4096), v.minLength(1)),
  /** Other paths at which the same program was found later, the newest last: it is a build of those engines, too. */
  elsewhere: v.exactOptional(list(text(4096))),
  name: text(1024),
  protocol: text(64),
  /** The program, and every file with its path in the build's folder `files`. */
  program: name,
  files: list(v.strictObject({ file: name, sha256: BuildId, bytes: count })),
  interpreter: v.nullable(text(4096)),
  interpreterArgs: list(text(65_536)),
  args: list(KeptArgument),
  environment: v.record(text(1024), text(65_536)),
  /** The protocol's settings. */
  settings: v.record(text(64), text(1024)),
  sandbox: v.boolean(),
  /** What it may need and does not have, in sentences. */
  lacks: list(text(4096)),
});
export type Build = Shape<typeof Build>;

/** A figure of a match between a build and another engine, from the view of the build. */
export const BuildMatch = v.strictObject({
  kind: v.literal('match'),
  at: v.number(),
  build: BuildId,
  /** The name of the opponent, and its build if it is kept. */
  opponent: text(1024),
  against: v.nullable(BuildId),
  wins: count,
  draws: count,
  losses: count,
  /** Games of these that are not in the Elo, since they repeat earlier ones; absent if there are none. */
  repeated: v.optional(count),
  elo: v.nullable(v.number()),
  eloLow: v.nullable(v.number()),
  eloHigh: v.nullable(v.number()),
  /** Of a test: whether it accepted H0 or H1. */
  verdict: v.nullable(v.picklist(['H0', 'H1', 'continue'])),
  /** Games that the build lost by a fault, by the word of their ending. */
  faults: v.record(text(64), count),
  folder: text(4096),
});
export type BuildMatch = Shape<typeof BuildMatch>;

const BuildCheck = v.strictObject({
  kind: v.literal('check'),
  at: v.number(),
  build: BuildId,
  level: text(16),
  holds: v.boolean(),
  /** The checks that failed. */
  failed: list(text(256)),
});
export type BuildCheck = Shape<typeof BuildCheck>;

export const BuildSuite = v.strictObject({
  kind: v.literal('suite'),
  at: v.number(),
  build: BuildId,
  suite: text(4096),
  /** What limited each answer, in words. */
  limit: text(64),
  /** By the key of its position, the seconds to its solution; null if it was not solved. */
  results: v.record(text(64), v.nullable(v.number())),
});
export type BuildSuite = Shape<typeof BuildSuite>;

export const BuildEvent = v.variant('kind', [BuildMatch, BuildCheck, BuildSuite]);
export type BuildEvent = Shape<typeof BuildEvent>;

/** A position of a suite with the moves that solve it, or those that do not. */
export const SuitePosition = v.strictObject({
  game: text(64),
  /** The start position's text; null is the initial one. */
  start: v.nullable(text(65_536)),
  moves: list(text(256)),
  /** Any of these solves it; empty if every move does but those that lose. */
  best: list(text(256)),
  losing: list(text(256)),
  /** Where it comes from. */
  from: text(4096),
});
export type SuitePosition = Shape<typeof SuitePosition>;
