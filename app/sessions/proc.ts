/** What Linux tells of its processes in /proc (`man 5 proc`). Elsewhere there is nothing to read. */
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessStat {
  readonly pid: number;
  /** Dead, and its parent has not looked at it yet. */
  readonly zombie: boolean;
  /** In the kernel, where no signal reaches it (state `D`). */
  readonly uninterruptible: boolean;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks between the boot and its birth. */
  readonly ticks: string;
  /** Resident memory, in pages. */
  readonly pages: number;
}

/**
 * Reads a line of `/proc/PID/stat`. The name is in brackets and may hold anything, brackets and blanks too. Null
 * for any other line.
 */
export function parseStat(text: string): ProcessStat | null {
  if (!text.includes(')')) return null;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  // As the manual counts them: the state is the third.
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

/** Null where there is no such process, or no `/proc`. */
export function statOf(pid: number): ProcessStat | null {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return null;
  }
}

/** Pids of all processes that can be seen; empty without `/proc`. */
export function pidsOfSystem(): number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
