import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  birthsOfSystem,
  isThread,
  mayBeBornBetween,
  parseStat,
  pidsBornBetween,
  pidsOfSystem,
  statOf,
} from './proc.ts';

/** Fields 4 to 24 of a stat line, as `man 5 proc` counts them. */
const rest = '7 42 40 0 -1 4194304 100 0 0 0 1 2 0 0 20 0 9 0 12345 1000000 256 18446744073709551615 1 1';

describe('parseStat', () => {
  const row = {
    ...{ pid: 42, parent: 7, group: 42, session: 40, ticks: '12345', pages: 256 },
    ...{ zombie: false, uninterruptible: false },
  };

  it.each([
    ['a plain name', `42 (engine) S ${rest}`, row],
    ['a name with blanks and brackets', `42 (a) S 1 (b c) R ${rest}`, row],
    ['a name that is empty', `42 () S ${rest}`, row],
    ['a zombie', `42 (engine) Z ${rest}`, { ...row, zombie: true }],
    ['one that is stuck in the kernel', `42 (engine) D ${rest}`, { ...row, uninterruptible: true }],
    ['a dead one', `42 (engine) X ${rest}`, { ...row, zombie: true }],
  ])('reads %s', (_, text, expected) => expect(parseStat(text)).toEqual(expected));

  it.each([[''], ['42'], ['42 (engine'], ['42 (engine) S 7 42'], ['x (y) S a b c']])('refuses %j', (text) =>
    expect(parseStat(text)).toBeNull(),
  );
});

it.runIf(process.platform === 'linux')('finds this process', () => {
  expect(pidsOfSystem()).toContain(process.pid);
  expect(statOf(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid, zombie: false });
  expect(statOf(2 ** 22 + 1)).toBeNull();
});

it.runIf(process.platform === 'linux')('tells threads from processes', () => {
  const threads = readdirSync('/proc/self/task').map(Number);
  // Node has several.
  expect(threads.length).toBeGreaterThan(1);
  expect(threads.filter((thread) => !isThread(thread))).toEqual([process.pid]);
  expect(isThread(2 ** 22 + 1)).toBe(false);
});

describe('mayBeBornBetween', () => {
  it.each([
    ['a pid given out since', 150, [10, 100], [60, 160], true],
    ['the latest one before', 100, [10, 100], [60, 160], true],
    ['an earlier pid', 99, [10, 100], [60, 160], false],
    ['a later pid', 161, [10, 100], [60, 160], false],
    ['a pid after the numbers began anew', 5, [10, 32_000], [60, 30], true],
    ['a pid before they did', 32_001, [10, 32_000], [60, 30], true],
    ['a pid between both', 31_000, [10, 32_000], [60, 30], false],
    ['any pid, once all may have been given out', 99, [10, 100], [20_000, 160], true],
  ] as const)('%s', (_, pid, [count, latest], [later, newest], expected) =>
    expect(mayBeBornBetween(pid, { count, latest }, { count: later, latest: newest })).toBe(expected),
  );

  it('excludes none where the system does not tell', () => {
    expect(mayBeBornBetween(1, null, { count: 1, latest: 5 })).toBe(true);
    expect(mayBeBornBetween(1, { count: 1, latest: 5 }, null)).toBe(true);
  });

  it.runIf(process.platform === 'linux')('includes a process of this moment and excludes this one', () => {
    const before = birthsOfSystem();
    const { pid } = spawnSync(process.execPath, ['--version']);
    const after = birthsOfSystem();
    expect(mayBeBornBetween(pid, before, after)).toBe(true);
    expect(mayBeBornBetween(process.pid, before, after)).toBe(false);
    const pids = pidsBornBetween(before, after);
    expect([pids.includes(pid), pids.includes(process.pid)]).toEqual([true, false]);
  });

  it('lists few pids by their numbers, and else those that the system has', () => {
    const from = { count: 100, latest: 4000 };
    expect(pidsBornBetween(from, { count: 102, latest: 4003 })).toEqual([4000, 4001, 4002, 4003]);
    const listed = pidsOfSystem();
    for (const [before, after] of [
      [null, from],
      [from, null],
      [from, { count: 40_000, latest: 4003 }],
    ] as const)
      expect(pidsBornBetween(before, after)).toEqual(expect.arrayContaining([...listed.slice(0, 1)]));
    // The numbers began anew.
    const wrapped = pidsBornBetween({ count: 100, latest: 32_000_000 }, { count: 102, latest: 1 });
    expect(wrapped).toEqual(listed.filter((pid) => pid === 1));
  });
});
