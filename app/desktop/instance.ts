/** The single-instance lock, where Electron refuses it: it does not say whether another instance runs. */
import { mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { causeOf } from '../api/trouble.ts';
import { makeFolder } from '../sessions/folder.ts';

const without = 'Each start opens a window of its own, without what the one before had stored of its look.';

/**
 * Why no instance of this computer can have the lock, in sentences; null if one has it.
 * @param folder of Chromium's data
 */
export function faultOfLock(folder: string): string | null {
  try {
    tryToWrite(folder);
  } catch (error) {
    return `The data of the window could not be stored in ${folder}: ${causeOf(error as Error)}. ${without}`;
  }
  const holder = holderOf(join(folder, 'SingletonLock'));
  if (holder === null || holder === hostname()) return null;
  return `Plywire runs on the computer "${holder}" with this home, or was stopped there, as ${join(folder, 'SingletonLock')} says. ${without} If it does not run there, delete that file.`;
}

/** A folder in place of that one, for this process only. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-window-'));
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Chromium still writes; the system clears its temporary files.
    }
  });
  return folder;
}

function tryToWrite(folder: string): void {
  makeFolder(folder);
  const probe = join(folder, `probe-${process.pid}`);
  try {
    // Not empty: a full disk still takes an empty file.
    writeFileSync(probe, 'probe');
  } finally {
    rmSync(probe, { force: true });
  }
}

/** The computer in Chromium's lock, a link to `computer-process`; null if there is none, as on Windows. */
function holderOf(lock: string): string | null {
  try {
    return /^(.+)-\d+$/.exec(readlinkSync(lock))?.[1] ?? null;
  } catch {
    return null;
  }
}
