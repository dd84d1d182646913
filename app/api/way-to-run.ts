import { access, constants, open } from 'node:fs/promises';
import { extname } from 'node:path';
import { proposeInterpreter } from '../sessions/launch/propose.ts';

/** The extensions that Windows starts directly. It has no execute permission, so `access` would accept any file. */
export const windowsPrograms: ReadonlySet<string> = new Set(['.exe', '.com', '.bat', '.cmd']);

/** The first bytes of programs, by platform, in hexadecimal. */
export const beginnings: Readonly<Record<'linux' | 'darwin' | 'win32', readonly string[]>> = {
  linux: ['7f454c46'],
  darwin: ['cffaedfe', 'cefaedfe', 'cafebabe', 'feedfacf', 'feedface'],
  win32: ['4d5a'],
};

/** `#!` in hexadecimal. */
export const shebang = '2321';

/** The first four bytes of a file, in hexadecimal; null if it cannot be read. */
export async function headOf(file: string): Promise<string | null> {
  try {
    // A pipe without a writer must not block us.
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      return buffer.toString('hex', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}

/**
 * Whether a file has a beginning that the system can start. All files from many archives and drives have the executable
 * flag.
 */
export async function isStartable(file: string): Promise<boolean> {
  const head = await headOf(file);
  // An empty or unreadable file is told by the check of the launch.
  if (head === null || head === '') return true;
  return [shebang, ...Object.values(beginnings).flat()].some((beginning) => head.startsWith(beginning));
}

/** Whether the system can start a file without an interpreter. */
export async function runsByItself(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  if (platform === 'win32') return windowsPrograms.has(extname(file).toLowerCase());
  const isExecutable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  return isExecutable && (proposeInterpreter(file, platform) === null || (await isStartable(file)));
}

/** The interpreter for a file: none if the file runs by itself, otherwise the usual one for its extension, if known. */
export async function wayToRun(
  file: string,
  platform: NodeJS.Platform = process.platform,
): Promise<{ interpreter: string | null; interpreterArgs: string[] }> {
  const proposal = (await runsByItself(file, platform)) ? null : proposeInterpreter(file, platform);
  return { interpreter: proposal?.interpreter ?? null, interpreterArgs: [...(proposal?.args ?? [])] };
}
