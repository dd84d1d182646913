/** Looks into /proc for what is left of a case: by its mark in the environment, its group and its parents. */
import { readdirSync, readFileSync } from 'node:fs';

interface Row {
  readonly pid: number;
  readonly state: string;
  readonly kin: readonly number[];
  readonly parent: number;
  readonly marked: boolean;
}

function read(pid: number, mark: string): Row | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const [state = '', parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    const kin = [pid, Number(group), Number(session)];
    return { pid, state, kin, parent: Number(parent), marked: environment.includes(mark) };
  } catch {
    // It has ended, or is another user's.
    return null;
  }
}

/**
 * Processes that run and belong to the one with number `root` or bear `mark` (`NAME=value`). A zombie has
 * ended and only waits to be told of; it does not count.
 */
export function kinOf(root: number | null, mark: string): number[] {
  const rows = readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .flatMap((pid) => read(pid, mark) ?? []);
  const found = new Set<number>();
  let before: number;
  do {
    before = found.size;
    for (const { pid, kin, parent, marked } of rows) {
      if (marked || (root !== null && kin.includes(root)) || found.has(parent)) found.add(pid);
    }
  } while (found.size > before);
  return rows.filter(({ pid, state }) => found.has(pid) && state !== 'Z').map(({ pid }) => pid);
}
