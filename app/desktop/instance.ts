/** The single-instance lock, where Electron refuses it: it does not say whether another instance runs. */
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
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
  const lock = join(folder, 'SingletonLock');
  const holder = holderOf(lock);
  // Before anything else, as Chromium does: an instance that runs has been told of this start, however its disk or the
  // name of the computer has changed since.
  if (isHeld(folder, holder)) return null;
  try {
    makeFolder(folder);
    probe(folder);
  } catch (error) {
    return `The data of the window could not be stored in ${folder}: ${causeOf(error as Error)}. ${without}`;
  }
  if (holder !== null && holder.computer !== hostname())
    return `Plywire runs on the computer "${holder.computer}" with this home, or was stopped there, as ${lock} says. ${without} If it does not run there, delete that file.`;
  // Its lock cannot be seen there, so it may be held.
  if (process.platform === 'win32') return null;
  return `Plywire could not find out whether it runs already, for which it needs a socket in ${tmpdir()}${causeIn(tmpdir())}. ${without}`;
}

/** A folder in place of that one, for this process only. */
export function temporaryFolder(): string {
  const folder = makeTemporary();
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Chromium still writes; the system clears its temporary files.
    }
  });
  return folder;
}

function makeTemporary(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'plywire-window-'));
  } catch (error) {
    throw new Error(`No folder can be made in ${tmpdir()}: ${causeOf(error as Error)}.`, { cause: error });
  }
}

/** Why a folder cannot be written, after a colon; empty if it can. */
function causeIn(folder: string): string {
  try {
    probe(folder);
    return '';
  } catch (error) {
    return `: ${causeOf(error as Error)}`;
  }
}

/** @throws if the folder cannot be written */
function probe(folder: string): void {
  const file = join(folder, `probe-${process.pid}`);
  try {
    // Not empty: a full disk still takes an empty file.
    writeFileSync(file, 'probe');
  } finally {
    rmSync(file, { force: true });
  }
}

interface Holder {
  readonly computer: string;
  readonly process: number;
}

/** Who has Chromium's lock, a link to `computer-process`; null if there is none, as on Windows. */
function holderOf(lock: string): Holder | null {
  try {
    const [, computer, id] = /^(.+)-(\d+)$/.exec(readlinkSync(lock)) ?? [];
    return computer === undefined ? null : { computer, process: Number(id) };
  } catch {
    return null;
  }
}

/** Whether another instance of this computer has the lock. */
function isHeld(folder: string, holder: Holder | null): boolean {
  // Windows deletes it when the process that has it open ends.
  if (process.platform === 'win32') return existsSync(join(folder, 'lockfile'));
  const socket = socketIn(folder);
  if (socket !== null && isBound(socket)) return true;
  // Chromium may have made the lock for this process before it failed.
  if (holder === null || holder.process === process.pid) return false;
  // A process of another computer may have the number of one that runs here, but its socket is not here.
  return (holder.computer === hostname() || socket !== null) && isAlive(holder.process);
}

/** The socket at which the other instance listens: a link into the temporary folder of its computer; null if it is not here. */
function socketIn(folder: string): string | null {
  try {
    return realpathSync(join(folder, 'SingletonSocket'));
  } catch {
    return null;
  }
}

/** Whether a process listens at a socket; Linux alone tells. A file of it is left by a process that was killed. */
function isBound(socket: string): boolean {
  try {
    return readFileSync('/proc/net/unix', 'utf8').includes(` ${socket}\n`);
  } catch {
    return false;
  }
}

function isAlive(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch (error) {
    // It is another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
