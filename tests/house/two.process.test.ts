/** Two Plywires on one home, and what a killed one leaves to the others. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { addTicker, SharedHome, type RunningHost } from './shared-home.ts';

let house: SharedHome;
beforeEach(() => void (house = new SharedHome()));
afterEach(async () => expect(await house.close()).toEqual([]), 60_000);

async function play({ client, state }: RunningHost, move: string): Promise<void> {
  const { key, cursor } = (await state()).game;
  await client.game.play({ at: { key, cursor }, move });
}

/** Adds an engine and waits until its connection test has finished. */
async function met({ client, state }: RunningHost, name: string): Promise<string> {
  const before = house.tickers();
  const id = await addTicker(client, name);
  await eventually(
    async () => (await state()).engines.find((engine) => engine.id === id)!.contact.state,
  ).toBe('ok');
  await eventually(() => house.tickers()).toEqual(before);
  return id;
}

/** Returns the pid of the engine that thinks from now on. */
async function think({ client }: RunningHost, engine: string): Promise<number> {
  const before = house.tickers();
  await client.analysis.start({ engine, protocol: 'cfp' });
  await eventually(() => house.tickers().length).toBe(before.length + 1);
  return house.tickers().find((pid) => !before.includes(pid))!;
}

const movesOf = async ({ state }: RunningHost) => (await state()).game.moves;

it('keep a game each, and share the engines and the settings', { timeout: 120_000 }, async () => {
  const first = await house.start();
  const second = await house.start();
  expect((await first.state()).notices).toEqual([]);
  expect((await second.state()).notices).toEqual([
    `Another Plywire (pid ${first.host.pid}) uses this home folder too. They share engines and settings; this one has its own game, in game-2.json.`,
  ]);
  expect(second.host.output()).toContain('plywire: Another Plywire');
  await Promise.all([play(first, '1'), play(second, '7')]);
  await Promise.all([play(first, '2'), play(second, '6')]);
  await Promise.all([addTicker(first.client, 'Ant'), addTicker(second.client, 'Bee')]);
  await first.client.settings.change({ theme: 'dark' });
  await second.client.settings.change({ flipped: true });
  await Promise.all([first.host.end('SIGKILL'), second.host.end('SIGTERM')]);

  const [again, beside] = [await house.start(), await house.start()];
  expect([await movesOf(again), await movesOf(beside)]).toEqual([
    ['1', '2'],
    ['7', '6'],
  ]);
  for (const { state } of [again, beside]) {
    const { engines, settings, trouble } = await state();
    expect(engines.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ant', 'Bee']));
    expect(settings).toMatchObject({ theme: 'dark', flipped: true });
    expect(trouble).toBeNull();
  }
});

it('have a game each though they start at the same moment', { timeout: 120_000 }, async () => {
  const all = await Promise.all([house.start(), house.start(), house.start()]);
  const columns = ['1', '2', '3'];
  await Promise.all(all.map((running, index) => play(running, columns[index]!)));
  const kept = ['game.json', 'game-2.json', 'game-3.json'].map(
    (name) =>
      (JSON.parse(readFileSync(join(house.kept, name), 'utf8')) as { record: { moves: string[] } }).record,
  );
  expect(kept.flatMap(({ moves }) => moves).sort()).toEqual(columns);
});

it('sweep what a killed one has left, and touch nothing of one that runs', { timeout: 120_000 }, async () => {
  // Without `setpriv` the engines outlive their host, as on systems other than Linux.
  const environment = { PATH: house.path };
  const killed = await house.start({ environment });
  const sister = await house.start({ environment });
  const orphan = await think(killed, await met(killed, 'Ticker'));
  const safe = await think(sister, await met(sister, 'Sister'));
  await killed.host.end('SIGKILL');
  expect(house.tickers()).toContain(orphan);

  const next = await house.start();
  await eventually(async () => (await next.state()).notices).toContain(
    `Ended an engine (pid ${orphan}) left over from a killed Plywire.`,
  );
  expect(house.tickers()).toEqual([safe]);
  expect((await sister.state()).analysis.state).toBe('thinking');
  expect(next.host.output()).toContain(`Ended an engine (pid ${orphan})`);
  // The slot of the killed one is free again.
  await play(next, '3');
  expect(existsSync(join(house.kept, 'game-3.json'))).toBe(false);
  await sister.host.end('SIGTERM');
  expect(house.tickers()).toEqual([]);
});
