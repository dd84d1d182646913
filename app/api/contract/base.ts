/** Building blocks of the contract's calls. */
import { oc } from '@orpc/contract';
import * as v from 'valibot';
import { list } from '../../shapes/base.ts';
import * as s from '../schemas/index.ts';

/**
 * Every refusal for the user to read is `REFUSED`: the message says what was refused and where, `advice` what to do
 * next. oRPC matches a declared error only if its status agrees too.
 */
export const call = oc.errors({ REFUSED: { status: 409, data: v.strictObject({ advice: v.string() }) } });

export const nothing = v.void();
export const longText = v.pipe(v.string(), v.maxLength(1_000_000));

/** Which hits of a search to return. */
export const hitPage = {
  /** The page has the first hits after this line, or the last before it; null is the start or the end. */
  from: v.optional(v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0))), null),
  way: v.optional(v.picklist(['after', 'before']), 'before'),
  most: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1000)), 200),
};

/** The result of importing a file. */
export const imported = v.strictObject({
  added: list(v.strictObject({ engine: s.Id, name: v.string() })),
  /** The settings in force from now on; null if none changed. */
  settings: v.nullable(s.Settings),
});

/** The id `undo` restores the files for a minute; it is null if nothing was deleted. */
export const deleted = v.strictObject({ files: v.number(), undo: v.nullable(s.Id) });
