/** The second signal ends a command whose proper end, which the first one has begun, does not come. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withBundle } from '../../build/lib/bundle.mjs';
import { root } from '../../build/lib/steps.mjs';
import { long } from '../../tests/support/long.ts';
import { freshPlace } from './testing/expecting.ts';

const place = freshPlace();
const patience = { timeout: 60_000 };

it('comes in time while the command may still end properly, and ends it where that has taken eight seconds', async () => {
  await withBundle(root, { hanging: join(root, 'app/cli/testing/hanging.ts') }, async (out) => {
    const child = spawn(process.execPath, [join(out, 'hanging.mjs')], { cwd: place().folder });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'close');
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
    await expect.poll(() => told, patience).toContain('begun\n');
    child.kill('SIGINT');
    await expect.poll(() => told, patience).toContain('called off\n');
    child.kill('SIGINT');
    // Only a process that lives answers, and one that has answered has taken the signals before.
    for (const moved of ['0', '8001']) {
      child.stdin.write(`${moved}\n`);
      await expect.poll(() => told, patience).toContain(`moved ${moved}\n`);
    }
    child.kill('SIGTERM');
    expect(await ended).toEqual([null, 'SIGTERM']);
  });
});

it('ends a command at once whose output is not read', long, async () => {
  writeFileSync(join(place().folder, 'long.txt'), '44455\n'.repeat(100_000));
  const { child, stdout, outcome } = place().start(['convert', 'long.txt', '--to', 'sgf', '--from', 'moves']);
  await expect.poll(() => stdout().length, patience).toBeGreaterThan(0);
  child.stdout.pause();
  const catches = (): boolean => {
    const [, caught] = /^SigCgt:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))!;
    return (BigInt(`0x${caught}`) & 2n) !== 0n;
  };
  expect(catches()).toBe(true);
  child.kill('SIGINT');
  await expect.poll(catches, patience).toBe(false);
  expect(child.exitCode).toBeNull();
  child.kill('SIGINT');
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGINT');
  child.stdout.resume();
  await outcome;
});
