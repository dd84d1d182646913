/**
 * Finds processes of an engine that have left its process group, such as daemons: signals to the group do not reach
 * them, and the process table does not link them to the engine. They do inherit its environment, so each engine is
 * started with a mark in a variable, unique to the session. On Linux, /proc shows the environment that a process was
 * started with.
 *
 * A process with a replaced environment or of another user is not found. Other systems offer no such way.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LaunchPlan } from '../launch/launch.ts';
import { birthsOfSystem, isThread, pidsBornBetween, statOf, type Births } from '../proc.ts';

const variable = 'PLYWIRE_SESSION';

/** Looks at most; it looks until none is found, since a process being killed may have just started another. */
const looks = 20;

/** Processes looked at between two yields to the event loop; each environment takes about 15 µs. */
const slice = 50;

/** In milliseconds. A killed process ends within one; on a busy machine it must first be scheduled. */
const waitMilliseconds = 10;
const mostWaits = 300;

/** A mark unlike that of any other session of any Plywire. @param owner the prefix of all our marks */
export function newMark(owner = `${process.pid}`): string {
  return `${owner}-${randomBytes(8).toString('hex')}`;
}

/** Whether a process was started by a session of this owner; false except on Linux. */
export function belongsTo(pid: number, owner: string): boolean {
  return environmentOf(pid).some((entry) => entry.startsWith(`${variable}=${owner}-`));
}

export function marked(plan: LaunchPlan, mark: string): LaunchPlan {
  return { ...plan, env: { ...plan.env, [variable]: mark } };
}

/**
 * Kills each process with this mark outside of `group`, which is ended separately, and waits until they have ended.
 * Never rejects.
 * @param before the system's births before the engine was started; null if unknown
 * @returns how many there were
 */
export async function endOrphans(mark: string, group: number, before: Births | null): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const ended = new Set<number>();
  for (let look = 0; look < looks; look++) {
    const found = ended.size;
    await killMarked(mark, group, before, ended);
    if (ended.size === found) break;
  }
  await gone(ended);
  return ended.size;
}

/** Resolves when these killed processes have ended, or after a few seconds, since one may be stuck in the kernel. */
async function gone(pids: ReadonlySet<number>): Promise<void> {
  const runs = (pid: number): boolean => statOf(pid)?.zombie === false;
  for (let wait = 0; wait < mostWaits && [...pids].some(runs); wait++) {
    await new Promise((resolve) => setTimeout(resolve, waitMilliseconds));
  }
}

/** Kills processes with the mark and adds them to `ended`. */
async function killMarked(
  mark: string,
  group: number,
  before: Births | null,
  ended: Set<number>,
): Promise<void> {
  const pids = pidsBornBetween(before, birthsOfSystem());
  for (let start = 0; start < pids.length; start += slice) {
    for (const pid of pids.slice(start, start + slice)) {
      if (ended.has(pid) || !hasMark(pid, mark) || statOf(pid)?.group === group || isThread(pid)) continue;
      try {
        process.kill(pid, 'SIGKILL');
        ended.add(pid);
      } catch {
        // ESRCH: it has already ended.
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const hasMark = (pid: number, mark: string): boolean => environmentOf(pid).includes(`${variable}=${mark}`);

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // Another user's, or gone; a zombie has no environment.
    return [];
  }
}
