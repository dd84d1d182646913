/**
 * Looks at processes: whether one runs, and which belong together, by a variable of their environment or by kinship.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Process {
  readonly pid: number;
  readonly command: string;
}

/** The processes of this user that `belongs` selects, by environment and number. Zombies are excluded. */
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
      // It ended meanwhile, or belongs to another user.
    }
  }
  return found;
}

/**
 * Every process that has `NAME=value` in its environment, and every process in a sandbox that sees something below that
 * value, a folder: neither the sandbox nor what runs in it has the variables of its host.
 */
export function processesWith(variable: string): Process[] {
  const value = variable.slice(variable.indexOf('=') + 1);
  return processesThat(
    (environment, pid) => environment.includes(variable) || (value.startsWith('/') && isShown(pid, value)),
  );
}

/** Every process whose home is below `folder`, and every one in a sandbox that sees something below it. */
export const processesBelow = (folder: string): Process[] =>
  processesThat(
    (environment, pid) =>
      environment.some((variable) => variable.startsWith(`HOME=${folder}/`)) || isShown(pid, folder),
  );

/** Whether a process sees files below `folder` through a mount of its own, as in a sandbox, or sets up such mounts. */
export function isShown(pid: string, folder: string): boolean {
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'latin1');
  const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0');
  return (
    mounts.includes(`${folder}/`) ||
    (command[0]!.endsWith('/bwrap') && command.some((word) => word.startsWith(`${folder}/`)))
  );
}

/** Whether a process runs. A zombie accepts signals but is gone. */
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

/** Processor seconds that a process has used; `Infinity` if they cannot be read. */
export function cpuSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields 14 and 15, in ticks of a hundredth of a second, counted after the name.
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
    // It has ended, or belongs to another user.
    return null;
  }
}

/**
 * Processes that run and descend from the one with number `root` or have `mark` (`NAME=value`). Zombies have ended and
 * do not count.
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
