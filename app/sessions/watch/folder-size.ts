/** Measures the disk use of a folder that a hostile program may have filled. */
import { lstat, realpath } from 'node:fs/promises';
import { readable, walk } from '../folder-walk.ts';

/** The fewest bytes that an entry takes in its folder and the file system's tables: empty files are not free. */
const entryBytes = 4096;

/**
 * Bytes of the folder; stops counting beyond `limit`. Links are not followed, except for the folder itself, which the
 * user may have put elsewhere. The engine may have removed its permissions for folders; they are given back. What
 * cannot be examined even so, such as a folder that lies too deep, counts as beyond the limit.
 * @throws the system's error if it has no descriptors left
 */
export async function sizeUpTo(folder: string, limit: number): Promise<number> {
  let bytes = 0;
  const start = await realpath(folder).catch(() => folder);
  for await (const { files, folders, closed } of walk(start, readable)) {
    if (closed !== null) return Infinity;
    bytes += folders * entryBytes + (await total(files));
    if (bytes > limit) return bytes;
  }
  return bytes;
}

async function total(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  return found.reduce((sum, one) => (one === null ? sum : sum + Math.max(one.blocks * 512, entryBytes)), 0);
}
