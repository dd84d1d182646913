/**
 * Measures what processes hold open and what does not count as their own memory: unmapped files in memory
 * (`memfd_create`, /dev/shm), buffers of sockets, and deleted files on disk. Linux only (`man 5 proc`).
 */
import { opendirSync, readFileSync, readlinkSync, statfsSync, statSync } from 'node:fs';

export interface Held {
  /** Bytes of files in memory, each of which counts once, and of what many sockets may hold. */
  readonly memoryBytes: number;
  /** Their inodes, which identify their mappings. */
  readonly inodes: ReadonlySet<number>;
  /** Bytes of deleted files of the scratch folder; each file counts once. */
  readonly unnamedBytes: number;
  /** Descriptors examined. */
  readonly descriptors: number;
}

/** The most descriptors of all processes of an engine: more than any engine needs, yet few enough to examine. */
export const descriptorLimit = 16_384;

/** Sockets that count as nothing: more than engines need, and their buffers are small together. */
export const freeSockets = 256;

/** The most bytes of one socket's buffer; the kernel doubles what is asked for (`man 7 socket`, SO_SNDBUF). */
export function socketBytes(): number {
  const most = attempt(() => readFileSync('/proc/sys/net/core/wmem_max', 'latin1'));
  return 2 * (Number(most) || 212_992);
}

const inMemory = /^(\/memfd:|\/dev\/shm\/)/;
const unnamed = /^\/run\/scratch\/.* \(deleted\)$/s;

/** Stops early with a count above the limit if there are too many descriptors. */
export function heldBy(pids: readonly number[]): Held {
  const bytes = { memory: 0, unnamed: 0 };
  const [inodes, seen, sockets] = [new Set<number>(), new Set<string>(), new Set<string>()];
  let descriptors = 0;
  for (const pid of pids) {
    for (const path of descriptorsOf(pid)) {
      if (++descriptors > descriptorLimit) break;
      const target = attempt(() => readlinkSync(path)) ?? '';
      if (target.startsWith('socket:')) sockets.add(target);
      const kind = inMemory.test(target) ? 'memory' : unnamed.test(target) ? 'unnamed' : null;
      const found = kind === null ? null : attempt(() => statSync(path));
      if (kind === null || found === null || seen.has(`${found.dev}:${found.ino}`)) continue;
      seen.add(`${found.dev}:${found.ino}`);
      if (kind === 'memory') inodes.add(found.ino);
      bytes[kind] += found.blocks * 512;
    }
  }
  // What a socket holds unread is told nowhere without privileges.
  const many = sockets.size - freeSockets;
  const memoryBytes = bytes.memory + (many > 0 ? many * socketBytes() : 0);
  return { memoryBytes, inodes, unnamedBytes: bytes.unnamed, descriptors };
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
    // The process has ended meanwhile.
  } finally {
    entries.closeSync();
  }
}

/** Bytes that a process has mapped of files with these inodes; its share of them if others map them too (Pss). */
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

/** Bytes that processes have mapped of these files; they already count as their memory. */
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

/** What the kernel keeps of a file in memory, however little is in it. */
const entryBytes = 1024;

/** Bytes in folders in memory, as the process sees them. Their limited size does not limit the number of empty files. */
export const inFolders = (pid: number, folders: readonly string[]): number =>
  folders.reduce((sum, folder) => {
    const found = attempt(() => statfsSync(`/proc/${pid}/root${folder}`));
    if (found?.type !== tmpfs) return sum;
    const { blocks, bfree, bsize, files, ffree } = found;
    return sum + (blocks - bfree) * bsize + (files - ffree) * entryBytes;
  }, 0);

function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    // Gone, or not permitted.
    return null;
  }
}
