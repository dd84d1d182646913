/** Binds the engines of a game to one core, where the system can (Linux, by `taskset` of util-linux). */
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { coreKeys } from './cores.ts';

/** The processors of each physical core that this process may use, by their numbers; empty if they are not told. */
export function coreSets(
  cpuInfo: string | null = textOf('/proc/cpuinfo'),
  status: string | null = textOf('/proc/self/status'),
): readonly (readonly number[])[] {
  if (cpuInfo === null) return [];
  const allowed = allowedIn(status);
  const sets = new Map<string, number[]>();
  for (const { processor, core } of coreKeys(cpuInfo)) {
    if (allowed !== null && !allowed.has(processor)) continue;
    const set = sets.get(core ?? `processor ${processor}`) ?? [];
    set.push(processor);
    sets.set(core ?? `processor ${processor}`, set);
  }
  return [...sets.values()];
}

/** `0-3,8` of `Cpus_allowed_list`; null if it is not told. */
function allowedIn(status: string | null): ReadonlySet<number> | null {
  const [, list] = /^Cpus_allowed_list:\s*(\S+)/m.exec(status ?? '') ?? [];
  if (list === undefined) return null;
  return new Set(
    list.split(',').flatMap((range) => {
      const [from, to = from] = range.split('-').map(Number) as [number, number?];
      return Array.from({ length: to - from + 1 }, (_, at) => from + at);
    }),
  );
}

/** Whether processes can be bound to cores here. */
export const canBind = (): boolean =>
  process.platform === 'linux' && spawnSync('taskset', ['--version']).status === 0 && coreSets().length > 0;

/**
 * Binds a process, its threads and its children to processors. One that has ended meanwhile is left out.
 * @returns whether the process itself was bound
 */
export async function bind(pid: number, processors: readonly number[]): Promise<boolean> {
  const all = [pid];
  for (let at = 0; at < all.length && all.length < mostProcesses; at++) all.push(...childrenOf(all[at]!));
  const bound = await Promise.all(all.map((one) => bindOne(one, processors)));
  return bound[0]!;
}

/** The most processes of one engine, in case a hostile one starts them without end. */
const mostProcesses = 256;

const bindOne = (pid: number, processors: readonly number[]): Promise<boolean> =>
  new Promise((resolve) => {
    execFile('taskset', ['-a', '-p', '-c', processors.join(','), String(pid)], (error) =>
      // Of a process that is gone it finds no thread, and reports nothing.
      resolve(error === null && textOf(`/proc/${pid}/status`) !== null),
    );
  });

const childrenOf = (pid: number): readonly number[] =>
  (textOf(`/proc/${pid}/task/${pid}/children`) ?? '')
    .split(' ')
    .filter((word) => word !== '')
    .map(Number);

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
