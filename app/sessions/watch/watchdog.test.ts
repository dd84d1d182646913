import { describe, expect, it } from 'vitest';
import type { ProcessRow, ProcessTable } from './process-table.ts';
import { ManualClock } from '../testing.ts';
import { familyOf, Watchdog, type LimitPassed } from './watchdog.ts';

const row = (pid: number, parent: number, more: Partial<ProcessRow> = {}): ProcessRow => ({
  pid,
  parent,
  group: pid,
  session: pid,
  born: null,
  bytes: 10,
  ...more,
});

const pids = (rows: readonly ProcessRow[]): number[] => rows.map(({ pid }) => pid).sort((a, b) => a - b);

describe('familyOf', () => {
  it.each<[string, ProcessRow[], number[]]>([
    ['a process without children', [row(1, 0)], []],
    ['the process itself', [row(1, 0), row(9, 1)], [9]],
    ['children and theirs, of whatever group', [row(9, 1), row(10, 9), row(11, 10)], [9, 10, 11]],
    ['orphans of its group', [row(9, 1), row(10, 1, { group: 9 })], [9, 10]],
    [
      'orphans of its session, with their children',
      [row(10, 1, { session: 9 }), row(11, 10), row(12, 1)],
      [10, 11],
    ],
    ['no one twice, in a circle of parents', [row(9, 10), row(10, 9)], [9, 10]],
    ['where there are no groups', [row(9, 1, { group: null, session: null }), row(10, 9)], [9, 10]],
    [
      'no one whose parent was an earlier process with that pid',
      [
        row(9, 1, { born: 50 }),
        row(10, 9, { born: 50 }),
        row(11, 9, { born: 49 }),
        row(12, 11, { born: 60 }),
      ],
      [9, 10],
    ],
  ])('is %s', (_, rows, expected) => expect(pids(familyOf(rows, 9))).toEqual(expected));
});

/** A table that is what a test says; each look is awaited. */
function kennel() {
  const clock = new ManualClock();
  const signals: string[] = [];
  const skipped: number[][] = [];
  const state = {
    rows: [] as ProcessRow[],
    weight: 0,
    fails: false,
    /** How many times the table answers before it fails. */
    answers: Infinity,
    mapped: 0,
    held: { memoryBytes: 0, unnamedBytes: 0, descriptors: 9 },
  };
  const table: ProcessTable = {
    interval: 500,
    rows: (skip) => {
      skipped.push([...skip].sort((a, b) => a - b));
      if (state.fails || state.answers-- <= 0) return Promise.reject(new Error('no /proc'));
      return Promise.resolve(state.rows.filter(({ pid }) => !skip.has(pid)));
    },
    weigh: () => state.weight,
    held: () => ({ ...state.held, inodes: new Set() }),
    mapped: () => state.mapped,
    signal: (pid, signal) => void signals.push(`${signal} ${pid}`),
  };
  const watchdog = new Watchdog(table, clock);
  const look = async () => {
    clock.advance(500);
    // The table answers in turns of the microtask queue, and a look takes a few.
    await new Promise((resolve) => setImmediate(resolve));
  };
  const passed: LimitPassed[] = [];
  const watch = (root: number, keepers = 0) =>
    watchdog.watch({
      root,
      limits: { memoryBytes: 100, processes: 3 },
      keepers,
      onPassed: (what) => {
        signals.push('told');
        passed.push(what);
      },
    });
  return { clock, state, signals, skipped, passed, look, watch };
}

describe('the watchdog', () => {
  it('looks at nothing while there is no process to watch', async () => {
    const { clock, skipped, look, watch } = kennel();
    const unwatch = watch(9);
    watch(8)();
    expect(clock.timers).toBe(1);
    await look();
    unwatch();
    expect(clock.timers).toBe(0);
    await look();
    expect(skipped).toHaveLength(1);
  });

  it('tells once of too many processes, frozen first and those out of reach killed after', async () => {
    const { clock, state, signals, passed, look, watch } = kennel();
    watch(9);
    state.rows = [row(1, 0), row(9, 1), row(10, 9), row(11, 9), row(12, 9)];
    await look();
    expect(passed).toEqual([{ kind: 'processes', count: 4, limit: 3 }]);
    expect(signals.indexOf('told')).toBe(4);
    expect(signals.slice(0, 4).sort()).toEqual(['SIGSTOP 10', 'SIGSTOP 11', 'SIGSTOP 12', 'SIGSTOP 9']);
    expect(signals.slice(5).sort()).toEqual(['SIGKILL 10', 'SIGKILL 11', 'SIGKILL 12']);
    expect(clock.timers).toBe(0);
  });

  it('ends what it has frozen though the system does not answer any more', async () => {
    const { state, signals, passed, look, watch } = kennel();
    watch(9);
    state.rows = [row(9, 1), row(10, 9), row(11, 9), row(12, 9)];
    state.answers = 1;
    await look();
    expect(passed).toHaveLength(1);
    expect(signals.slice(5).sort()).toEqual(['SIGKILL 10', 'SIGKILL 11', 'SIGKILL 12']);
  });

  it('does not count what is ours', async () => {
    const { state, passed, look, watch } = kennel();
    watch(9, 2);
    state.rows = [row(9, 1), row(10, 9), row(11, 10), row(12, 11), row(13, 11)];
    await look();
    expect(passed).toEqual([]);
  });

  it('weighs only where the resident sum is too much, and tells the weight', async () => {
    const { state, passed, look, watch } = kennel();
    watch(9);
    state.weight = 120;
    state.rows = [row(9, 1, { bytes: 60 }), row(10, 9, { bytes: 40 })];
    await look();
    expect(passed).toEqual([]);
    state.rows = [row(9, 1, { bytes: 61 }), row(10, 9, { bytes: 40 })];
    state.weight = 100;
    await look();
    expect(passed).toEqual([]);
    state.weight = 101;
    await look();
    expect(passed).toEqual([{ kind: 'memory', bytes: 101, limit: 100, processes: 2 }]);
  });

  it('looks at strangers once, and anew when an engine comes', async () => {
    const { state, skipped, look, watch } = kennel();
    watch(9);
    state.rows = [row(1, 0), row(5, 1), row(9, 1)];
    await look();
    await look();
    watch(5);
    await look();
    await look();
    expect(skipped).toEqual([[], [1, 5], [], [1]]);
  });

  it('goes on where the system does not tell', async () => {
    const { state, passed, look, watch } = kennel();
    watch(9);
    state.fails = true;
    await look();
    state.fails = false;
    state.rows = [9, 10, 11, 12].map((pid) => row(pid, 9));
    await look();
    expect(passed).toHaveLength(1);
  });
});
