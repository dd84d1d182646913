/** The files with games that a path on the command line stands for. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mostFiles, scanFolder } from '../game-library/scan.ts';
import type { FaultyFile } from '../shapes/library.ts';
import { Exit, exitCodes } from './exit.ts';

export interface FoundFiles {
  readonly files: readonly string[];
  /** Of a folder, what in it could not be looked at, and whether there are more files than were taken. */
  readonly unreadable: readonly FaultyFile[];
}

/**
 * The file, or those in a folder that may hold games.
 * @param most files of a folder, a parameter for tests
 * @throws Exit; the signal's reason
 */
export async function filesIn(path: string, signal: AbortSignal, most = mostFiles): Promise<FoundFiles> {
  const stats = await stat(path).catch(() => null);
  if (stats === null) {
    const name = path === '' ? 'with an empty name' : path;
    throw new Exit(exitCodes.usage, `There is no file or folder ${name}.`);
  }
  if (!stats.isDirectory()) return { files: [path], unreadable: [] };
  const { files, unreadable, isCut } = await scanFolder(path, signal, most);
  const cut = `only the first ${most} files with games that were found are reported on; name the folders in it one by one for all of them.`;
  return {
    files: files.map((file) => join(path, file.path)),
    unreadable: [
      ...unreadable.map(({ file, reason }) => ({ file: join(path, file), reason })),
      ...(isCut ? [{ file: path, reason: cut }] : []),
    ],
  };
}
