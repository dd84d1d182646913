/** What is kept, looked at and deleted; settings and engines taken out and in: over the contract, with real engines. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { NewEngine } from '../library/engines.ts';
import { readHosts, Register } from '../library/running/register.ts';
import { defaultSettings } from '../library/settings-table.ts';
import { scratchInUse } from '../sessions/confinement/scratch.ts';
import type { HostState, StoredPlace } from './contract.ts';
import { misbehave, openHouse, type House } from './testing/house.ts';

let house: House;
beforeEach(async () => void (house = await openHouse()));
afterEach(async () => expect(await house.close()).toEqual([]));

const sandboxed: NewEngine = {
  ...{ name: 'Runs', protocol: 'cfp', args: [], environment: {}, sandbox: true, file: misbehave },
  ...{ folder: null, interpreter: null, interpreterArgs: [] },
};

const wait = { timeout: 30_000, interval: 10 };
const state = (): HostState => house.core.publisher.snapshot();
const journals = (): string[] => {
  const folder = house.core.home.journals;
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};

async function look(): Promise<Record<string, StoredPlace>> {
  const found: Record<string, StoredPlace> = {};
  for await (const one of await house.client.storage.look()) found[one.place] = one;
  return found;
}

/** Starts an engine that goes on running; gives the name of its journal. */
async function run(): Promise<string> {
  const { session } = house.core.launcher.open(await house.add('Runs'), undefined, 'command line');
  await expect.poll(() => session.state, wait).toBe('idle');
  return basename(session.journalPath!);
}

/** Starts an engine and ends it; gives the name of its journal. */
async function ran(): Promise<string> {
  const { session } = house.core.launcher.open(await house.add('Ran'), undefined, 'command line');
  await session.close();
  return basename(session.journalPath!);
}

describe('what is kept', () => {
  it('is told with its sizes as they are on the disk', async () => {
    await ran();
    await house.client.settings.change({ flipped: true });
    const found = await look();
    const { home } = house.core;
    expect(found['settings']).toEqual({
      place: 'settings',
      path: home.settings,
      files: 1,
      bytes: readFileSync(home.settings).length,
      done: true,
    });
    expect(found['journals']).toMatchObject({
      files: 1,
      bytes: readFileSync(join(home.journals, journals()[0]!)).length,
    });
  });

  it('of journals, those of ended sessions can be deleted and brought back', async () => {
    const [running, over] = [await run(), await ran()];
    const found = await house.client.storage.journals({ days: 0 });
    expect(found).toMatchObject({ files: 1, inUse: 1 });
    expect(found.bytes).toBe(readFileSync(join(house.core.home.journals, over)).length);
    const { files, undo } = await house.client.storage.deleteJournals({ days: 0 });
    expect(files).toBe(1);
    expect(journals()).toEqual([running]);
    expect((await look())['trash']).toMatchObject({ files: 1 });
    await house.client.storage.restore({ undo: undo! });
    expect(journals()).toEqual([running, over].sort());
    expect(await house.client.storage.deleteJournals({ days: 1 })).toEqual({ files: 0, undo: null });
  });

  it('of journals, none is deleted that another Plywire may be writing', async () => {
    const name = await ran();
    house = await house.restart();
    // One that is this very process, and so one that runs.
    const other = new Register(house.core.home.running, () => undefined);
    other.owner();
    const theirs = name.replace(/^.{24}/, new Date(Date.now() + 1000).toISOString().replaceAll(/[:.]/g, '-'));
    writeFileSync(join(house.core.home.journals, theirs), 'x');
    await house.client.storage.deleteJournals({ days: 0 });
    expect(journals()).toContain(theirs);
    other.close();
    await house.client.storage.deleteJournals({ days: 0 });
    expect(journals()).not.toContain(theirs);
  });

  it('is really gone when Plywire ends', async () => {
    await ran();
    await house.client.storage.deleteJournals({ days: 0 });
    house = await house.restart();
    expect(existsSync(join(house.core.home.folder, 'trash'))).toBe(false);
    expect(journals()).toEqual([]);
  });

  it('of scratch folders all are deleted, and come back', async () => {
    const kept = join(house.core.home.folder, 'scratch', 'e-1', 'book');
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, 'e4');
    expect((await look())['scratch']).toMatchObject({ files: 1, bytes: 2 });
    const { files, undo } = await house.client.storage.deleteScratch();
    expect(files).toBe(1);
    expect((await look())['scratch']).toMatchObject({ files: 0 });
    await house.client.storage.restore({ undo: undo! });
    expect(readFileSync(kept, 'utf8')).toBe('e4');
  });

  it('of scratch folders that of an engine that is checked stays', async (context) => {
    if (!house.core.confinement.sandbox.runs) return context.skip();
    // Each check waits for its first word.
    const { record } = await house.core.engines.add({ ...sandboxed, args: ['--silent'] });
    const end = new AbortController();
    const input = { engine: record.id, protocol: 'cfp', jobs: 1 };
    const events = await house.client.jobs.check(input, { signal: end.signal });
    const checking = (async () => {
      for await (const event of events) void event;
    })().catch(() => undefined);
    const hosts = () => readHosts(house.core.home.running, null);
    await expect
      .poll(
        async () => scratchInUse((await hosts()).flatMap(({ owned }) => owned.map(({ pid }) => pid))),
        wait,
      )
      .toEqual(new Set([record.id]));
    expect((await house.client.storage.deleteScratch()).files).toBe(0);
    end.abort();
    await checking;
  });

  it('of scratch folders that of an engine that runs stays', async (context) => {
    if (!house.core.confinement.sandbox.runs) return context.skip();
    const { record } = await house.core.engines.add(sandboxed);
    const { session } = house.core.launcher.open(record.id, undefined, 'command line');
    await expect.poll(() => session.state, wait).toBe('idle');
    const other = join(house.core.home.folder, 'scratch', 'e-1');
    mkdirSync(other);
    expect((await house.client.storage.deleteScratch()).files).toBe(1);
    expect([existsSync(session.scratch!), existsSync(other)]).toEqual([true, false]);
    // Nor does another host of the same home delete it.
    const beside = await openHouse(house.folder);
    expect((await beside.client.storage.deleteScratch()).files).toBe(0);
    await beside.core.close();
    await session.close();
    expect((await house.client.storage.deleteScratch()).files).toBe(1);
    expect(existsSync(session.scratch!)).toBe(false);
  });

  it('of scratch folders that of a removed engine goes with it, and comes back with it', async () => {
    const id = await house.add('Mine');
    const other = join(house.core.home.folder, 'scratch', 'e-1');
    const own = join(house.core.home.folder, 'scratch', id);
    for (const folder of [own, other]) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'book'), 'e4');
    }
    await house.client.engines.remove({ engine: id });
    expect([existsSync(own), existsSync(other)]).toEqual([false, true]);
    await house.client.engines.restore({ engine: id });
    expect(readFileSync(join(own, 'book'), 'utf8')).toBe('e4');
    // It is back too where its folder is really gone by then.
    await house.client.engines.remove({ engine: id });
    await house.core.trash.empty();
    await house.client.engines.restore({ engine: id });
    expect([house.core.engines.get(id).record.name, existsSync(own)]).toEqual(['Mine', false]);
    mkdirSync(own);
    await house.client.local.removeEngine({ name: 'Mine' });
    expect(existsSync(own)).toBe(false);
  });

  it('of a removed engine that cannot be deleted is told, and the engine is gone', async () => {
    const id = await house.add('Mine');
    const { folder } = house.core.home;
    const own = join(folder, 'scratch', id);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(folder, 'trash'), 'in the way');
    expect(await house.client.local.removeEngine({ name: 'Mine' })).toEqual({ engine: id });
    expect(state().engines.some((engine) => engine.id === id)).toBe(false);
    expect(state().notices.at(-1)).toMatch(`${own} could not be deleted (`);
  });

  it('of what was put aside, all is deleted and nothing else', async () => {
    await house.client.settings.change({ flipped: true });
    const { home } = house.core;
    await house.close();
    mkdirSync(home.folder, { recursive: true });
    writeFileSync(home.settings, '{');
    house = await openHouse(house.folder);
    expect((await look())['aside']).toMatchObject({ files: 1, bytes: 1 });
    const { files, undo } = await house.client.storage.deleteAside();
    expect(files).toBe(1);
    expect((await look())['aside']).toMatchObject({ files: 0 });
    await house.client.storage.restore({ undo: undo! });
    expect(readFileSync(`${home.settings}.unreadable`, 'utf8')).toBe('{');
  });
});

it('the defaults are what settings are before any change', async () => {
  expect(await house.client.settings.defaults()).toEqual(defaultSettings);
});

describe('settings and engines', () => {
  const exported = () => house.client.config.export({ environment: false });
  /** An engine below the folder that the picker shows. */
  function put(name: string): string {
    const file = join(house.folder, name);
    writeFileSync(file, `#!/bin/sh\nexec "${misbehave}" "$@"\n`);
    chmodSync(file, 0o755);
    return file;
  }
  const add = (file: string, more: object = {}) =>
    house.core.engines.add({
      ...{ name: 'Mine', protocol: 'cfp', args: [], environment: {}, sandbox: false, file },
      ...{ folder: null, interpreter: null, interpreterArgs: [] },
      ...more,
    });
  const registered = () => house.core.engines.list().filter(({ bundled }) => !bundled);

  it('go out and come in again as they were, with ids of their own and untried', async () => {
    const file = put('mine');
    const { record } = await add(file, {
      args: ['--x y'],
      values: { Hash: '64' },
      environment: { KEY: 'v' },
    });
    await house.client.settings.change({ flipped: true, enginesAtOnce: 5 });
    const { name, text } = await exported();
    expect(name).toMatch(/^plywire-\d{4}-\d\d-\d\d\.json$/);
    await house.client.engines.remove({ engine: record.id });
    await house.client.settings.change(defaultSettings);
    const preview = await house.client.config.preview({ text });
    expect(preview.settings).toMatchObject({ flipped: true, enginesAtOnce: 5 });
    expect(preview.engines).toEqual([
      { name: 'Mine', command: `${file} "--x y"`, state: 'new', reason: null, environmentLeftOut: ['KEY'] },
    ]);
    expect(registered()).toEqual([]);
    await house.client.config.import({ text, engines: [0], settings: true, sandbox: true });
    const [engine] = registered();
    const { sandbox } = house.core.confinement;
    expect(engine!.record).toEqual({
      ...record,
      id: engine!.record.id,
      environment: {},
      sandbox: sandbox.runs,
    });
    expect(engine!.record.id).not.toBe(record.id);
    expect(state().engines.find(({ id }) => id === engine!.record.id)!.contact).toEqual({ state: 'unknown' });
    expect(state().sessions).toEqual([]);
    expect(state().settings).toMatchObject({ flipped: true, enginesAtOnce: 5 });
    // What already exists is not added twice.
    const again = await house.client.config.preview({ text });
    expect(again).toMatchObject({ settings: null, engines: [{ state: 'known' }] });
  });

  it('come in without what weakens protection, unless each item of it is accepted', async () => {
    const file = put('one');
    const { text } = await exported();
    const config = JSON.parse(text) as { settings: object };
    const engine = {
      ...{ name: 'Mine', protocol: 'cfp', args: [], file, folder: null, sandbox: false, values: {} },
      ...{ environment: { LD_PRELOAD: '/tmp/x.so', OMP_NUM_THREADS: '2' }, environmentLeftOut: [] },
    };
    const limits = { memoryMiB: 1024 ** 2, processes: 10_000, journalMiB: 16 };
    const settings = { ...config.settings, flipped: true, sandboxNew: false, limits };
    const all = JSON.stringify({ ...config, settings, engines: [engine] });

    const preview = await house.client.config.preview({ text: all });
    expect(preview.weakens.map(({ id, engine: of }) => [id, of])).toEqual([
      ['settings.sandboxNew', null],
      ['settings.limits.memoryMiB', null],
      ['settings.limits.processes', null],
      ['engines.0.environment.LD_PRELOAD', 0],
    ]);
    const mild = { ...defaultSettings, flipped: true, limits: { ...defaultSettings.limits, journalMiB: 16 } };
    expect(preview.settings).toEqual(mild);

    const chosen = { text: all, engines: [0], settings: true, sandbox: true };
    const { settings: taken } = await house.client.config.import(chosen);
    expect(taken).toEqual(mild);
    expect(state().settings).toEqual(mild);
    expect(registered()[0]!.record.environment).toEqual({ OMP_NUM_THREADS: '2' });
    const added = registered()[0]!.record.id;
    await house.client.engines.remove({ engine: added });
    await house.client.settings.change(defaultSettings);

    // Each by itself, and an id that names nothing accepts nothing.
    const weaken = ['settings.limits.processes', 'engines.0.environment.LD_PRELOAD', 'engines.0.environment'];
    await house.client.config.import({ ...chosen, settings: false, weaken });
    expect(state().settings).toEqual({
      ...defaultSettings,
      limits: { ...defaultSettings.limits, processes: 10_000 },
    });
    expect(registered()[0]!.record.environment).toEqual({ OMP_NUM_THREADS: '2', LD_PRELOAD: '/tmp/x.so' });
    await house.client.local.importConfig({ text: all, sandbox: true });
    expect(state().settings).toMatchObject({ sandboxNew: true, flipped: true });
    await house.client.local.importConfig({ text: all, sandbox: true, weaken: true });
    expect(state().settings).toMatchObject({ sandboxNew: false, limits });
  });

  it('come in under a free name', async () => {
    await add(put('one'));
    const { text } = await exported();
    await house.client.engines.change({
      engine: registered()[0]!.record.id,
      settings: { name: 'mine', protocol: 'cfp', args: ['--other'], environment: {}, sandbox: false },
    });
    const { added } = await house.client.config.import({
      text,
      engines: [0],
      settings: false,
      sandbox: false,
    });
    expect(added.map(({ name }) => name)).toEqual(['Mine 2']);
  });

  it('from a page come only from where it could have picked them', async () => {
    symlinkSync('/bin/sh', join(house.folder, 'link'));
    mkdirSync(join(house.folder, 'folder'));
    const files = [
      '/bin/sh',
      `${house.folder}/../../bin/sh`,
      join(house.folder, 'link'),
      join(house.folder, 'none'),
    ];
    const engine = {
      name: 'Shell',
      protocol: 'cfp',
      args: ['-c', 'id'],
      environment: {},
      environmentLeftOut: [],
    };
    const all = [...files, join(house.folder, 'folder')].map((file) => ({
      ...engine,
      ...{ file, folder: null, sandbox: false, values: {} },
    }));
    const inside = { ...all[0]!, file: put('good'), args: [] };
    const text = JSON.stringify({
      ...(JSON.parse((await exported()).text) as object),
      engines: [...all, { ...inside, folder: '/etc' }, { ...inside, protocol: 'smtp' }, inside],
    });
    const { engines } = await house.client.config.preview({ text });
    expect(engines.map(({ state }) => state)).toEqual([...Array<string>(7).fill('left out'), 'new']);
    expect(new Set(engines.slice(0, 5).map(({ reason }) => reason)).size).toBe(1);
    for (let index = 0; index < 7; index++) {
      await expect(
        house.client.config.import({ text, engines: [7, index], settings: true, sandbox: false }),
      ).rejects.toThrow('can no longer be added');
    }
    expect(registered()).toEqual([]);
    // A client that may name paths may name any that exists.
    const local = await house.client.local.previewConfig({ text });
    expect(local.engines.map(({ state }) => state)).toEqual([
      ...['new', 'new', 'new', 'left out', 'left out', 'new', 'left out', 'new'],
    ]);
  });

  it('are not touched by a file that cannot be read', async () => {
    for (const text of ['', '{}', '{"plywire":"configuration","version":9}']) {
      await expect(
        house.client.config.import({ text, engines: [], settings: true, sandbox: true }),
      ).rejects.toMatchObject({ code: 'REFUSED' });
    }
    expect(state().settings).toEqual(defaultSettings);
  });
});
