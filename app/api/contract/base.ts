/** What the calls of the contract are made of. */
import { oc } from '@orpc/contract';
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';

/**
 * Every refusal that a person is to read is `REFUSED`: the message says what and where, `advice` what to
 * do next. An error of another status is not taken for the one that is declared here.
 */
export const call = oc.errors({ REFUSED: { status: 409, data: v.strictObject({ advice: v.string() }) } });

export const nothing = v.void();
export const longText = v.pipe(v.string(), v.maxLength(1_000_000));

/** What came in with a file. */
export const imported = v.strictObject({
  added: list(v.strictObject({ engine: s.Id, name: v.string() })),
  /** The settings that hold from now on; null where none were taken over. */
  settings: v.nullable(s.Settings),
});

/** `undo` brings it back for a minute; null where nothing was deleted. */
export const deleted = v.strictObject({ files: v.number(), undo: v.nullable(s.Id) });
