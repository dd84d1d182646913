/**
 * A question and its answer through a session (driver, rules of the wire, journal, lines), compared with a bare loop
 * over the pipes of the same child.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cfsi } from '../../app/protocols/cfsi/index.ts';
import { ready } from './echo.ts';
import { compare, type BenchRow } from './harness.ts';
import { nodeSession } from './node-session.ts';

const child = resolve('tests/bench/echo.cjs');
const trips = 20_000;

/** Asks `trips` times, each after the previous answer: the median round trip in microseconds. */
function medianTrip(ask: () => void, onAnswer: (listener: () => void) => void): Promise<number> {
  const times = new Float64Array(trips);
  let done = 0;
  let asked = 0;
  return new Promise((resolve) => {
    const next = () => {
      asked = performance.now();
      ask();
    };
    onAnswer(() => {
      times[done++] = performance.now() - asked;
      if (done === trips) resolve(1000 * times.toSorted()[trips / 2]!);
      else if (done < trips) next();
    });
    next();
  });
}

/** In its own process group, like every engine, since the system schedules groups separately. */
async function bareTrip(): Promise<number> {
  const echo = spawn(process.execPath, [child], { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  const figure = await medianTrip(
    () => void echo.stdin.write('ping\n'),
    (listener) => void echo.stdout.on('data', listener),
  );
  echo.kill();
  return figure;
}

async function sessionTrip(folder: string, round: number): Promise<number> {
  const session = nodeSession(child, cfsi, folder, round);
  await ready(session);
  const figure = await medianTrip(
    () => void session.request({ kind: 'ping' }),
    (listener) =>
      void session.subscribe((event) => {
        if (event.kind === 'alive') listener();
      }),
  );
  await session.close();
  return figure;
}

export async function run(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plywire-bench-'));
  let round = 0;
  try {
    return [
      await compare({
        work: 'median round trip through a session',
        unit: 'µs',
        ours: () => sessionTrip(folder, round++),
        reference: { name: 'bare pipes, same child', measure: bareTrip },
        target: { of: 'ratio', atMost: 1.25 },
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
