/** From the start of a program to what the user waits for, beside a Node process that does nothing. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { freePort } from '../support/host.ts';
import { compare, type BenchRow } from './harness.ts';

const rounds = 9;

/** Milliseconds until a program has ended successfully. */
function untilDone(args: readonly string[], home: string): Promise<number> {
  const began = performance.now();
  const env = { ...process.env, PLYWIRE_HOME: home };
  const child = spawn(process.execPath, [...args], { env, stdio: 'ignore' });
  return new Promise((done, fail) => {
    child.on('exit', (code) =>
      code === 0 ? done(performance.now() - began) : fail(new Error(`${args.join(' ')} exited with ${code}`)),
    );
  });
}

/** Milliseconds until a host has served the first byte of the page. */
async function untilServed(home: string): Promise<number> {
  const port = await freePort();
  const words = ['--no-open', '--port', String(port), '--folder', home];
  const began = performance.now();
  const child = spawn(process.execPath, [resolve('dist/app/serve.cjs'), ...words], {
    env: { ...process.env, PLYWIRE_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((done) => child.on('exit', done));
  try {
    await new Promise((done) => child.stdout.once('data', done));
    return await new Promise<number>((done, fail) => {
      const asked = get(`http://127.0.0.1:${port}/`, (response) => {
        response.once('data', () => done(performance.now() - began));
        response.resume();
      });
      asked.on('error', fail);
    });
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

export async function run(): Promise<BenchRow[]> {
  const home = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  const reference = { name: 'node -e 0', measure: () => untilDone(['-e', '0'], home) };
  try {
    return [
      await compare({
        work: 'cold start: serve to its first byte',
        unit: 'ms',
        rounds,
        ours: () => untilServed(join(home, 'served')),
        reference,
        target: { of: 'ours', atMost: 400 },
      }),
      await compare({
        work: 'cold start: plywire perft connect4 1',
        unit: 'ms',
        rounds,
        ours: () => untilDone([resolve('dist/app/cli.cjs'), 'perft', 'connect4', '1'], join(home, 'counted')),
        reference,
        target: { of: 'ours', atMost: 200 },
      }),
    ];
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
