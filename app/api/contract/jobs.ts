/** One-off work that is not about the game on the board, in sessions of its own. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { list, pair } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call, longText } from './base.ts';

/** The line of play that a job is about: from `position`, or the initial one of `setup`, by `moves`. */
const lineTexts = {
  game: v.string(),
  setup: v.optional(s.Setup),
  position: v.optional(longText),
  moves: v.optional(longText),
};

/** How a process failed, and why the next one may do better, in words. */
const retry = { failure: v.string(), reason: v.string() };

/** An engine for a job; without `protocol` it is asked over its usual one. */
const hired = {
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
          /** `share` of the tree that is done, 0 to 1. */
          v.strictObject({ kind: v.literal('progress'), nodes: v.number(), share: v.number() }),
          v.strictObject({ kind: v.literal('result'), nodes: v.number(), seconds: v.number() }),
        ]),
      ),
    ),
  /** One analysis from start to finish in a session of its own. */
  analyse: call.input(v.strictObject({ ...lineTexts, ...hired })).output(
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
          /** What a game would end as for the answer; null when it is a legal move. */
          fault: v.nullable(s.GameEnding.entries.word),
        }),
        /** A process that failed was replaced by one that is spoken to in another way. */
        v.strictObject({ kind: v.literal('retry'), ...retry }),
        /** The engine lives on but gives no answer. */
        v.strictObject({ kind: v.literal('failed'), reason: v.string() }),
        v.strictObject({ kind: v.literal('ended'), ending: s.SessionEnding }),
      ]),
    ),
  ),
  /** Every move from the start position on held against what the engine proves; `limit` is for each position. */
  audit: call
    .input(v.strictObject({ ...lineTexts, ...hired, limit: s.TimeLimit }))
    .output(
      eventIterator(
        v.variant('kind', [
          v.strictObject({ kind: v.literal('move'), audited: s.AuditedMove }),
          v.strictObject({ kind: v.literal('summary'), sides: pair(s.SideCount) }),
          v.strictObject({ kind: v.literal('failed'), reason: v.string() }),
          v.strictObject({ kind: v.literal('ended'), ending: s.SessionEnding }),
        ]),
      ),
    ),
  /** What the protocol's text asks of an engine, check by check in processes of their own; results in a fixed order. */
  check: call
    .input(
      v.strictObject({
        engine: s.Id,
        protocol: v.optional(v.string()),
        /** The least binding level that is checked. */
        level: v.optional(s.CheckLevel, 'beyond'),
        /** Ids of checks: these alone and what they stand on, whatever their level. */
        only: v.optional(v.pipe(list(v.string()), v.minLength(1), v.maxLength(1000))),
        /** Processes at a time; never more than the settings allow engines. */
        jobs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(64)), 1),
        /** Option values beside those that are kept. */
        options: v.optional(s.OptionValues),
      }),
    )
    .output(eventIterator(s.CheckEvent)),
  /** What the last check of an engine found, over this protocol or over the one that was checked last; null where none was. */
  checked: call.input(v.strictObject(aboutCheck)).output(v.nullable(s.CheckRecord)),
  /** The same as the text of a file, or of one of its checks as a person reads it. */
  checkReport: call
    .input(
      v.strictObject({
        ...aboutCheck,
        form: v.picklist(['text', 'json', 'junit']),
        /** Its id; without effect where it was not run. */
        check: v.optional(v.string()),
      }),
    )
    .output(v.strictObject({ name: v.string(), text: v.string() })),
  /** One game between two engines in sessions of their own. */
  play: call
    .input(
      v.strictObject({
        ...lineTexts,
        players: pair(v.strictObject(hired)),
        /** In place of those of the settings, and in games whose rules set an end, too. */
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
          /** The engine of `seat` failed and was started again in the same game, to be spoken to in another way. */
          v.strictObject({ kind: v.literal('retry'), ply: v.number(), seat: s.SeatIndex, ...retry }),
          v.strictObject({
            kind: v.literal('result'),
            moves: list(v.string()),
            ending: s.GameEnding,
            /** The session's own ending where an engine failed. */
            session: v.nullable(s.SessionEnding),
            /** Of the players' last sessions. */
            journals: pair(s.Id),
          }),
        ]),
      ),
    ),
};

const { args, environment, sandbox, writesFolder } = s.EngineSettings.entries;

/** An executable that the picker showed, run as it would be once it is added; nothing is kept of it. */
export const probe = call
  .input(
    v.strictObject({ file: s.Id, folder: v.optional(s.Id), ...{ args, environment, sandbox, writesFolder } }),
  )
  .output(eventIterator(s.ProbeEvent));
