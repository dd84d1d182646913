/** How many games a machine plays at once. */
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** Physical cores that this process may use, at least 1: two threads of one core are not two players. */
export function physicalCores(cpuInfo: string | null = readCpuInfo()): number {
  const threads = Math.max(1, availableParallelism());
  const cores = cpuInfo === null ? 0 : coresIn(cpuInfo);
  if (cores === 0) return threads;
  const logical = cpuInfo === null ? cpus().length : processorsIn(cpuInfo);
  // A container may use a part of the machine alone.
  return Math.max(1, Math.min(cores, Math.ceil((threads * cores) / Math.max(1, logical))));
}

/** Linux's `/proc/cpuinfo`; null where there is none. */
function readCpuInfo(): string | null {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return null;
  }
}

const processorsIn = (cpuInfo: string): number => (cpuInfo.match(/^processor\s*:/gm) ?? []).length;

/** Cores as `physical id` and `core id` tell them apart; 0 where they are not told. */
const coresIn = (cpuInfo: string): number =>
  new Set(coreKeys(cpuInfo).flatMap(({ core }) => (core === null ? [] : [core]))).size;

/** The processors of `/proc/cpuinfo`, each with a key of its core; null where that is not told. */
export function coreKeys(
  cpuInfo: string,
): readonly { readonly processor: number; readonly core: string | null }[] {
  return cpuInfo.split(/\n\s*\n/).flatMap((text) => {
    const processor = /^processor\s*:\s*(\d+)/m.exec(text)?.[1];
    const core = /^core id\s*:\s*(\d+)/m.exec(text)?.[1];
    const socket = /^physical id\s*:\s*(\d+)/m.exec(text)?.[1] ?? '0';
    if (processor === undefined) return [];
    return [{ processor: Number(processor), core: core === undefined ? null : `${socket} ${core}` }];
  });
}
