import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { probeConfinement } from '../../app/sessions/confinement/confinement.ts';
import type { SessionOptions } from '../../app/sessions/options.ts';
import { processesWith } from '../support/processes.ts';
import { eventually } from '../support/eventually.ts';
import { greedy, launchOf, makeBench, searchOf, type Bench, type Running } from './support.ts';

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
  // Whatever it has started has gone with it.
  await eventually(() => processesWith(mark)).toEqual([]);
});

const confinement = await probeConfinement(process.env, process.platform, '/nowhere');

async function open(
  flags: readonly string[],
  sandbox: boolean,
  options: Partial<SessionOptions> = {},
): Promise<Running> {
  const environment = { GREEDY: bench.folder };
  const running = bench.open(launchOf(greedy, flags, { sandbox, environment }), { confinement, ...options });
  await running.until('ready');
  running.session.request({ kind: 'search', search: searchOf(1) });
  return running;
}

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
    expect(ending.advice).toMatch(/limit on processes in the settings/);
  });

  here('one that forks out of reach of its group ends as limit, and its children with it', async () => {
    const running = await open(['--stay', '--apart', '--processes', '60'], sandbox, { limits });
    expect((await running.session.ended).word).toBe('limit');
  });

  here('one that takes memory ends as limit', async () => {
    const running = await open(['--stay', '--memory', String(400 * mebibyte)], sandbox, { limits });
    const ending = await running.session.ended;
    expect(ending).toMatchObject({ word: 'limit', rung: 'KILL', signal: 'SIGKILL' });
    expect(ending.reason).toMatch(/^the engine takes \d+ MiB of memory; the limit is 200 MiB$/);
    expect(ending.advice).toMatch(/limit on memory in the settings/);
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
