/**
 * A question and its answer through a session (driver, rules of the wire, journal, lines), beside a bare
 * loop over the pipes of the same child.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { cfsi } from '../../app/protocols/cfsi/index.ts';
import { Session } from '../../app/sessions/session.ts';
import { compare, perSecond, type BenchRow } from './harness.ts';

const child = resolve('tests/bench/echo.cjs');
const trips = 20_000;

/** Resolves after `trips` answers, each question sent when the former was answered. */
function bareTrips(): Promise<number> {
  const echo = spawn(process.execPath, [child], { stdio: ['pipe', 'pipe', 'ignore'] });
  return perSecond(
    trips,
    () =>
      new Promise<void>((done) => {
        let left = trips;
        echo.stdout.on('data', () => {
          if (--left === 0) done();
          else echo.stdin.write('ping\n');
        });
        echo.stdin.write('ping\n');
      }),
  ).finally(() => echo.kill());
}

async function sessionTrips(folder: string, round: number): Promise<number> {
  const session = new Session({
    id: `bench-${round}`,
    launch: {
      file: child,
      interpreter: process.execPath,
      interpreterArgs: [],
      args: [],
      folder: null,
      environment: {},
      bundled: false,
    },
    protocol: cfsi,
    journalPath: join(folder, `${round}.journal`),
  });
  const ready = new Promise<void>((done) => {
    session.subscribe((event) => {
      if (event.kind === 'ready') done();
    });
  });
  session.start();
  await ready;
  const figure = await perSecond(
    trips,
    () =>
      new Promise<void>((done) => {
        let left = trips;
        session.subscribe((event) => {
          if (event.kind !== 'alive') return;
          if (--left === 0) done();
          else session.request({ kind: 'ping' });
        });
        session.request({ kind: 'ping' });
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
        work: 'round trips through a session',
        unit: 'trips/s',
        ours: () => sessionTrips(folder, round++),
        reference: { name: 'bare pipes, same child', measure: bareTrips },
        // A median within 1.25 times the bare one.
        target: { of: 'ratio', atLeast: 0.8 },
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
