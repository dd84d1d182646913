import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder and its missing parents, readable by the owner only. One after the other, since Node's recursive call
 * reports ENOENT on a read-only disk and never returns below `/proc`.
 * @returns the topmost folder that was missing; null if none was
 * @throws the file system's own error
 */
export function makeFolder(path: string): string | null {
  const missing: string[] = [];
  for (let at = path; !isFolder(at); at = dirname(at)) {
    missing.push(at);
    if (dirname(at) === at) break;
  }
  for (const each of missing.reverse()) {
    try {
      mkdirSync(each, { mode: 0o700 });
    } catch (error) {
      // Another process may have created it meanwhile.
      if (!isFolder(each)) throw error;
    }
  }
  return missing[0] ?? null;
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
