/**
 * Processes of an engine that have left its process group, as a child does that makes itself a daemon: no
 * signal to the group reaches them, and nothing in the process table leads to them. What they do take along
 * is their environment, so every engine is started with a mark in it that no other session has. Linux shows
 * the environment a process was started with in /proc, and there they are found.
 *
 * A process that was given another environment is not found, nor is one of another user. Elsewhere than on
 * Linux there is nothing to look at.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LaunchPlan } from '../launch/launch.ts';
import { pidsOfSystem, statOf } from '../proc.ts';

const variable = 'PLYWIRE_SESSION';

/** Looks until none is found: a process that is being killed may have just started another. */
const looks = 20;

/** Processes that are looked at in one go, some 15 µs each, before others have their turn. */
const slice = 50;

/** A killed process ends within a millisecond, and on a busy machine when it has its turn. */
const waitMilliseconds = 10;
const mostWaits = 300;

/** Unlike any other session's, also in another Plywire; `owner` is what all of ours begin with. */
export function newMark(owner = `${process.pid}`): string {
  return `${owner}-${randomBytes(8).toString('hex')}`;
}

/** Whether a process was started by any session of this owner. Linux alone tells. */
export function belongsTo(pid: number, owner: string): boolean {
  return environmentOf(pid).some((entry) => entry.startsWith(`${variable}=${owner}-`));
}

export function marked(plan: LaunchPlan, mark: string): LaunchPlan {
  return { ...plan, env: { ...plan.env, [variable]: mark } };
}

/**
 * Kills every process with this mark that is not in `group`, whose end is seen to already, and waits until they have
 * ended. Never rejects. @returns how many there were
 */
export async function endOrphans(mark: string, group: number): Promise<number> {
  if (process.platform !== 'linux') return 0;
  const ended = new Set<number>();
  for (let look = 0; look < looks; look++) {
    const before = ended.size;
    await endBearers(mark, group, ended);
    if (ended.size === before) break;
  }
  await gone(ended);
  return ended.size;
}

/** Resolves when these killed processes have ended, or after a few seconds: one may be stuck in the kernel. */
async function gone(pids: ReadonlySet<number>): Promise<void> {
  const runs = (pid: number): boolean => statOf(pid)?.zombie === false;
  for (let wait = 0; wait < mostWaits && [...pids].some(runs); wait++) {
    await new Promise((resolve) => setTimeout(resolve, waitMilliseconds));
  }
}

/** Kills those that bear the mark now and adds them to `ended`. */
async function endBearers(mark: string, group: number, ended: Set<number>): Promise<void> {
  const pids = pidsOfSystem();
  for (let start = 0; start < pids.length; start += slice) {
    for (const pid of pids.slice(start, start + slice)) {
      if (ended.has(pid) || !bears(pid, mark) || statOf(pid)?.group === group) continue;
      try {
        process.kill(pid, 'SIGKILL');
        ended.add(pid);
      } catch {
        // ESRCH: it has ended by itself.
      }
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const bears = (pid: number, mark: string): boolean => environmentOf(pid).includes(`${variable}=${mark}`);

function environmentOf(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
  } catch {
    // Another user's, or gone; a zombie has no environment.
    return [];
  }
}
