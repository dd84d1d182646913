/** Looks at processes: whether one runs, and which belong together, by a variable of their environment or by kin. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/** The processes of this user that `belongs` picks, by their environment and number. Zombies are not among them. */
function processesThat(belongs: (environment: readonly string[], pid: string) => boolean): Process[] {
  const found: Process[] = [];
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const environment = readFileSync(`/proc/${entry}/environ`, 'latin1').split('\0');
      if (!belongs(environment, entry)) continue;
      const command = readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      found.push({ pid: Number(entry), command });
    } catch {
      // It ended while it was looked at, or is another user's.
    }
  }
  return found;
}

/**
 * Every process that has `NAME=value` in its environment, and every one in a sandbox that is shown something below
 * that value, a folder: neither the sandbox nor what runs in it has the variables of its host.
 */
export function processesWith(variable: string): Process[] {
  const value = variable.slice(variable.indexOf('=') + 1);
  return processesThat(
    (environment, pid) => environment.includes(variable) || (value.startsWith('/') && isShown(pid, value)),
  );
}

/** Every process whose home is below `folder`, and every one in a sandbox that is shown something below it. */
export const processesBelow = (folder: string): Process[] =>
  processesThat(
    (environment, pid) =>
      environment.some((variable) => variable.startsWith(`HOME=${folder}/`)) || isShown(pid, folder),
  );

/** Whether a process sees files below `folder` by a mount of its own, as in a sandbox, or sets such mounts up. */
export function isShown(pid: string, folder: string): boolean {
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'latin1');
  const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  return (
    mounts.includes(`${folder}/`) ||
    (command[0]!.endsWith('/bwrap') && command.some((word) => word.startsWith(`${folder}/`)))
  );
}

/** Whether a process runs. A zombie answers signals, and yet it is gone. */
export function runs(pid: number): boolean {
  if (!existsSync('/proc/self/stat')) {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
  } catch {
    return false;
  }
}

/** Seconds of a processor that a process has taken; `Infinity` where that cannot be read. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields 14 and 15, in ticks of a hundredth of a second, counted behind the name.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return Infinity;
  }
}

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
