import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FolderList } from './folder-list.ts';

let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), 'plywire-folders-'))));
afterEach(() => rmSync(home, { recursive: true }));

const file = (): string => join(home, 'folders.json');
const open = async (): Promise<FolderList> => (await FolderList.open(file(), {})).list;
const pathsOf = ({ folders }: FolderList): readonly string[] => folders.map(({ path }) => path);
const [a, b, c] = ['a', 'b', 'c'].map((name) => join(tmpdir(), name)) as [string, string, string];

it('takes over what another one has added or removed', async () => {
  const [one, other] = [await open(), await open()];
  const id = await other.add(a);
  expect(pathsOf(one)).toEqual([]);
  expect(await one.look()).toBe(true);
  expect(one.folders).toEqual([{ id, path: a }]);
  await one.add(b);
  await other.remove(a);
  expect(pathsOf(other)).toEqual([b]);
  expect(await one.look()).toBe(true);
  expect(pathsOf(one)).toEqual([b]);
  expect(await one.look()).toBe(false);
});

it('refuses a folder that another one has added, also at the same moment', async () => {
  const [one, other] = [await open(), await open()];
  await other.add(a);
  await expect(one.add(a)).rejects.toThrow(`${a} is in the library.`);
  await expect(one.add(join(a, 'more'))).rejects.toThrow('as a part of');
  // It has looked, and the other one adds the folder before it writes.
  one.look = () => Promise.resolve(false);
  await other.add(c);
  await expect(one.add(c)).rejects.toThrow(`${c} is in the library.`);
  expect(pathsOf(await open())).toEqual([a, c]);
});

it('has a folder once that is in the file twice, and removes both', async () => {
  const folders = ['l1', 'l2'].map((id) => ({ id, path: a }));
  writeFileSync(file(), JSON.stringify({ version: 1, folders }));
  const list = await open();
  expect(list.folders).toEqual([{ id: 'l1', path: a }]);
  await list.remove(a);
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toEqual({ version: 1, folders: [] });
});
