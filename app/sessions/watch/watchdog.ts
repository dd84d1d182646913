/**
 * Watches the memory and the number of processes of each engine, including all descendants. One look serves all
 * engines. It stops while no engine runs.
 *
 * A look can miss what happens between two looks and, without a sandbox, a process that has left both its parents and
 * its session.
 */
import { systemClock, type Clock, type Timer } from '../clock.ts';
import { systemRootOf } from '../launch/launch.ts';
import { sizeUpTo } from './folder-size.ts';
import { descriptorLimit } from './held.ts';
import { defaultScratchBytes, type ProcessLimits } from './limits.ts';
import { linuxTable, listedTable, type ProcessRow, type ProcessTable } from './process-table.ts';

export type LimitPassed =
  | { readonly kind: 'memory'; readonly bytes: number; readonly limit: number; readonly processes: number }
  | { readonly kind: 'processes'; readonly count: number; readonly limit: number }
  /** Files held open by its processes. */
  | { readonly kind: 'files'; readonly limit: number }
  /** Its scratch folder, which has at least so many bytes; Infinity if it cannot be measured. */
  | { readonly kind: 'scratch'; readonly folder: string; readonly bytes: number; readonly limit: number };

export interface Watched {
  /** The process that was started; it leads a group and a session on systems that have them. */
  readonly root: number;
  readonly limits: ProcessLimits;
  /** The number of our own processes in the family, which do not count. */
  readonly keepers: number;
  /** Its scratch folder on disk; null if it has none. */
  readonly scratch?: string | null;
  /** Folders in memory that count as its memory, by the paths it sees. */
  readonly memoryFolders?: readonly string[];
  /** Called once. The processes are frozen then; afterwards all but the root are killed. */
  onPassed(passed: LimitPassed): void;
}

/** After this many looks all processes are examined again, since a pid may have been reused. */
const freshLooks = 20;

/** Milliseconds between two measurements of a scratch folder. */
const measureMilliseconds = 2000;

/** The most looks for new children while freezing; each look leaves fewer processes that could fork. */
const freezeLooks = 20;

/** Whether a row with this parent's pid is its child: one that is older is the child of an earlier process. */
const isChild = (row: ProcessRow, parent: ProcessRow): boolean =>
  row.born === null || parent.born === null || row.born >= parent.born;

/** A process, the members of its group and session, and all their descendants. */
export function familyOf(rows: readonly ProcessRow[], root: number): readonly ProcessRow[] {
  const byParent = new Map<number, ProcessRow[]>();
  for (const row of rows) {
    const siblings = byParent.get(row.parent);
    if (siblings === undefined) byParent.set(row.parent, [row]);
    else siblings.push(row);
  }
  const found = new Map<number, ProcessRow>();
  const next = rows.filter(({ pid, group, session }) => [pid, group, session].includes(root));
  for (let row = next.pop(); row !== undefined; row = next.pop()) {
    if (found.has(row.pid)) continue;
    const parent = row;
    found.set(parent.pid, parent);
    next.push(...(byParent.get(parent.pid) ?? []).filter((each) => isChild(each, parent)));
  }
  return [...found.values()];
}

export class Watchdog {
  readonly #table: ProcessTable;
  readonly #clock: Clock;
  readonly #watched = new Set<Watched>();
  /** Processes known to belong to no engine. A child of an engine cannot become one of them. */
  #strangers = new Set<number>();
  /** When each scratch folder was last measured; Infinity during a measurement. */
  readonly #measured = new WeakMap<Watched, number>();
  #looks = 0;
  #timer: Timer | null = null;

  constructor(table: ProcessTable, clock: Clock) {
    this.#table = table;
    this.#clock = clock;
  }

  /** @returns a function that ends the watch */
  watch(watched: Watched): () => void {
    this.#watched.add(watched);
    this.#strangers = new Set();
    this.#timer ??= this.#again();
    return () => {
      this.#watched.delete(watched);
      if (this.#watched.size > 0) return;
      this.#timer?.clear();
      this.#timer = null;
    };
  }

  #again(): Timer {
    return this.#clock.setTimer(() => void this.#look(), this.#table.interval);
  }

  async #look(): Promise<void> {
    try {
      if (this.#looks++ % freshLooks === 0) this.#strangers = new Set();
      const strangers = this.#strangers;
      const rows = await this.#table.rows(strangers);
      const kin = new Set<number>();
      for (const watched of [...this.#watched]) {
        const family = familyOf(rows, watched.root);
        for (const { pid } of family) kin.add(pid);
        const passed = this.#judge(family, watched);
        if (passed !== null && this.#watched.delete(watched)) await this.#stop(family, watched, passed);
        else if (passed === null) this.#measure(watched, family);
      }
      // Added to the set of this look: if an engine starts meanwhile, `watch` replaces the set, since that engine's
      // processes look like strangers here.
      for (const { pid } of rows) if (!kin.has(pid)) strangers.add(pid);
    } catch {
      // The system does not answer at present; the next look may succeed.
    }
    this.#timer?.clear();
    this.#timer = this.#watched.size > 0 ? this.#again() : null;
  }

  /** Measures a scratch folder asynchronously, since it may have many files. */
  #measure(watched: Watched, family: readonly ProcessRow[]): void {
    const { scratch, limits } = watched;
    const now = this.#clock.now();
    if (!scratch || now - (this.#measured.get(watched) ?? -Infinity) < measureMilliseconds) return;
    this.#measured.set(watched, Infinity);
    const limit = limits.scratchBytes ?? defaultScratchBytes;
    const { unnamedBytes } = this.#table.held(family, null);
    void sizeUpTo(scratch, limit)
      .catch(() => 0)
      .then(async (bytes) => {
        this.#measured.set(watched, this.#clock.now());
        const all = bytes + unnamedBytes;
        if (all <= limit || !this.#watched.has(watched)) return;
        const rows = familyOf(await this.#table.rows(this.#strangers), watched.root);
        if (!this.#watched.delete(watched)) return;
        await this.#stop(rows, watched, { kind: 'scratch', folder: scratch, bytes: all, limit });
      })
      .catch(() => {
        // The system does not answer at present; the next measurement may succeed.
      });
  }

  #judge(
    family: readonly ProcessRow[],
    { root, limits, keepers, memoryFolders }: Watched,
  ): LimitPassed | null {
    const count = family.length - keepers;
    if (count > limits.processes) return { kind: 'processes', count, limit: limits.processes };
    // The sum counts shared memory repeatedly, so it can only be too high. Most looks end here.
    const sum = family.reduce((all, { bytes }) => all + bytes, 0);
    const inner = memoryFolders && family.find(({ parent }) => parent === root);
    const held = this.#table.held(family, inner ? { pid: inner.pid, paths: memoryFolders } : null);
    if (held.descriptors > descriptorLimit) return { kind: 'files', limit: descriptorLimit };
    if (sum + held.memoryBytes <= limits.memoryBytes) return null;
    const bytes = this.#table.weigh(family) + held.memoryBytes - this.#table.mapped(family, held);
    return bytes > limits.memoryBytes
      ? { kind: 'memory', bytes, limit: limits.memoryBytes, processes: count }
      : null;
  }

  /** Freezes all processes first: one that still runs could fork another. */
  async #stop(family: readonly ProcessRow[], watched: Watched, passed: LimitPassed): Promise<void> {
    const frozen = new Set<number>();
    let found = family;
    for (let look = 0; look < freezeLooks; look++) {
      const running = found.filter(({ pid }) => !frozen.has(pid));
      if (running.length === 0) break;
      for (const { pid } of running) {
        this.#table.signal(pid, 'SIGSTOP');
        frozen.add(pid);
      }
      // If the system does not answer, those that are frozen still end.
      const rows = await this.#table.rows(this.#strangers).catch(() => []);
      found = familyOf(rows, watched.root);
    }
    watched.onPassed(passed);
    for (const pid of frozen) if (pid !== watched.root) this.#table.signal(pid, 'SIGKILL');
  }
}

/** The watchdog of this process, created when the first engine starts. */
let own: Watchdog | null = null;

export function systemWatchdog(): Watchdog {
  const { platform, env } = process;
  own ??= new Watchdog(
    platform === 'linux' ? linuxTable() : listedTable(platform, systemRootOf(env)),
    systemClock,
  );
  return own;
}
