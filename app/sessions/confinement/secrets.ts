/** Finds the files below a system folder that only root can read: Plywire itself may run as root. */
import { lstatSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';

export interface Secrets {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

const readableByAll = 0o004;
const openToAll = 0o005;

/** The files and folders below `folder` that not all users can read; those below such a folder are left out. */
export function secretsIn(folder: string): Secrets {
  const files: string[] = [];
  const folders: string[] = [];
  const waiting = [folder];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    for (const name of namesIn(at)) {
      const path = posix.join(at, name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      // What a link leads to has permissions of its own, and is found where it lies.
      if (found === undefined || found.isSymbolicLink()) continue;
      if (!found.isDirectory()) {
        if ((found.mode & readableByAll) === 0) files.push(path);
      } else if ((found.mode & openToAll) === openToAll) waiting.push(path);
      else folders.push(path);
    }
  }
  return { files: files.sort(), folders: folders.sort() };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Another user's, whom the system keeps from us.
    return [];
  }
}
