import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isAnotherKey } from '../build/lib/host.mjs';

/** A host that takes its time to end, as one with engines does, and prints the signals it saw. */
const host = `
const { appendFileSync } = require('node:fs');
const log = process.argv[2];
const say = (text) => appendFileSync(log, text + '\\n');
const awake = setInterval(() => {}, 1000);
let ending = false;
const end = () => {
  if (ending) return;
  ending = true;
  // As tidy hosts do: nothing is left to wait for, and so it is over.
  setTimeout(() => { say('ended'); clearInterval(awake); process.exitCode = 3; }, 400);
};
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { say(signal); end(); });
process.on('disconnect', end);
say('args ' + process.argv.slice(3).join(' '));
console.log('up');
`;

describe('running the host', { timeout: 60_000 }, () => {
  let folder: string;
  let log: string;
  let starter: ChildProcess;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'plywire-host-'));
    log = join(folder, 'log');
    writeFileSync(join(folder, 'serve.cjs'), host);
    const library = new URL('../build/lib/host.mjs', import.meta.url).href;
    writeFileSync(
      join(folder, 'start.mjs'),
      `import { runHost } from ${JSON.stringify(library)};
       process.exitCode = await runHost(${JSON.stringify(join(folder, 'serve.cjs'))}, process.argv.slice(2));`,
    );
    starter = spawn(process.execPath, [join(folder, 'start.mjs'), log, '--no-open', '--port', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((resolve) => starter.stdout?.once('data', resolve));
  }, 60_000);
  afterEach(() => {
    if (starter.exitCode === null) starter.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const ended = (): Promise<number | null> =>
    new Promise((resolve) => {
      starter.on('close', resolve);
    });
  const lines = (): string[] => readFileSync(log, 'utf8').trim().split('\n');

  it('passes flags and TERM on, and the exit code back', async () => {
    starter.kill('SIGTERM');
    expect(await ended()).toBe(3);
    expect(lines()).toEqual(['args --no-open --port 0', 'SIGTERM', 'ended']);
  });

  it('makes one of a Ctrl-C that arrives twice, and waits until the host has ended', async () => {
    starter.kill('SIGINT');
    setTimeout(() => starter.kill('SIGINT'), 50);
    expect(await ended()).toBe(3);
    expect(lines().slice(1)).toEqual(['SIGINT', 'ended']);
  });

  it('lets the host know by its channel when the starter is killed outright', async () => {
    starter.kill('SIGKILL');
    await ended();
    await expect.poll(lines, { timeout: 30_000 }).toEqual(['args --no-open --port 0', 'ended']);
  });
});

it('tells a second key from the echo of the first', () => {
  expect(isAnotherKey(null, 5)).toBe(true);
  expect(isAnotherKey(5, 300)).toBe(false);
  expect(isAnotherKey(5, 2_000)).toBe(true);
});
