/**
 * Deletes folders that engines have filled. An engine may have removed permissions from them, made them deeper than a
 * path can be, and may even still run: no link is followed, whatever it does meanwhile.
 */
import { randomBytes } from 'node:crypto';
import { rename, rm, rmdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { canHold, removable, walk } from '../sessions/folder-walk.ts';

/** The most walks: one more for each 128 levels of folders within one another, or if an engine adds files meanwhile. */
const mostWalks = 1000;

/**
 * Deletes a folder with all that is in it; nothing if it does not exist.
 * @param folder whose parent and name no engine can change
 * @throws the system's first error, if something stays
 */
export async function removeTree(folder: string): Promise<void> {
  if (!canHold) return rm(folder, { recursive: true, force: true });
  for (let walks = 0; ; walks++) {
    const { fault, removed } = await removeOnce(folder);
    if (fault === null) return;
    if (removed === 0 || walks === mostWalks) throw fault;
  }
}

/** @returns how much has been removed or moved, and the first error */
async function removeOnce(folder: string): Promise<{ fault: Error | null; removed: number }> {
  let removed = 0;
  let fault: Error | null = null;
  const done = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
      removed++;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') fault ??= error as Error;
    }
  };
  for await (const { files, closed, left } of walk(folder, removable)) {
    await Promise.all(files.map((path) => done(unlink(path))));
    // One that lies too deep is removed by the next walk.
    if (closed !== null) await done(rename(closed, join(folder, randomBytes(8).toString('hex'))));
    if (left !== null) await done(rmdir(left));
  }
  return { fault, removed };
}
