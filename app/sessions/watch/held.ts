/**
 * What processes hold by descriptors without its being memory of theirs: files in memory (`memfd_create`, /dev/shm) that
 * are not mapped, and files of a disk whose names are gone. Linux alone tells (`man 5 proc`).
 */
import { opendirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';

export interface Held {
  /** Of files in memory, each once. */
  readonly memoryBytes: number;
  /** Their inodes, by which a mapping of one is known. */
  readonly inodes: ReadonlySet<number>;
  /** Of files without a name in the scratch folder, each once. */
  readonly unnamedBytes: number;
  /** Descriptors that were looked at. */
  readonly descriptors: number;
}

/** Descriptors of an engine's processes together; more than any engine needs, and few enough to be looked at. */
export const descriptorLimit = 16_384;

const inMemory = /^(\/memfd:|\/dev\/shm\/)/;
const unnamed = /^\/run\/scratch\/.* \(deleted\)$/s;

/** Ends early, with more descriptors than the limit, where there are too many. */
export function heldBy(pids: readonly number[]): Held {
  const bytes = { memory: 0, unnamed: 0 };
  const [inodes, seen] = [new Set<number>(), new Set<string>()];
  let descriptors = 0;
  for (const pid of pids) {
    for (const path of descriptorsOf(pid)) {
      if (++descriptors > descriptorLimit) break;
      const target = attempt(() => readlinkSync(path)) ?? '';
      const kind = inMemory.test(target) ? 'memory' : unnamed.test(target) ? 'unnamed' : null;
      const found = kind === null ? null : attempt(() => statSync(path));
      if (kind === null || found === null || seen.has(`${found.dev}:${found.ino}`)) continue;
      seen.add(`${found.dev}:${found.ino}`);
      if (kind === 'memory') inodes.add(found.ino);
      bytes[kind] += found.blocks * 512;
    }
  }
  return { memoryBytes: bytes.memory, inodes, unnamedBytes: bytes.unnamed, descriptors };
}

function* descriptorsOf(pid: number): Generator<string> {
  const folder = `/proc/${pid}/fd`;
  const entries = attempt(() => opendirSync(folder, { bufferSize: 256 }));
  if (entries === null) return;
  try {
    for (let entry = entries.readSync(); entry !== null; entry = entries.readSync()) {
      yield `${folder}/${entry.name}`;
    }
  } catch {
    // It ended while it was looked at.
  } finally {
    entries.closeSync();
  }
}

/** What of a process's mappings is of files with these inodes, as a share where others map them too (Pss). */
export function mappedOf(smaps: string, inodes: ReadonlySet<number>): number {
  let bytes = 0;
  let counts = false;
  for (const line of smaps.split('\n')) {
    const mapping = /^[\da-f]+-[\da-f]+ \S+ [\da-f]+ [\da-f]+:[\da-f]+ (\d+) +(.*)$/.exec(line);
    if (mapping) counts = inodes.has(Number(mapping[1])) && inMemory.test(mapping[2]!);
    else if (counts && line.startsWith('Pss:')) bytes += Number.parseInt(line.slice(4), 10) * 1024;
  }
  return bytes;
}

/** Bytes that processes have mapped of these files, and that are counted as their memory already. */
export const mappedBy = (pids: readonly number[], inodes: ReadonlySet<number>): number =>
  inodes.size === 0
    ? 0
    : pids.reduce(
        (sum, pid) =>
          sum + mappedOf(attempt(() => readFileSync(`/proc/${pid}/smaps`, 'latin1')) ?? '', inodes),
        0,
      );

/** TMPFS_MAGIC of linux/magic.h. */
const tmpfs = 0x0102_1994;

/** Bytes in folders in memory, as a process sees them. */
export const inFolders = (pid: number, folders: readonly string[]): number =>
  folders.reduce((sum, folder) => {
    const found = attempt(() => statfsSync(`/proc/${pid}/root${folder}`));
    return found?.type === tmpfs ? sum + (found.blocks - found.bfree) * found.bsize : sum;
  }, 0);

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // Gone, or not ours to look at.
    return null;
  }
}
