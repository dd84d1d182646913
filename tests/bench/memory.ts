/** Memory of processes as the system counts it. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export const mebibyte = 1024 * 1024;

/** Resident bytes of a process. */
export function residentBytes(pid: number): number {
  const { status, stdout } = spawnSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`process ${pid} is not there`);
  return Number(stdout) * 1024;
}

/** The peak resident bytes; null if the system does not report them (Linux does). */
export function mostResidentBytes(pid: number): number | null {
  try {
    const found = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return found === null ? null : Number(found[1]) * 1024;
  } catch {
    return null;
  }
}
