/** Reads processes from /proc on Linux (`man 5 proc`). Other systems have none. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly pid: number;
  /** Dead, but not yet waited for by its parent. */
  readonly zombie: boolean;
  /** In the kernel, where signals do not reach it (state `D`). */
  readonly uninterruptible: boolean;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Start time in clock ticks since boot. */
  readonly ticks: string;
  /** Resident memory, in pages. */
  readonly pages: number;
}

/**
 * Parses a line of `/proc/PID/stat`. The name is in parentheses and may contain any character, parentheses and spaces
 * included.
 * @returns null if it is not such a line
 */
export function parseStat(text: string): ProcessStat | null {
  if (!text.includes(')')) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // Numbered as in the manual: the state is field 3.
  const field = (number: number): string => fields[number - 3] ?? '';
  const numbers = {
    pid: Number.parseInt(text, 10),
    parent: Number(field(4)),
    group: Number(field(5)),
    session: Number(field(6)),
    pages: Math.max(0, Number(field(24))),
  };
  const ticks = field(22);
  if (field(24) === '' || !/^\d+$/.test(ticks)) return null;
  if (!Object.values(numbers).every((value) => Number.isInteger(value))) return null;
  const state = field(3);
  return { ...numbers, zombie: state === 'Z' || state === 'X', uninterruptible: state === 'D', ticks };
}

/** Null if there is no such process or no `/proc`. */
export function statOf(pid: number): ProcessStat | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** Whether this is a thread beside the first one of a process. /proc shows it by its number, and lists it nowhere. */
export function isThread(pid: number): boolean {
  try {
    const [, process] = /^Tgid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return process !== undefined && Number(process) !== pid;
  } catch {
    return false;
  }
}

/** Pids of all visible processes; empty without `/proc`. */
export function pidsOfSystem(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

/** How many processes and threads the system has started since boot, and the pid of the latest one. */
export interface Births {
  readonly count: number;
  readonly latest: number;
}

/** Null without `/proc`. */
export function birthsOfSystem(): Births | null {
  try {
    const count = Number(/^processes (\d+)$/m.exec(readFileSync('/proc/stat', 'latin1'))?.[1] ?? NaN);
    const latest = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1));
    return Number.isInteger(count) && Number.isInteger(latest) ? { count, latest } : null;
  } catch {
    return null;
  }
}

/** Pids are given in turn from 1 to at least this one, and then from the beginning. */
const leastPids = 32_768;

/** Whether a process may have been started between two moments; only pids that cannot have been are excluded. */
export function mayBeBornBetween(pid: number, before: Births | null, after: Births | null): boolean {
  if (before === null || after === null || after.count - before.count >= leastPids / 2) return true;
  const { latest: from } = before;
  const { latest: to } = after;
  return from <= to ? pid >= from && pid <= to : pid >= from || pid <= to;
}

/** So many pids are looked up one by one in the time that a list of all processes takes. */
const fewPids = 50;

/**
 * Pids for which `mayBeBornBetween` holds: all of such processes, and some of threads or of processes that are gone.
 * @param after the present
 */
export function pidsBornBetween(before: Births | null, after: Births | null): number[] {
  if (before !== null && after !== null && after.count - before.count < fewPids) {
    const { latest: from } = before;
    const pids = after.latest - from + 1;
    if (pids > 0 && pids <= fewPids) return Array.from({ length: pids }, (_, at) => from + at);
  }
  return pidsOfSystem().filter((pid) => mayBeBornBetween(pid, before, after));
}
