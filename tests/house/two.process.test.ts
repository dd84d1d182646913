/** Two Plywires on one home, and what a killed one leaves to the others. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { HostState } from '../../app/api/contract.ts';
import { eventually } from '../support/eventually.ts';
import { long } from '../support/long.ts';
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

it('keep games of their own, and share the engines and the settings', long, async () => {
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

it('share the games of before, though they start at the same moment', long, async () => {
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

it('sweep what a killed one has left, and touch nothing of one that runs', long, async () => {
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
  expect((await sister.state()).analyses[0]!.state).toBe('thinking');
  expect(next.host.output()).toContain(`Ended an engine (pid ${orphan})`);
  await sister.host.end('SIGTERM');
  expect(house.tickers()).toEqual([]);
});

it('open a game that the other has as a copy, and take it over once the other is killed', long, async () => {
  const first = await house.start();
  await play(first, '4');
  await play(first, '3');
  const { key } = (await first.state()).game;
  const change = [
    { kind: 'play', at: 1, moves: ['7', '7'] },
    { kind: 'annotate', node: 4, to: { comment: 'a note', glyphs: [1] } },
    { kind: 'header', name: 'event', text: 'Club' },
  ] as const;
  await first.client.game.edit({ game: key, change });
  const { nodes, headers } = (await first.state()).game;

  const second = await house.start();
  const others = async () => {
    const found: unknown[] = [];
    for await (const { id, isElsewhere, headers } of await second.client.games.others())
      found.push([id, isElsewhere, headers['event']]);
    return found;
  };
  expect(await others()).toEqual([[key, true, 'Club']]);
  await expect(second.client.games.reopen({ game: key })).rejects.toThrow(
    'Another Plywire has this game open.',
  );
  await second.client.games.copy({ game: key });
  const { game: copy } = await second.state();
  expect(copy).toMatchObject({ nodes, headers });
  expect(copy.key).not.toBe(key);
  // Neither game follows the other.
  await play(first, '1');
  await second.client.game.edit({ game: copy.key, change: [{ kind: 'delete', node: 2 }] });
  expect((await first.state()).game.nodes).toHaveLength(nodes.length + 1);
  expect((await second.state()).game.nodes).toHaveLength(nodes.length);

  await first.host.end('SIGKILL');
  expect(await others()).toEqual([[key, false, 'Club']]);
  await second.client.games.reopen({ game: key });
  expect((await second.state()).game).toMatchObject({ key, headers });
  expect((await second.state()).game.nodes).toHaveLength(nodes.length + 1);
  expect(await others()).toEqual([]);
  // It is edited here from now on, and once for each who asks.
  await second.client.games.reopen({ game: key });
  await second.client.game.undo({ game: key });
  await second.host.end('SIGTERM');
  const third = await house.start();
  const open = (await third.state()).games.map(({ id, headers }) => [id, headers['event']]);
  expect(open).toEqual(
    expect.arrayContaining([
      [key, 'Club'],
      [copy.key, 'Club'],
    ]),
  );
  await third.client.games.show({ game: key });
  expect((await third.state()).game.nodes.at(-1)).toMatchObject({ move: '1', isDeleted: true });
});
