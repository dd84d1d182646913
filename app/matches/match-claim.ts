/** Makes one process at a time the writer of a match's folder, by a file of its own for each that writes. */
import { lstatSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../games/plain-json.ts';
import { identityOf, ProcessIdentity, stillRunning } from '../library/running/birth.ts';
import { Refused } from '../shapes/refused.ts';

const nameOf = (pid: number): string => `writer-${pid}.json`;

/** Longer than any that is written, in bytes. */
const longest = 4096;

/**
 * Each process writes its own file before it looks for those of others, so that of two at least one sees the other.
 * @returns the file that stands for this process, which removes it when it writes no more
 * @throws Refused if another process writes the match; the file system's own errors
 */
export async function claim(folder: string): Promise<string> {
  const own = nameOf(process.pid);
  const path = join(folder, own);
  // One of an earlier process, or a link, which would lead the text to another file.
  rmSync(path, { force: true });
  writeFileSync(path, JSON.stringify(identityOf(process.pid, Date.now() - process.uptime() * 1000)), {
    mode: 0o600,
    flag: 'wx',
  });
  for (const name of readdirSync(folder)) {
    const other = name === own ? null : writerIn(folder, name);
    if (other === null) continue;
    if ((await stillRunning([other])).size > 0) {
      rmSync(path, { force: true });
      throw new Refused(
        `Another Plywire (process ${other.pid}) is writing the match in ${folder}.`,
        'Wait for it, or stop it first.',
      );
    }
    rmSync(join(folder, name), { force: true });
  }
  return path;
}

/** Null for every other file, which may be the user's. */
function writerIn(folder: string, name: string): ProcessIdentity | null {
  const path = join(folder, name);
  try {
    if (!/^writer-\d+\.json$/.test(name)) return null;
    const stats = lstatSync(path);
    if (!stats.isFile() || stats.size > longest) return null;
    const writer = v.parse(ProcessIdentity, parseJson(readFileSync(path, 'utf8'), { depth: 2 }));
    return name === nameOf(writer.pid) ? writer : null;
  } catch {
    return null;
  }
}
