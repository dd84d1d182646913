/**
 * Ends what a Plywire that was killed has left running. Only what is proven to be its own is touched: the
 * process that was written down, by its birth, with its group; and, where the system lets us look, whatever
 * bears the mark of that Plywire. What belongs to one that runs is left alone, and so is a pid that was given
 * to another process since.
 */
import { spawn } from 'node:child_process';
import { unlink } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { planKill, systemRootOf } from '../../sessions/launch/launch.ts';
import { belongsTo } from '../../sessions/ending/orphans.ts';
import { pidsOfSystem, statOf } from '../../sessions/proc.ts';
import { exactBirth, stillRunning } from './birth.ts';
import { ownerOf, readHosts, type Host } from './register.ts';

/** What an engine has after TERM, and what the system has after KILL; milliseconds, as on the shutdown ladder. */
const termMilliseconds = 1000;
const killMilliseconds = 1000;

/** How often it is looked whether they have gone. */
const lookMilliseconds = 50;

export interface Swept {
  /** Processes that were ended. */
  readonly ended: readonly number[];
  /** Processes that could not be ended. */
  readonly stuck: readonly number[];
}

/** Ends what those left behind that run no more, and forgets them. Never rejects. */
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
    const late = performance.now() + milliseconds;
    left = await leftBy(host);
    while (left.length > 0 && performance.now() < late) {
      for (const pid of left) {
        // TERM is said once to each; those that came meanwhile hear it, too.
        if (name === 'SIGKILL' || !ever.has(pid)) signal(pid, name);
        ever.add(pid);
      }
      await pause(lookMilliseconds);
      left = await leftBy(host);
    }
  }
  return { ended: [...ever].filter((pid) => !left.includes(pid)).sort((a, b) => a - b), stuck: left };
}

/** Pids of what this Plywire has started and what still runs. */
async function leftBy(host: Host): Promise<readonly number[]> {
  const recorded = await stillRunning(host.owned);
  const groups = new Set(
    host.owned
      // A leader that is dead and not yet looked at still keeps its pid from others.
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

/** On Linux each process is signalled; elsewhere the group or the tree of the one that was written down. */
function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  const plan = planKill(pid, name, process.platform, systemRootOf(process.env));
  if (plan.kind === 'run') {
    spawn(plan.command, [...plan.args], { windowsHide: true, stdio: 'ignore' }).on('error', () => {});
    return;
  }
  try {
    process.kill(process.platform === 'linux' ? pid : plan.pid, plan.signal);
  } catch {
    // Gone already, or not ours to signal: the look that follows tells.
  }
}
