import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  linuxTable,
  listedTable,
  listCommand,
  parsePs,
  parseRollup,
  parseWindows,
  rowOf,
} from './process-table.ts';

it('makes a row of a stat line, its memory in bytes', () => {
  const rest = '7 42 40 0 -1 4194304 100 0 0 0 1 2 0 0 20 0 9 0 12345 1000000 256 18446744073709551615 1 1';
  const row = { pid: 42, parent: 7, group: 42, session: 40, born: null, bytes: 256 * 4096 };
  expect(rowOf(`42 (engine) S ${rest}`, 4096)).toEqual(row);
  expect(rowOf('42 (engine', 4096)).toBeNull();
});

describe('parseRollup', () => {
  it.each<[string, string, number | null]>([
    ['what is its own', 'x [rollup]\nPss:   100 kB\nPss_File:   30 kB\nSwapPss:  5 kB\n', 75 * 1024],
    ['an older kernel', 'Rss:  300 kB\nPss:   100 kB\n', 100 * 1024],
    ['nothing', '', null],
  ])('reads %s', (_, text, bytes) => expect(parseRollup(text)).toBe(bytes));
});

it('reads what `ps` lists on macOS', () => {
  expect(parsePs('    1     0     1  12345\n  501   1   501     16\n\nps: oops\n')).toEqual([
    { pid: 1, parent: 0, group: 1, session: null, born: null, bytes: 12_345 * 1024 },
    { pid: 501, parent: 1, group: 501, session: null, born: null, bytes: 16 * 1024 },
  ]);
});

it('reads what is listed on Windows, where there are no groups', () => {
  expect(
    parseWindows('0,0,8192,0\r\n4321,4,1048576,13406000000123\r\n\r\nGet-CimInstance : denied\r\n'),
  ).toEqual([
    { pid: 0, parent: 0, group: null, session: null, born: null, bytes: 8192 },
    { pid: 4321, parent: 4, group: null, session: null, born: 13_406_000_000_123, bytes: 1_048_576 },
  ]);
});

it('names the listing program by its full path', () => {
  expect(listCommand('darwin', '')).toEqual({ command: '/bin/ps', args: ['-axo', 'pid=,ppid=,pgid=,rss='] });
  const { command, args } = listCommand('win32', 'D:\\Win');
  expect(command).toBe('D:\\Win\\System32\\WindowsPowerShell\\v1.0\\powershell.exe');
  expect(args.at(-1)).toMatch(/-Property ProcessId,ParentProcessId,WorkingSetSize,CreationDate \|/);
  expect(args.slice(0, -1)).toEqual(['-NoLogo', '-NoProfile', '-NonInteractive', '-Command']);
});

it('is looked at as often as that costs little', () => {
  const intervals = [linuxTable(), listedTable('darwin', ''), listedTable('win32', '')].map(
    ({ interval }) => interval,
  );
  expect(intervals).toEqual([500, 1000, 10_000]);
});

describe.runIf(process.platform === 'linux')('the processes of Linux', () => {
  it('are listed with a child of ours, with what it weighs', async () => {
    const child = spawn('sleep', ['20'], { detached: true, stdio: 'ignore' });
    const table = linuxTable();
    const rows = await table.rows(new Set([process.pid]));
    const row = rows.find(({ pid }) => pid === child.pid);
    expect(row).toMatchObject({ parent: process.pid, group: child.pid, session: child.pid });
    expect(rows.some(({ pid }) => pid === process.pid)).toBe(false);
    expect(table.weigh([row!])).toBeGreaterThan(0);
    expect(table.weigh([row!])).toBeLessThan(64 * 1024 ** 2);
    const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    table.signal(child.pid!, 'SIGKILL');
    expect(await ended).toBe('SIGKILL');
    table.signal(child.pid!, 'SIGKILL');
  });
});
