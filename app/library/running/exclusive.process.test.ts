import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { long } from '../../../tests/support/long.ts';
import { identityOf } from './birth.ts';
import { exclusively } from './exclusive.ts';
import { readHosts, Register, type Host } from './register.ts';

let folder: string;
let all: Register[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-exclusive-'));
  all = Array.from({ length: 6 }, () => new Register(folder, () => undefined));
});
afterEach(() => {
  all.forEach((register) => register.close());
  rmSync(folder, { recursive: true });
});

const alone = <T>(register: Register, work: () => Promise<T>) =>
  exclusively(register, () => readHosts(folder, register.path), 'a file', work);

it('lets one at a time do its work, and everybody in the end', async () => {
  let busy = 0;
  const done = await Promise.all(
    all.map((register) =>
      alone(register, async () => {
        expect(++busy).toBe(1);
        await pause(5);
        busy--;
        return true;
      }),
    ),
  );
  expect(done).toEqual(all.map(() => true));
}, 30_000);

it('lets go when the work fails', async () => {
  await expect(alone(all[0]!, () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  expect(await alone(all[1]!, () => Promise.resolve('mine'))).toBe('mine');
});

const rival = (being: Host['being']): Host => ({
  path: 'rival',
  being,
  owned: [],
  wants: new Set(['a file']),
  holds: new Set(),
});

it('does not wait for a process that has ended', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  const dead = rival({ pid, at: Date.now(), exact: null });
  expect(
    await exclusively(
      all[0]!,
      () => Promise.resolve([dead]),
      'a file',
      () => Promise.resolve(1),
    ),
  ).toBe(1);
});

it('steps back for one that wrote between its two looks, and comes back', async () => {
  const living = rival(identityOf(process.pid, Math.round(performance.timeOrigin)));
  const looks = [[living], [living], []];
  const told: string[] = [];
  const register = { wants: () => told.push('wants'), done: () => told.push('done') };
  const work = () => Promise.resolve(told.push('work'));
  await exclusively(register, () => Promise.resolve(looks.shift()!), 'a file', work);
  expect(told).toEqual(['wants', 'done', 'wants', 'done', 'wants', 'work', 'done']);
});

it('says who does not let go', long, async () => {
  const living = rival(identityOf(process.pid, Math.round(performance.timeOrigin)));
  const waiting = exclusively(
    all[0]!,
    () => Promise.resolve([living]),
    'a file',
    () => Promise.resolve(),
  );
  await expect(waiting).rejects.toThrow(
    `another Plywire (pid ${process.pid}) has been busy with a file for too long`,
  );
});
