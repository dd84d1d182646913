/** What goes with lines that a person types: part of `sessions`. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';
import { call, nothing } from './base.ts';

export const typing = {
  /** What could stand behind a command's word at the place shown, as this engine reads it. */
  offers: call
    .input(v.strictObject({ session: s.Id, word: v.pipe(v.string(), v.maxLength(64)) }))
    .output(list(v.string())),
  /**
   * After lines that were typed: the engine is told anew where the board stands and what its options are, or is started
   * once more where no line can do that; analysis and game go on from there. Refused where it follows no place.
   */
  resynchronise: call.input(v.strictObject({ session: s.Id })).output(nothing),
  /**
   * A whole session, up to now where it runs, piece by piece: as a shell script that has it again, without the values of variables,
   * or as a transcript that `plywire replay` reads and that says nothing of this machine.
   */
  rewritten: call
    .input(v.strictObject({ journal: s.Id, as: v.picklist(['script', 'fixture']) }))
    .output(eventIterator(v.string())),
};
