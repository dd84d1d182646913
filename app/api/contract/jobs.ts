/** One-off work apart from the game on the board, in separate sessions. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { list, pair } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call, longText } from './base.ts';

/** The line of play for a job: `moves` from `position`, or from the initial position of `setup`. */
const lineTexts = {
  game: v.string(),
  setup: v.optional(s.Setup),
  position: v.optional(longText),
  moves: v.optional(longText),
};

/** How a process failed, and why the next one may succeed, in words. */
const retry = { failure: v.string(), reason: v.string() };

/** An engine for a job; without `protocol` it is asked over its usual one. */
const jobEngine = {
  engine: s.Id,
  protocol: v.optional(v.string()),
  limit: s.Limit,
  options: v.optional(s.OptionValues),
};

const aboutCheck = { engine: s.Id, protocol: v.optional(v.string()) };

export const jobs = {
  perft: call
    .input(
      v.strictObject({
        ...lineTexts,
        depth: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(64)),
      }),
    )
    .output(
      eventIterator(
        v.variant('kind', [
          /** `share` is the part of the tree that is counted, 0 to 1. */
          v.strictObject({ kind: v.literal('progress'), nodes: v.number(), share: v.number() }),
          v.strictObject({ kind: v.literal('result'), nodes: v.number(), seconds: v.number() }),
        ]),
      ),
    ),
  /** One analysis from start to finish in a separate session. */
  analyse: call.input(v.strictObject({ ...lineTexts, ...jobEngine })).output(
    eventIterator(
      v.variant('kind', [
        v.strictObject({ kind: v.literal('info'), text: v.string() }),
        v.strictObject({
          kind: v.literal('progress'),
          nodes: v.nullable(v.number()),
          score: v.nullable(s.Score),
        }),
        v.strictObject({ kind: v.literal('oddity'), oddity: s.Oddity }),
        v.strictObject({
          kind: v.literal('report'),
          final: v.boolean(),
          report: s.JudgedReport,
          /** The ending that the answer would cause in a game; null if it is a legal move. */
          fault: v.nullable(s.GameEnding.entries.word),
        }),
        /** A failed process was replaced by one that is spoken to in another way. */
        v.strictObject({ kind: v.literal('retry'), ...retry }),
        /** The engine still runs but gives no answer. */
        v.strictObject({
          ...{ kind: v.literal('failed'), reason: v.string() },
          by: v.optional(v.picklist(['refused', 'unable'])),
        }),
        v.strictObject({ kind: v.literal('ended'), ending: s.SessionEnding }),
      ]),
    ),
  ),
  /**
   * The report on a line of play: each move is told once, when everything about it is known, and the summary has all of
   * them, with better lines.
   */
  report: call
    .input(
      v.strictObject({
        ...lineTexts,
        engines: v.pipe(
          list(v.strictObject({ ...jobEngine, scale: v.optional(v.nullable(s.EngineScale)) })),
          v.maxLength(16, 'a report asks at most 16 engines'),
        ),
        options: v.omit(s.ReportOptions, ['writes']),
      }),
    )
    .output(
      eventIterator(
        v.variant('kind', [
          v.strictObject({ kind: v.literal('move'), move: s.ReportedMove }),
          v.strictObject({
            kind: v.literal('progress'),
            done: v.number(),
            total: v.number(),
            secondsLeft: v.nullable(v.number()),
            engines: list(s.ReportEngineState),
          }),
          v.strictObject({
            kind: v.literal('summary'),
            sides: pair(s.ReportSide),
            turningPoints: list(s.NodeId),
            moves: list(s.ReportedMove),
            engines: list(s.ReportEngineState),
          }),
        ]),
      ),
    ),
  /** Checks an engine against its protocol's text, each check in its own process; results come in a fixed order. */
  check: call
    .input(
      v.strictObject({
        engine: s.Id,
        protocol: v.optional(v.string()),
        /** The least binding level to check. */
        level: v.optional(s.CheckLevel, 'beyond'),
        /** Ids of checks: only these and the checks they depend on are run, at any level. */
        only: v.optional(v.pipe(list(v.string()), v.minLength(1), v.maxLength(1000))),
        /** Maximum number of concurrent processes; also limited by the setting for running engines. */
        jobs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)), 1),
        /** Option values in addition to the stored ones; these take precedence. */
        options: v.optional(s.OptionValues),
      }),
    )
    .output(eventIterator(s.CheckEvent)),
  /** The last results of an engine over this protocol, by default the one checked last; null if there are none. */
  checked: call.input(v.strictObject(aboutCheck)).output(v.nullable(s.CheckRecord)),
  /** The same results as the text of a file; for a single check, always as readable text. */
  checkReport: call
    .input(
      v.strictObject({
        ...aboutCheck,
        form: v.picklist(['text', 'json', 'junit']),
        /** The id of a single check; ignored if that check was not run. */
        check: v.optional(v.string()),
      }),
    )
    .output(v.strictObject({ name: v.string(), text: v.string() })),
  /** Asks an engine about positions and their images, in three sessions, as deep as is quick. */
  symmetry: call
    .input(
      v.strictObject({
        ...aboutCheck,
        options: v.optional(s.OptionValues),
      }),
    )
    .output(eventIterator(s.SymmetryEvent)),
  /** One game between two engines, each in a separate session. */
  play: call
    .input(
      v.strictObject({
        ...lineTexts,
        players: pair(v.strictObject(jobEngine)),
        /** These override the settings, and also apply to games whose rules set an end. */
        limits: v.optional(v.partial(s.GameLimits), {}),
      }),
    )
    .output(
      eventIterator(
        v.variant('kind', [
          v.strictObject({
            kind: v.literal('move'),
            ply: v.number(),
            seat: s.SeatIndex,
            move: v.string(),
            report: s.JudgedReport,
          }),
          /** The engine of `seat` failed and was restarted in the same game; it is now spoken to in another way. */
          v.strictObject({ kind: v.literal('retry'), ply: v.number(), seat: s.SeatIndex, ...retry }),
          v.strictObject({
            kind: v.literal('result'),
            moves: list(v.string()),
            ending: s.GameEnding,
            /** The ending of the session if an engine failed; else null. */
            session: v.nullable(s.SessionEnding),
            /** The ids of the players' last sessions. */
            journals: pair(s.Id),
          }),
        ]),
      ),
    ),
};

const { args, environment, sandbox, writesFolder } = s.EngineSettings.entries;

/** Probes an executable that the picker showed, run as it would be once added. Nothing is stored. */
export const probe = call
  .input(
    v.strictObject({ file: s.Id, folder: v.optional(s.Id), ...{ args, environment, sandbox, writesFolder } }),
  )
  .output(eventIterator(s.ProbeEvent));
