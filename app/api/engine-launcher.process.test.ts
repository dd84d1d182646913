/** How many engines may run at once, and what of them waits for its turn. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { long } from '../../tests/support/long.ts';
import { openHouse, type House } from './testing/house.ts';

vi.setConfig({ testTimeout: 120_000 });

const greedy = fileURLToPath(new URL('../../tests/engines/greedy.mjs', import.meta.url));

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

it('refuses an engine too many, in words that name the setting, until there is room', async () => {
  const { client, core } = house;
  await client.settings.change({ enginesAtOnce: 1 });
  const mine = await house.add('Mine');
  const { session } = core.launcher.open(mine, 'cfp', 'first player');
  await expect(client.analysis.start({ engine: mine, protocol: 'cfp' })).rejects.toMatchObject({
    message: 'Mine was not started: one engine is already running, which is the limit in the settings.',
    data: { advice: 'End one, or raise "Engines at once" in the settings.' },
  });
  expect(core.sessionRegistry.running).toBe(1);
  await session.close();
  await client.analysis.start({ engine: mine, protocol: 'cfp' });
  expect(core.sessionRegistry.running).toBe(1);
});

describe('checks of first contact', () => {
  const states = (ids: readonly string[]) => ids.map((id) => house.core.contacts.contactOf(id).state);

  it(
    'go through many engines a few at a time, and beside others only where there is room',
    long,
    async () => {
      const { client, core } = house;
      const ids = await Promise.all(Array.from({ length: 9 }, (_, at) => house.add(`Mine ${at}`)));
      await client.settings.change({ enginesAtOnce: 2 });
      const seated = core.launcher.open(ids[0]!, 'cfp', 'first player').session;
      let most = 0;
      const onRun = core.sessionRegistry.open.bind(core.sessionRegistry);
      core.sessionRegistry.open = (...args) => {
        const entry = onRun(...args);
        most = Math.max(most, core.sessionRegistry.running);
        return entry;
      };
      await Promise.all(ids.map((engine) => client.engines.check({ engine })));
      expect(states(ids)).toEqual(ids.map(() => 'ok'));
      expect(most).toBe(2);
      await client.settings.change({ enginesAtOnce: 32 });
      most = 0;
      await Promise.all(ids.map((engine) => client.engines.check({ engine })));
      expect(most).toBe(5);
      await seated.close();
      expect(core.sessionRegistry.list()).toHaveLength(1);
    },
  );

  it('can be called off, those under way as those that wait', long, async () => {
    const { client, core } = house;
    const ids = await Promise.all(Array.from({ length: 6 }, (_, at) => house.add(`Mute ${at}`, '--silent')));
    for (const id of ids) core.contacts.checkSoon(id);
    expect(states(ids)).toEqual([...Array(4).fill('checking'), 'waiting', 'waiting']);
    await client.engines.callOff({ engines: ids });
    await expect.poll(() => states(ids), { timeout: 30_000 }).toEqual(ids.map(() => 'unknown'));
    await expect.poll(() => core.sessionRegistry.running, { timeout: 30_000 }).toBe(0);
    expect(core.sessionRegistry.list()).toEqual([]);
  });

  it('begin anew when asked for again', async () => {
    const { client, core } = house;
    const id = await house.add('Mute', '--silent');
    core.contacts.checkSoon(id);
    await client.engines.change({
      engine: id,
      settings: { name: 'Mute', protocol: 'cfp', args: [], environment: {}, sandbox: false },
    });
    await client.engines.check({ engine: id });
    expect(states([id])).toEqual(['ok']);
  });
});

describe('a crash of the analysing engine', () => {
  it('is answered by a restart that takes the place of the session that crashed', long, async () => {
    const { client, core } = house;
    const id = await house.add('Crasher', '--crash-in-search');
    await client.analysis.start({ engine: id, protocol: 'cfp' });
    await expect
      .poll(() => house.analysis.assessment.restarts, { timeout: 30_000 })
      .toEqual({ made: 3, most: 3, seconds: 60, left: true });
    const { sessions, analyses } = core.publisher.snapshot();
    expect(sessions.map(({ ending }) => ending?.word)).toEqual(Array(4).fill('crashed'));
    expect(sessions.map(({ successor }) => successor)).toEqual([
      ...sessions.slice(1).map((session) => session.id),
      null,
    ]);
    expect(analyses[0]).toMatchObject({ session: sessions[3]!.id, state: 'failed' });
    // What has been restarted is not restarted again by hand.
    await expect(client.sessions.restart({ session: sessions[0]!.id })).rejects.toMatchObject({
      code: 'REFUSED',
    });
    expect(core.sessionRegistry.running).toBe(0);
  });

  it('has its restart before a check that waits for room', long, async () => {
    const { client, core } = house;
    await client.settings.change({ enginesAtOnce: 1 });
    const crasher = await house.add('Crasher', '--crash-in-search');
    const good = await house.add('Good');
    await client.analysis.start({ engine: crasher, protocol: 'cfp' });
    core.contacts.checkSoon(good);
    await expect.poll(() => core.contacts.contactOf(good).state, { timeout: 30_000 }).toBe('ok');
    expect(house.analysis.assessment.restarts).toMatchObject({ made: 3, left: true });
  });
});

describe('a restart by hand', () => {
  it('has its place before a check that waits for room, which begins after', long, async () => {
    const { client, core } = house;
    await client.settings.change({ enginesAtOnce: 1 });
    const mine = await house.add('Mine');
    const other = await house.add('Other');
    await client.analysis.start({ engine: mine, protocol: 'cfp' });
    const before = house.analysis.session!;
    core.contacts.checkSoon(other);
    await client.sessions.restart({ session: before.id });
    expect(house.analysis.session).not.toBe(before);
    expect(house.analysis.session!.ending).toBeNull();
    expect(core.contacts.contactOf(other).state).toBe('waiting');
    await house.analysis.session!.close();
    await expect.poll(() => core.contacts.contactOf(other).state, { timeout: 30_000 }).toBe('ok');
  });

  it('lets checks go on where it is refused, and ends the game that its engine sat at', long, async () => {
    const { client, core } = house;
    const id = await house.add('Mine');
    const limit = { kind: 'time', seconds: 60 } as const;
    await client.game.setPlayer({
      ...house.of,
      seat: 0,
      player: { kind: 'engine', engine: id, protocol: 'cfp', limit, options: {} },
    });
    await client.game.start(house.of);
    const { session } = core.launcher.open(id, 'cfp', 'command line');
    const other = await house.add('Other');
    await client.settings.change({ enginesAtOnce: 1 });
    core.contacts.checkSoon(other);
    await expect(client.sessions.restart({ session: house.seated(0)!.id })).rejects.toMatchObject({
      code: 'REFUSED',
      message: expect.stringMatching(/^Mine was not started/),
    });
    await expect.poll(() => house.shown.endingAt()?.word, { timeout: 30_000 }).toBe('void');
    expect(core.contacts.contactOf(other).state).toBe('waiting');
    await session.close();
    await expect.poll(() => core.contacts.contactOf(other).state, { timeout: 30_000 }).toBe('ok');
  });
});

it('holds engines to the deadlines and limits of the settings', long, async () => {
  const { client, core } = house;
  const { deadlines, limits } = core.settings.value;
  await client.settings.change({ deadlines: { ...deadlines, handshake: 300 } });
  const mute = core.launcher.open(await house.add('Mute', '--silent'), 'cfp', 'contact').session;
  expect(await mute.ended).toMatchObject({
    word: 'handshake',
    reason: expect.stringMatching(/within 0.3 s/),
  });
  await client.settings.change({ deadlines, limits: { ...limits, processes: 1 } });
  const parent = core.launcher.open(await house.add('Parent', '--grandchild'), 'cfp', 'contact').session;
  expect(await parent.ended).toMatchObject({
    word: 'limit',
    reason: 'the engine runs 2 processes; the limit is 1',
  });
  await client.settings.change({ limits: { ...limits, memoryMiB: 200 } });
  const { record } = await core.engines.add({
    ...{ name: 'Greedy', protocol: 'cfp', args: ['--memory', String(400 * 1024 ** 2)], environment: {} },
    ...{ sandbox: false, file: greedy, folder: null, interpreter: null, interpreterArgs: [] },
  });
  await client.analysis.start({ engine: record.id, protocol: 'cfp' });
  expect(await house.analysis.session!.ended).toMatchObject({
    word: 'limit',
    reason: expect.stringMatching(/; the limit is 200 MiB$/),
  });
  // On a busy machine the flood may outlast the deadline of the stop that ends its search.
  await client.settings.change({
    deadlines: { ...deadlines, stop: 60_000 },
    limits: { ...limits, journalMiB: 16 },
  });
  const flood = await house.add('Flood', '--flood', String(20 * 1024 ** 2));
  await client.analysis.start({ engine: flood, protocol: 'cfp' });
  expect(await house.core.analysts.sessions.at(-1)!.ended).toMatchObject({
    word: 'limit',
    reason: `the journal has reached its quota of ${16 * 1024 ** 2} bytes`,
  });
});

it('ends the game without a winner where a seat finds no room, and says why', async () => {
  const { client, core } = house;
  const id = await house.add('Mine');
  await client.settings.change({ enginesAtOnce: 1 });
  core.launcher.open(id, 'cfp', 'contact');
  const limit = { kind: 'time', seconds: 0.1 } as const;
  await client.game.setPlayer({
    ...house.of,
    seat: 0,
    player: { kind: 'engine', engine: id, protocol: 'cfp', limit, options: {} },
  });
  await client.game.start(house.of);
  await expect
    .poll(() => house.shown.endingAt(), { timeout: 30_000 })
    .toMatchObject({
      word: 'void',
      reason: expect.stringMatching(/could not be asked for a move: .*raise "Engines at once"/),
    });
});
