/** What engines said about positions, kept by position and by who said it. */
import * as v from 'valibot';
import { JudgedReport, Place } from './analysis.ts';
import { count, Id, list, text, type Shape } from './base.ts';
import { OptionValues, ProtocolSettings } from './engines.ts';
import { Score } from './games.ts';
import { NodeId } from './tree.ts';

const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/, 'not a SHA-256'));

/** An engine as it was when it said something: the same program with other options is another teller. */
export const Teller = v.strictObject({
  /** The hash of everything below that can change an answer: files, arguments, protocol, settings, options. */
  id: Sha256,
  /** The engine's id in the library; null for one that a command line named. */
  engine: v.nullable(Id),
  name: v.string(),
  protocol: v.string(),
  /** The program first, then each argument that is a file, such as a script, a jar or weights. */
  files: list(v.strictObject({ name: v.string(), sha256: Sha256 })),
  args: list(v.string()),
  settings: ProtocolSettings,
  options: OptionValues,
  /** It stands in a file and was not heard here: `name` is who the file says that said it; no build is known. */
  origin: v.optional(v.literal('file')),
});
export type Teller = Shape<typeof Teller>;

/** In characters: the most that is kept of a line. */
export const mostSourceText = 4096;

/** Where something was said: a line of a session's journal. */
export const Source = v.strictObject({
  session: Id,
  /** Offset of the entry in the journal's file, in bytes. */
  at: count,
  /** Which of the lines that end in the entry, counted from 0. */
  nth: count,
  /** The line, without its end; its beginning if it is long. */
  text: text(mostSourceText),
});
export type Source = Shape<typeof Source>;

/**
 * How far an answer looked. Of two answers with the same kind the larger amount is the deeper one. `claimed` is not a
 * proof: an engine or a file says that the position is decided, and a deeper search would say the same.
 */
export const Measure = v.strictObject({
  kind: v.picklist(['claimed', 'depth', 'nodes', 'seconds']),
  /** Plies, nodes or seconds; 0 for a claim. */
  amount: v.number(),
});
export type Measure = Shape<typeof Measure>;

/** What one teller said about one position; moves are canonical texts at the position that was looked up. */
export const Evaluation = v.strictObject({
  /** The id of the teller. */
  teller: Sha256,
  /** Its `text` is the engine's own, of the position that it was asked about, also if that was another image. */
  report: JudgedReport,
  measure: Measure,
  /** The number of plies that counted towards a draw where it was said; null in games that count none. */
  quietPlies: v.nullable(count),
  /** In milliseconds since 1970. */
  saidAt: v.number(),
  /** Null if the session had no journal. */
  source: v.nullable(Source),
  /** It was said about a symmetric position. */
  isMirrored: v.boolean(),
});
export type Evaluation = Shape<typeof Evaluation>;

/** The part of an evaluation that lists and graphs show. */
export const Figure = v.strictObject({
  teller: Sha256,
  bestmove: v.nullable(v.string()),
  /** From the mover's view at the node. */
  score: v.nullable(Score),
  /** As in the report. */
  staticScale: v.number(),
  exhaustive: v.boolean(),
  measure: Measure,
  isMirrored: v.boolean(),
});
export type Figure = Shape<typeof Figure>;

/** What is known about the position shown, and about each node of its game. */
export const EvaluationsState = v.strictObject({
  /** The game of the nodes below; null while nothing has been looked up. */
  key: v.nullable(Id),
  /** All that are named below. */
  tellers: list(Teller),
  place: v.nullable(Place),
  /** The evaluations of the place, at most one or two of each teller: where measures differ in kind, both. */
  here: list(Evaluation),
  /** The nodes about whose positions something was said. */
  nodes: list(v.strictObject({ node: NodeId, figures: list(Figure) })),
});
export type EvaluationsState = Shape<typeof EvaluationsState>;
