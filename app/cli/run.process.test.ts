/** How commands end whose output cannot be written, and whose input never comes. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { freshPlace } from './testing/expecting.ts';
import type { Started } from './testing/plywire.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 90_000 });

const place = freshPlace();

function file(name: string, text: string): string {
  const path = join(place().folder, name);
  writeFileSync(path, text);
  return path;
}

describe('a stdout', () => {
  it.each([
    ['convert', 'a.txt', '--to', 'sgf'],
    ['perft', 'connect4', '2'],
    ['truth', 'connect4', '--moves', '1212121'],
    ['report', 'a.txt', '--no-truth'],
    ['play', 'connect4', 'connect4', '--depth', '1'],
    ['config', 'export'],
    ['help'],
  ])('on a full disk is told of: %s %s %s', async (...args) => {
    file('a.txt', '44455\n');
    const { code, stderr } = await place().shell('"$@" > /dev/full', ...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^plywire: The standard output cannot be written: the disk is full\.$/m);
  });

  it('on a disk that becomes full within a write is told of', async () => {
    const { code, stderr } = await place().shell(
      'ulimit -f 2; "$@" > all.svg',
      'picture',
      '--game',
      'quoridor',
    );
    expect([code, stderr]).toEqual([
      2,
      'plywire: The standard output cannot be written: the file is too large for the system.\n',
    ]);
  });

  it.each([
    ['picture', '--game', 'quoridor'],
    ['convert', '--list'],
    ['truth', 'connect4', '--positions', 'positions.txt', '--time', '0.05'],
  ])('that nobody reads ends a command quietly: %s %s', long, async (...args) => {
    file('positions.txt', '7/7/7/7/7/7 x\n'.repeat(100));
    const script = 'set -o pipefail; "$@" | head -c 1 > /dev/null';
    expect(await place().shell(script, ...args)).toMatchObject({ code: 0, stderr: '' });
  });
});

/** Waits until it catches signals that Node does not, and is where nothing more comes. */
async function waiting({ child: { pid } }: Started): Promise<void> {
  const caught = () => /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]!;
  await expect.poll(() => BigInt(`0x${caught()}`) & 1n, { timeout: 60_000 }).toBe(1n);
  await sleep(300);
}

describe('an input that never comes', () => {
  it.each<[NodeJS.Signals, readonly string[]]>([
    ['SIGINT', ['convert', 'fifo', '--to', 'sgf', '--out', 'out.sgf']],
    ['SIGTERM', ['convert', 'fifo', '--to', 'sgf', '--from', 'moves']],
    ['SIGINT', ['report', 'fifo']],
    ['SIGTERM', ['suite', 'fifo', 'connect4']],
    ['SIGINT', ['match', 'connect4', 'connect4', '--openings', 'fifo']],
    ['SIGTERM', ['match', '--config', 'fifo']],
    ['SIGINT', ['config', 'import', 'fifo']],
  ])('from a FIFO ends with %s: %j', long, async (signal, args) => {
    execFileSync('mkfifo', [join(place().folder, 'fifo')]);
    const started = place().start(args);
    await waiting(started);
    started.child.kill(signal);
    const { stderr } = await started.outcome;
    expect(started.child.signalCode).toBe(signal);
    expect(stderr).toMatch(new RegExp(`^plywire: interrupted by ${signal}$`, 'm'));
    expect(existsSync(join(place().folder, 'out.sgf'))).toBe(false);
  });

  it.each([
    ['SIGINT', 130, ['convert', '-', '--to', 'sgf']],
    ['SIGTERM', 143, ['suite', '-', 'connect4']],
  ] as const)('from the standard input ends with %s', async (signal, code, args) => {
    const started = place().start(args);
    await waiting(started);
    started.child.kill(signal);
    expect(await started.outcome).toMatchObject({ code, stderr: `plywire: interrupted by ${signal}\n` });
  });

  it.each(['fifo', '-'])('as a record %s ends with a signal', async (record) => {
    execFileSync('mkfifo', [join(place().folder, 'fifo')]);
    const started = place().start(['analyse', 'connect4', '--record', record]);
    await sleep(500);
    started.child.kill('SIGINT');
    await started.outcome;
    expect(started.child.signalCode).toBe('SIGINT');
  });
});

it.each([
  ['convert', 'long.txt', '--to', 'sgf', '--out', 'out.sgf'],
  ['report', 'long.txt'],
])('is interrupted while it finds out the form of a file: %s', long, async (...args) => {
  file('long.txt', 'e2 e8 e3h\n'.repeat(1_500_000));
  const started = place().start(args);
  await waiting(started);
  const since = performance.now();
  started.child.kill('SIGINT');
  const { code, stderr } = await started.outcome;
  expect(code).toBe(130);
  expect(stderr).toMatch(/^plywire: interrupted by SIGINT$/m);
  expect(performance.now() - since).toBeLessThan(5000);
  expect(existsSync(join(place().folder, 'out.sgf'))).toBe(false);
});
