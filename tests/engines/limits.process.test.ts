import { spawn, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { probeConfinement } from '../../app/sessions/confinement/confinement.ts';
import { systemClock } from '../../app/sessions/clock.ts';
import { linuxTable } from '../../app/sessions/watch/process-table.ts';
import { Watchdog, type LimitPassed } from '../../app/sessions/watch/watchdog.ts';
import type { SessionOptions } from '../../app/sessions/options.ts';
import { processesWith } from '../support/processes.ts';
import { eventually } from '../support/eventually.ts';
import { greedy, launchOf, makeBench, searchOf, type Bench, type RunningSession } from './support.ts';

vi.setConfig({ testTimeout: 90_000 });

const mebibyte = 1024 * 1024;

let bench: Bench;
/** In the environment of everything that an engine of this test starts. */
let mark: string;
beforeEach(() => {
  bench = makeBench();
  mark = `GREEDY=${bench.folder}`;
});
afterEach(async () => {
  expect(await bench.clean()).toEqual([]);
  // Everything that it started is gone.
  await eventually(() => processesWith(mark)).toEqual([]);
});

const confinement = await probeConfinement(process.env, process.platform, '/nowhere');

async function open(
  flags: readonly string[],
  sandbox: boolean,
  options: Partial<SessionOptions> = {},
): Promise<RunningSession> {
  const environment = { GREEDY: bench.folder };
  const running = bench.open(launchOf(greedy, flags, { sandbox, environment }), { confinement, ...options });
  await running.until('ready');
  running.session.request({ kind: 'search', search: searchOf(1) });
  return running;
}

describe('what processes hold that is not memory of theirs', () => {
  const perl = it.runIf(
    process.platform === 'linux' && process.arch === 'x64' && existsSync('/usr/bin/perl'),
  );
  const watchdog = new Watchdog(linuxTable(), systemClock);
  /** Runs Perl until the watch reports something, or until it says that it is done. */
  async function passedBy(text: string): Promise<LimitPassed | 'done'> {
    const child = spawn('/usr/bin/perl', ['-e', `$| = 1; ${text}; print "done"; sleep 60`], {
      detached: true,
    });
    const limits = { memoryBytes: 100 * mebibyte, processes: 4 };
    let unwatch = (): void => {};
    const passed = new Promise<LimitPassed>((resolve) => {
      unwatch = watchdog.watch({ root: child.pid!, limits, keepers: 0, onPassed: resolve });
    });
    const done = new Promise<'done'>((resolve) => child.stdout.once('data', () => resolve('done')));
    await done;
    // Two samples suffice to see all that is held when it is done.
    const looked = new Promise<'done'>((resolve) => systemClock.setTimer(() => resolve('done'), 1200));
    const result = await Promise.race([passed, looked]);
    unwatch();
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    return result;
  }
  const memfd = (mebibytes: number): string =>
    `my $n = "x"; my $f = syscall(319, $n, 0); open(my $h, ">&=", $f); my $m = "y" x ${mebibyte}; syswrite($h, $m) for 1..${mebibytes};`;

  perl('is counted as memory where it is a file in memory', async () => {
    expect(await passedBy(memfd(120))).toMatchObject({ kind: 'memory', limit: 100 * mebibyte });
    expect(await passedBy(memfd(60))).toBe('done');
  });

  perl('is bounded where it is open files', async () => {
    const open = `open($h[$_], "<", "/dev/null") or last for 1..17000`;
    const most = Number(spawnSync('/bin/sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).stdout);
    const expected = most > 17_010 ? { kind: 'files', limit: 16_384 } : expect.anything();
    expect(await passedBy(open)).toEqual(expected);
  });
});

describe('the scratch folder of an engine', () => {
  it.runIf(confinement.sandbox.runs)('ends it as limit when it has grown too large', async () => {
    const file = join(bench.folder, 'hoarder');
    writeFileSync(
      file,
      '#!/bin/sh\nhead -c 30000000 /dev/zero > "$HOME/hoard"\nread line; read line; read line\n',
      {
        mode: 0o755,
      },
    );
    const scratch = join(bench.folder, 'scratch');
    const limits = { memoryBytes: 4096 * mebibyte, processes: 32, scratchBytes: 20 * mebibyte };
    const launch = launchOf(file, [], { sandbox: true });
    const { session } = bench.open(launch, { confinement: { ...confinement, scratch }, limits });
    const ending = await session.ended;
    expect(ending).toMatchObject({ word: 'limit', rung: 'KILL' });
    expect(session.scratch?.startsWith(scratch)).toBe(true);
    const full = new RegExp(
      `^the engine's scratch folder ${session.scratch} takes [\\d.]+ MiB or more; the limit is 20 MiB$`,
    );
    expect(ending.reason).toMatch(full);
    // It would be killed again: for bytes of this run.
    const next = bench.open(launch, { confinement: { ...confinement, scratch }, limits }).session;
    const refused = await next.ended;
    expect(refused).toMatchObject({ word: 'unstartable', reason: expect.stringMatching(full) });
    expect(refused.advice).toContain(`Delete ${session.scratch}, or `);
    rmSync(session.scratch!, { recursive: true });
    const again = bench.open(launchOf('/bin/cat', [], { sandbox: true }), {
      ...{ confinement: { ...confinement, scratch }, limits },
    }).session;
    await again.close();
    expect((await again.ended).word).not.toBe('unstartable');
  });
});

describe.each([
  ['without a sandbox', false],
  ['in the sandbox', true],
])('%s', (_, sandbox) => {
  const here = it.runIf(!sandbox || confinement.sandbox.runs);
  const limits = { memoryBytes: 200 * mebibyte, processes: 32 };

  here('one that forks and forks ends as limit', async () => {
    const running = await open(['--stay', '--processes', '150'], sandbox, { limits });
    const ending = await running.session.ended;
    expect(ending).toMatchObject({ word: 'limit', rung: 'KILL', signal: 'SIGKILL' });
    expect(ending.reason).toMatch(/^the engine runs \d+ processes; the limit is 32$/);
    expect(ending.advice).toMatch(/process limit in the settings/);
  });

  here('one that forks out of reach of its group ends as limit, and its children with it', async () => {
    const running = await open(['--stay', '--apart', '--processes', '60'], sandbox, { limits });
    expect((await running.session.ended).word).toBe('limit');
  });

  here('one that takes memory ends as limit', async () => {
    const running = await open(['--stay', '--memory', String(400 * mebibyte)], sandbox, { limits });
    const ending = await running.session.ended;
    expect(ending).toMatchObject({ word: 'limit', rung: 'KILL', signal: 'SIGKILL' });
    expect(ending.reason).toMatch(/^the engine uses \d+ MiB of memory; the limit is 200 MiB$/);
    expect(ending.advice).toMatch(/memory limit in the settings/);
  });

  here('one that begins at its quit lines is killed on its way out', async () => {
    const running = await open(['--stay', '--at-quit', '--processes', '150'], sandbox, { limits });
    const ending = await running.session.close();
    expect(ending.rung).toBe('KILL');
    expect(running.lines('note')).not.toContain('sending TERM');
  });

  here('one that stays within its limits plays on', async () => {
    const running = await open(['--memory', String(40 * mebibyte), '--processes', '5'], sandbox, { limits });
    await eventually(() => processesWith(mark).length).toBeGreaterThan(5);
    running.session.request({ kind: 'stop' });
    await running.until('report', ({ final }) => final);
    expect(await running.session.close()).toMatchObject({ word: 'quit', rung: 'quit lines' });
  });
});
