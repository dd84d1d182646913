/**
 * Many engines at once: how soon they are ready, how long starting them blocks the event loop, the memory per engine,
 * and how many round trips per second pass through all of them, compared with the same children on bare pipes.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Session } from '../../app/sessions/session.ts';
import { EchoChildren, ready } from './echo.ts';
import { compare, type BenchRow } from './harness.ts';
import { mebibyte, residentBytes } from './memory.ts';

/** Questions to all children together in one measurement. */
const questions = 120_000;

async function withSessions<T>(
  children: EchoChildren,
  count: number,
  work: (sessions: readonly Session[]) => Promise<T>,
): Promise<T> {
  const sessions = Array.from({ length: count }, () => children.session());
  try {
    await Promise.all(sessions.map(ready));
    return await work(sessions);
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
  }
}

/** Each child is asked again once it has answered; round trips per second over all of them. */
async function trips(asks: readonly ((onAnswer: () => void) => () => void)[]): Promise<number> {
  const began = performance.now();
  let asked = asks.length;
  let open = asks.length;
  await new Promise<void>((done) => {
    for (const make of asks) {
      const ask = make(() => {
        if (asked < questions) {
          asked++;
          ask();
        } else if (--open === 0) done();
      });
      ask();
    }
  });
  return (asked * 1000) / (performance.now() - began);
}

const sessionTrips = (children: EchoChildren, count: number): Promise<number> =>
  withSessions(children, count, (sessions) =>
    trips(
      sessions.map((session) => (onAnswer) => {
        session.subscribe((event) => {
          if (event.kind === 'alive') onAnswer();
        });
        return () => void session.request({ kind: 'ping' });
      }),
    ),
  );

async function bareTrips(children: EchoChildren, count: number): Promise<number> {
  const all = Array.from({ length: count }, () => children.bare());
  try {
    return await trips(
      all.map((child) => (onAnswer) => {
        child.stdout.on('data', onAnswer);
        return () => void child.stdin.write('ping\n');
      }),
    );
  } finally {
    for (const child of all) child.kill();
  }
}

const startOf = (children: EchoChildren, count: number): Promise<number> => {
  const began = performance.now();
  return withSessions(children, count, () => Promise.resolve(performance.now() - began));
};

/** Milliseconds from the spawn of a child on bare pipes to its first answer. */
async function bareStart(children: EchoChildren): Promise<number> {
  const began = performance.now();
  const child = children.bare();
  try {
    const answered = new Promise((done) => child.stdout.once('data', done));
    child.stdin.write('ping\n');
    await answered;
    return performance.now() - began;
  } finally {
    child.kill();
  }
}

/** The longest time that starting this many blocked the event loop, in milliseconds. */
async function blockedBy(children: EchoChildren, count: number): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await withSessions(children, count, () => Promise.resolve());
  delay.disable();
  // The measuring timer runs each millisecond; only the excess counts.
  return Math.max(0, delay.max / 1e6 - 1);
}

/** Milliseconds that the calls starting this many take: nothing else runs meanwhile. */
async function startCalls(children: EchoChildren, count: number): Promise<number> {
  const sessions = Array.from({ length: count }, () => children.session());
  const began = performance.now();
  const all = sessions.map(ready);
  const spent = performance.now() - began;
  await Promise.all(all);
  await Promise.all(sessions.map((session) => session.close()));
  return spent;
}

async function memoryOf(children: EchoChildren, count: number): Promise<number> {
  const before = residentBytes(process.pid);
  return withSessions(children, count, () =>
    Promise.resolve((residentBytes(process.pid) - before) / count / mebibyte),
  );
}

export async function run(): Promise<BenchRow[]> {
  const children = new EchoChildren();
  const alone = { reference: null };
  try {
    // First, since later measurements would reuse memory.
    const memory = await memoryOf(children, 30);
    const rows: BenchRow[] = [
      {
        work: `thirty ${children.kind} engines: our memory for one`,
        unit: 'MiB',
        ours: memory,
        ...alone,
        target: null,
      },
      await compare({
        work: `one ${children.kind} engine: start to ready`,
        unit: 'ms',
        rounds: 15,
        ours: () => startOf(children, 1),
        reference: { name: 'bare pipes', measure: () => bareStart(children) },
        target: children.kind === 'C' ? { of: 'ours', atMost: 2 } : null,
      }),
      await compare({
        work: `eight ${children.kind} engines: calls that start them`,
        unit: 'ms',
        ours: () => startCalls(children, 8),
        ...alone,
        target: { of: 'ours', atMost: 10 },
      }),
      await compare({
        work: `eight ${children.kind} engines: longest stop of the event loop`,
        unit: 'ms',
        ours: () => blockedBy(children, 8),
        ...alone,
        target: null,
      }),
      await compare({
        work: `thirty ${children.kind} engines: start to all ready`,
        unit: 'ms',
        rounds: 5,
        ours: () => startOf(children, 30),
        ...alone,
        target: null,
      }),
    ];
    for (const [count, words] of [
      [8, 'eight'],
      [30, 'thirty'],
    ] as const) {
      rows.push(
        await compare({
          work: `${words} ${children.kind} engines: round trips in all`,
          unit: '1/s',
          rounds: 5,
          ours: () => sessionTrips(children, count),
          reference: { name: 'bare pipes', measure: () => bareTrips(children, count) },
          target: count === 8 ? { of: 'ours', atLeast: 75_000 } : null,
        }),
      );
    }
    return rows;
  } finally {
    children.remove();
  }
}
