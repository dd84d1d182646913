import { access, constants } from 'node:fs/promises';
import { extname } from 'node:path';
import { proposeInterpreter } from '../sessions/launch/propose.ts';

/** The extensions that Windows starts directly. It has no execute permission, so `access` would accept any file. */
const windowsPrograms: ReadonlySet<string> = new Set(['.exe', '.com', '.bat', '.cmd']);

/** Whether the system can start a file without an interpreter. */
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

/** The interpreter for a file: none if the file runs by itself, otherwise the usual one for its extension, if known. */
export async function wayToRun(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<{ interpreter: string | null; interpreterArgs: string[] }> {
  const proposal = (await runsByItself(file, platform)) ? null : proposeInterpreter(file, platform);
  return { interpreter: proposal?.interpreter ?? null, interpreterArgs: [...(proposal?.args ?? [])] };
}
