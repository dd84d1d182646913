import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { freshName } from './engine-folder.ts';
import { openHouse, type House } from './testing/house.ts';
import { long } from '../../tests/support/long.ts';

vi.setConfig({ testTimeout: 120_000 });

const quick = fileURLToPath(new URL('../../tests/engines/quick.sh', import.meta.url));
let house: House;
let folder: string;
beforeEach(async () => {
  house = await openHouse();
  folder = join(house.folder, 'engines');
  mkdirSync(folder);
});
afterEach(async () => expect(await house.close()).toEqual([]));

const put = (name: string, content: string | Buffer, mode = 0o755): void => {
  writeFileSync(join(folder, name), content);
  chmodSync(join(folder, name), mode);
};
const putEngine = (name: string): void => copyFileSync(quick, join(folder, name));

async function folderId(): Promise<string> {
  const [root] = await house.client.files.roots();
  const { entries } = await house.client.files.list({ folder: root!.id });
  return entries.find(({ name }) => name === 'engines')!.id;
}
const found = async () => house.client.engines.inFolder({ folder: await folderId() });

it('takes programs and known scripts of a folder, and nothing else of it', async () => {
  putEngine('alpha');
  putEngine('alpha.sh');
  put('beta.mjs', 'process.stdin.resume()', 0o644);
  copyFileSync('/bin/true', join(folder, 'gamma'));
  put('notes', 'not an engine at all');
  put('picture', Buffer.from('89504e470d0a1a0a', 'hex'));
  put('plain', '#!/bin/sh\n', 0o644);
  put('nowhere', '#!/no/such/interpreter\n');
  put('empty', '');
  put('.hidden', '#!/bin/sh\n');
  copyFileSync('/bin/true', join(folder, 'libsolver.so.2'));
  mkdirSync(join(folder, 'inner'));
  symlinkSync(quick, join(folder, 'outside'));
  put('bob.mjs', 'process.stdin.resume()');
  put('kai.py', '#!/usr/bin/env python3\r\n');
  const { engines, omitted, unfit } = await found();
  expect(engines.map(({ fileName, name, interpreter }) => [fileName, name, interpreter])).toEqual([
    ['alpha', 'alpha', null],
    ['alpha.sh', 'alpha.sh', null],
    ['beta.mjs', 'beta', 'node'],
    ['bob.mjs', 'bob', 'node'],
    ['gamma', 'gamma', null],
  ]);
  expect(omitted).toBe(0);
  // What could be an engine is named, and why it cannot be started.
  expect(unfit).toEqual([
    {
      fileName: 'kai.py',
      reason: expect.stringMatching(/^its `#!` line ends in a carriage return.*Unix line ends/),
    },
    { fileName: 'nowhere', reason: expect.stringContaining('`/no/such/interpreter`, which was not found') },
  ]);
});

it('names what lacks the executable flag if it is a script of a known kind, or there is nothing else', async () => {
  const lacking = (fileName: string) => ({
    fileName,
    reason: expect.stringMatching(/^it is not executable\. Make it executable/) as string,
  });
  put('plain', '#!/bin/sh\n', 0o644);
  expect((await found()).unfit).toEqual([lacking('plain')]);
  put('bot.sh', '#!/bin/sh\n', 0o644);
  expect((await found()).unfit).toEqual([lacking('bot.sh')]);
});

it('adds a folder of thirty in one go and checks them all, and knows them afterwards', async () => {
  for (let at = 0; at < 30; at++) putEngine(`e${at}`);
  put('broken', '#!/bin/sh\nexit 1\n');
  const { engines } = await found();
  const wanted = engines.map(({ file, name }) => ({ file, name, protocol: 'cfp' }));
  const { client, core } = house;
  const { engines: ids } = await client.engines.addAll({ engines: wanted });
  expect(ids).toHaveLength(31);
  const states = () => ids.map((id) => core.contacts.contactOf(id).state);
  expect(new Set(states())).toEqual(new Set(['waiting', 'checking']));
  await expect.poll(() => states().filter((state) => state === 'ok').length, { timeout: 50_000 }).toBe(30);
  await expect.poll(() => states().filter((state) => state === 'failed').length).toBe(1);
  const again = await found();
  expect(again.engines.every(({ known }) => known)).toBe(true);
  // As an undo does it.
  await Promise.all(ids.map((engine) => client.engines.remove({ engine })));
  expect((await found()).engines.some(({ known }) => known)).toBe(false);
});

it('adds all or none, and no protocol that is unknown', async () => {
  putEngine('one');
  const [one] = (await found()).engines;
  const { client, core } = house;
  const before = core.engines.list().length;
  const engines = [
    { file: one!.file, name: 'one', protocol: 'cfp' },
    { file: 'f-gone', name: 'two', protocol: 'cfp' },
  ];
  await expect(client.engines.addAll({ engines })).rejects.toMatchObject({
    code: 'REFUSED',
  });
  await expect(
    client.engines.addAll({ engines: [{ ...engines[0]!, protocol: 'chess' }] }),
  ).rejects.toMatchObject({ code: 'REFUSED' });
  expect(core.engines.list()).toHaveLength(before);
});

describe('asked for by the command line', () => {
  const add = async (protocol?: string, dialect?: Record<string, string>) => {
    const asked = { folder, protocol, args: [], sandbox: false, ...(dialect && { dialect }) };
    const events = [];
    for await (const event of await house.client.local.addFolder(asked)) events.push(event);
    return events;
  };

  it('adds all of it over the protocol that is named, and starts none', async () => {
    for (const name of ['one', 'two']) putEngine(name);
    put('dead', '#!/bin/sh\nexit 1\n');
    expect(await add('cfp')).toMatchObject([
      { kind: 'begins', programs: 3, known: 0, omitted: 0 },
      ...['dead', 'one', 'two'].map((name) => ({ kind: 'added', name, file: name, protocol: 'cfp' })),
    ]);
    putEngine('three');
    expect(await add('cfp')).toMatchObject([
      { kind: 'begins', programs: 1, known: 3, omitted: 0 },
      { kind: 'added', name: 'three' },
    ]);
  });

  it('names what cannot be started, and why', async () => {
    put('kai.py', '#!/usr/bin/env python3\r\n');
    put('notes', 'not an engine at all');
    const leftOut = {
      ...{ kind: 'left out', file: 'kai.py', speaks: [] },
      reason: expect.stringMatching(/carriage return.*Save the script with Unix line ends/) as string,
    };
    expect(await add()).toEqual([{ kind: 'begins', programs: 1, known: 0, omitted: 0 }, leftOut]);
    putEngine('one');
    expect(await add('cfp')).toMatchObject([
      { kind: 'begins', programs: 2 },
      leftOut,
      { kind: 'added', name: 'one' },
    ]);
  });

  it('says where a folder has nothing to start', async () => {
    put('notes', 'not an engine at all');
    await expect(add()).rejects.toThrow(/No file in .* is a program or a script/);
  });

  it('gives one engine the name that a folder gives it', async () => {
    putEngine('mine.sh');
    const one = (file: string, name?: string) =>
      house.client.local.addEngine({
        ...{ text: join(folder, file), protocol: 'cfp', args: [], folder, sandbox: false },
        ...(name === undefined ? {} : { name }),
      });
    expect((await one('mine.sh')).name).toBe('mine');
    await expect(one('mine.sh')).rejects.toThrow('already an engine called "mine"');
    putEngine('mine.bash');
    expect((await one('mine.bash')).name).toBe('mine.bash');
    expect((await one('mine.sh', 'other')).name).toBe('other');
  });

  it(
    'finds out what each speaks, and leaves out what speaks none, or what a setting does not fit',
    long,
    async () => {
      putEngine('one.sh');
      put('dead', '#!/bin/sh\nexit 1\n');
      expect(await add(undefined, { walls: 'token' })).toMatchObject([
        { kind: 'begins', programs: 2 },
        { kind: 'trying', file: 'dead' },
        { kind: 'left out', file: 'dead', speaks: [], reason: null },
        { kind: 'trying', file: 'one.sh' },
        {
          kind: 'left out',
          file: 'one.sh',
          speaks: ['cfp'],
          reason: expect.stringContaining('walls') as string,
        },
      ]);
      expect((await add()).at(-1)).toMatchObject({
        kind: 'added',
        name: 'one',
        file: 'one.sh',
        protocol: 'cfp',
      });
    },
  );
});

it('proposes names that nothing goes by yet', () => {
  const taken = new Set(['mine', 'connect4']);
  const names = ['/a/Mine', '/a/mine.py', '/b/mine.py', '/a/new.exe', '/a/.x', '/a/bot-1.2'].map((file) =>
    freshName(file, taken),
  );
  expect(names).toEqual(['Mine 2', 'mine.py', 'mine.py 2', 'new', '.x', 'bot-1.2']);
});
