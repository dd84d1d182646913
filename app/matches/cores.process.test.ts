import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { bind, canBind, coreSets } from './affinity.ts';
import { physicalCores } from './cores.ts';

/** Processors with their sockets and cores. */
const cpuInfo = (...all: readonly [number, number | null, number | null][]): string =>
  all
    .map(([processor, socket, core]) =>
      [
        `processor\t: ${processor}`,
        ...(socket === null ? [] : [`physical id\t: ${socket}`]),
        ...(core === null ? [] : [`core id\t\t: ${core}`]),
      ].join('\n'),
    )
    .join('\n\n');

const threads = cpuInfo([0, 0, 0], [1, 0, 1], [2, 0, 0], [3, 0, 1], [4, 1, 0], [5, 1, 0]);

it.each([
  [
    'threads of a core together',
    threads,
    null,
    [
      [0, 2],
      [1, 3],
      [4, 5],
    ],
  ],
  ['those alone that are allowed', threads, 'Cpus_allowed_list:\t1-2,5\n', [[1], [2], [5]]],
  ['each processor where cores are not told', cpuInfo([0, null, null], [1, null, null]), null, [[0], [1]]],
  ['none where nothing is told', '', null, []],
] as const)('has %s', (_, info, status, expected) => {
  const sets = coreSets(info, status).map((set) => [...set]);
  expect(sets.sort((one, other) => one[0]! - other[0]!)).toEqual(expected);
});

it('counts a core once', () => {
  expect(physicalCores(cpuInfo([0, 0, 0], [1, 0, 0]))).toBe(1);
});

it.runIf(canBind())('binds a process to a core', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  try {
    const [processor] = coreSets()[0]!;
    expect(await bind(child.pid!, [processor!])).toBe(true);
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Cpus_allowed_list:\\s*${processor}$`, 'm'));
  } finally {
    child.kill('SIGKILL');
  }
});

it.runIf(canBind())('says that a process is gone', async () => {
  const child = spawn('true', { stdio: 'ignore' });
  await once(child, 'close');
  expect(await bind(child.pid!, [0])).toBe(false);
});
