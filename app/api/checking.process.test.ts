/** Checks of engines on a host: the room that they take, and what is kept of them. */
import { parse } from 'junit2json';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { runs } from '../../tests/support/processes.ts';
import type { CheckEvent } from './contract.ts';
import { openHouse, type House } from './testing/house.ts';

vi.setConfig({ testTimeout: 120_000 });

let house: House;
let closed = false;
beforeEach(async () => {
  house = await openHouse();
  closed = false;
});
afterEach(async () => {
  if (!closed) expect(await house.close()).toEqual([]);
});

const only = ['cfpok'];
type Events = AsyncIterator<CheckEvent>;

const begin = async (engine: string, more: { jobs?: number } = {}, signal?: AbortSignal): Promise<Events> => {
  const events = await house.client.jobs.check({ engine, only, ...more }, signal && { signal });
  return events[Symbol.asyncIterator]();
};

async function rest(events: Events): Promise<CheckEvent[]> {
  const all: CheckEvent[] = [];
  for (let next = await events.next(); !next.done; next = await events.next()) all.push(next.value);
  return all;
}

it('wait for room among the engines that may run, and count as such', async () => {
  const { client, core } = house;
  await client.settings.change({ enginesAtOnce: 1 });
  const mine = await house.add('Mine');
  const mute = await house.add('Mute', '--silent');
  const { session } = core.launcher.open(mine, 'cfp', 'first player');
  const events = await begin(mine, { jobs: 4 });
  expect((await events.next()).value).toEqual({ kind: 'begins', checks: 1 });
  const waiting = events.next();
  const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 300, 'none'))]);
  expect(early).toBe('none');
  await session.close();
  expect((await waiting).value).toEqual({ kind: 'running', id: 'cfpok' });
  expect((await rest(events)).at(-1)).toMatchObject({ kind: 'summary', holds: true });
  await expect.poll(() => core.sessionRegistry.room.free > 0).toBe(true);

  const stop = new AbortController();
  const slow = await begin(mute, {}, stop.signal);
  await slow.next();
  await slow.next();
  await expect(client.analysis.start({ engine: mine, protocol: 'cfp' })).rejects.toMatchObject({
    message: 'Mine was not started: one engine is already running, which is the limit in the settings.',
  });
  stop.abort();
  await slow.return?.();
  await expect.poll(() => core.sessionRegistry.room.free > 0, { timeout: 30_000 }).toBe(true);
  expect(await client.jobs.checked({ engine: mute })).toMatchObject({ state: 'cancelled', results: [] });
});

it('are kept with what single checks found since, and told as files', async () => {
  const { client } = house;
  const mine = await house.add('Mine & more');
  expect(await client.jobs.checked({ engine: mine })).toBeNull();
  await expect(client.jobs.checkReport({ engine: mine, form: 'text' })).rejects.toMatchObject({
    message: 'That engine has no check results yet.',
  });
  for (const id of ['id-name', 'isready']) {
    const stream = await client.jobs.check({ engine: mine, only: [id], jobs: 2 });
    await rest(stream[Symbol.asyncIterator]());
  }
  const record = await client.jobs.checked({ engine: mine, protocol: 'cfp' });
  expect(record).toMatchObject({ protocol: 'cfp', state: 'done', level: 'beyond' });
  // In the order of the table.
  expect(record!.results.map(({ id }) => id)).toEqual(['cfpok', 'id-name', 'isready']);
  expect(record!.summary.levels.must.pass).toBe(3);
  expect(await client.jobs.checked({ engine: mine, protocol: 'cfsi' })).toBeNull();

  const report = (form: 'text' | 'json' | 'junit', check?: string) =>
    client.jobs.checkReport({ engine: mine, form, ...(check !== undefined && { check }) });
  const text = await report('text');
  expect(text.name).toBe('check-Mine-more-cfp.txt');
  expect(text.text).toMatch(/^Mine & more over cfp, 3 checks:\npass +cfpok: /);
  expect(text.text).toContain('All required rules hold.');
  expect((await report('text', 'isready')).text).toMatch(/^pass +isready: .*\n$/);
  const objects = (await report('json')).text.trimEnd().split('\n');
  expect(objects.map((line) => (JSON.parse(line) as { kind: string }).kind)).toEqual([
    ...['check', 'check', 'check', 'summary'],
  ]);
  const junit = await report('junit');
  expect(junit.name).toMatch(/\.xml$/);
  expect(await parse(junit.text)).toMatchObject({ testsuite: [{ name: 'cfp must', tests: 3, failures: 0 }] });
});

it('leave no process when the house is closed in their midst', async () => {
  const mute = await house.add('Mute', '--silent');
  const pids: number[] = [];
  const entered = house.core.caretaker.entered.bind(house.core.caretaker);
  Object.assign(house.core.caretaker, {
    entered: (pid: number) => {
      pids.push(pid);
      entered(pid);
    },
  });
  const events = await begin(mute);
  await events.next();
  await events.next();
  expect(pids.map(runs)).toEqual([true]);
  closed = true;
  expect(await house.close()).toEqual([]);
  expect(pids.map(runs)).toEqual([false]);
});
