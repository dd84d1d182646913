import { refusing } from '../refusal.ts';
import { os } from './base.ts';

export const bundleHandlers = {
  look: os.bundle.look.handler(async ({ input, context: { core }, signal }) =>
    refusing(await core.bundles.look(input.journal, input.name, signal)),
  ),
  version: os.bundle.version.handler(({ input, context: { core } }) => core.bundles.version(input.bundle)),
  write: os.bundle.write.handler(async ({ input, context: { core }, signal }) =>
    refusing(await core.bundles.write(input.bundle, input, signal)),
  ),
};

/** Finds a journal by any name that the command line accepts. */
export const journal = os.local.journal.handler(({ input, context: { core } }) =>
  core.bundles.named(input.text, input.folder),
);
