/** Which protocols a program speaks. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import * as s from '../schemas/index.ts';
import { call } from './base.ts';

const { args, environment, sandbox, writesFolder } = s.EngineSettings.entries;

/** An executable that the picker showed, run as it would be once it is added; nothing is kept of it. */
export const probe = call
  .input(
    v.strictObject({ file: s.Id, folder: v.optional(s.Id), ...{ args, environment, sandbox, writesFolder } }),
  )
  .output(eventIterator(s.ProbeEvent));
