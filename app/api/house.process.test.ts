/** The core as its clients meet it: engines that are met, change and go; games; analysis; jobs. */
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { games } from '../games/registry.ts';
import { EngineRegistry } from '../library/engines.ts';
import { homeFor } from '../library/home.ts';
import type { HostState, Player } from './contract.ts';
import { misbehave, openHouse, type House } from './testing/house.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const state = (): HostState => house.core.publisher.snapshot();
const engineOf = (id: string) => state().engines.find((engine) => engine.id === id)!;
const place = () => house.core.games.place;
const sentTo = (wanted: string): string[] =>
  house.core.sessionRegistry
    .list()
    .filter(({ purpose }) => purpose === wanted)
    .flatMap(({ session }) => session.traffic.read(0, 10_000).lines)
    .filter(({ direction }) => direction === 'sent')
    .map(({ text }) => text);
const seat = (engine: string, changes: Partial<Extract<Player, { kind: 'engine' }>> = {}): Player => ({
  kind: 'engine',
  engine,
  protocol: 'cfp',
  limit: { kind: 'time', seconds: 0.1 },
  options: {},
  ...changes,
});
const wait = { timeout: 30_000, interval: 10 };

it('shows engines that another Plywire adds and removes', long, async () => {
  const path = homeFor({ PLYWIRE_HOME: join(house.folder, 'home') }).engines;
  const { registry } = await EngineRegistry.open(path, []);
  const { record } = await registry.add({
    ...{ name: 'Added', protocol: 'cfp', file: process.execPath, args: [misbehave], folder: null },
    ...{ interpreter: null, interpreterArgs: [], environment: {}, sandbox: false },
  });
  await expect.poll(() => engineOf(record.id)?.name, wait).toBe('Added');
  await registry.remove(record.id);
  await expect.poll(() => engineOf(record.id), wait).toBeUndefined();
});

describe('first contact', () => {
  it('finds out what an engine offers, and keeps it', async () => {
    const id = await house.add('Good');
    await house.client.engines.check({ engine: id });
    expect(engineOf(id)).toMatchObject({
      contact: { state: 'ok' },
      identity: { name: 'Misbehave 1.0', author: 'tester' },
      options: [{ type: 'spin', name: 'Search Depth', default: 5 }],
    });
    expect(state().sessions).toEqual([]);
    house = await house.restart();
    expect(engineOf(id)).toMatchObject({
      contact: { state: 'unknown' },
      identity: { name: 'Misbehave 1.0' },
    });
  });

  it.each<[string, string[], string, RegExp]>([
    [
      'exits early',
      ['--exit-early', '1'],
      'handshake',
      /exited with code 1 before `cfpok`.*cannot find my book/,
    ],
    ['speaks another protocol', ['--wrong-protocol'], 'handshake', /./],
  ])('says why it failed where the engine %s', long, async (_, flags, word, reason) => {
    await house.client.settings.change({
      deadlines: { handshake: 8000, ready: 8000, stop: 8000, move: 8000 },
    });
    const id = await house.add('Bad', ...flags);
    await house.client.engines.check({ engine: id });
    await expect.poll(() => engineOf(id).contact.state, wait).toBe('failed');
    const { contact } = engineOf(id);
    if (contact.state !== 'failed') throw new Error('not failed');
    expect(contact.ending.word).toBe(word);
    expect(contact.ending.reason).toMatch(reason);
    expect(contact.ending.advice).not.toBe('');
    // Its console stays to be read.
    expect(state().sessions).toHaveLength(1);
  });

  it('says what cannot be started, and learns better when it is mended', async () => {
    const file = join(house.folder, 'engine.sh');
    writeFileSync(file, 'no program');
    const { client, core } = house;
    const [root] = await client.files.roots();
    const { entries } = await client.files.list({ folder: root!.id });
    const { engine } = await client.engines.add({
      file: entries.find(({ name }) => name === 'engine.sh')!.id,
      settings: { name: 'Mine', protocol: 'cfp', args: [], environment: {}, sandbox: false },
    });
    await expect.poll(() => engineOf(engine).contact.state, wait).toBe('failed');
    expect(core.contacts.contactOf(engine)).toMatchObject({
      ending: { word: 'unstartable', reason: expect.stringContaining('not executable') },
    });
  });

  it('outlives the removal of the engine that is being met', async () => {
    const id = await house.add('Good');
    const met = house.client.engines.check({ engine: id }).catch(() => undefined);
    await house.client.engines.remove({ engine: id });
    await met;
    expect(state().engines.map(({ id: other }) => other)).not.toContain(id);
    await house.client.engines.restore({ engine: id });
    expect(engineOf(id).name).toBe('Good');
  });

  it('meets the bundled engine over both of its protocols', async () => {
    await house.client.engines.check({ engine: 'connect4' });
    expect(engineOf('connect4')).toMatchObject({ contact: { state: 'ok' }, protocols: ['cfsi', 'cfp'] });
    const types = new Set(engineOf('connect4').options.map(({ type }) => type));
    expect([...types].sort()).toEqual(['button', 'check', 'combo', 'spin', 'string']);
  });
});

describe('options', () => {
  it('are sent to running engines when they change, only those, and back to the default too', async () => {
    const id = await house.add('Good');
    const { client } = house;
    await client.analysis.start({ engine: id, protocol: 'cfp' });
    await expect.poll(() => state().analyses[0]?.state, wait).toBe('thinking');
    const options = () => sentTo('analysis').filter((line) => line.startsWith('setoption'));
    await client.engines.setOptions({ engine: id, values: { 'Search Depth': '9' } });
    await expect.poll(options, wait).toHaveLength(1);
    expect(options()[0]).toMatch(/Search Depth.*9/);
    expect(engineOf(id).values).toEqual({ 'Search Depth': '9' });
    await client.engines.setOptions({ engine: id, values: { 'Search Depth': '9' } });
    await client.engines.setOptions({ engine: id, values: { 'Search Depth': '5' } });
    await expect.poll(options, wait).toHaveLength(2);
    expect(options()[1]).toMatch(/Search Depth.*5/);
    expect(engineOf(id).values).toEqual({});
    // And it goes on thinking.
    const last = () => sentTo('analysis').findLastIndex((line) => line.startsWith('setoption'));
    await expect
      .poll(
        () =>
          sentTo('analysis')
            .slice(last())
            .some((line) => line.startsWith('go')),
        wait,
      )
      .toBe(true);
  });

  it('of one side hold for that side, whatever is kept for the engine', async () => {
    const id = await house.add('Good', '--early');
    const { client } = house;
    await client.game.setPlayer({
      ...house.of,
      seat: 1,
      player: seat(id, { options: { 'Search Depth': '3' } }),
    });
    await client.game.start(house.of);
    await client.game.play({ at: place(), move: '4' });
    await expect.poll(() => house.record.moves.length, wait).toBe(2);
    await client.engines.setOptions({ engine: id, values: { 'Search Depth': '7' } });
    await client.game.play({ at: place(), move: '4' });
    await expect.poll(() => house.record.moves.length, wait).toBe(4);
    const sent = () => sentTo('second player').filter((line) => line.startsWith('setoption'));
    expect(sent()).toHaveLength(1);
    // Its own value gone, what is kept for the engine holds; the process stays the same.
    await client.game.setPlayer({ ...house.of, seat: 1, player: seat(id) });
    await client.game.play({ at: place(), move: '5' });
    await expect.poll(sent, wait).toHaveLength(2);
    expect(sent()[1]).toMatch(/7/);
    expect(state().sessions).toHaveLength(1);
  });

  it('survive a restart of the engine: the kept ones as they are now, its own as they were', async () => {
    const id = await house.add('Good', '--early');
    const { client } = house;
    await client.engines.setOptions({ engine: id, values: { 'Search Depth': '7' } });
    await client.analysis.start({ engine: id, protocol: 'cfp' });
    await expect.poll(() => state().analyses[0]?.state, wait).not.toBe('starting');
    await client.engines.setOptions({ engine: id, values: { 'Search Depth': '8' } });
    await client.sessions.restart({ session: house.analysis.session!.id });
    await expect
      .poll(() => sentTo('analysis').filter((line) => line.startsWith('setoption')), wait)
      .toEqual([expect.stringMatching(/8/)]);
  });
});

describe('the game', () => {
  it('is played by the bundled engine and comes back after a restart', async () => {
    const { client } = house;
    await client.game.setPlayer({ ...house.of, seat: 1, player: seat('connect4', { protocol: 'cfsi' }) });
    await client.game.start(house.of);
    await client.game.play({ at: place(), move: '4' });
    await expect.poll(() => house.record.moves.length, wait).toBe(2);
    const before = state().game;
    house = await house.restart();
    expect(state().game).toMatchObject({
      key: before.key,
      nodes: before.nodes,
      shown: 2,
      players: before.players,
      running: false,
      thinking: null,
    });
  });

  it('is there up to a line of its file that cannot be read, and says so', async () => {
    await house.client.game.play({ at: place(), move: '4' });
    const path = join(house.core.home.games, `${place().game}.game`);
    appendFileSync(path, '{"do":[{"kind":"delete","node":9}]}\n');
    house = await house.restart();
    expect(state().game.nodes).toHaveLength(2);
    expect(state().trouble).toMatch(
      /\.game could not be read .+ the game is opened as it was before that line/,
    );
    expect(readFileSync(`${path}.unreadable`, 'utf8')).toContain('"delete"');
    house = await house.restart();
    expect(state()).toMatchObject({ trouble: null, game: { nodes: [{}, { move: '4' }] } });
  });

  it('of an older version becomes a log once, and its file stays', async () => {
    const { folder } = house.core.home;
    const record = {
      ...{ version: 1, key: 'g-old', game: 'connect4', setup: { width: 7, height: 6 }, start: null },
      ...{ moves: ['4', '3'], cursor: 1 },
    };
    const players = [{ kind: 'human' }, { kind: 'human' }];
    const older = join(folder, 'game.json');
    writeFileSync(older, JSON.stringify({ version: 1, record, players }));
    house = await house.restart();
    expect(state().game).toMatchObject({ key: 'g-old', shown: 1, nodes: [{}, { move: '4' }, { move: '3' }] });
    expect(existsSync(older)).toBe(false);
    expect(readFileSync(`${older}.converted`, 'utf8')).toContain('g-old');
    house = await house.restart();
    expect(state().game.key).toBe('g-old');
    expect(state().trouble).toBeNull();
  });

  it('is not lost by a restart of the engine that thinks: it is asked again', async () => {
    const id = await house.add('Good');
    const { client, core } = house;
    await client.game.setPlayer({
      ...house.of,
      seat: 0,
      player: seat(id, { limit: { kind: 'time', seconds: 60 } }),
    });
    await client.game.start(house.of);
    const sitting = () =>
      core.sessionRegistry.list().find(({ purpose }) => purpose === 'first player')?.session;
    await expect.poll(() => sitting()?.state, wait).toBe('thinking');
    const before = sitting()!;
    await client.sessions.restart({ session: before.id });
    expect(before.ending?.word).toBe('quit');
    await expect.poll(() => sitting()?.state, wait).toBe('thinking');
    expect(sitting()).not.toBe(before);
    expect(state().game).toMatchObject({ running: true, thinking: { seat: 0, at: 0 }, ending: null });
    await client.game.moveNow(house.of);
    await expect.poll(() => house.record.moves, wait).toEqual(['4']);
  });

  it('has one engine at a seat though two clients restart it at once', async () => {
    const id = await house.add('Good');
    const { client, core } = house;
    await client.game.setPlayer({
      ...house.of,
      seat: 0,
      player: seat(id, { limit: { kind: 'time', seconds: 60 } }),
    });
    await client.game.start(house.of);
    await expect.poll(() => state().sessions.map((session) => session.state), wait).toEqual(['thinking']);
    const session = state().sessions[0]!.id;
    const restarts = await Promise.allSettled([
      client.sessions.restart({ session }),
      client.sessions.restart({ session }),
    ]);
    expect(restarts.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(restarts[1]).toMatchObject({ reason: { code: 'REFUSED' } });
    expect(core.sessionRegistry.list()).toHaveLength(1);
  });

  it('ends where its engine is gone from the list, without a host that falls', async () => {
    const id = await house.add('Good');
    await house.client.game.setPlayer({ ...house.of, seat: 0, player: seat(id) });
    await house.core.engines.remove(id);
    await house.client.game.start(house.of);
    await expect.poll(() => state().game.ending?.word, wait).toBe('void');
    expect(state().game).toMatchObject({ running: false, thinking: null });
  });

  it('keeps its players while another one is shown, which takes the analysis of its kind away', async () => {
    const { client } = house;
    const id = await house.add('Good');
    const { of } = house;
    await client.game.setPlayer({ ...of, seat: 1, player: seat(id) });
    await client.analysis.start({ engine: id, protocol: 'cfp' });
    await client.games.create({ game: 'quoridor' });
    expect(state().analyses).toEqual([]);
    expect(state().game.players.map(({ kind }) => kind)).toEqual(['human', 'human']);
    await client.games.show(of);
    expect(state().analyses).toMatchObject([{ engine: id, state: 'off' }]);
    expect(state().game.players.map(({ kind }) => kind)).toEqual(['human', 'engine']);
  });

  it('is played on in the background, closed and opened again', async () => {
    const { client } = house;
    const id = await house.add('Good');
    const { of } = house;
    await client.game.setPlayer({ ...of, seat: 1, player: seat(id) });
    await client.game.start(of);
    await client.game.play({ at: place(), move: '4' });
    await client.games.create({ game: 'morris' });
    const nodes = () => house.core.games.get(of.game).tree.nodes.length;
    await expect.poll(nodes, wait).toBe(3);
    expect(
      state()
        .games.map(({ gameId }) => gameId)
        .toSorted(),
    ).toEqual([...games.keys()].toSorted());
    await client.games.close(of);
    await expect(client.games.show(of)).rejects.toMatchObject({ code: 'REFUSED' });
    await client.games.reopen(of);
    expect(state().game).toMatchObject({ key: of.game, shown: 2, running: false });
  });

  it('is empty until something is done in it, and not once it is set up or commented', async () => {
    const { client, of } = house;
    const isEmpty = () => state().games.find(({ id }) => id === state().game.key)?.isEmpty;
    expect(isEmpty()).toBe(true);
    await client.game.edit({
      ...of,
      change: [{ kind: 'annotate', node: 0, to: { comment: 'to be studied' } }],
    });
    expect(isEmpty()).toBe(false);
    await client.games.create({ game: 'morris' });
    expect(isEmpty()).toBe(true);
    await client.games.create({ game: 'connect4', text: '3x3/3o3/7/7/7/7 x' });
    expect(isEmpty()).toBe(false);
    await client.games.close({ game: state().game.key });
    expect(state().game.key).toBe(of.game);
  });

  it('takes edits of two clients at once, and refuses one about a move that is gone', async () => {
    const { client, of } = house;
    await client.game.play({ at: place(), move: '4' });
    const { node } = place();
    const [first, second] = await Promise.allSettled([
      client.game.edit({ ...of, change: [{ kind: 'delete', node }] }),
      client.game.edit({ ...of, change: [{ kind: 'annotate', node, to: { comment: 'too late' } }] }),
      client.game.play({ at: { game: of.game, node: 0 }, move: '3' }),
    ]);
    expect(first.status).toBe('fulfilled');
    expect(second).toMatchObject({
      reason: { code: 'REFUSED', message: 'That move is no longer in the game.' },
    });
    expect(state().game.nodes).toMatchObject([{ children: [2] }, { isDeleted: true }, { move: '3' }]);
    await expect(
      client.game.edit({ ...of, change: [{ kind: 'play', at: 2, moves: ['3', '99'] }] }),
    ).rejects.toThrow(/no column 99/);
    expect(state().game.nodes).toHaveLength(3);
  });

  it('is copied from one that is closed', async () => {
    const { client, of } = house;
    await client.game.play({ at: place(), move: '4' });
    await client.games.close(of);
    await client.games.copy(of);
    const { game } = state();
    expect(game.key).not.toBe(of.game);
    expect(game.nodes).toMatchObject([{}, { move: '4' }]);
    await client.games.show({ game: game.key });
    expect(state().games.map(({ id }) => id)).not.toContain(of.game);
  });

  it('loses its players and analysis to the removal of their engine', async () => {
    const id = await house.add('Good');
    const { client, core } = house;
    await client.game.setPlayer({ ...house.of, seat: 0, player: seat(id) });
    await client.analysis.start({ engine: id, protocol: 'cfp' });
    await client.engines.remove({ engine: id });
    expect(state()).toMatchObject({
      game: { players: [{ kind: 'human' }, { kind: 'human' }] },
      analyses: [],
    });
    await Promise.all(core.sessionRegistry.list().map(({ session }) => session.ended));
  });

  it('keeps its engine where the disk refuses the removal, and neither adds one nor changes it', async () => {
    const id = await house.add('Good');
    const { client, core } = house;
    await client.game.setPlayer({ ...house.of, seat: 0, player: seat(id) });
    const before = engineOf(id);
    rmSync(core.home.engines);
    mkdirSync(join(core.home.engines, 'in the way'), { recursive: true });
    const settings = { name: 'Other', protocol: 'cfp', args: [], environment: {}, sandbox: false };
    await expect(client.engines.remove({ engine: id })).rejects.toMatchObject({ code: 'REFUSED' });
    await expect(client.engines.change({ engine: id, settings })).rejects.toMatchObject({ code: 'REFUSED' });
    await expect(house.add('Another')).rejects.toThrow();
    expect(engineOf(id)).toEqual(before);
    expect(state().engines.map(({ name }) => name)).not.toContain('Another');
    expect(state().game.players[0]).toMatchObject({ kind: 'engine', engine: id });
    expect(state().trouble).toMatch(/: the engines could not be saved in /);
    rmSync(core.home.engines, { recursive: true });
    await client.engines.remove({ engine: id });
    expect(engineOf(id)).toBeUndefined();
    expect(state().trouble).toBeNull();
  });

  it.each(['chess', ''])('is none that is unknown: "%s"', async (game) => {
    await expect(house.client.games.create({ game })).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('takes no engine with a protocol that it does not speak', async () => {
    const id = await house.add('Good');
    await expect(
      house.client.game.setPlayer({ ...house.of, seat: 0, player: seat(id, { protocol: 'cfsi' }) }),
    ).rejects.toMatchObject({ code: 'REFUSED', message: 'Good does not speak cfsi.' });
  });
});

describe('sessions', () => {
  it('are heard line by line from any line on, to their end', async () => {
    const id = await house.add('Good');
    const { client } = house;
    await client.analysis.start({ engine: id, protocol: 'cfp' });
    const session = house.analysis.session!;
    const heard: string[] = [];
    const all = (async () => {
      for await (const batch of await client.sessions.lines({ session: session.id, from: 0 })) {
        for (const { seq, text } of batch.lines) {
          expect(seq).toBe(heard.length);
          heard.push(text);
        }
      }
    })();
    await expect.poll(() => session.opened, wait).toBe(true);
    await client.sessions.send({ session: session.id, line: 'isready' });
    await expect.poll(() => heard.filter((text) => text === 'readyok').length, wait).toBeGreaterThan(1);
    let journal = '';
    for await (const piece of await client.sessions.journal({ session: session.id })) journal += piece;
    expect(journal).toContain('isready');
    expect((await client.sessions.close({ session: session.id })).word).toBe('quit');
    await all;
    expect(heard).toContain('quit');
    await expect(client.sessions.send({ session: session.id, line: 'isready' })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    await client.sessions.dismiss({ session: session.id });
    expect(state()).toMatchObject({ sessions: [], analyses: [{ state: 'off', session: null }] });
    await expect(client.sessions.close({ session: session.id })).rejects.toMatchObject({ code: 'REFUSED' });
  });

  it('let go of a listener that is called off', async () => {
    const id = await house.add('Good');
    await house.client.analysis.start({ engine: id, protocol: 'cfp' });
    const session = house.analysis.session!;
    await expect.poll(() => session.opened, wait).toBe(true);
    const before = session.listenerCount;
    for (let count = 0; count < 20; count++) {
      const abort = new AbortController();
      const lines = await house.client.sessions.lines(
        { session: session.id, from: 0 },
        { signal: abort.signal },
      );
      await lines.next();
      abort.abort();
      await lines.next().catch(() => undefined);
    }
    await expect.poll(() => session.listenerCount, wait).toBe(before);
  });
});

describe('jobs', () => {
  const collect = async <T>(events: Promise<AsyncIterable<T>>): Promise<T[]> => {
    const all: T[] = [];
    for await (const event of await events) all.push(event);
    return all;
  };

  it('count positions, and stop when they are called off', async () => {
    const { client } = house;
    expect((await collect(client.jobs.perft({ game: 'connect4', depth: 4 }))).at(-1)).toMatchObject({
      kind: 'result',
      nodes: 2401,
    });
    const abort = new AbortController();
    const events = await client.jobs.perft({ game: 'connect4', depth: 40 }, { signal: abort.signal });
    const seen: string[] = [];
    try {
      for await (const { kind } of events) {
        seen.push(kind);
        if (seen.length === 3) abort.abort();
      }
    } catch (error) {
      expect(abort.signal.aborted, String(error)).toBe(true);
    }
    expect(new Set(seen)).toEqual(new Set(['progress']));
  });

  it.each<[string, object, RegExp]>([
    [
      'a finished game',
      { engine: 'connect4', moves: '1212121' },
      /The game is over at that position: four in a row/,
    ],
    [
      'a depth without one',
      { engine: 'connect4', protocol: 'cfp', limit: { kind: 'depth', plies: 3 } },
      /no depth/,
    ],
    [
      'a board it cannot carry',
      { engine: 'connect4', protocol: 'cfp', setup: { width: 5, height: 4 } },
      /7 by 6/,
    ],
    [
      'options without any',
      { engine: 'connect4', protocol: 'cfsi', options: { Level: '3' } },
      /has no options/,
    ],
    ['a protocol it does not speak', { engine: 'connect4', protocol: 'chess' }, /no protocol "chess"/],
    ['a game that is none', { engine: 'connect4', game: 'chess' }, /no game "chess"/],
  ])('are refused before an engine is started: %s', async (_, asked, words) => {
    const input = { game: 'connect4', limit: { kind: 'time', seconds: 0.1 }, ...asked };
    await expect(collect(house.client.jobs.analyse(input as never))).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(words),
    });
    expect(house.core.sessionRegistry.list()).toEqual([]);
  });

  it('are refused where the engine has no such option, and it is ended', async () => {
    const asked = collect(
      house.client.jobs.analyse({
        engine: 'connect4',
        protocol: 'cfp',
        game: 'connect4',
        limit: { kind: 'time', seconds: 0.1 },
        options: { 'No Such': '1' },
      }),
    );
    await expect(asked).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(/"No Such"/),
    });
    await Promise.all(house.core.sessionRegistry.list().map(({ session }) => session.ended));
  });

  it('end their engines when their reader leaves', async () => {
    for await (const event of await house.client.jobs.analyse({
      engine: 'connect4',
      game: 'connect4',
      limit: { kind: 'time', seconds: 60 },
    })) {
      if (event.kind === 'report') break;
    }
    await expect
      .poll(() => house.core.sessionRegistry.list().every(({ session }) => session.ending), wait)
      .toBe(true);
  });
});
