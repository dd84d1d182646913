/**
 * Distinguishes a process from a later one with the same pid, by its start time. Linux gives that exactly; on other
 * systems the start time that the system reports is compared with the one that we recorded.
 */
import { execFile } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { win32 } from 'node:path';
import * as v from 'valibot';
import { systemRootOf } from '../../sessions/launch/launch.ts';
import { statOf, type ProcessStat } from '../../sessions/proc.ts';

/** A process as recorded in the register. */
export const ProcessIdentity = v.object({
  pid: v.pipe(v.number(), v.integer(), v.minValue(2)),
  /** Its start by our clock, in milliseconds since 1970. */
  at: v.number(),
  /** Boot id, pid namespace and start in clock ticks since the boot; null if the system does not report them. */
  exact: v.nullable(v.string()),
});
export type ProcessIdentity = v.InferOutput<typeof ProcessIdentity>;

/** In milliseconds: how far recorded and reported times may differ. `ps` reports whole seconds; a start takes time. */
export const tolerance = 3000;

let place: string | null = null;

/** Ticks and pids are comparable only in the same boot and the same pid namespace (containers have their own). */
function placeOfPids(): string {
  place ??= `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  return place;
}

export function exactBirth(stat: Pick<ProcessStat, 'ticks'>): string | null {
  try {
    return `${placeOfPids()} ${stat.ticks}`;
  } catch {
    return null;
  }
}

/** The identity to record for a process. @param at its start, in milliseconds since 1970 */
export function identityOf(pid: number, at: number): ProcessIdentity {
  const stat = statOf(pid);
  return { pid, at, exact: stat && exactBirth(stat) };
}

/** A command that reports the start times of processes, and a parser for its output. */
export interface BirthQuery {
  readonly command: string;
  readonly args: readonly string[];
  /** Start times by pid, in milliseconds since 1970. */
  readonly read: (output: string) => ReadonlyMap<number, number>;
}

export function birthQuery(
  pids: readonly number[],
  platform: NodeJS.Platform,
  systemRoot: string,
): BirthQuery {
  if (platform === 'win32') {
    const each = `'{0} {1}' -f $_.Id, [int64](($_.StartTime.ToUniversalTime() - [datetime]'1970-01-01').TotalMilliseconds)`;
    return {
      command: win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
      args: [
        '-NoProfile',
        '-NonInteractive',
        '-Command',
        `Get-Process -Id ${pids.join(',')} -ErrorAction SilentlyContinue | ForEach-Object { ${each} }`,
      ],
      read: (output) => pairs(output, /^\s*(\d+) (-?\d+)\s*$/gm, Number),
    };
  }
  return {
    command: 'ps',
    args: ['-o', 'pid=,lstart=', '-p', pids.join(',')],
    // `123 Sat Nov 21 16:52:16 2026`, in the C locale and in UTC.
    read: (output) =>
      pairs(output, /^\s*(\d+) +\w{3} (\w{3} +\d+ [\d:]{8} \d{4})\s*$/gm, (text) =>
        Date.parse(`${text} UTC`),
      ),
  };
}

function pairs(
  output: string,
  pattern: RegExp,
  value: (text: string) => number,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [, pid, text] of output.matchAll(pattern)) {
    const born = value(text!);
    if (!Number.isNaN(born)) found.set(Number(pid), born);
  }
  return found;
}

/** The pids of those that still run and are the recorded processes; doubtful ones are left out. */
export async function stillRunning(beings: readonly ProcessIdentity[]): Promise<ReadonlySet<number>> {
  const running = new Set<number>();
  const doubtful: ProcessIdentity[] = [];
  for (const being of beings) {
    if (being.exact !== null) {
      const stat = statOf(being.pid);
      if (stat !== null && !stat.zombie && exactBirth(stat) === being.exact) running.add(being.pid);
    } else if (exists(being.pid)) doubtful.push(being);
  }
  if (doubtful.length === 0) return running;
  const births = await askBirths(doubtful.map(({ pid }) => pid));
  for (const { pid, at } of doubtful) {
    const born = births.get(pid);
    if (born !== undefined && Math.abs(born - at) <= tolerance) running.add(pid);
  }
  return running;
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

export function askBirths(pids: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const { command, args, read } = birthQuery(pids, process.platform, systemRootOf(process.env));
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  return new Promise((resolve) => {
    // `ps` fails if one of the pids does not exist, but still reports the others.
    execFile(command, [...args], { env, windowsHide: true, timeout: 10_000 }, (_, stdout) =>
      resolve(read(stdout)),
    );
  });
}
