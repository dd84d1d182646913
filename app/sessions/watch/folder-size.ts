/** Measures the disk use of a folder that a hostile program may have filled. */
import { chmod, lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** The fewest bytes that an entry takes in its folder and the file system's tables: empty files are not free. */
const entryBytes = 4096;

/** Entries examined at a time. */
const batch = 64;

/**
 * Bytes of the folder; stops counting beyond `limit`. Links are not followed. An entry that cannot be examined, such as
 * one whose path is too long for the system, counts as beyond the limit.
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
      // The engine may have removed all permissions, but we own the folder.
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
