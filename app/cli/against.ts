/** `plywire replay --against`: a recording sent to a live engine again, its answers beside the recorded ones. */
import { resolve } from 'node:path';
import type { LocalClient } from '../api/transports/in-process.ts';
import { againstLines } from '../replay/words.ts';
import type { Asking } from './asking.ts';
import { Exit, exitCodes } from './exit.ts';
import { engineWords, type EngineFlags } from './flags.ts';
import { recordingIn } from './replay.ts';
import { sessionFile } from './sessions.ts';
import type { Pace } from '../shapes/recordings.ts';

export interface AgainstFlags extends EngineFlags {
  readonly pace: Pace;
}

/** @throws Exit with 1 where an answer is another one, 3 where nothing could be started */
export async function against(
  { client, output, signal }: Asking<LocalClient>,
  file: string,
  text: string,
  flags: AgainstFlags,
): Promise<void> {
  const { guess } = await recordingIn(file, flags.protocol ?? 'auto', signal);
  const words = engineWords(text, { ...flags, protocol: guess.protocol.id });
  const { engine, name, protocol } = await client.local.engine(words);
  output.line(`${name} over ${protocol}: ${guess.how}`);
  const asked = { engine, protocol, file: resolve(await sessionFile(file)), pace: flags.pace };
  for await (const event of await client.local.rerun(asked, { signal })) {
    if (event.kind === 'unstartable') {
      throw new Exit(exitCodes.unstartable, `unstartable: ${event.reason}. ${event.advice}`);
    }
    if (output.json) output.object(event);
    else output.lines(againstLines(event));
    if (event.kind === 'summary' && event.differs + event.missing > 0) throw new Exit(exitCodes.failed, '');
  }
}
