import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { freshName } from './engine-folder.ts';
import { openHouse, type House } from './testing/house.ts';

vi.setConfig({ testTimeout: 60_000 });

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
  const { engines, omitted } = await found();
  expect(engines.map(({ fileName, name, interpreter }) => [fileName, name, interpreter])).toEqual([
    ['alpha', 'alpha', null],
    ['alpha.sh', 'alpha.sh', null],
    ['beta.mjs', 'beta', 'node'],
    ['gamma', 'gamma', null],
  ]);
  expect(omitted).toBe(0);
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

it('is done by the command line as well', async () => {
  for (const name of ['one', 'two']) putEngine(name);
  const { client } = house;
  const add = (protocol?: string) => client.local.addFolder({ folder, protocol, args: [] });
  await expect(add()).rejects.toMatchObject({ message: expect.stringContaining('is not known') });
  expect(await add('cfp')).toMatchObject({ added: [{ name: 'one' }, { name: 'two' }], known: 0 });
  putEngine('three');
  expect(await add('cfp')).toMatchObject({ added: [{ name: 'three' }], known: 2, omitted: 0 });
});

it('proposes names that nothing goes by yet', () => {
  const taken = new Set(['mine', 'connect4']);
  const names = ['/a/Mine', '/a/mine.py', '/b/mine.py', '/a/new.exe', '/a/.x'].map((file) =>
    freshName(file, taken),
  );
  expect(names).toEqual(['Mine 2', 'mine.py', 'mine.py 2', 'new', '.x']);
});
