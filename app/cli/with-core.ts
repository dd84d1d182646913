import type { Core } from '../api/core.ts';
import { localClient, type LocalClient } from '../api/transports/in-process.ts';
import { coreOfBuild } from '../build-core.ts';
import type { CommandContext } from './exit.ts';
import type { Output } from './output.ts';
import { interruptibly } from './run.ts';

/** Runs `work` with a core of its own and ends every engine afterwards. */
export const withCore = (
  output: Output,
  work: (ask: CommandContext<LocalClient>, core: Core) => Promise<void>,
): Promise<void> =>
  interruptibly(async (signal) => {
    const core = await coreOfBuild({ keepsGame: false, say: output.remark, sandboxFlag: '--no-sandbox' });
    try {
      await work({ client: localClient(core), output, signal }, core);
    } finally {
      await core.close();
    }
  });
