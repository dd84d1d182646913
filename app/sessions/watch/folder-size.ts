/** How much of the disk a folder takes that a program may have filled with ill intent. */
import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes that an entry takes at least, in its folder and in the file system's tables: a million empty files are not free. */
const entryBytes = 4096;

/** Entries that are looked at together. */
const batch = 64;

/**
 * Stops counting past `limit`. Links are not followed; what cannot be looked at, such as a path too long for the
 * system, counts as past the limit.
 */
export async function sizeUpTo(folder: string, limit: number): Promise<number> {
  const folders = [folder];
  let bytes = 0;
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await open(at);
    if (entries === 'gone') continue;
    if (entries === 'closed') return Infinity;
    let files: string[] = [];
    for await (const entry of entries) {
      if (entry.isDirectory()) {
        folders.push(join(at, entry.name));
        bytes += entryBytes;
      } else files.push(join(at, entry.name));
      if (files.length === batch) {
        bytes += await total(files);
        files = [];
      }
      if (bytes > limit) return bytes;
    }
    bytes += await total(files);
    if (bytes > limit) return bytes;
  }
  return bytes;
}

async function open(folder: string) {
  for (const mended of [false, true]) {
    try {
      return await opendir(folder);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') return 'gone';
      // An engine may have closed it to everyone; it is ours all the same.
      if (code !== 'EACCES' || mended) return 'closed';
      await chmod(folder, 0o700).catch(() => undefined);
    }
  }
  return 'closed';
}

async function total(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  return found.reduce((sum, one) => (one === null ? sum : sum + Math.max(one.blocks * 512, entryBytes)), 0);
}
