/** A session as one file to be sent to somebody. */
import { eventIterator } from '@orpc/contract';
import * as v from 'valibot';
import * as s from '../schemas/index.ts';
import { call } from './base.ts';

export const bundle = {
  /** Goes through a session's journal and tells what would go into a bundle of it. Nothing is written. */
  look: call.input(v.strictObject({ journal: s.Id })).output(eventIterator(s.BundleLook)),
  /** Starts the engine's program with `--version`, in the sandbox where there is one, for one more file. */
  version: call.input(v.strictObject({ bundle: s.Id })).output(s.BundleFile),
  /** The bundle that was looked at, as a zip. */
  write: call
    .input(
      v.strictObject({
        bundle: s.Id,
        journal: v.picklist(['whole', 'ends']),
        /** With what `version` gave. */
        version: v.boolean(),
      }),
    )
    .output(eventIterator(s.BundlePiece)),
};
