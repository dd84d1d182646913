/** Measures the disk use of a folder that a hostile program may have filled. */
import { lstatSync, opendirSync, realpathSync } from 'node:fs';
import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The most entries that are measured at once: some 20 ms of work. */
export const mostAtOnce = 5000;

/**
 * As `sizeUpTo`, at once. Only so much is measured that nothing else has to wait: a folder that has more entries, or that
 * cannot be read, may have more bytes.
 */
export function sizeAtOnce(folder: string, limit: number): number {
  let [bytes, entries] = [0, 0];
  const left: string[] = [];
  try {
    left.push(realpathSync(folder));
    for (let next = left.pop(); next !== undefined && bytes <= limit; next = left.pop()) {
      const opened = opendirSync(next);
      try {
        // One by one: a list of all entries of a folder has no limit.
        for (let entry = opened.readSync(); entry !== null; entry = opened.readSync()) {
          if (++entries > mostAtOnce) return bytes;
          const path = join(next, entry.name);
          if (entry.isDirectory()) left.push(path);
          bytes += entry.isDirectory() ? entryBytes : sizeOf(lstatSync(path));
        }
      } finally {
        opened.closeSync();
      }
    }
  } catch {
    // What the engine has closed is opened, and measured, while it runs.
  }
  return bytes;
}

const sizeOf = ({ blocks }: { readonly blocks: number }): number => Math.max(blocks * 512, entryBytes);

async function total(paths: readonly string[]): Promise<number> {
  const found = await Promise.all(paths.map((path) => lstat(path).catch(() => null)));
  return found.reduce((sum, one) => (one === null ? sum : sum + sizeOf(one)), 0);
}
