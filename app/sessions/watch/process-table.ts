/**
 * Lists processes and their memory: from /proc on Linux, `ps` on macOS, and CIM on Windows. It only reads and parses;
 * the watchdog decides.
 */
import { execFile } from 'node:child_process';
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { win32 } from 'node:path';
import { heldBy, inFolders, mappedBy, type Held } from './held.ts';
import { parseStat, pidsOfSystem } from '../proc.ts';

export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  /** Null on systems without process groups. */
  readonly group: number | null;
  /** Null if the system does not report it. */
  readonly session: number | null;
  /**
   * Its start, in milliseconds since a fixed date. Null where the parent of a row is a running process; elsewhere the
   * parent's pid may be that of a later process.
   */
  readonly born: number | null;
  /** Resident memory, including shared pages; the kernel's count may lag by some pages. */
  readonly bytes: number;
}

export interface ProcessTable {
  /** Milliseconds between two looks; longer on systems where a look is expensive. */
  readonly interval: number;
  /** Processes in `skip` may be left out. Rejects if the system does not answer. */
  rows(skip: ReadonlySet<number>): Promise<readonly ProcessRow[]>;
  /** Memory in bytes; memory that these processes share counts once. */
  weigh(rows: readonly ProcessRow[]): number;
  /** What they hold by descriptors, or in these folders in memory, beyond their own memory. */
  held(rows: readonly ProcessRow[], folders: Folders | null): Held;
  /** The part of `held` that `weigh` also counts. */
  mapped(rows: readonly ProcessRow[], held: Held): number;
  /** Has no effect if the process is gone or the system has no signals. */
  signal(pid: number, signal: 'SIGSTOP' | 'SIGKILL'): void;
}

/** Folders in memory that processes share, and a process that sees them. */
export interface Folders {
  readonly pid: number;
  readonly paths: readonly string[];
}

const nothingHeld: Held = { memoryBytes: 0, inodes: new Set(), unnamedBytes: 0, descriptors: 0 };

/** A row of /proc; null if the text is not a stat line. */
export function rowOf(text: string, pageBytes: number): ProcessRow | null {
  const stat = parseStat(text);
  if (stat === null) return null;
  const { pid, parent, group, session, pages } = stat;
  return { pid, parent, group, session, born: null, bytes: pages * pageBytes };
}

/**
 * /proc/PID/smaps_rollup in bytes: the proportional share (Pss) without file pages, which the kernel can drop at any
 * time, plus swapped memory.
 */
export function parseRollup(text: string): number | null {
  const kilobytes = (name: string): number | null => {
    const found = new RegExp(`^${name}: +(\\d+) kB$`, 'm').exec(text);
    return found === null ? null : Number(found[1]);
  };
  const pss = kilobytes('Pss');
  return pss === null ? null : (pss - (kilobytes('Pss_File') ?? 0) + (kilobytes('SwapPss') ?? 0)) * 1024;
}

/** `ps -axo pid=,ppid=,pgid=,rss=`: whole numbers, the last one in KiB. */
export function parsePs(text: string): readonly ProcessRow[] {
  return text.split('\n').flatMap((line) => {
    const [pid, parent, group, kilobytes] = line.trim().split(/\s+/).map(Number);
    if (!pid || parent === undefined || group === undefined || kilobytes === undefined) return [];
    return [{ pid, parent, group, session: null, born: null, bytes: kilobytes * 1024 }];
  });
}

/** `pid,parent,bytes,born` a line, as `listCommand` prints it; `born` is 0 if it is unknown. */
export function parseWindows(text: string): readonly ProcessRow[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const numbers = /^(\d+),(\d+),(\d+),(\d+)$/.exec(line.trim())?.slice(1).map(Number);
    if (numbers === undefined) return [];
    const [pid, parent, bytes, born] = numbers as [number, number, number, number];
    return [{ pid, parent, group: null, session: null, born: born === 0 ? null : born, bytes }];
  });
}

export interface ListCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/** The command that lists processes on systems without /proc. */
export function listCommand(platform: NodeJS.Platform, systemRoot: string): ListCommand {
  if (platform !== 'win32') return { command: '/bin/ps', args: ['-axo', 'pid=,ppid=,pgid=,rss='] };
  const script =
    'Get-CimInstance Win32_Process -Property ProcessId,ParentProcessId,WorkingSetSize,CreationDate | ' +
    'ForEach-Object { $born = 0; ' +
    'if ($_.CreationDate) { $born = [int64][Math]::Floor($_.CreationDate.ToFileTimeUtc() / 10000) }; ' +
    "'{0},{1},{2},{3}' -f $_.ProcessId, $_.ParentProcessId, $_.WorkingSetSize, $born }";
  return {
    command: win32.join(systemRoot, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe'),
    args: ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', script],
  };
}

/** The page size in bytes: AT_PAGESZ of getauxval(3). */
function pageBytes(): number {
  const auxiliary = readFileSync('/proc/self/auxv');
  for (let at = 0; at + 16 <= auxiliary.length; at += 16) {
    if (auxiliary.readBigUInt64LE(at) === 6n) return Number(auxiliary.readBigUInt64LE(at + 8));
  }
  return 4096;
}

export function linuxTable(): ProcessTable {
  const bytesOfPage = pageBytes();
  /** Longer than any stat line, which has about 50 numbers and a short name. */
  const buffer = Buffer.alloc(2048);
  const read = (pid: number): ProcessRow | null => {
    let descriptor: number;
    try {
      descriptor = openSync(`/proc/${pid}/stat`, 'r');
    } catch {
      return null;
    }
    try {
      return rowOf(buffer.toString('latin1', 0, readSync(descriptor, buffer)), bytesOfPage);
    } catch {
      // The process has ended meanwhile.
      return null;
    } finally {
      closeSync(descriptor);
    }
  };
  const weighOne = ({ pid, bytes }: ProcessRow): number => {
    try {
      return parseRollup(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1')) ?? bytes;
    } catch {
      // Gone, of another user, or the kernel has no such file.
      return bytes;
    }
  };
  return {
    interval: 500,
    rows: (skip) =>
      Promise.resolve(
        pidsOfSystem().flatMap((pid) => {
          const row = skip.has(pid) ? null : read(pid);
          return row === null ? [] : [row];
        }),
      ),
    weigh: (rows) => rows.reduce((sum, row) => sum + weighOne(row), 0),
    held: (rows, folders) => {
      const held = heldBy(rows.map(({ pid }) => pid));
      const more = folders === null ? 0 : inFolders(folders.pid, folders.paths);
      return { ...held, memoryBytes: held.memoryBytes + more };
    },
    mapped: (rows, { inodes }) =>
      mappedBy(
        rows.map(({ pid }) => pid),
        inodes,
      ),
    signal,
  };
}

/** macOS and Windows, where each look runs a program. */
export function listedTable(platform: NodeJS.Platform, systemRoot: string): ProcessTable {
  const { command, args } = listCommand(platform, systemRoot);
  const parse = platform === 'win32' ? parseWindows : parsePs;
  return {
    // PowerShell takes almost a second to start.
    interval: platform === 'win32' ? 10_000 : 1000,
    rows: () =>
      new Promise((resolve, reject) => {
        const options = { windowsHide: true, maxBuffer: 16 * 1024 * 1024 };
        execFile(command, [...args], options, (error, stdout) =>
          error === null ? resolve(parse(stdout)) : reject(error),
        );
      }),
    weigh: (rows) => rows.reduce((sum, { bytes }) => sum + bytes, 0),
    held: () => nothingHeld,
    mapped: () => 0,
    signal: platform === 'win32' ? () => undefined : signal,
  };
}

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // ESRCH: the process is gone.
  }
}
