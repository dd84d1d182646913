/** Files of 200 MB: streamed where they hold many games, refused where they are one. */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { freshPlace } from './testing/expecting.ts';

const place = freshPlace();

const megabytes = 200;

/** In MiB: the most memory that a running process had, as long as it runs. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1024;
  } catch {
    return 0;
  }
}

async function convert(line: string, to: string) {
  const path = join(place().folder, 'large.txt');
  const block = line.repeat(Math.ceil((1024 * 1024) / line.length));
  const file = openSync(path, 'w');
  for (let written = 0; written < megabytes; written++) writeSync(file, block);
  closeSync(file);
  const out = join(place().folder, 'out.txt');
  const { child, outcome } = place().start(['convert', path, '--game', 'connect4', '--to', to, '--out', out]);
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, peakOf(child.pid!))), 200);
  const { code, stderr } = await outcome;
  clearInterval(watch);
  return { code, stderr, peak };
}

it('of games take no more memory than a few of them', async () => {
  const { code, stderr, peak } = await convert(`1. 4 4 {${'a note '.repeat(5000)}} 2. 4 *\n`, 'digits');
  expect(code).toBe(0);
  expect(stderr).toMatch(/^plywire: digits has no room for comments of \d{4} games\n$/);
  expect(peak).toBeGreaterThan(0);
  expect(peak).toBeLessThan(400);
});

it('of one game are refused, with the size that would do', async () => {
  const { code, stderr, peak } = await convert('1. 4 4 {a comment that goes on} ', 'pgn');
  expect(code).toBe(2);
  expect(stderr).toContain('the text of one game has at most 16 MiB');
  expect(peak).toBeLessThan(500);
});
