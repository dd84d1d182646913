import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BundledEngine } from './bundled.ts';
import { nmm } from '../protocols/nmm/index.ts';
import { qtp } from '../protocols/qtp/index.ts';
import { EngineRegistry, settingsFor, launchOf, NoSuchEngine, type NewEngine } from './engines.ts';
import { Refused } from '../shapes/refused.ts';

const bundled: BundledEngine = {
  id: 'connect4',
  name: 'House Engine',
  version: '1.0',
  description: '',
  protocols: ['cfsi', 'cfp'],
  games: ['connect4'],
  entry: 'main.cjs',
  file: '/build/1/connect4/main.cjs',
};

const fields = (name: string, changes: Partial<NewEngine> = {}): NewEngine => ({
  name,
  protocol: 'cfp',
  args: [],
  environment: {},
  sandbox: false,
  file: `/engines/${name}`,
  folder: null,
  interpreter: null,
  interpreterArgs: [],
  ...changes,
});

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plywire-engines-'));
  path = join(folder, 'engines.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

const open = async (file = bundled.file) =>
  (await EngineRegistry.open(path, [{ ...bundled, file }])).registry;
const names = (registry: EngineRegistry) => registry.list().map(({ record }) => record.name);

describe('the engine registry', () => {
  it('lists bundled engines first, then the others as they were added', async () => {
    const registry = await open();
    await registry.add(fields('Bee'));
    await registry.add(fields('Ant'));
    expect(names(registry)).toEqual(['House Engine', 'Bee', 'Ant']);
    expect(names(await open())).toEqual(['House Engine', 'Bee', 'Ant']);
  });

  it('gives ids that are not paths, each its own', async () => {
    const registry = await open();
    const ids = [await registry.add(fields('Ant')), await registry.add(fields('Ant'))].map(
      (e) => e.record.id,
    );
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^e-[0-9a-f]{12}$/);
  });

  it('reads engines of before there was a sandbox, which ran without', async () => {
    const registry = await open();
    const { id } = (await registry.add(fields('Ant', { sandbox: true }))).record;
    const file = JSON.parse(readFileSync(path, 'utf8'));
    expect(file.engines[0].sandbox).toBe(true);
    delete file.engines[0].sandbox;
    writeFileSync(path, JSON.stringify(file));
    const again = await open();
    expect(again.get(id).record).toMatchObject({ name: 'Ant', sandbox: false });
  });

  it('changes settings, and forgets what was told over another protocol', async () => {
    const registry = await open();
    const { id } = (await registry.add(fields('Ant'))).record;
    await registry.learn(id, { name: 'Ant 1', author: null }, [{ type: 'button', name: 'Clear' }]);
    await registry.setValues(id, { Level: '3' });
    const settings = { protocol: 'cfp', args: ['-x'], environment: { A: 'b' }, sandbox: true };
    await registry.change(id, { ...settings, name: ' Bee ' });
    expect(registry.get(id).record).toMatchObject({
      name: 'Bee',
      args: ['-x'],
      values: { Level: '3' },
      options: [{ name: 'Clear' }],
      identity: { name: 'Ant 1' },
    });
    await registry.change(id, { name: 'Bee', protocol: 'cfsi', args: [], environment: {}, sandbox: false });
    const reopened = (await open()).get(id);
    expect(reopened.record).toMatchObject({ options: [], values: {}, identity: null, file: '/engines/Ant' });
    expect(reopened.protocols).toEqual(['cfsi']);
  });

  it('refuses names that a command line reads otherwise, and keeps those of older files', async () => {
    const registry = await open();
    for (const name of ['build:12', ' build:', 'cmd=x', 'my cmd=x']) {
      await expect(registry.add(fields(name))).rejects.toThrow(/cannot be called/);
    }
    const { id } = (await registry.add(fields('Build 12'))).record;
    const { name, args, environment, sandbox, protocol } = registry.get(id).record;
    const settings = { name, args, environment, sandbox, protocol };
    await expect(registry.change(id, { ...settings, name: 'build:12' })).rejects.toThrow(/cannot be called/);
    expect(names(registry)).toEqual(['House Engine', 'Build 12']);
    // A file on a command line may be called anything.
    expect(registry.addTransient(fields('build:12')).record.name).toBe('build:12');

    writeFileSync(path, readFileSync(path, 'utf8').replace('Build 12', 'build:12'));
    const old = await open();
    await old.change(id, { ...settings, name: 'build:12', sandbox: !sandbox });
    expect(old.get(id).record).toMatchObject({ name: 'build:12', sandbox: !sandbox });
  });

  it('keeps what is chosen of its protocol, and what was found out', async () => {
    const registry = await open();
    const { id } = (await registry.add(fields('Ant', { protocol: 'qtp' }))).record;
    expect(settingsFor(registry.get(id), qtp)).toEqual({ walls: 'auto' });
    await registry.learnSetting(id, 'walls', 'token');
    const reopened = await open();
    expect(settingsFor(reopened.get(id), qtp)).toEqual({ walls: 'token' });
    const { name, args, environment, sandbox } = reopened.get(id).record;
    const settings = { name, args, environment, sandbox, protocol: 'qtp' };
    await reopened.change(id, { ...settings, dialect: { walls: 'vertex+word' } });
    expect(settingsFor((await open()).get(id), qtp)).toEqual({ walls: 'vertex+word' });
    const wrong = reopened.change(id, { ...settings, dialect: { walls: 'brick' } });
    await expect(wrong).rejects.toThrow('walls is one of auto, vertex+word, token, not "brick"');
    // What another protocol told says nothing about this one.
    await reopened.change(id, { ...settings, protocol: 'cfp', dialect: {} });
    expect(reopened.get(id).record).toMatchObject({ learned: {}, dialect: {} });
  });

  it('finds out anew what was found out, once auto is chosen again', async () => {
    const registry = await open();
    const { id } = (await registry.add(fields('Ant', { protocol: 'nmm' }))).record;
    await registry.learnSetting(id, 'moves', 'index');
    await registry.learnSetting(id, 'positions', 'name');
    const { args, environment, sandbox } = registry.get(id).record;
    const settings = { name: 'Ant', args, environment, sandbox, protocol: 'nmm' };
    const inUse = (): unknown => settingsFor(registry.get(id), nmm);
    // A new name is not a choice, nor is saying what holds already.
    await registry.change(id, { ...settings, name: 'Bee', dialect: { moves: 'auto' } });
    expect(inUse()).toEqual({ moves: 'auto index', positions: 'auto name' });
    await registry.change(id, { ...settings, dialect: { moves: 'name' } });
    expect(registry.get(id).record.learned).toEqual({ positions: 'name' });
    // Its session goes on meanwhile, and was started to find out.
    await registry.learnSetting(id, 'moves', 'index');
    await registry.change(id, { ...settings, dialect: {} });
    expect(inUse()).toEqual({ moves: 'auto', positions: 'auto name' });
    expect((await open()).get(id).record.learned).toEqual({ positions: 'name' });
  });

  it('brings a removed engine back to where it stood, with all it had', async () => {
    const registry = await open();
    await registry.add(fields('Ant'));
    const { id } = (await registry.add(fields('Bee'))).record;
    await registry.add(fields('Cat'));
    await registry.setValues(id, { Level: '3' });
    const before = registry.get(id);
    await registry.remove(id);
    expect(names(await open())).toEqual(['House Engine', 'Ant', 'Cat']);
    expect(() => registry.get(id)).toThrow(NoSuchEngine);
    await registry.restore(id);
    expect(names(await open())).toEqual(['House Engine', 'Ant', 'Bee', 'Cat']);
    expect(registry.get(id)).toEqual(before);
    await expect(registry.restore(id)).rejects.toThrow(NoSuchEngine);
  });

  it('writes nothing of a transient engine, and changes it in memory', async () => {
    const registry = await open();
    const { id } = registry.addTransient(fields('Guest')).record;
    await registry.setValues(id, { Level: '3' });
    await registry.learn(id, { name: 'Guest 1', author: null }, []);
    expect(registry.get(id).record).toMatchObject({ values: { Level: '3' }, identity: { name: 'Guest 1' } });
    expect(names(registry)).toEqual(['House Engine']);
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });

  it('remembers options of a bundled engine across builds, and takes the rest from the build', async () => {
    const registry = await open();
    await registry.learn('connect4', { name: 'House 1', author: 'us' }, [
      { type: 'combo', name: 'Style', default: 'calm', vars: ['calm', 'wild'] },
    ]);
    await registry.setValues('connect4', { Style: 'wild' });
    const scale = { kind: 'chances', points: 1.5 } as const;
    await registry.setScale('connect4', scale);
    const engine = (await open('/build/2/connect4/main.cjs')).get('connect4');
    expect(engine.record).toMatchObject({
      file: '/build/2/connect4/main.cjs',
      values: { Style: 'wild' },
      scale,
      identity: { name: 'House 1' },
    });
    expect(engine.record.options).toHaveLength(1);
    expect(names(await open())).toEqual(['House Engine']);
  });

  it('has the scale of the manifest for a bundled engine until the user gives it another', async () => {
    const shipped = (points: number) => ({ kind: 'chances', points }) as const;
    const openWith = async (points: number) => {
      const engine = { ...bundled, scale: shipped(points) };
      return (await EngineRegistry.open(path, [engine])).registry;
    };
    const registry = await openWith(3);
    const scaleIn = (of: EngineRegistry) => of.get('connect4').record.scale;
    expect(scaleIn(registry)).toEqual(shipped(3));
    // What is remembered of it is not the scale, so that a later build may come with a better one.
    await registry.learn('connect4', { name: 'House 1', author: null }, []);
    expect(scaleIn(await openWith(4))).toEqual(shipped(4));
    await registry.setScale('connect4', shipped(1));
    expect(scaleIn(await openWith(4))).toEqual(shipped(1));
    await registry.setScale('connect4', null);
    expect(scaleIn(registry)).toEqual(shipped(3));
    expect(scaleIn(await openWith(4))).toEqual(shipped(4));
  });

  it('does not write again what it knows', async () => {
    const registry = await open();
    const { id } = (await registry.add(fields('Ant'))).record;
    await registry.learn(id, { name: 'Ant 1', author: null }, []);
    rmSync(path);
    await registry.learn(id, { name: 'Ant 1', author: null }, []);
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });

  it('keeps bundled engines as they are', async () => {
    const registry = await open();
    const settings = { name: 'Mine', protocol: 'cfp', args: [], environment: {}, sandbox: false };
    await expect(registry.change('connect4', settings)).rejects.toThrow(Refused);
    await expect(registry.remove('connect4')).rejects.toThrow(Refused);
    expect(registry.get('connect4').record.name).toBe('House Engine');
  });

  it('finds by id and by name, case aside, and says when several share it', async () => {
    const registry = await open();
    const ant = await registry.add(fields('Ant'));
    expect(registry.find('aNT')).toEqual(ant);
    expect(registry.find(ant.record.id)).toEqual(ant);
    expect(registry.find('house engine')?.record.id).toBe('connect4');
    expect(registry.find('connect4')?.bundled).toBe(true);
    expect(registry.find('unlisted')).toBeNull();
    const other = await registry.add(fields('ANT'));
    let refusal: unknown;
    try {
      registry.find('ant');
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(NoSuchEngine);
    expect((refusal as NoSuchEngine).advice).toContain(`${ant.record.id}, ${other.record.id}`);
  });

  it('shows an engine whose protocol is of a later build, without a game', async () => {
    const registry = await open();
    const { id } = (await registry.add(fields('Ant', { protocol: 'tomorrow' }))).record;
    expect((await open()).get(id)).toMatchObject({ protocols: ['tomorrow'], games: [] });
  });

  it('keeps nothing that could not be read again', async () => {
    const registry = await open();
    await expect(registry.add(fields(' '))).rejects.toThrow(/name cannot be saved: an engine needs a name/);
    await expect(registry.add(fields('Ant', { environment: { 'A=B': '' } }))).rejects.toThrow(Refused);
    const { id } = (await registry.add(fields('Ant'))).record;
    await expect(registry.setValues(id, { Level: 'x'.repeat(5000) })).rejects.toThrow(Refused);
    await expect(
      registry.learn(id, null, [{ type: 'spin', name: 'N', default: Infinity, min: 0, max: Number.NaN }]),
    ).rejects.toThrow(Refused);
    expect(registry.get(id).record.options).toEqual([]);
    expect(names(await open())).toEqual(['House Engine', 'Ant']);
  });

  it('leaves out an engine that is not sound, never a field of it alone', async () => {
    const registry = await open();
    await registry.addAll([
      fields('Ant', { sandbox: true }),
      fields('Bee', { sandbox: true }),
      fields('Cat'),
    ]);
    const file = JSON.parse(readFileSync(path, 'utf8')) as { engines: object[] };
    Object.assign(file.engines[0]!, { sandbox: 'on' });
    Object.assign(file.engines[1]!, { room: 'of a later version' });
    writeFileSync(path, JSON.stringify(file));
    const again = await EngineRegistry.open(path, [bundled]);
    expect(names(again.registry)).toEqual(['House Engine', 'Cat']);
    expect(again.trouble).toContain(
      '("Ant", engines.0.sandbox: Invalid type: Expected boolean but received "on"; ' +
        '"Bee", engines.1.room: this version does not know it)',
    );
    expect(names((await EngineRegistry.open(path, [bundled])).registry)).toEqual(['House Engine', 'Cat']);
  });

  it('puts an unreadable file aside and says so', async () => {
    writeFileSync(path, '{"version":2}');
    const { registry, trouble } = await EngineRegistry.open(path, [bundled]);
    expect(names(registry)).toEqual(['House Engine']);
    expect(trouble).toContain('.unreadable');
  });

  it('loses nothing that another program adds at the same time', async () => {
    const [ours, theirs] = [await open(), await open()];
    await ours.add(fields('Ant'));
    await theirs.add(fields('Bee'));
    await ours.setValues('connect4', { Style: 'wild' });
    expect(names(await open())).toEqual(['House Engine', 'Ant', 'Bee']);
  });

  it('plans the launch of an engine from its record', async () => {
    const registry = await open();
    const engine = await registry.add(
      fields('Ant', { args: ['-x'], interpreter: 'python3', interpreterArgs: ['-u'] }),
    );
    expect(launchOf(engine)).toEqual({
      file: '/engines/Ant',
      interpreter: 'python3',
      interpreterArgs: ['-u'],
      args: ['-x'],
      folder: null,
      environment: {},
      sandbox: false,
      writesFolder: false,
      bundled: false,
      engine: engine.record.id,
    });
    expect(launchOf(registry.get('connect4')).bundled).toBe(true);
  });

  it('plans the same launch for a program each time it is named, without an id of its own', async () => {
    const guest = { ...fields('Guest', { args: ['-x'], interpreter: 'python3' }), sandbox: true };
    const launches = [await open(), await open()].map((registry) => launchOf(registry.addTransient(guest)));
    expect(launches[0]).toEqual(launches[1]);
    expect(launches[0]).not.toHaveProperty('engine');
  });
});
