/**
 * Which journals can be deleted: those of ended sessions. Which of ours run is known; another Plywire on the same
 * home does not say which journals are its own, so whatever began after the oldest of the others did is left alone.
 */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { stillRunning, tolerance } from './running/birth.ts';
import type { Host } from './running/register.ts';

/** Journals of this Plywire's sessions; absolute paths. */
export interface OwnJournals {
  readonly running: ReadonlySet<string>;
  readonly ended: ReadonlySet<string>;
}

export interface EndedJournals {
  readonly paths: readonly string[];
  readonly bytes: number;
  /** Journals of that age that are left alone, since their session runs or may run. */
  readonly inUse: number;
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Files that are looked at together. */
const batch = 64;

const journalName = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z-s-[0-9a-f]+\.journal$/;

/** When the session of a journal was opened, in milliseconds since 1970; null for a file that is no journal. */
export function openedAt(name: string): number | null {
  const [, hour, minute, second, millisecond] = journalName.exec(name) ?? [];
  const at = Date.parse(`${hour}:${minute}:${second}.${millisecond}Z`);
  return Number.isNaN(at) ? null : at;
}

/**
 * @param days since the last byte was written; 0 is all of them
 * @param others reads what the other Plywires of this home say, those that run no more included
 */
export async function endedJournals(
  folder: string,
  days: number,
  own: () => OwnJournals,
  others: () => Promise<readonly Host[]>,
  now: number = Date.now(),
): Promise<EndedJournals> {
  const names = await readdir(folder).catch((): string[] => []);
  // In this order: whoever has a journal among the names had written down itself before it made that.
  const since = await oldestOf(await others());
  const { running, ended } = own();
  const paths: string[] = [];
  let bytes = 0;
  let inUse = 0;
  for (let at = 0; at < names.length; at += batch) {
    const some = names.slice(at, at + batch).map(async (name) => {
      const opened = openedAt(name);
      const path = join(folder, name);
      const found = opened === null ? null : await lstat(path).catch(() => null);
      return found?.isFile() ? { path, opened: opened!, size: found.size, written: found.mtimeMs } : null;
    });
    for (const journal of await Promise.all(some)) {
      if (journal === null) continue;
      const { path, opened, size, written } = journal;
      if (days > 0 && now - written < days * dayMilliseconds) continue;
      if (running.has(path) || (opened >= since && !ended.has(path))) {
        inUse++;
        continue;
      }
      paths.push(path);
      bytes += size;
    }
  }
  return { paths, bytes, inUse };
}

/** When the oldest of those that may run was born; Infinity where there is none. */
async function oldestOf(hosts: readonly Host[]): Promise<number> {
  const running = await stillRunning(hosts.map(({ being }) => being));
  // Where the system does not say exactly who is who, a file that is left over counts as one that runs.
  const alive = hosts.filter(({ being }) => being.exact === null || running.has(being.pid));
  return Math.min(...alive.map(({ being }) => being.at - tolerance));
}
