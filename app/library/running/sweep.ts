/**
 * Ends the processes that a killed Plywire has left running. Only processes that are proven to be its own are touched:
 * those in its register file, identified by their start time, with their groups; and, where the system shows the
 * environment of processes, those that have its mark. Processes of a running Plywire are not touched, nor is a process
 * that was given the pid of an ended one.
 */
import { spawn } from 'node:child_process';
import { unlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { planKill, systemRootOf } from '../../sessions/launch/launch.ts';
import { belongsTo } from '../../sessions/ending/orphans.ts';
import { pidsOfSystem, statOf } from '../../sessions/proc.ts';
import { exactBirth, stillRunning } from './birth.ts';
import { ownerOf, readHosts, type Host } from './register.ts';

/** In milliseconds: the time allowed after TERM, and after KILL; the same as on the ladder of a session. */
const termMilliseconds = 1000;
const killMilliseconds = 1000;

/** In milliseconds: the interval between checks. */
const lookMilliseconds = 50;

export interface Swept {
  /** Processes that were ended. */
  readonly ended: readonly number[];
  /** Processes that could not be ended. */
  readonly stuck: readonly number[];
}

/** Ends the processes of the Plywires that no longer run, and removes their register files. Never rejects. */
export async function sweep(folder: string, own: string): Promise<Swept> {
  const hosts = await readHosts(folder, own);
  const running = await stillRunning(hosts.map(({ being }) => being));
  const dead = hosts.filter(({ being }) => !running.has(being.pid));
  const all = await Promise.all(
    dead.map(async (host) => {
      const swept = await end(host);
      if (swept.stuck.length === 0) await unlink(host.path).catch(() => undefined);
      return swept;
    }),
  );
  return { ended: all.flatMap(({ ended }) => ended), stuck: all.flatMap(({ stuck }) => stuck) };
}

async function end(host: Host): Promise<Swept> {
  const ever = new Set<number>();
  let left: readonly number[] = [];
  for (const [name, milliseconds] of [
    ['SIGTERM', termMilliseconds],
    ['SIGKILL', killMilliseconds],
  ] as const) {
    const deadline = performance.now() + milliseconds;
    left = await remainingOf(host);
    while (left.length > 0 && performance.now() < deadline) {
      for (const pid of left) {
        // Each process gets TERM once, including those that were started meanwhile.
        if (name === 'SIGKILL' || !ever.has(pid)) signal(pid, name);
        ever.add(pid);
      }
      await pause(lookMilliseconds);
      left = await remainingOf(host);
    }
  }
  return { ended: [...ever].filter((pid) => !left.includes(pid)).sort((a, b) => a - b), stuck: left };
}

/** The pids of the running processes that this Plywire has started. */
async function remainingOf(host: Host): Promise<readonly number[]> {
  const recorded = await stillRunning(host.owned);
  const groups = new Set(
    host.owned
      // A zombie leader still reserves its pid, so its group is still the engine's.
      .filter(({ pid, exact }) => recorded.has(pid) || (exact !== null && birthOf(pid) === exact))
      .map(({ pid }) => pid),
  );
  const owner = ownerOf(host.path);
  const others = pidsOfSystem().filter((pid) => {
    const stat = statOf(pid);
    return stat !== null && !stat.zombie && (groups.has(stat.group) || belongsTo(pid, owner));
  });
  return [...new Set([...recorded, ...others])].filter((pid) => pid !== process.pid);
}

function birthOf(pid: number): string | null {
  const stat = statOf(pid);
  return stat && exactBirth(stat);
}

/** Signals the process itself on Linux, elsewhere its whole group or tree. */
function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  const plan = planKill(pid, name, process.platform, systemRootOf(process.env), false);
  if (plan === null) return;
  if (plan.kind === 'run') {
    spawn(plan.command, [...plan.args], { windowsHide: true, stdio: 'ignore' }).on('error', () => {});
    return;
  }
  try {
    process.kill(process.platform === 'linux' ? pid : plan.pid, plan.signal);
  } catch {
    // It has ended, or we may not signal it; the next check shows which.
  }
}
