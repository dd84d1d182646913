import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, with those above it, that only its owner may look into. @throws the file system's own error:
 * Node's recursive call says ENOENT where the disk is read-only, so the first folder that is missing is tried alone.
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    let missing = path;
    while (!existsSync(dirname(missing))) missing = dirname(missing);
    mkdirSync(missing, { mode: 0o700 });
    throw error;
  }
}
