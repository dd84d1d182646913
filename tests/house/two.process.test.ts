/** Two Plywires on one home, and what a killed one leaves to the others. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostState } from '../../app/api/contract.ts';
import { eventually } from '../support/eventually.ts';
import { addTicker, SharedHome, type RunningHost } from './shared-home.ts';

let house: SharedHome;
beforeEach(() => void (house = new SharedHome()));
afterEach(async () => expect(await house.close()).toEqual([]), 60_000);

async function play({ client, state }: RunningHost, move: string): Promise<void> {
  const { key, shown } = (await state()).game;
  await client.game.play({ at: { game: key, node: shown }, move });
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

const movesOfState = ({ nodes }: HostState['game']): readonly string[] =>
  nodes.slice(1).map(({ move }) => move!);

/** The games of a host that hold moves, as their columns. */
async function gamesOf({ client, state }: RunningHost): Promise<readonly string[]> {
  const played: string[] = [];
  for (const { id, moves } of (await state()).games) {
    if (moves === 0) continue;
    await client.games.show({ game: id });
    played.push(movesOfState((await state()).game).join(''));
  }
  return played.sort();
}

it('keep games of their own, and share the engines and the settings', { timeout: 120_000 }, async () => {
  const first = await house.start();
  const second = await house.start();
  await Promise.all([play(first, '1'), play(second, '7')]);
  await Promise.all([play(first, '2'), play(second, '6')]);
  await Promise.all([addTicker(first.client, 'Ant'), addTicker(second.client, 'Bee')]);
  await first.client.settings.change({ theme: 'dark' });
  await second.client.settings.change({ flipped: true });
  await Promise.all([first.host.end('SIGKILL'), second.host.end('SIGTERM')]);

  const again = await house.start();
  const beside = await house.start();
  expect(await gamesOf(again)).toEqual(['12', '76']);
  expect(await gamesOf(beside)).toEqual([]);
  expect((await again.state()).notices).toEqual([]);
  expect((await beside.state()).notices).toEqual([
    'Another Plywire uses this home folder too and has 2 games open. Close them there to open them here.',
  ]);
  expect(beside.host.output()).toContain('plywire: Another Plywire');
  for (const { state } of [again, beside]) {
    const { engines, settings, trouble } = await state();
    expect(engines.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ant', 'Bee']));
    expect(settings).toMatchObject({ theme: 'dark', flipped: true });
    expect(trouble).toBeNull();
  }
});

it('share the games of before, though they start at the same moment', { timeout: 120_000 }, async () => {
  const before = await house.start();
  for (const column of ['1', '2', '3', '4']) {
    await before.client.games.create({ game: 'connect4' });
    await play(before, column);
  }
  await before.host.end('SIGTERM');
  const all = await Promise.all([house.start(), house.start(), house.start()]);
  const held = await Promise.all(all.map(gamesOf));
  expect(held.flat().sort()).toEqual(['1', '2', '3', '4']);
});

it(
  'copy the game that another one has open, and take it over once that one is gone',
  { timeout: 120_000 },
  async () => {
    const first = await house.start();
    await play(first, '4');
    await play(first, '3');
    const { key: game } = (await first.state()).game;
    await first.client.game.edit({
      game,
      change: [{ kind: 'annotate', node: 2, to: { comment: 'the reply' } }],
    });
    const second = await house.start();
    const listed = async () => {
      const found = [];
      for await (const one of await second.client.games.others())
        found.push([one.id, one.plies, one.isElsewhere]);
      return found;
    };
    expect(await listed()).toEqual([[game, 2, true]]);
    await expect(second.client.games.reopen({ game })).rejects.toMatchObject({
      code: 'REFUSED',
      message: 'Another Plywire has this game open.',
    });
    await second.client.games.copy({ game });
    const copy = (await second.state()).game;
    expect(copy.key).not.toBe(game);
    expect(copy.nodes).toEqual((await first.state()).game.nodes);

    await first.host.end('SIGKILL');
    expect(await listed()).toEqual([[game, 2, false]]);
    await second.client.games.reopen({ game });
    expect((await second.state()).game).toMatchObject({ key: game, nodes: copy.nodes });
  },
);

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
  await sister.host.end('SIGTERM');
  expect(house.tickers()).toEqual([]);
});
