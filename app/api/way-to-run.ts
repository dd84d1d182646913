import { access, constants } from 'node:fs/promises';
import { extname } from 'node:path';
import { proposeInterpreter } from '../sessions/launch/propose.ts';

/** What Windows starts by itself; it has no permission to execute, so that any file would seem to have it. */
const windowsPrograms: ReadonlySet<string> = new Set(['.exe', '.com', '.bat', '.cmd']);

/** Whether the system would start a file as it is. */
export async function runsByItself(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform === 'win32') return windowsPrograms.has(extname(file).toLowerCase());
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

/** What runs by itself needs nothing; a script that does not is given its usual interpreter. */
export async function wayToRun(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<{ interpreter: string | null; interpreterArgs: string[] }> {
  const proposal = (await runsByItself(file, platform)) ? null : proposeInterpreter(file, platform);
  return { interpreter: proposal?.interpreter ?? null, interpreterArgs: [...(proposal?.args ?? [])] };
}
