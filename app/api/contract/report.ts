/** The report on an open game. */
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import { ReportEngine, ReportOptions, ReportScope, TriedMove } from '../../shapes/report.ts';
import * as s from '../schemas/index.ts';
import { call, nothing } from './base.ts';

export const report = {
  /**
   * Begins a report on moves of an open game, by proof and with engines in sessions of their own. There is one report at
   * a time; one that is under way is stopped.
   */
  start: call
    .input(
      v.strictObject({
        game: s.Id,
        scope: ReportScope,
        engines: v.pipe(list(ReportEngine), v.maxLength(16, 'a report asks at most 16 engines')),
        options: ReportOptions,
      }),
    )
    .output(nothing),
  pause: call.input(v.strictObject({ isPaused: v.boolean() })).output(nothing),
  /** Works on although play or the analysis of the position shown goes first. */
  workBeside: call.output(nothing),
  /** Ends a running report and keeps its findings; clears a finished one, and declines an interrupted one. */
  stop: call.output(nothing),
  /** Goes on with a report that an earlier host did not finish. */
  goOn: call.output(nothing),
  /** Writes the result into the game, as one change. */
  write: call.output(nothing),
  /** Checks a move in the place of a reported one: by proof, else by a search of each engine of the report. */
  tried: call
    .input(v.strictObject({ node: s.NodeId, move: v.pipe(v.string(), v.maxLength(64)) }))
    .output(TriedMove),
  /** The result as one HTML file that needs nothing else. */
  page: call.output(v.strictObject({ name: v.string(), text: v.string() })),
};
